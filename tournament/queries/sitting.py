"""Who sits where at a table: sides, people and chairs, in every game.

A side is named by its seats: NS and EW are teams, or partners for one game; N, E, S and W play each for
themselves (Rulebook E-51). Games come ``with_everybody``, so that there are no queries.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rules.games.ruleset import Ruleset
from tournament.models import Game, Team
from tournament.queries.names import TeamName, in_words, name_of

_CHAIRS = {
    "NS": "North–South", "EW": "East–West", "N": "North", "E": "East", "S": "South", "W": "West"
}  # fmt: skip


def chairs_for(ruleset: Ruleset, group: Sequence[Team]) -> dict[str, Team]:
    """The chairs of a group, clockwise: each entrant on a side, or, as partners, each on a seat."""
    chairs = ruleset.sides if len(group) <= len(ruleset.sides) else ruleset.seats
    return dict(zip(chairs, group, strict=False))


def chairs_at(game: Game) -> dict[str, Team]:
    return {seat.chair: seat.team for seat in game.seating}


def sides_at(game: Game) -> tuple[str, ...]:
    return tuple(game.by_side())


def ids_on(game: Game, side: str) -> tuple[int, ...]:
    """The ids of the teams on a side: one team, or two partners of this game."""
    return tuple(seat.team_id for seat in game.seating if seat.side.name == side)


def teams_on(game: Game, side: str) -> tuple[Team, ...]:
    return game.teams_by_side()[side]


def side_at(game: Game, team_id: int | None) -> str | None:
    return next((seat.side.name for seat in game.seating if seat.team_id == team_id), None)


def partner_at(game: Game, team_id: int) -> Team | None:
    side = side_at(game, team_id)
    return next((team for team in teams_on(game, side) if team.pk != team_id), None) if side else None


def name_on(game: Game, side: str) -> TeamName:
    """A side's name on a page: its team, or ``Ann & Cy``."""
    return name_together(teams_on(game, side))


def name_together(teams: Sequence[Team]) -> TeamName:
    """The name of those who play together, under the number of the first."""
    name = name_of(teams[0])
    return TeamName(
        team_id=name.team_id,
        number=name.number,
        emblem=name.emblem,
        name=" & ".join(team.name for team in teams),
    )


def names_at(game: Game) -> tuple[TeamName, ...]:
    return tuple(name_on(game, side) for side in sides_at(game))


def side_names(game: Game) -> Mapping[str, str]:
    return {side: " & ".join(team.name for team in teams) for side, teams in game.teams_by_side().items()}


def side_texts(game: Game) -> dict[str, Any]:
    """The sides' names as texts of a log entry, so that a headline in it contains no name itself."""
    return {f"side_{side}": name for side, name in side_names(game).items()}


def others_at(game: Game, team_id: int) -> str:
    """A team's opponents: ``Bob & Di``; ``Bob, Cy and Di``."""
    mine = side_at(game, team_id)
    return in_words(name_on(game, side).name for side in sides_at(game) if side != mine)


def chair_words(game: Game, team_id: int) -> str:
    """Where a team sits: ``North–South``, or ``South`` alone."""
    return next(_CHAIRS[seat.chair] for seat in game.seating if seat.team_id == team_id)


def seated_at(game: Game, side: str) -> datetime | None:
    return game.side(side).seated_at


def late_at(game: Game, at: datetime | None = None) -> tuple[str, ...]:
    sat = {name: side.seated_at for name, side in game.by_side().items()}
    return tuple(side for side, since in sat.items() if since is None or (at is not None and since > at))


def is_everybody_seated(game: Game) -> bool:
    return not late_at(game)
