"""Send what is due to other people's servers: claim a row, send it outside of any transaction, record it.

Each exchange runs in its own thread, which never touches the database, so a receiver that is slow costs only
its own row's turn. A receiver gets one row at a time, of all workers (two that look at the same instant may
each take one), and after a row without an answer no more in this run.

A row is sent twice only if the receiver took it and nobody could record that: the process died or lost the
database first, or the receiver's answer came after the deadline. Each row has an id that stays the same, by
which the receiver can know it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet

from server.exchange import OPERATORS_SECONDS, NotSent
from tournament.models import Work
from tournament.scheduler.commands_attempts import Attempts
from tournament.scheduler.commands_claims import Claim, claim, claimed

SECONDS = 3.0
"""How long a run begins exchanges. While one is under way, it begins others for longer, up to a bound."""
AT_ONCE = 8
OF_AN_EVENT = 4
"""The most exchanges at once, and the most of them for one event."""
GIVEN_UP = "The server stopped each time it was sent. It may have arrived."
UNEXPECTED = "An unexpected error ({}): the server’s log says why."

stopping = Event()
"""Set when the process is about to end: no exchange begins any more."""

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Answer:
    """``words`` is the receiver's answer, or why it isn't asked."""

    words: str
    is_taken: bool = False
    is_over: bool = False
    """It isn't tried again."""


Exchange = Callable[[], Answer]


@dataclass(frozen=True, kw_only=True)
class Outbox(Generic[Row]):
    """How the rows of one model are sent."""

    work: Work
    rows: QuerySet[Row]
    due: Callable[[datetime], QuerySet[Row]]
    """Its rows that may be sent now, with a ``receiver`` each."""
    event: str
    """The path to a row's event."""
    retries: Sequence[timedelta]
    prepare: Callable[[Row, Claim], Exchange | Answer]
    """Reads all that an exchange needs; the exchange raises ``NotSent`` if there is no answer."""
    note: Callable[[Row | None, Claim, Answer], None]
    """Records the answer; the row is None if it can't be read."""


@dataclass(frozen=True, kw_only=True)
class _Turn(Generic[Row]):
    claim: Claim
    row: Row | None


def send_due(attempts: Attempts, outbox: Outbox[Row]) -> int:
    """Send what is due, oldest first, until the run's time is over. Returns how many were tried."""
    return _Run(attempts, outbox).send()


class _Run(Generic[Row]):
    def __init__(self, attempts: Attempts, outbox: Outbox[Row]) -> None:
        self._attempts, self._outbox = attempts, outbox
        self._begun = monotonic()
        self._under_way: dict[int, _Turn[Row]] = {}
        self._ended: Queue[tuple[int, Answer | Exception]] = Queue()
        self._had: set[int] = attempts.resting(outbox.work)
        self._silent: set[str | int] = set()

    def send(self) -> int:
        done = 0
        while True:
            while self._may_begin() and (claimed := self._claim()):
                self._begin(claimed)
            if not self._under_way:
                return done
            try:
                done += self._end(*self._ended.get(timeout=0.5))
            except Empty:
                continue  # Others may have come due.

    def _may_begin(self) -> bool:
        gone, longest = monotonic() - self._begun, SECONDS + OPERATORS_SECONDS
        in_time = gone < (longest if self._under_way else SECONDS)
        return in_time and len(self._under_way) < AT_ONCE and not stopping.is_set()

    def _claim(self) -> Claim | None:
        now = self._attempts.now + timedelta(seconds=monotonic() - self._begun)
        due = self._outbox.due(now)
        busy = claimed(due, now).values("receiver")
        due = due.exclude(pk__in=self._had).exclude(receiver__in=self._silent).exclude(receiver__in=busy)
        events = [turn.claim.event_id for turn in self._under_way.values()]
        crowded = {event for event in events if events.count(event) >= OF_AN_EVENT}
        return claim(due.exclude(**{f"{self._outbox.event}__in": crowded}), event=self._outbox.event, now=now)

    def _begin(self, claim: Claim) -> None:
        """Read the row, and send it in a thread. What goes wrong here ends its turn at once."""
        row = None
        prepared: Exchange | Answer | Exception
        try:
            row = self._outbox.rows.filter(pk=claim.pk).first()
            if row is None:
                return  # Its event was deleted just now.
            prepared = self._outbox.prepare(row, claim)
        except Exception as error:  # Also of a row that can't be read.
            prepared = error
        if claim.tries > len(self._outbox.retries) + 1:
            prepared = Answer(GIVEN_UP, is_over=True)
        self._had.add(claim.pk)
        self._under_way[claim.pk] = _Turn(claim=claim, row=row)
        if isinstance(prepared, Answer | Exception):
            self._ended.put((claim.pk, prepared))
        else:
            name = f"{self._outbox.work} {claim.pk}"
            Thread(target=self._send, args=(claim.pk, prepared), name=name, daemon=True).start()

    def _send(self, pk: int, exchange: Exchange) -> None:
        try:
            answer: Answer | Exception = exchange()
        except Exception as error:
            answer = error
        self._ended.put((pk, answer))

    def _end(self, pk: int, answer: Answer | Exception) -> int:
        turn = self._under_way.pop(pk)
        if isinstance(answer, NotSent):
            self._silent.add(turn.claim.receiver)
        note = partial(self._note, turn, answer)
        return self._attempts.run(self._outbox.work, note, row=pk, event_id=turn.claim.event_id)

    def _note(self, turn: _Turn[Row], answer: Answer | Exception) -> int:
        """:raises Exception: what went wrong, unless it is the receiver's fault; to be flagged."""
        if isinstance(answer, Answer):
            self._outbox.note(turn.row, turn.claim, answer)
        elif isinstance(answer, NotSent):
            self._outbox.note(turn.row, turn.claim, Answer(str(answer), is_over=answer.is_over))
        else:
            self._outbox.note(turn.row, turn.claim, Answer(UNEXPECTED.format(type(answer).__name__)))
            raise answer
        return 1
