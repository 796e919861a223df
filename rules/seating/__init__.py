"""Ways of seating: who meets whom in Phase I, and where. Each is one value of ``known.SEATINGS``."""
