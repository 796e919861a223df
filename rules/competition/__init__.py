"""The law of the competition: standings, lots, pairing, brackets, the clock.

Every module here is pure: teams are whatever the caller calls them, times are handed in, and where luck has a
say its seed is handed in too.
"""
