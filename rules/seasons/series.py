"""A series: points over several events, and who qualifies for its final. Rulebook C-2 to C-8."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

Who = TypeVar("Who", bound=Hashable)

PLACES, WINS, POINTS = "places", "wins", "points"
USUAL_TABLE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
MOST_POINTS = 10_000


@dataclass(frozen=True, kw_only=True)
class SeriesRule:
    """How a series counts. A limit of 0 means no limit.

    ``table`` has the points of the first places; everybody else who played gets ``below``. Each entrant's
    ``best`` events count, of those with a field of ``least_field``. Of those who played ``least_events`` such
    events, the first ``qualify`` qualify.
    """

    counting: str = PLACES
    table: tuple[int, ...] = USUAL_TABLE
    below: int = 0
    best: int = 0
    least_field: int = 0
    least_events: int = 0
    qualify: int = 0

    def value(self, finish: "Finish[Who]") -> int:
        """The points that an event brings. All who share a place get that place's points (Rulebook C-3)."""
        if self.counting == PLACES:
            return self.table[finish.place - 1] if finish.place <= len(self.table) else self.below
        return finish.won if self.counting == WINS else finish.points


@dataclass(frozen=True, kw_only=True)
class Finish(Generic[Who]):
    """Somebody's result in an event: the place, the games won, and the points made."""

    who: Who
    event: int
    place: int
    won: int = 0
    points: int = 0


@dataclass(frozen=True, kw_only=True)
class CountedEvent:
    """An event in somebody's row, with the points that it brings."""

    event: int
    place: int
    points: int


@dataclass(frozen=True, kw_only=True)
class SeriesRow(Generic[Who]):
    """A place in the series. ``events_won`` and ``best`` are of what ``counts``; the rest is ``dropped``."""

    rank: int
    who: Who
    points: int
    events_won: int
    best: int
    counts: tuple[CountedEvent, ...]
    dropped: tuple[CountedEvent, ...]
    decided_by: str
    """What puts it below the row above: points, won, best, or equal; empty for the first."""
    needs: int
    """How many events it lacks to qualify."""
    qualifies: bool

    @property
    def events(self) -> int:
        return len(self.counts) + len(self.dropped)


def series_table(
    rule: SeriesRule, fields: Mapping[int, int], finishes: Iterable[Finish[Who]]
) -> tuple[SeriesRow[Who], ...]:
    """Everybody in the series, best first: by points, then events won, then the best event; else equal.

    ``fields`` has the number of players of each event, by its number, in the order of the series.
    """
    counting = {event: index for index, event in enumerate(fields) if fields[event] >= rule.least_field}
    by_who: dict[Who, list[CountedEvent]] = defaultdict(list)
    for each in finishes:
        if each.event in counting:
            row = CountedEvent(event=each.event, place=each.place, points=rule.value(each))
            by_who[each.who].append(row)
    figures = []
    for who, rows in by_who.items():
        # Of two events that bring as much, the earlier one counts.
        best = sorted(rows, key=lambda row: (-row.points, row.place, counting[row.event]))
        many = rule.best or len(best)
        counts, dropped = (
            tuple(sorted(part, key=lambda row: counting[row.event])) for part in (best[:many], best[many:])
        )
        key = (
            sum(row.points for row in counts),
            sum(row.place == 1 for row in counts),
            max(row.points for row in counts),
        )
        figures.append((key, who, counts, dropped))
    figures.sort(key=lambda each: each[0], reverse=True)
    through = _last_through(rule, [(key, len(counts) + len(dropped)) for key, _, counts, dropped in figures])
    made: list[SeriesRow[Who]] = []
    above: tuple[int, ...] | None = None
    for key, group in groupby(figures, key=lambda each: each[0]):
        rank = len(made) + 1
        for _, who, counts, dropped in group:
            needs = max(0, rule.least_events - len(counts) - len(dropped))
            made.append(
                SeriesRow(
                    rank=rank,
                    who=who,
                    points=key[0],
                    events_won=key[1],
                    best=key[2],
                    counts=counts,
                    dropped=dropped,
                    decided_by=_decided(above, key),
                    needs=needs,
                    qualifies=through is not None and key >= through and not needs,
                )
            )
            above = key
    return tuple(made)


def _last_through(rule: SeriesRule, rows: list[tuple[tuple[int, ...], int]]) -> tuple[int, ...] | None:
    """The figures of the last one who qualifies; anybody equal to them qualifies too (Rulebook C-7)."""
    able = [key for key, events in rows if events >= rule.least_events]
    return able[: rule.qualify][-1] if rule.qualify and able else None


def _decided(above: tuple[int, ...] | None, key: tuple[int, ...]) -> str:
    if above is None:
        return ""
    names = ("points", "won", "best")
    return next(
        (name for name, one, two in zip(names, above, key, strict=True) if one != two),
        "equal",
    )
