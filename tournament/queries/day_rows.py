"""The rows that make the day: its phases, its breaks, what was done to it, and the round called last."""

from copy import copy
from functools import cached_property

from tournament.models import Break, Event, Phase, Round, ScheduleChange


class DayRows:
    """The day's rows, each kind in its order. One query for each kind, when it is first asked for."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def phases(self) -> list[Phase]:
        """The parts of the day."""
        return list(self.event.phases.all())

    @cached_property
    def _rests(self) -> list[Break]:
        return list(self.event.breaks.all())

    @property
    def breaks(self) -> list[Break]:
        """The rests of the whole hall."""
        return [rest for rest in self._rests if not rest.is_gap]

    @property
    def gaps(self) -> list[Break]:
        """What is between the sessions of Phase I."""
        return [rest for rest in self._rests if rest.is_gap]

    @cached_property
    def changes(self) -> list[ScheduleChange]:
        """What the organizer did to the running day."""
        return list(self.event.schedule_changes.standing())

    @cached_property
    def round(self) -> Round | None:
        """The round that was called last, with its phase; None before the first."""
        called = Round.objects.called().filter(phase__event=self.event).select_related("phase")
        return called.order_by("-called_at", "-pk").first()


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
