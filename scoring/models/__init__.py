"""The rows of the score: hands as reported, what they add up to, who stands by them, rulings, the cut."""

from scoring.models.agreement import Agreement, Report
from scoring.models.cut import Cut, Lot, LotDraw, Seed
from scoring.models.hands import Ending, GameScore, Hand
from scoring.models.rulings import Ruling, RulingKind
from scoring.models.simulation import SimulationRun

__all__ = [
    "Agreement",
    "Cut",
    "Ending",
    "GameScore",
    "Hand",
    "Lot",
    "LotDraw",
    "Report",
    "Ruling",
    "RulingKind",
    "Seed",
    "SimulationRun",
]
