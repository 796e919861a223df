"""What people see of an event, as frozen rows. Queries never write.

A docstring says how many SQL statements a function makes; none, if it says nothing.
"""
