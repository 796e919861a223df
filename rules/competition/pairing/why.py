"""Why two teams meet: what their game costs, and the best round in which they don't meet (Rulebook E-24)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Generic

from rules.competition.pairing.pairing import Cost, Entrant, cost_of, pair
from rules.competition.team import Team

WORSE: Mapping[str, str] = MappingProxyType(
    {
        "second_byes": "a team would sit out again before all others have",
        "torn_tables": "a team that can’t move would have to",
        "kept_apart": "teams that should be kept apart would meet",
        "rematches": "more teams would meet again",
        "bye_height": "a team higher in the standings would sit out",
        "same_city": "more teams from one home would meet",
        "wins": "teams with a greater difference in games won would meet",
        "distance": "teams farther apart in the standings would meet",
    }
)
"""What is worse about a round, by the first figure of ``Cost`` that is greater."""
AS_GOOD = "It costs the same: the order of tied teams decided"
CHEAPER = "It costs less: this round leaves new opponents for the rounds to come, or was changed by hand"


@dataclass(frozen=True, slots=True)
class PairReason(Generic[Team]):
    """What a game costs, and what would be instead."""

    cost: Cost
    """Of this game alone."""
    instead: tuple[tuple[Team, Team | None], ...]
    """Whom each of the two would meet in the best other round; None for a bye. Empty if there is no other."""
    worse: str
    """The figure of ``Cost`` in which that round is worse; empty if in none."""
    is_as_good: bool
    """Whether that round costs the same."""

    @property
    def words(self) -> str:
        """What is worse about the best other round."""
        return WORSE[self.worse] if self.worse else AS_GOOD if self.is_as_good else CHEAPER


def why(
    entrants: Iterable[Entrant[Team]],
    pairs: Iterable[tuple[Team, Team]],
    bye: Team | None,
    couple: tuple[Team, Team],
) -> PairReason[Team]:
    """Why the two of ``couple`` meet in the round of these pairs.

    The best other round is the cheapest of those in which they don't meet.

    :raises ValueError: if a team is named twice.
    """
    field, (one, other) = tuple(entrants), couple
    apart = tuple(
        replace(entrant, apart=entrant.apart | {other}) if entrant.team == one else entrant
        for entrant in field
    )
    best = pair(apart)
    alone = cost_of([entrant for entrant in field if entrant.team in couple], [couple])
    met = {team: opponent for two in best.pairs for team, opponent in (two, two[::-1])}
    if met.get(one) == other:
        return PairReason(alone, (), "", False)
    now, then = cost_of(field, pairs, bye), cost_of(field, best.pairs, best.bye)
    worse = next((name for name in WORSE if getattr(then, name) != getattr(now, name)), "")
    is_worse = bool(worse) and getattr(then, worse) > getattr(now, worse)
    instead = tuple((team, met.get(team)) for team in couple)
    return PairReason(alone, instead, worse if is_worse else "", not worse)
