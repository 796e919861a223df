"""Who sits where at a table: sides, people and chairs, whatever is played.

Rows and pages know up to four sides. NS and EW are two teams, or two partnerships made for one game; where
everybody plays alone, NS is North alone, EW is East alone, and S and W are theirs (Rulebook E-51).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from rules.games.seats import SIDES
from tournament.models import Game, Team
from tournament.queries.names import TeamName, in_words, name_of

COLUMNS: Mapping[str, str] = {"NS": "ns", "EW": "ew", "S": "south", "W": "west"}
"""In which columns of a game, a hand and a score a side stands."""

_CHAIRS = {"ns": "North", "ew": "East", "south": "South", "west": "West"}
_PARTNERS = {"NS": "south", "EW": "west"}


def chairs_for(group: Sequence[Team], *, is_alone: bool) -> dict[str, Team]:
    """In which columns of a game a group sits: North and East, then South and West. No query.

    Three who play alone leave South's empty: clockwise, West follows East.
    """
    columns = ("ns", "ew", "west") if is_alone and len(group) == 3 else ("ns", "ew", "south", "west")
    return dict(zip(columns, group, strict=False))


def chairs_at(game: Game) -> dict[str, Team]:
    """Who sits in which column of a game. No query if it comes with everybody."""
    chairs = ((column, getattr(game, column)) for column in COLUMNS.values())
    return {column: team for column, team in chairs if team is not None}


def sides_at(game: Game) -> tuple[str, ...]:
    """The sides of a game that is not a bye. No query."""
    if not game.is_alone:
        return SIDES
    return tuple(side for side, column in COLUMNS.items() if getattr(game, f"{column}_id") is not None)


def ids_on(game: Game, side: str) -> tuple[int, ...]:
    """The ids of who plays on a side: one team, or two partners of this game. No query."""
    columns = (COLUMNS[side],) if game.is_alone or side not in _PARTNERS else (COLUMNS[side], _PARTNERS[side])
    ids = (getattr(game, f"{column}_id") for column in columns)
    return tuple(pk for pk in ids if pk is not None)


def teams_on(game: Game, side: str) -> tuple[Team, ...]:
    """Who plays on a side, in the order of their chairs. No query if the game comes with everybody."""
    wanted = ids_on(game, side)
    return tuple(team for team in game.everybody() if team.pk in wanted)


def side_at(game: Game, team_id: int | None) -> str | None:
    """The side on which a team plays; None if it isn't in the game. No query."""
    return next((side for side in sides_at(game) if team_id in ids_on(game, side)), None)


def partner_at(game: Game, team_id: int) -> Team | None:
    """The partner of somebody who came alone, for this game. No query if it comes with everybody."""
    side = side_at(game, team_id)
    return next((team for team in teams_on(game, side) if team.pk != team_id), None) if side else None


def name_on(game: Game, side: str) -> TeamName:
    """What a side is called on a page: its team, or ``Ann & Cy``. No query if it comes with everybody."""
    teams = teams_on(game, side)
    name = name_of(teams[0])
    return TeamName(
        team_id=name.team_id,
        number=name.number,
        emblem=name.emblem,
        name=" & ".join(team.name for team in teams),
    )


def names_at(game: Game) -> tuple[TeamName, ...]:
    """What the sides of a game are called, in order. No query if it comes with everybody."""
    return tuple(name_on(game, side) for side in sides_at(game))


def others_at(game: Game, team_id: int) -> str:
    """Whom somebody plays against: ``Bob & Di``; ``Bob, Cy and Di``. No query if it comes with everybody."""
    mine = side_at(game, team_id)
    return in_words(name_on(game, side).name for side in sides_at(game) if side != mine)


def chair_words(game: Game, team_id: int) -> str:
    """Where a team sits: ``North–South``; ``South``, who came alone. No query."""
    if not (game.south_id or game.west_id):
        return "North–South" if game.ns_id == team_id else "East–West"
    return next(word for column, word in _CHAIRS.items() if getattr(game, f"{column}_id") == team_id)


def seated_at(game: Game, side: str) -> datetime | None:
    """Since when a side sits: all of it, as one of its people or a referee said (Rulebook E-54). No query."""
    found: datetime | None = getattr(game, f"{COLUMNS[side]}_seated_at")
    return found


def late_at(game: Game, at: datetime | None = None) -> tuple[str, ...]:
    """The sides that don't sit, or did not at a moment. No query."""
    sat = {side: seated_at(game, side) for side in sides_at(game)}
    return tuple(side for side, since in sat.items() if since is None or (at is not None and since > at))


def is_everybody_seated(game: Game) -> bool:
    """Whether every side sits. No query."""
    return not late_at(game)
