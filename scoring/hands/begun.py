"""Which games have begun. A hand that was taken back begins nothing."""

from collections.abc import Iterable

from django.db.models import QuerySet

from scoring.models import Hand
from tournament.models import Game


def begun(games: Iterable[Game] | QuerySet[Game]) -> frozenset[int]:
    """The ids of the games among these that have a counting hand. One query."""
    return frozenset(Hand.objects.standing().filter(game__in=games).values_list("game_id", flat=True))


def has_begun(game: Game) -> bool:
    """Whether a game has a counting hand. One query."""
    return bool(begun([game]))
