"""The drawing of lots, so that anybody in the hall can check it."""

from collections.abc import Hashable, Iterable
from hashlib import sha256

from rules.competition.team import Team, listed


def draw(teams: Iterable[Team], seed: str) -> tuple[Team, ...]:
    """The teams in the order in which their lots come out.

    The seed is said aloud before the draw, as a date or a phrase that somebody in the hall calls out. Each
    team's ticket is a fingerprint of seed and team, and the tickets are read in order: the same words give
    the same order on any machine, for ever. Rulebook E-3: a lot is the last resort, and it is recorded.
    """
    return tuple(sorted(set(teams), key=lambda team: (ticket(team, seed), listed(team))))


def ticket(team: Hashable, seed: str) -> str:
    """The ticket of one team, as ``printf 'seed:team' | sha256sum`` prints it."""
    return sha256(f"{seed}:{team}".encode()).hexdigest()
