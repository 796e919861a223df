"""Writing games with their seats, and which seats are taken."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef

from rules.games.seats import side_of_chair
from tournament.models import Game, Seat, Side, Team
from tournament.models.floor import OPEN
from tournament.queries.game import game_ruleset

Chairs = Mapping[str, Team]


def make_games(seated: Iterable[tuple[Game, Chairs]]) -> list[Game]:
    """Write new games with their people by chair. Three queries, however many games."""
    drawn = list(seated)
    games = Game.objects.bulk_create(game for game, _ in drawn)
    sides: dict[tuple[int, str], Side] = {}
    seats = []
    for game, chairs in drawn:
        ruleset = game_ruleset(game)
        is_taken = bool(game.called_at and not game.over_at)
        for chair, team in chairs.items():
            name = side_of_chair(ruleset, chair)
            side = sides.setdefault((game.pk, name), Side(game=game, name=name))
            seats.append(Seat(game=game, side=side, team=team, chair=chair, is_taken=is_taken))
    Side.objects.bulk_create(sides.values())
    Seat.objects.bulk_create(seats)
    return games


def keep_taken(**which: object) -> None:
    """Update ``is_taken`` of these seats after their games were called, ended or taken back. One query."""
    is_open = Exists(Game.objects.filter(OPEN, pk=OuterRef("game")))
    Seat.objects.filter(**which).update(is_taken=is_open)


def seat_sides(game: Game, since: Mapping[str, datetime | None]) -> None:
    """Set since when sides of a game sit; None for not at all. One query."""
    sides = game.by_side()
    for name, moment in since.items():
        sides[name].seated_at = moment
    Side.objects.bulk_update([sides[name] for name in since], ["seated_at"])
