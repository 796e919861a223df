"""The drawing of lots, which anybody can check."""

from collections.abc import Hashable, Iterable
from hashlib import sha256

from rules.competition.team import Team, listed


def draw(teams: Iterable[Team], seed: str) -> tuple[Team, ...]:
    """The teams in the order of their lots. Rulebook E-3: a lot is the last resort, and it is recorded.

    The seed is announced before the draw: a date, or a phrase from the audience. Each team's ticket is a hash
    of seed and team, and the tickets are sorted, so the same seed gives the same order on any machine.
    """
    return tuple(sorted(set(teams), key=lambda team: (ticket(team, seed), listed(team))))


def ticket(team: Hashable, seed: str) -> str:
    """The ticket of one team, as ``printf 'seed:team' | sha256sum`` prints it."""
    return sha256(f"{seed}:{team}".encode()).hexdigest()
