"""Who shouldn't meet in Phase I (Rulebook E-65), and who meets twice (L-9)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Event, KeptApart, MeetsTwice
from tournament.queries.names import TeamName, name_of


@dataclass(frozen=True, kw_only=True)
class ApartRow:
    key: int
    one: TeamName
    other: TeamName


def kept_apart(event: Event) -> frozenset[frozenset[int]]:
    """The pairs that are kept apart now, as team ids. One query."""
    rows = KeptApart.objects.standing().filter(event=event).values_list("one", "other")
    return frozenset(frozenset(row) for row in rows)


def meet_twice(event: Event) -> frozenset[frozenset[int]]:
    """The pairs that meet a second time in open play, as team ids. One query."""
    rows = MeetsTwice.objects.filter(event=event).values_list("one", "other")
    return frozenset(frozenset(row) for row in rows)


def apart_of(pairs: Iterable[frozenset[int]]) -> dict[int, frozenset[int]]:
    from_whom: dict[int, frozenset[int]] = {}
    for pair in pairs:
        for team in pair:
            from_whom[team] = from_whom.get(team, frozenset()) | (pair - {team})
    return from_whom


def apart_rows(event: Event) -> tuple[ApartRow, ...]:
    """The pairs that are kept apart now. One query."""
    rows = KeptApart.objects.standing().filter(event=event).select_related("one", "other").order_by("pk")
    return tuple(ApartRow(key=row.pk, one=name_of(row.one), other=name_of(row.other)) for row in rows)
