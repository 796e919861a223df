"""Read models of the results. Queries return frozen rows and never write."""
