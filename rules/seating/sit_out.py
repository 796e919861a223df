"""The teams that sit out a round because there are too few tables, in turn. Rulebook E-66."""

from collections.abc import Sequence

from rules.competition.pairing.pairing import Entrant
from rules.competition.team import Team


def sitting_out(entrants: Sequence[Entrant[Team]], tables: int) -> tuple[Team, ...]:
    """The teams without a table: those with the most games, and of these the lowest. Byes count as games."""
    ordered = sorted(entrants, key=lambda entrant: entrant.standing)
    too_many = max(0, len(ordered) - len(ordered) % 2 - 2 * tables)
    if not too_many:
        return ()
    lowest_first = ordered[::-1]
    by_turn = sorted(lowest_first, key=_played, reverse=True)
    return tuple(entrant.team for entrant in by_turn[: len(ordered) - 2 * tables])


def _played(entrant: Entrant[Team]) -> int:
    return sum(entrant.met.values()) + entrant.byes
