"""Events and people of a club. Queries return frozen rows and never write."""
