"""What a team is called on a page."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Player, Team


@dataclass(frozen=True, kw_only=True)
class TeamName:
    """A team's name, with the number and the emblem that are its second name."""

    team_id: int
    number: int
    emblem: str
    name: str


def name_of(team: Team) -> TeamName:
    """The team's name. No query."""
    return TeamName(team_id=team.pk, number=team.number, emblem=team.emblem, name=team.name)


def who_sits(players: Iterable[Player]) -> list[Player]:
    """Who plays for a team now, a substitute in the chair of the one who left (Rulebook E-20). No query."""
    there = [player for player in players if player.left_at is None]
    return sorted(there, key=lambda player: (player.stands_in_for_id or player.pk, player.pk))


def player_names(players: Iterable[Player]) -> tuple[str, ...]:
    """The names of those who play for a team now, in the order of their chairs. No query."""
    return tuple(player.name for player in who_sits(players))
