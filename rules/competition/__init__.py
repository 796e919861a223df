"""The rules of the competition: standings, lots, pairing, brackets, the clock.

Every module is pure. Teams are any hashable values; times and the seeds of lots are arguments.
"""
