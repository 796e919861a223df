"""Rounds that are paired from those who play in them: by standing, or by lot."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.competition.lots import draw
from rules.competition.pairing.foresight import pair_with_foresight
from rules.competition.pairing.pairing import Entrant, pair
from rules.seating.history import History, SeatedRound, seated_pairs
from rules.seating.seating import Draw, RoundSeating


@dataclass(frozen=True, kw_only=True)
class ByStanding(RoundSeating):
    uses_standings: bool = True
    pairs_each_round: bool = True

    def weighed(self, history: History) -> Sequence[Entrant[int]]:
        return history.entrants

    def _next_round(self, history: History) -> SeatedRound:
        seating = pair_with_foresight(history.entrants, history.later)
        return seated_pairs(seating.pairs, [seating.bye])


@dataclass(frozen=True, kw_only=True)
class ByLot(RoundSeating):
    draw: Draw = Draw.EVERY_ROUND
    pairs_each_round: bool = True

    def weighed(self, history: History) -> Sequence[Entrant[int]]:
        return in_order_of_lots(history)

    def _next_round(self, history: History) -> SeatedRound:
        return drawn_pairs(history)


def in_order_of_lots(history: History) -> tuple[Entrant[int], ...]:
    """The entrants ranked by their lots, which are drawn from public numbers: anybody can repeat the draw."""
    lots = {number: lot for lot, number in enumerate(draw(history.numbers.values(), history.words))}
    return tuple(
        replace(entrant, standing=lots[history.numbers[entrant.team]], won=0) for entrant in history.entrants
    )


def drawn_pairs(history: History) -> SeatedRound:
    """A random pairing: by lot instead of by rank. Byes, rematches and homes still count."""
    seating = pair(in_order_of_lots(history))
    return seated_pairs(seating.pairs, [seating.bye])
