"""An event as its organizer fills it in, and the hours that follow from it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from rules.competition.clock import Span, merged
from rules.competition.schedule import grid_breaks, is_past_midnight, wall_time
from tournament.errors import Refused
from tournament.models.events import Agreed, HandsFrom, LateForfeits, StandingsShown
from tournament.models.schedule import OF_A_SESSION, TURNS_TO, Seating, ShortOfTables

YEARS = range(2000, 2101)
MOST_SESSIONS = 6
LONGEST = timedelta(days=366)
HALF_HOUR_BREAKS = (time(15, 30), time(16), time(16, 30), time(17), time(17, 30), time(18), time(18, 30))


class EventRefused(Refused):
    """The event can't be opened or changed as asked."""


@dataclass(frozen=True, kw_only=True)
class SessionPlan:
    """A session of Phase I after the first (Rulebook E-69).

    The last one needs no end where Phase II follows on its day. Without a way of seating it is seated as the
    one before it.
    """

    held_on: date
    starts_at: time
    ends_at: time | None = None
    seating: str = ""


@dataclass(frozen=True, kw_only=True)
class Walls:
    """The hours as the walls of the hall show them, without a zone; a session from its start to its end."""

    meet: datetime
    sessions: tuple[tuple[datetime, datetime], ...]
    two: datetime
    awards: datetime

    def every(self) -> Iterable[tuple[str, datetime]]:
        """Each of them, with the field in which it is typed."""
        (starts, ends), *later = self.sessions
        yield from (("meet_at", self.meet), ("phase_one_at", starts), ("phase_two_at", self.two))
        yield from (("awards_at", self.awards), ("phase_one_until", ends))
        yield from (("sessions", moment) for session in later for moment in session)


@dataclass(frozen=True, kw_only=True)
class DayPlan:
    """An event as its organizer fills it in. The defaults are seed 004's day (Rulebook E-10).

    Phase I has one session, which lasts until Phase II, on the same day; ``sessions`` are those after it
    (Rulebook E-69).
    """

    name: str
    held_on: date
    venue: str = ""
    timezone: str = "America/Chicago"
    meet_at: time = time(14)
    phase_one_at: time = time(15)
    phase_one_until: time | None = None
    sessions: Sequence[SessionPlan] = ()
    phase_two_on: date | None = None
    phase_two_at: time = time(17)
    awards_at: time = time(19)
    breaks: Sequence[time] = HALF_HOUR_BREAKS
    break_minutes: int = 5
    tables: int = 8
    game: str = "fahrenheit"
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    advance_count: int = 7
    tie_breaks: Sequence[str] = ()
    phase_two: Mapping[str, Any] = field(default_factory=dict)
    calls_phase_two: bool = False
    ready_minutes: int = 5
    sign_up_minutes: int | None = 60
    contact_days: int = 30
    donation_player_cents: int = 500
    donation_team_cents: int = 1000
    standings_shown: str = StandingsShown.LIVE
    late_forfeits: str = LateForfeits.ITSELF
    hands_from: str = HandsFrom.REFEREES
    agreed_by: str = Agreed.REFEREE
    is_practice: bool = False
    seating: str = Seating.SWISS
    keeps_homes_apart: bool = False
    rematch_minutes: int = 60
    short_of_tables: str = ShortOfTables.WAVES

    @property
    def is_one_session(self) -> bool:
        """Whether Phase I is played in one go, with Phase II right behind it."""
        return not self.sessions and self.phase_one_until is None and self.phase_two_on is None

    def put_simply(self) -> "DayPlan":
        """The same plan, without saying what follows anyway: Phase II on the last day, a session until it."""
        plan = self
        last = self.sessions[-1] if self.sessions else None
        if self.phase_two_on == (last.held_on if last else self.held_on):
            plan = replace(plan, phase_two_on=None)
        if plan.phase_two_on is None and last and last.ends_at == self.phase_two_at:
            return replace(plan, sessions=(*self.sessions[:-1], replace(last, ends_at=None)))
        if plan.phase_two_on is None and not last and self.phase_one_until == self.phase_two_at:
            return replace(plan, phase_one_until=None)
        return plan

    @property
    def spans_days(self) -> bool:
        """Whether it is more than one day; a night that goes on past midnight isn't (Rulebook E-67)."""
        days = {self.held_on, *(session.held_on for session in self.sessions)}
        return len(days | ({self.phase_two_on} if self.phase_two_on else set())) > 1

    def moment(self, clock: time) -> datetime:
        """When the clock on the hall's wall shows that time on the first day; at night it is past midnight.

        :raises ValueError: if the clocks jump over it that day.
        """
        return self.on_the_wall(_on(self.held_on, self.meet_at, clock))

    def on_the_wall(self, shown: datetime) -> datetime:
        """When the clock on the hall's wall shows that.

        :raises ValueError: if the clocks jump over it.
        """
        return wall_time(shown.date(), shown.time(), ZoneInfo(self.timezone))

    def walls(self) -> Walls:
        """The hours of all its parts. A session that says no end lasts until Phase II."""
        firsts = [(self.held_on, self.meet_at), *((each.held_on, each.starts_at) for each in self.sessions)]
        begin = [self.phase_one_at, *(each.starts_at for each in self.sessions)]
        end = [self.phase_one_until, *(each.ends_at for each in self.sessions)]
        last = (self.phase_two_on, self.phase_two_at) if self.phase_two_on else firsts[-1]
        two = _on(*last, self.phase_two_at)
        return Walls(
            meet=_on(*firsts[0], self.meet_at),
            sessions=tuple(
                (_on(*first, starts), _on(*first, ends) if ends else two)
                for first, starts, ends in zip(firsts, begin, end, strict=True)
            ),
            two=two,
            awards=_on(*last, self.awards_at),
        )

    def spans(self) -> tuple[Span, ...]:
        """The sessions of Phase I.

        :raises ValueError: if the clocks jump over one of their times.
        """
        return tuple(
            Span(self.on_the_wall(starts), self.on_the_wall(ends)) for starts, ends in self.walls().sessions
        )

    def rests(self) -> tuple[Span, ...]:
        """The breaks of every day, those within what is played then; of one session, as they are typed.

        :raises ValueError: if the clocks jump over one of them.
        """
        lasts = timedelta(minutes=self.break_minutes)
        if self.is_one_session:
            starts = sorted({self.moment(clock) for clock in self.breaks})
            return tuple(Span(moment, moment + lasts) for moment in starts)
        return tuple(rest for span in self._played() for rest in self._rests_in(span, self.breaks, lasts))

    def with_breaks_everywhere(self) -> "DayPlan":
        """With the breaks of the top and the middle of each hour where none of those typed falls (E-69)."""
        if self.is_one_session or not self.breaks:
            return self
        lasts, zone = timedelta(minutes=self.break_minutes), ZoneInfo(self.timezone)
        more = {
            rest.starts_at.astimezone(zone).time()
            for span in self._played()
            if not self._rests_in(span, self.breaks, lasts)
            for rest in grid_breaks(span.starts_at, span.ends_at, zone)
        }
        return replace(self, breaks=(*self.breaks, *sorted(more - set(self.breaks))))

    def _played(self) -> tuple[Span, ...]:
        """What is played without a gap: sessions, Phase II, or a session with Phase II right behind it."""
        walls = self.walls()
        two = Span(self.on_the_wall(walls.two), self.on_the_wall(walls.awards))
        return merged((*self.spans(), two))

    def _rests_in(self, span: Span, breaks: Iterable[time], lasts: timedelta) -> list[Span]:
        zone = ZoneInfo(self.timezone)
        first, last = (moment.astimezone(zone).date() for moment in (span.starts_at, span.ends_at))
        days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        shown = (datetime.combine(day, clock) for day in days for clock in breaks)
        # First as the wall shows it: what lies outside may well be jumped over by the clocks.
        from_wall, to_wall = (
            moment.astimezone(zone).replace(tzinfo=None) for moment in (span.starts_at, span.ends_at)
        )
        starts = sorted(
            {self.on_the_wall(wall) for wall in shown if from_wall < wall and wall + lasts <= to_wall}
        )
        return [Span(moment, moment + lasts) for moment in starts]


