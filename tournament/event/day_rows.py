"""The rows of an event's schedule, read once for a page."""

from collections.abc import Iterable
from copy import copy
from functools import cached_property

from rules.time.clock import Span
from rules.time.hours import break_after
from tournament.models import Break, Event, Game, Phase, Round, ScheduleChange
from tournament.models.schedule import PhaseKind


class DayRows:
    """An event's schedule rows. Each kind is queried once, when it is first used."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def phases(self) -> list[Phase]:
        return list(self.event.phases.all())

    @cached_property
    def _rests(self) -> list[Break]:
        return list(self.event.breaks.all())

    @property
    def breaks(self) -> list[Break]:
        """The planned breaks, with those that only end a round (Rulebook E-219)."""
        return [rest for rest in self._rests if not rest.is_gap]

    @property
    def long_break(self) -> Break | None:
        """The planned long break (Rulebook E-171)."""
        one = next(phase for phase in self.phases if phase.kind == PhaseKind.ONE)
        begin = [one.starts_at, *(gap.ends_at for gap in self.gaps)]
        end = [*(gap.starts_at for gap in self.gaps), one.ends_at]
        return break_after(self.event.long_break_after, map(Span, begin, end), self.breaks)

    @property
    def gaps(self) -> list[Break]:
        return [rest for rest in self._rests if rest.is_gap]

    @cached_property
    def changes(self) -> list[ScheduleChange]:
        return list(self.event.schedule_changes.standing().select_related("by"))

    @cached_property
    def rounds(self) -> list[Round]:
        rounds = Round.objects.filter(phase__event=self.event, recalled_at=None)
        return list(rounds.select_related("phase").order_by("pk"))

    @property
    def called(self) -> list[Round]:
        """The called rounds in the order of their calls."""
        called = [(row.called_at, row.pk, row) for row in self.rounds if row.called_at]
        return [row for *_, row in sorted(called, key=lambda one: one[:2])]

    @property
    def round(self) -> Round | None:
        """The last called round, with its phase; None before the first."""
        return self.called[-1] if self.called else None

    @cached_property
    def teams_here(self) -> int:
        return self.event.teams.present().count()

    @cached_property
    def tables_in_use(self) -> int:
        return self.event.tables.filter(is_out_of_use=False).count()


def with_its_day(event: Event) -> Event:
    """A copy of the event that caches its ``DayRows``, for a page that only reads."""
    if "day_rows" in vars(event):
        return event
    copied = copy(event)
    vars(copied)["day_rows"] = DayRows(event)
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
