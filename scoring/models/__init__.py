"""Hands, results, agreements, rulings, the cut and simulation runs."""

from scoring.models.agreement import Agreement, Report
from scoring.models.cut import BuyBack, Cut, Lot, LotDraw, Seed, SidePrizeWin
from scoring.models.hands import Ending, GameScore, Hand
from scoring.models.rulings import Ruling, RulingKind
from scoring.models.simulation import SimulationRun

__all__ = [
    "Agreement", "BuyBack", "Cut", "Ending", "GameScore", "Hand", "Lot", "LotDraw", "Report", "Ruling",
    "RulingKind", "Seed", "SidePrizeWin", "SimulationRun",
]  # fmt: skip
