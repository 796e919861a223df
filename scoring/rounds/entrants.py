"""What the teams of an event have played so far, and where they come from."""

from itertools import groupby
from operator import itemgetter

from django.db.models import F

from rules.seating.history import PastGame
from tournament.models import Event, Game, Seat, Team
from tournament.models.floor import GameKind


def played_in(event: Event) -> list[PastGame]:
    """The games of Phase I so far, byes too, by round and table. One query."""
    games = Game.objects.standing().filter(
        event=event, phase__kind="one", kind__in=(GameKind.GAME, GameKind.BYE)
    )
    seats = (
        Seat.objects.filter(game__in=games)
        .order_by("game__round__number", F("game__table__number").asc(nulls_last=True), "game_id", "pk")
        .values_list(
            "game__round__number",
            "game__table__number",
            "game_id",
            "game__score__winner",
            "game__over_at",
            "side__name",
            "team_id",
        )
    )
    played = []
    for (number, table, _, winner, over_at), group in groupby(seats, key=itemgetter(0, 1, 2, 3, 4)):
        sides: dict[str, tuple[int, ...]] = {}
        sat = [(side, team) for *_, side, team in group]
        for side, team in sat:
            sides[side] = (*sides.get(side, ()), team)
        players = tuple(team for _, team in sat)
        played.append(
            PastGame(
                round=number or 0,
                table=table,
                players=players,
                sides=tuple(sides.values()),
                winner=winner,
                is_over=over_at is not None,
            )
        )
    return played


def home_of(team: Team) -> str:
    """A team's home, normalized: "New Orleans" and "new orleans" are one. No query."""
    return " ".join(team.home.casefold().split())
