"""Each thing that is due is tried by itself. What fails is flagged, and tried again with a growing pause."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cached_property, partial, wraps
from typing import Any, TypeVar

from django.core.management.base import CommandError
from django.db import transaction
from django.db.models import F, IntegerField, Model, QuerySet, Value

from tournament.errors import Refused
from tournament.log.audit_log import log as log_action
from tournament.log.locks import lock_event
from tournament.models import Actor, Failure, Work
from tournament.models.log import LONGEST_PAUSE
from tournament.schedule.clock import event_now
from tournament.schedule.live import table_of
from tournament.settings.commands_event import clock_badge

log = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)
Job = Callable[["Attempts"], int]

PARTS = {
    Work.LATE: Work.CLOCK,
    Work.NEXT: Work.BRACKET,
    Work.QUIET: Work.RESULTS,
    Work.DELIVERY: Work.WEBHOOK,
}
"""Work on one row, and the work on its event or webhook that looks for it."""


class Attempts:
    """One run of the scheduler, or of an action that catches up first, over these kinds of ``work``.

    ``now`` is the real time, not that of an event's clock: flags of all events begin, rest and end by it.
    An action tries what it needs at once, without a pause. ``failed`` are the flags of what failed, or
    rests after a failure.
    """

    def __init__(self, now: datetime, *work: Work, is_action: bool = False) -> None:
        self.now = now
        self.failed: list[Failure] = []
        self._work, self._is_action = work, is_action
        self._tried: set[tuple[str, int]] = set()

    @cached_property
    def _flags(self) -> dict[tuple[str, int], Failure]:
        return {(flag.work, flag.row): flag for flag in Failure.objects.open().filter(work__in=self._work)}

    def flagged(self, work: Work) -> set[int]:
        """The ids of the rows where ``work`` fails; 0 if it is about none."""
        return {row for kind, row in self._flags if kind == work}

    def resting(self, work: Work) -> set[int]:
        """The ids of the rows where ``work`` failed, and that aren't tried again yet."""
        return {row for (kind, row), flag in self._flags.items() if kind == work and flag.rests(self.now)}

    def run(
        self, work: Work, do: Callable[[], int | None], *, row: int = 0, event_id: int | None = None
    ) -> int:
        """Do one thing that is due. Returns what it returned; 0 if it failed, or rests after a failure.

        ``do`` returns None if its turn comes in a later run: then its flag says what it said.
        No query if it works, beyond one in each run. An exception is flagged; only if that is impossible too,
        because the database is away, does it leave this function.
        """
        self._tried.add((work, row))
        flag = self._flags.get((work, row))
        if flag and flag.rests(self.now) and not self._is_action:
            self.failed.append(flag)
            return 0
        try:
            done = do()
        except Exception as error:  # Of any kind: the other things that are due have their turn.
            self.failed.append(self._note(flag, error, work=work, row=row, event_id=event_id))
            return 0
        if flag and done is not None:
            self._end(flag, "works again")
        return done or 0

    def each(
        self,
        work: Work,
        rows: QuerySet[Row],
        do: Callable[[Row], int | None],
        *,
        event: str = "event",
        limit: int | None = None,
        most: int | None = None,
    ) -> int:
        """Run ``do`` for each row by itself. Returns the sum of what it returned, which ends it at ``most``.

        ``event`` is the path to a row's event. Only the ids of the first ``limit`` rows are read ahead, so a
        row that can't be read is one that fails. What isn't reached is due in a later run, and stays flagged.
        """

        def work_on(pk: int) -> int | None:
            row = rows.filter(pk=pk).first()
            return do(row) if row else 0

        done = 0
        found = rows.annotate(of_event=F(event) if event else Value(None, IntegerField()))
        for pk, event_id in list(found.values_list("pk", "of_event")[:limit]):
            done += self.run(work, partial(work_on, pk), row=pk, event_id=event_id)
            if most is not None and done >= most:
                break
        if later := {(work, pk) for pk in self.flagged(work)} - self._tried:
            due = rows.filter(pk__in=[pk for _, pk in later]).values_list("pk", flat=True)
            self._tried |= {(work, pk) for pk in due}
        return done

    def end(self, still_due: Mapping[Work, QuerySet[Any]]) -> None:
        """End the flags of what was looked for and isn't due any more.

        ``still_due`` has rows that have a pause of their own, so that they aren't tried in each run.
        """
        waiting = {work: set(rows.values_list("pk", flat=True)) for work, rows in still_due.items()}
        for key, flag in self._flags.items():
            if (
                key not in self._tried
                and not self._is_hidden(flag)
                and flag.row not in waiting.get(Work(flag.work), set())
            ):
                self._end(flag, "isn’t due any more")

    def _is_hidden(self, flag: Failure) -> bool:
        """Whether this run couldn't see if it is due, because the work that looks for it fails."""
        whole = PARTS.get(Work(flag.work))
        return any(
            (each.row == 0 and each.work in (flag.work, whole))
            or (each.work == whole and each.event_id == flag.event_id)
            for each in self.failed
        )

    def _note(
        self, flag: Failure | None, error: Exception, *, work: Work, row: int, event_id: int | None
    ) -> Failure:
        """Flag what failed. It is logged when it begins to fail, or fails in another way.

        :raises DatabaseError: if the database is away.
        """
        tries = flag.tries + 1 if flag else 1
        name = f"refused: {error.code}" if isinstance(error, Refused) else type(error).__name__
        pause = min(LONGEST_PAUSE, timedelta(seconds=2 ** min(tries - 1, 10)))
        values: dict[str, Any] = {
            "event_id": event_id,
            "error": name[:80],
            "since": flag.since if flag else self.now,
            "tries": tries,
            "next_at": self.now + pause,
            "ended_at": None,
        }
        noted, _ = Failure.objects.update_or_create(
            work=work,
            row=row,
            defaults={**values, "failed": F("failed") + 1},
            create_defaults={**values, "failed": 1},
        )
        if flag is None or flag.error != noted.error:
            what = f"{work.label} ({work} {row})" if row else work.label
            if isinstance(error, CommandError | Refused):  # It says what to do. A traceback doesn’t.
                log.error("%s: %s It is tried again.", what, error)
            else:
                log.error("%s. It is tried again.", what, exc_info=error)
        if flag is None:
            _tell(noted, "due.failed", self.now)
        self._flags[work, row] = noted
        return noted

    def _end(self, flag: Failure, how: str) -> None:
        if Failure.objects.filter(pk=flag.pk, ended_at=None).update(ended_at=self.now):
            log.warning(
                "“%s” (%s %s) %s after %s tries.",
                flag.get_work_display(),
                flag.work,
                flag.row or "",
                how,
                flag.tries,
            )
            _tell(flag, "due.works", self.now)


def _tell(flag: Failure, action: str, now: datetime) -> None:
    """Write it to the event's log, so that its floor shows it at once. The event itself may be broken."""
    if flag.event_id is None:
        return
    try:
        with transaction.atomic():
            event = lock_event(flag.event_id)
            by, at = Actor(clock_badge(event), "clock"), event_now(event, now)
            what = flag.get_work_display()
            log_action(event, action, by=by, at=at, what=what, table=table_of(flag), is_for_nobody=True)
    except Exception:  # The flag is on the floor either way, when it is loaded next.
        log.warning("The log of event %s can’t be written.", flag.event_id)


def by_itself(*work: Work, **still_due: QuerySet[Any]) -> Callable[[Job], Callable[[datetime], int]]:
    """Make a job of the scheduler from a function that tries each thing by itself.

    The job looks for the kinds of ``work``; an exception outside of any thing is flagged as the first's.
    """

    def decorate(job: Job) -> Callable[[datetime], int]:
        @wraps(job)
        def run(now: datetime) -> int:
            attempts = Attempts(now, *work)
            done = attempts.run(work[0], partial(job, attempts))
            attempts.end({Work(name): rows.all() for name, rows in still_due.items()})
            return done

        return run

    return decorate
