"""Rounds that are paired from those who play in them: by standing, or by lot."""

from dataclasses import dataclass, replace

from rules.competition.pairing.foresight import pair_with_foresight
from rules.competition.pairing.pairing import pair_at_random
from rules.seating.history import History, SeatedRound, seated_pairs
from rules.seating.seating import Draw, RoundSeating


@dataclass(frozen=True, kw_only=True)
class ByStanding(RoundSeating):
    uses_standings: bool = True
    pairs_each_round: bool = True

    def _next_round(self, history: History) -> SeatedRound:
        seating = pair_with_foresight(history.entrants, history.later)
        return seated_pairs(seating.pairs, [seating.bye])


@dataclass(frozen=True, kw_only=True)
class ByLot(RoundSeating):
    draw: Draw = Draw.EVERY_ROUND
    pairs_each_round: bool = True

    def _next_round(self, history: History) -> SeatedRound:
        return drawn_pairs(history)


def drawn_pairs(history: History) -> SeatedRound:
    """A random pairing, drawn from the teams' public numbers, so that anybody can repeat the draw."""
    numbers = history.numbers
    entrants = [
        replace(
            entrant,
            team=numbers[entrant.team],
            met={numbers[team]: times for team, times in entrant.met.items() if team in numbers},
            apart=frozenset(numbers[team] for team in entrant.apart),
        )
        for entrant in history.entrants
    ]
    seating = pair_at_random(entrants, history.words)
    by_number = {number: team for team, number in numbers.items()}
    pairs = [(by_number[ns], by_number[ew]) for ns, ew in seating.pairs]
    return seated_pairs(pairs, [by_number[seating.bye] if seating.bye is not None else None])
