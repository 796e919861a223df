"""Results of the hands. Queries return frozen rows and never write."""
