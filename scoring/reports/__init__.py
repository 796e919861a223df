"""Reports from the tables, agreement and conflicts."""