def check_hours(plan: DayPlan) -> None:
    """:raises EventRefused: if the parts of the event are not in order, or on no day of ours."""
    for name, day in (("held_on", plan.held_on), ("phase_two_on", plan.phase_two_on)):
        if day and day.year not in YEARS:
            raise EventRefused(
                f"Is {day.year} the right year? Write the day on which the event is held.", field=name
            )
    walls, has_phase_two = plan.walls(), plan.seating != Seating.INDIVIDUALS
    if plan.is_one_session:
        if not walls.meet <= walls.sessions[0][0] < walls.two <= walls.awards or (
            has_phase_two and walls.two == walls.awards
        ):
            raise EventRefused(
                "The day runs meet and greet, Phase I, Phase II, awards: put their times in that order.",
                field="phase_one_at",
            )
        return
    _check_sessions(plan, walls)
    if walls.two > walls.awards or (has_phase_two and walls.two == walls.awards):
        raise EventRefused("The awards come after Phase II. Put its time earlier.", field="awards_at")
    if walls.awards - walls.meet > LONGEST:
        raise EventRefused(
            "From the meet and greet to the awards is more than a year. Look at the dates.",
            field="phase_two_on" if plan.phase_two_on else "sessions",
        )


def _check_sessions(plan: DayPlan, walls: Walls) -> None:
    if len(walls.sessions) > MOST_SESSIONS:
        raise EventRefused(f"Phase I has at most {MOST_SESSIONS} sessions.", field="sessions")
    ends = [plan.phase_one_until, *(session.ends_at for session in plan.sessions)]
    before, two = walls.meet, walls.two
    for number, ((starts, stops), end) in enumerate(zip(walls.sessions, ends, strict=True), start=1):
        is_last = number == len(ends)
        name, field_name = f"Session {number}", "sessions" if number > 1 else "phase_one_until"
        if end is None and not (is_last and plan.phase_two_on is None):
            raise EventRefused(f"Say when session {number} of Phase I ends.", field=field_name)
        if starts < before or (number > 1 and starts == before):
            raise EventRefused(
                "Phase I comes after the meet and greet. Put its time later."
                if number == 1
                else f"{name} begins before session {number - 1} is over. Put the sessions in their order, "
                "with a gap between them.",
                field=field_name if number > 1 else "phase_one_at",
            )
        if stops <= starts:
            raise EventRefused(f"{name} ends before it begins. Look at its times.", field=field_name)
        before = stops
    if two < before:
        raise EventRefused(
            "Phase II begins before Phase I is over. Put it later, or choose its date.", field="phase_two_at"
        )
    ways = {session.seating for session in plan.sessions} - {""}
    if ways - set(OF_A_SESSION) or (ways and plan.seating not in TURNS_TO):
        raise EventRefused(
            "A later session of a day in rounds is seated by standing or by lot; any other as the first.",
            field="sessions",
        )


def _on(day: date, first: time, clock: time) -> datetime:
    """A time of a day that begins at ``first``: at night it is past midnight (Rulebook E-67)."""
    return datetime.combine(day + timedelta(days=is_past_midnight(first, clock)), clock)
