"""The teams that shouldn't meet in Phase I (Rulebook E-65), and games drawn in advance (L-9, L-25)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.event.names import TeamName, name_of
from tournament.models import DrawnGame, Event, Game, KeptApart


@dataclass(frozen=True, kw_only=True)
class ApartRow:
    key: int
    one: TeamName
    other: TeamName


def kept_apart(event: Event) -> frozenset[frozenset[int]]:
    """The pairs that are kept apart now, as team ids. One query."""
    rows = KeptApart.objects.standing().filter(event=event).values_list("one", "other")
    return frozenset(frozenset(row) for row in rows)


def drawn_games(event: Event) -> list[tuple[int, int]]:
    """The games drawn in advance, as team ids, North–South first. One query."""
    return list(DrawnGame.objects.filter(event=event).order_by("pk").values_list("north", "east"))


def still_to_play(drawn: Iterable[tuple[int, int]], games: Iterable[Game]) -> list[tuple[int, int]]:
    """The ``drawn`` games that aren't among ``games``, which are loaded ``with_everybody``.

    It doesn't matter which team of a pair sat North–South.
    """
    left = list(drawn)
    for game in games:
        pair = game.everybody_ids()
        same = next((one for one in (pair, pair[::-1]) if one in left), None)
        if same:
            left.remove((same[0], same[1]))
    return left


def apart_rows(event: Event) -> tuple[ApartRow, ...]:
    """The pairs that are kept apart now. One query."""
    rows = KeptApart.objects.standing().filter(event=event).select_related("one", "other").order_by("pk")
    return tuple(ApartRow(key=row.pk, one=name_of(row.one), other=name_of(row.other)) for row in rows)
