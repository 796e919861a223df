"""The rows of the score: hands as reported, what they add up to, the cut."""

from scoring.models.cut import Cut, Lot, LotDraw, Seed
from scoring.models.hands import Ending, GameScore, Hand

__all__ = ["Cut", "Ending", "GameScore", "Hand", "Lot", "LotDraw", "Seed"]
