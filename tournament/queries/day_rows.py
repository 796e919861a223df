"""The rows that make the day: its phases, its breaks, what was done to it, its rounds, and who is here."""

from collections.abc import Iterable
from copy import copy
from functools import cached_property

from tournament.models import Break, Event, Game, Phase, Round, ScheduleChange


class DayRows:
    """The day's rows, each kind in its order. One query for each kind, when it is first asked for."""

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
        return [rest for rest in self._rests if not rest.is_gap]

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
        """The rounds that were called, in the order of their calls."""
        called = [(row.called_at, row.pk, row) for row in self.rounds if row.called_at]
        return [row for *_, row in sorted(called, key=lambda one: one[:2])]

    @property
    def round(self) -> Round | None:
        """The round that was called last, with its phase; None before the first."""
        return self.called[-1] if self.called else None

    @cached_property
    def teams_here(self) -> int:
        return self.event.teams.present().count()

    @cached_property
    def tables_in_use(self) -> int:
        return self.event.tables.filter(is_out_of_use=False).count()


def with_its_day(event: Event) -> Event:
    """The event for a page that only shows: its day is read when it is first asked for, and then never again.

    A copy, so that what is done to the day later is not overlooked; itself if it keeps its day already.
    """
    if "kept_day" in vars(event):
        return event
    kept = copy(event)
    vars(kept)["kept_day"] = DayRows(event)
    return kept


def day_rows(event: Event) -> DayRows:
    """The day's rows: those of the page, if it keeps them (``with_its_day``). No query by itself."""
    kept: DayRows | None = vars(event).get("kept_day")
    return kept or DayRows(event)


def give_day(event: Event, games: Iterable[Game]) -> None:
    """Give games the event, and the phase and round that the page has read already. No query then.

    ``select_related`` would make each of them once more for every game.
    """
    rows = day_rows(event)
    phases = {row.pk: row for row in rows.phases}
    rounds = {row.pk: row for row in rows.rounds}
    for game in games:
        game.event, game.phase = event, phases[game.phase_id]
        if game.round_id is None or game.round_id in rounds:
            game.round = rounds[game.round_id] if game.round_id else None
