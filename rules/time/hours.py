"""The hours of an event as its organizer fills them in: days, sessions, breaks, and mistakes in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final, Protocol, Self, TypeVar
from zoneinfo import ZoneInfo

from rules.time.clock import SHORTEST_ROUND, Span, merged, round_slots
from rules.time.schedule import grid_breaks, is_past_midnight, wall_time

MOST_SESSIONS = 6
USUAL_LONG_BREAK = 15
MINUTE = timedelta(minutes=1)
SEATED: Final = 5
"""The minutes before the first round of a session, in which people find their seats."""

HALF_HOURS, HOURS, ROUNDS, TIMES, NEVER = "half", "hour", "rounds", "times", "never"
"""When the breaks begin (Rulebook E-219): at times of the clock, after each round, or at written times."""
EVERY: Final = {HALF_HOURS: 30, HOURS: 60}


@dataclass(frozen=True, kw_only=True)
class SessionPlan:
    """A session of Phase I after the first (Rulebook E-69).

    The last one needs no end if Phase II follows on the same day. An empty ``seating`` keeps that of the
    session before.
    """

    held_on: date
    starts_at: time
    ends_at: time | None = None
    seating: str = ""


class Begins(Protocol):
    @property
    def starts_at(self) -> datetime: ...


Rest = TypeVar("Rest", bound=Begins)


def break_after(game: int, sessions: Iterable[Span], rests: Iterable[Rest]) -> Rest | None:
    """The break after this ``game`` of Phase I; None if a session ends with it, or there is no such game."""
    after: list[Rest | None] = []
    for span in sessions:
        within = (rest for rest in rests if span.starts_at < rest.starts_at < span.ends_at)
        after += [*sorted(within, key=lambda rest: rest.starts_at), None]
    return after[game - 1] if 0 < game <= len(after) else None


@dataclass(frozen=True, kw_only=True)
class LocalHours:
    """The hours in local time, without a zone; each session with its start and end."""

    meet: datetime
    sessions: tuple[tuple[datetime, datetime], ...]
    two: datetime
    awards: datetime

    def every(self) -> Iterable[tuple[str, datetime]]:
        (starts, ends), *later = self.sessions
        yield from (("meet_at", self.meet), ("phase_one_at", starts), ("phase_two_at", self.two))
        yield from (("awards_at", self.awards), ("phase_one_until", ends))
        yield from (("sessions", moment) for session in later for moment in session)


@dataclass(frozen=True, kw_only=True)
class DayHours:
    """The hours of an event. The defaults are the Fahrenheit tournament's (Rulebook E-10).

    By default Phase I is a single session, until Phase II on the same day; ``sessions`` are the ones after it
    (Rulebook E-69). ``breaks_at`` says when the breaks begin (E-219); ``breaks`` are their times if they are
    written, and a round lasts ``round_minutes`` if no time of the clock ends it.
    """

    held_on: date
    timezone: str = "America/Chicago"
    meet_at: time = time(14)
    phase_one_at: time = time(15)
    phase_one_until: time | None = None
    sessions: Sequence[SessionPlan] = ()
    phase_two_on: date | None = None
    phase_two_at: time = time(17)
    awards_at: time = time(19)
    breaks_at: str = HALF_HOURS
    round_minutes: int = 25
    breaks: Sequence[time] = ()
    break_minutes: int = 5
    long_break_after: int = 0
    """The number of a game of Phase I; 0 for no long break (E-171)."""
    long_break_minutes: int = USUAL_LONG_BREAK

    @property
    def is_one_session(self) -> bool:
        return not self.sessions and self.phase_one_until is None and self.phase_two_on is None

    def without_defaults(self) -> Self:
        """The plan without values that only repeat defaults: Phase II on the last day, a session until it."""
        plan = self
        last = self.sessions[-1] if self.sessions else None
        if self.phase_two_on == (last.held_on if last else self.held_on):
            plan = replace(plan, phase_two_on=None)
        if plan.phase_two_on is None and last and last.ends_at == self.phase_two_at:
            return replace(plan, sessions=(*self.sessions[:-1], replace(last, ends_at=None)))
        if plan.phase_two_on is None and not last and self.phase_one_until == self.phase_two_at:
            return replace(plan, phase_one_until=None)
        return plan

    def moved(self, *, weeks: int) -> Self:
        """The same hours on the same weekdays, some ``weeks`` later."""
        return self.beginning(self.held_on + timedelta(weeks=weeks), self.phase_one_at)

    def beginning(self, day: date, at: time) -> Self:
        """The hours if Phase I begins on another ``day``, or ``at`` another time (Rulebook E-220).

        What is on the first day moves with it and keeps its length, also in a night in which the clocks
        change. What is on a later day keeps its hour, as many days after the first.
        """
        later, before = day - self.held_on, self.local().sessions[0][0]
        after = datetime.combine(day, at)

        def moved(clock: time) -> time:
            shown = _on(self.held_on, self.meet_at, clock)
            try:
                then = self.from_local(after) + (self.from_local(shown) - self.from_local(before))
                local = then.astimezone(ZoneInfo(self.timezone)).replace(tzinfo=None)
                # The second of the two hours in fall has no time of the clock that means it.
                is_meant = self.from_local(local) == then
            except ValueError:  # The clocks skip one of them, and the check of the hours says so.
                is_meant = False
            return (local if is_meant else after + (shown - before)).time()

        def of_day(on: date, clock: time | None) -> time | None:
            return moved(clock) if clock and on == self.held_on else clock

        sessions = tuple(
            replace(
                each,
                held_on=each.held_on + later,
                starts_at=of_day(each.held_on, each.starts_at) or each.starts_at,
                ends_at=of_day(each.held_on, each.ends_at),
            )
            for each in self.sessions
        )
        last = self.phase_two_on or (self.sessions[-1].held_on if self.sessions else self.held_on)
        return replace(
            self,
            held_on=day,
            meet_at=moved(self.meet_at),
            phase_one_at=at,
            phase_one_until=of_day(self.held_on, self.phase_one_until),
            sessions=sessions,
            phase_two_on=self.phase_two_on and self.phase_two_on + later,
            phase_two_at=of_day(last, self.phase_two_at) or self.phase_two_at,
            awards_at=of_day(last, self.awards_at) or self.awards_at,
            breaks=tuple(self.breaks if self.spans_days else map(moved, self.breaks)),
        )

    @property
    def spans_days(self) -> bool:
        """Whether the event takes several days. A night past midnight belongs to its day (Rulebook E-67)."""
        days = {self.held_on, *(session.held_on for session in self.sessions)}
        return len(days | ({self.phase_two_on} if self.phase_two_on else set())) > 1

    def moment(self, clock: time) -> datetime:
        """The moment of a local time on the first day; a time at night is on the next date.

        :raises ValueError: if the clocks skip that time.
        """
        return self.from_local(_on(self.held_on, self.meet_at, clock))

    def from_local(self, shown: datetime) -> datetime:
        """:raises ValueError: if the clocks skip that time."""
        return wall_time(shown.date(), shown.time(), ZoneInfo(self.timezone))

    def local(self) -> LocalHours:
        firsts = [(self.held_on, self.meet_at), *((each.held_on, each.starts_at) for each in self.sessions)]
        begin = [self.phase_one_at, *(each.starts_at for each in self.sessions)]
        end = [self.phase_one_until, *(each.ends_at for each in self.sessions)]
        last = (self.phase_two_on, self.phase_two_at) if self.phase_two_on else firsts[-1]
        two = _on(*last, self.phase_two_at)
        return LocalHours(
            meet=_on(*firsts[0], self.meet_at),
            sessions=tuple(
                (_on(*first, starts), _on(*first, ends) if ends else two)
                for first, starts, ends in zip(firsts, begin, end, strict=True)
            ),
            two=two,
            awards=_on(*last, self.awards_at),
        )

    def spans(self) -> tuple[Span, ...]:
        """:raises ValueError: if the clocks skip one of their times."""
        return tuple(
            Span(self.from_local(starts), self.from_local(ends)) for starts, ends in self.local().sessions
        )

    def rests(self) -> tuple[Span, ...]:
        """The breaks of every day. One without a length only ends a round.

        :raises ValueError: if the clocks skip one of them.
        """
        if self.breaks_at in (ROUNDS, NEVER):
            if self.round_minutes < 1:
                raise ValueError("A round without a length never ends the day.")
            return (*self._between_rounds(), *self._rests_of_phase_two())
        rests = self._on_the_clock() if self.breaks_at in EVERY else self._as_written()
        if long := break_after(self.long_break_after, self.spans(), rests):
            lasts = self.long_break_minutes * MINUTE
            return tuple(Span(one.starts_at, one.starts_at + lasts) if one is long else one for one in rests)
        return rests

    def rounds(self) -> int:
        """The number of rounds of Phase I.

        :raises ValueError: if the clocks skip a break.
        """
        rests = self.rests()
        return sum(len(round_slots(span, rests, SEATED)) for span in self.spans())

    def why_no_long_break(self) -> str:
        """A sentence if no break follows the long break's game, or it leaves no time to play; else empty.

        :raises ValueError: if the clocks skip a break.
        """
        rests, sessions = self.rests(), self.spans()
        if not self.long_break_after:
            return ""
        long = break_after(self.long_break_after, sessions, rests)
        if long is None:
            return (
                f"No break follows game {self.long_break_after} of Phase I. Choose another game, or write a "
                "break that begins when it is over."
            )
        ends = [rest.starts_at for rest in rests if rest.starts_at > long.starts_at]
        ends += [span.ends_at for span in sessions if span.starts_at < long.starts_at < span.ends_at]
        if min(ends) < long.ends_at + SHORTEST_ROUND:
            starts = long.starts_at.astimezone(ZoneInfo(self.timezone))
            return (
                f"After the long break at {starts:%-I:%M %p} the next game has less than "
                f"{SHORTEST_ROUND // timedelta(minutes=1)} minutes. Shorten it, or put the later times later."
            )
        return ""

    def _between_rounds(self) -> Iterator[Span]:
        """The breaks between rounds; the last round of a session lasts until its end (Rulebook E-154)."""
        game, length = 1, self.round_minutes * MINUTE
        usual = 0 if self.breaks_at == NEVER else self.break_minutes
        for span in self.spans():
            ends = span.starts_at + SEATED * MINUTE + length
            while True:
                rest = (self.long_break_minutes if game == self.long_break_after else usual) * MINUTE
                game += 1
                if ends + rest + length > span.ends_at:
                    break
                yield Span(ends, ends + rest)
                ends += rest + length

    def _rests_of_phase_two(self) -> Iterator[Span]:
        """Breaks at the same intervals in Phase II; it begins with one if it follows a session at once."""
        local, rest, length = self.local(), self.break_minutes * MINUTE, self.round_minutes * MINUTE
        two, awards = self.from_local(local.two), self.from_local(local.awards)
        last = self.spans()[-1]
        follows = last.starts_at < last.ends_at == two
        starts = two if follows else two + SEATED * MINUTE + length
        while self.breaks_at == ROUNDS and starts + rest + SHORTEST_ROUND <= awards:
            yield Span(starts, starts + rest)
            starts += rest + length

    def _on_the_clock(self) -> tuple[Span, ...]:
        """Breaks at the same minutes of each hour, but none that leaves less than ten minutes to a round."""
        zone, every, ends = ZoneInfo(self.timezone), EVERY[self.breaks_at], [s.ends_at for s in self.spans()]
        return tuple(
            rest
            for span in self.played()
            for rest in grid_breaks(
                span.starts_at, span.ends_at, zone, every=every, minutes=self.break_minutes
            )
            if rest.starts_at >= span.starts_at + SHORTEST_ROUND
            and not any(rest.starts_at < end < rest.ends_at + SHORTEST_ROUND for end in (*ends, span.ends_at))
        )

    def _as_written(self) -> tuple[Span, ...]:
        lasts = self.break_minutes * MINUTE
        if self.is_one_session:
            starts = sorted({self.moment(clock) for clock in self.breaks})
            return tuple(Span(moment, moment + lasts) for moment in starts)
        return tuple(rest for span in self.played() for rest in self._rests_in(span, self.breaks, lasts))

    def with_breaks_everywhere(self) -> Self:
        """The hours, with breaks twice an hour added to sessions that have none (Rulebook E-69)."""
        if self.is_one_session or self.breaks_at != TIMES or not self.breaks:
            return self
        lasts, zone = timedelta(minutes=self.break_minutes), ZoneInfo(self.timezone)
        more = {
            rest.starts_at.astimezone(zone).time()
            for span in self.played()
            if not self._rests_in(span, self.breaks, lasts)
            for rest in grid_breaks(span.starts_at, span.ends_at, zone)
        }
        return replace(self, breaks=(*self.breaks, *sorted(more - set(self.breaks))))

    def played(self) -> tuple[Span, ...]:
        """The spans of play without a gap: sessions and Phase II, joined where they touch."""
        local = self.local()
        two = Span(self.from_local(local.two), self.from_local(local.awards))
        return merged((*self.spans(), two))

    def _rests_in(self, span: Span, breaks: Iterable[time], lasts: timedelta) -> list[Span]:
        zone = ZoneInfo(self.timezone)
        first, last = (moment.astimezone(zone).date() for moment in (span.starts_at, span.ends_at))
        days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        shown = (datetime.combine(day, clock) for day in days for clock in breaks)
        # Compared in local time first, because the clocks may skip a break outside the span.
        earliest, latest = (
            moment.astimezone(zone).replace(tzinfo=None) for moment in (span.starts_at, span.ends_at)
        )
        starts = sorted(
            {self.from_local(local) for local in shown if earliest < local and local + lasts <= latest}
        )
        return [Span(moment, moment + lasts) for moment in starts]


def _on(day: date, first: time, clock: time) -> datetime:
    """The local time of ``clock`` on a day that begins at ``first``; at night, on the next date (E-67)."""
    return datetime.combine(day + timedelta(days=is_past_midnight(first, clock)), clock)
