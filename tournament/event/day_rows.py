"""The rows that all pages of an event share, read once in each process until they may have changed.

A page that only reads takes what an earlier page has read in this process, and leaves what it read itself to
the next one. The schedule, the rounds and the cut are as before until an action concerns more than one game
(``Event.day_key``), the rest until any action (``Event.chained``: a version's number comes again after a
backup is restored). The rows are shared by threads: nothing may change them.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from threading import Lock
from typing import Any, TypeVar
from uuid import UUID

from rules.time.clock import Span
from rules.time.hours import break_after
from tournament.models import Break, Event, Game, Phase, Round, ScheduleChange, Table
from tournament.models.schedule import PhaseKind

MOST_EVENTS = 50
"""The events whose rows a process keeps, those that were shown last."""

Read = TypeVar("Read")
Known = Mapping[Callable[[Event], Any], Any]
"""What was read, by the function that reads it."""


class DayRows:
    """An event's shared rows. Each kind is queried once, when it is first used."""

    def __init__(self, event: Event, of_day: Known | None = None, of_version: Known | None = None) -> None:
        self.event = event
        self.of_day, self.of_version = dict(of_day or {}), dict(of_version or {})
        self.has_read = False

    def once(self, read: Callable[[Event], Read]) -> Read:
        """What ``read`` returns; it is called again after an action that concerns more than one game."""
        return self._once(read, self.of_day)

    def once_a_version(self, read: Callable[[Event], Read]) -> Read:
        """What ``read`` returns; it is called again after any action."""
        return self._once(read, self.of_version)

    def _once(self, read: Callable[[Event], Read], known: dict[Callable[[Event], Any], Any]) -> Read:
        if read not in known:
            known[read] = read(self.event)
            self.has_read = True
        found: Read = known[read]
        return found

    @property
    def phases(self) -> tuple[Phase, ...]:
        return self.once(_phases)

    @property
    def breaks(self) -> list[Break]:
        """The planned breaks, with those that only end a round (Rulebook E-219)."""
        return [rest for rest in self.once(_rests) if not rest.is_gap]

    @property
    def long_break(self) -> Break | None:
        """The planned long break (Rulebook E-171)."""
        one = next(phase for phase in self.phases if phase.kind == PhaseKind.ONE)
        begin = [one.starts_at, *(gap.ends_at for gap in self.gaps)]
        end = [*(gap.starts_at for gap in self.gaps), one.ends_at]
        return break_after(self.event.long_break_after, map(Span, begin, end), self.breaks)

    @property
    def gaps(self) -> list[Break]:
        return [rest for rest in self.once(_rests) if rest.is_gap]

    @property
    def changes(self) -> tuple[ScheduleChange, ...]:
        return self.once(_changes)

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.once(_rounds)

    @property
    def called(self) -> list[Round]:
        """The called rounds in the order of their calls."""
        called = [(row.called_at, row.pk, row) for row in self.rounds if row.called_at]
        return [row for *_, row in sorted(called, key=lambda one: one[:2])]

    @property
    def round(self) -> Round | None:
        """The last called round, with its phase; None before the first."""
        return self.called[-1] if self.called else None

    @property
    def teams_here(self) -> int:
        return self.once(_teams_here)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables by number, each with its referee."""
        return self.once(_tables)

    @property
    def tables_in_use(self) -> int:
        return self.once(_tables_in_use)


def _phases(event: Event) -> tuple[Phase, ...]:
    return tuple(event.phases.all())


def _rests(event: Event) -> tuple[Break, ...]:
    return tuple(event.breaks.all())


def _changes(event: Event) -> tuple[ScheduleChange, ...]:
    return tuple(event.schedule_changes.standing().select_related("by"))


def _rounds(event: Event) -> tuple[Round, ...]:
    rounds = Round.objects.filter(phase__event=event, recalled_at=None)
    return tuple(rounds.select_related("phase").order_by("pk"))


def _teams_here(event: Event) -> int:
    return event.teams.present().count()


def _tables(event: Event) -> tuple[Table, ...]:
    return tuple(event.tables.select_related("referee"))


def _tables_in_use(event: Event) -> int:
    return event.tables.filter(is_out_of_use=False).count()


class _Shared:
    """What the pages of this process have read of each event while its ``column`` had the same value."""

    def __init__(self, column: str) -> None:
        self.column = column
        self._lock = Lock()
        self._events: OrderedDict[UUID, tuple[Any, Known]] = OrderedDict()

    def of(self, key: UUID, value: Any) -> Known:
        then, known = self._events.get(key, (None, {}))
        return known if then == value else {}

    def add(self, event: Event, known: Known) -> None:
        value = getattr(event, self.column)
        with self._lock:
            self._events[event.key] = value, {**known, **self.of(event.key, value)}
            self._events.move_to_end(event.key)
            if len(self._events) > MOST_EVENTS:
                self._events.popitem(last=False)


_OF_DAY, _OF_VERSION = _SHARED = _Shared("day_key"), _Shared("chained")


def shared_event(slug: str) -> Event | None:
    """The event at an address, with what earlier pages have read of it. One query; two after any action.

    Its row is wide, so a page takes that from an earlier one, too.
    """
    now = Event.objects.filter(slug=slug).values("key", _OF_VERSION.column).first()
    if now is None:
        return None
    known: Event | None = _OF_VERSION.of(now["key"], now[_OF_VERSION.column]).get(_row)
    event = known or Event.objects.filter(slug=slug).first()
    if event is None:  # Gone meanwhile.
        return None
    shared = with_shared_rows(event)
    day_rows(shared).once_a_version(_row)
    return shared


def with_shared_rows(event: Event) -> Event:
    """A copy of the event, which was read just now, with what earlier pages have read of it."""
    of_day, of_version = (shared.of(event.key, getattr(event, shared.column)) for shared in _SHARED)
    return _with_rows(event, DayRows(event, of_day, of_version))


def _row(event: Event) -> Event:
    return event


def share_rows(event: Event) -> None:
    """Leave what a page has read to the next one, if the event is still as it was.

    One query if the page has read anything that others share, else none.
    """
    rows = day_rows(event)
    if not rows.has_read:
        return
    # An event may be gone: a demo was started over meanwhile.
    now = Event.objects.filter(pk=event.pk).values(_OF_DAY.column, _OF_VERSION.column).first() or {}
    for shared, known in ((_OF_DAY, rows.of_day), (_OF_VERSION, rows.of_version)):
        if now.get(shared.column) == getattr(event, shared.column):
            shared.add(event, known)


def with_its_day(event: Event) -> Event:
    """A copy of the event that caches its ``DayRows``, for a page that only reads."""
    return event if "day_rows" in vars(event) else _with_rows(event, DayRows(event))


def _with_rows(event: Event, rows: DayRows) -> Event:
    copied = copy(event)
    vars(copied)["day_rows"] = rows
    return copied


def day_rows(event: Event) -> DayRows:
    """The event's rows: those cached by ``with_its_day``, or new ones."""
    rows: DayRows | None = vars(event).get("day_rows")
    return rows or DayRows(event)


def give_day(event: Event, games: Iterable[Game]) -> None:
    """Set the event, phase and round of games to the objects that the page has read already."""
    rows = day_rows(event)
    phases = {row.pk: row for row in rows.phases}
    rounds = {row.pk: row for row in rows.rounds}
    for game in games:
        game.event, game.phase = event, phases[game.phase_id]
        if game.round_id is None or game.round_id in rounds:
            game.round = rounds[game.round_id] if game.round_id else None


def phase(event: Event, kind: str) -> Phase:
    """The event's phase of that kind. One query; none after ``with_its_day``."""
    return next(row for row in day_rows(event).phases if row.kind == kind)
