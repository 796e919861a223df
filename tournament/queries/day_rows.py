"""The rows that make the day: its phases, its breaks, what was done to it, and the round called last."""

from copy import copy
from functools import cached_property

from django.core.cache import caches

from tournament.models import Break, Event, Phase, Round, ScheduleChange

KEPT_FOR = 60
"""The seconds after which the rows are read again: the net under a change that nobody wrote in the log."""


class DayRows:
    """The day's rows, each kind in its order. One query for each kind, when it is first asked for."""

    def __init__(self, event: Event) -> None:
        self._event = event

    @cached_property
    def phases(self) -> list[Phase]:
        """The parts of the day."""
        return list(self._event.phases.all())

    @cached_property
    def breaks(self) -> list[Break]:
        """The rests of the whole hall."""
        return list(self._event.breaks.all())

    @cached_property
    def deeds(self) -> list[ScheduleChange]:
        """What the organizer did to the running day."""
        return list(self._event.schedule_changes.all())

    @cached_property
    def round(self) -> Round | None:
        """The round that was called last, with its phase; None before the first."""
        called = Round.objects.called().filter(phase__event=self._event).select_related("phase")
        return called.order_by("-called_at", "-pk").first()

    def read(self) -> "DayRows":
        """The same with all rows read. Four queries."""
        _ = self.phases, self.breaks, self.deeds, self.round
        return self


def with_its_day(event: Event) -> Event:
    """The event for a page that only shows: the rows of its day are read once for all pages.

    They are kept until a deed that may have changed them moves ``day_version``: hands don't. A copy, so that
    what is done to the day later is not overlooked. Not within a transaction, which may yet be taken back.
    """
    kept = copy(event)
    vars(kept)["kept_day"] = None
    return kept


def day_rows(event: Event) -> DayRows:
    """The day's rows: those kept for pages, where it came ``with_its_day``. No query by itself.

    Four queries, where no page has asked for them since the day was changed, or for a minute.
    """
    if "kept_day" not in vars(event):
        return DayRows(event)
    rows: DayRows | None = vars(event)["kept_day"]
    if rows is None:
        key = f"day:{event.pk}:{event.day_version}"
        rows = caches["memory"].get(key)
        if rows is None:
            rows = DayRows(event).read()
            caches["memory"].set(key, rows, KEPT_FOR)
        vars(event)["kept_day"] = rows
    return rows
