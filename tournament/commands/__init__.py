"""Actions on an event: one function and one transaction each.

An action that can't be done raises ``Refused``, with a code and its values.
"""
