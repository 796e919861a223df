"""Read models of an event, as frozen rows. Queries never write.

A docstring gives the number of SQL statements. If it gives none, the function makes none.
"""
