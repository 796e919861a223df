"""Events, drafts and changes of the seating by hand for the tests."""

from datetime import datetime

from scoring.rounds.commands_rounds import draft_round
from scoring.rounds.commands_seating_by_hand import seat_teams, swap_teams, unseat_team
from tests import build
from tournament.models import Event, Game, Round, Team

WHY = "They ride home together"


def event_of(count: int, **plan) -> Event:
    """An event with ``count`` teams, checked in."""
    event = build.event(**plan)
    build.teams(event, count)
    return event


def drafted(event: Event, at: datetime = build.THREE, **more) -> Round:
    return draft_round(event=event, by=build.organizer(event), at=at, **more)


def swapped(event: Event, one: Team, other: Team, reason: str = WHY, at: datetime = build.THREE):
    return swap_teams(event=event, one=one, other=other, reason=reason, by=build.organizer(event), at=at)


def seated(event: Event, *teams: Team, reason: str = WHY, at: datetime = build.THREE) -> Game:
    return seat_teams(event=event, teams=teams, reason=reason, by=build.organizer(event), at=at)


def unseated(event: Event, team: Team, reason: str = WHY, at: datetime = build.THREE) -> list[Game]:
    return unseat_team(event=event, team=team, reason=reason, by=build.organizer(event), at=at)


def current(event: Event, kind: str = "game") -> list[Game]:
    """The games that weren't taken back, by table."""
    games = Game.objects.filter(event=event, kind=kind, recalled_at=None).order_by("table__number", "pk")
    return list(games.select_related("event", "table", "round", "phase").with_everybody())


def seating(event: Event) -> set[tuple[int | Team | None, ...]]:
    """Each current game as its table and those who play; a bye as None and who has it."""
    games = [*current(event), *current(event, "bye")]
    return {(game.table.number if game.table else None, *game.everybody()) for game in games}
