"""The schedule changes that an organizer can make now, why not others, and their effects.

Both the controls on the page and the commands use this.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.time.clock import ClockFace, Span, Timetable, face
from rules.time.schedule import BreakCalledOff, MinutesAdded, Started, live
from tournament.errors import Refused
from tournament.event.day_rows import day_rows, with_its_day
from tournament.event.names import count, part_name
from tournament.models import Event, Phase, Round, ScheduleChange
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import day_and_face
from tournament.schedule.countdown import Countdown, at_the_time, countdown, in_minutes, wall
from tournament.schedule.day_page import over_in_words, stage_in_words

MOST_MINUTES = 120
OFFERED_MINUTES = (5, 10)
NEAR = timedelta(hours=3)
UNDO_WITHIN = timedelta(minutes=1)
OF_A_ROUND = (ScheduleChange.Kind.ENDED, ScheduleChange.Kind.LONGER)
PAUSES = (ScheduleChange.Kind.PAUSED, ScheduleChange.Kind.RESUMED)


@dataclass(frozen=True, kw_only=True)
class ChangeOption:
    label: str
    follows: str
    value: str = ""


@dataclass(frozen=True, kw_only=True)
class DoneRow:
    at: datetime
    words: str
    by: str


@dataclass(frozen=True, kw_only=True)
class UndoableChange:
    change: int
    words: str
    left: Countdown


@dataclass(frozen=True, kw_only=True)
class DayControls:
    """The schedule changes that are possible now."""

    now: str
    """A sentence."""
    is_near: bool
    """False until a few hours before the event."""
    paused_for: str
    """Empty unless it is paused."""
    start: ChangeOption | None
    why_no_pause: Refused | None
    resume: str
    add: tuple[ChangeOption, ...]
    call_off: ChangeOption | None
    has_rounds: bool
    is_later: str
    """Begins the sentence about what added minutes move."""
    undo: UndoableChange | None
    done: tuple[DoneRow, ...]

    @property
    def has_choices(self) -> bool:
        return bool(self.start or self.add or self.call_off or self.has_rounds)


def day_controls(event: Event, at: datetime) -> DayControls:
    """The controls of the schedule. Four queries."""
    event = with_its_day(event)
    rows = day_rows(event)
    phases = {phase.kind: phase for phase in rows.phases}
    day, shown = day_and_face(event, at)
    pause = open_pause(day, at)
    last = undoable(rows.changes, rows.round, at)
    is_called_off = last is not None and last.kind == ScheduleChange.Kind.BREAK_OFF
    gap = day.gap(at)
    is_near = at >= (gap.ends_at if gap else day.phases[0].starts_at) - NEAR
    is_played = phases[PhaseKind.TWO if event.way.has_bracket else PhaseKind.ONE].closed_at is not None
    may_change = is_near and not is_played
    minutes = OFFERED_MINUTES if may_change and not why_no_minutes(day, at) else ()
    return DayControls(
        now=over_in_words(event) if is_played else _now(event, day, shown, at),
        is_near=is_near,
        paused_for=in_minutes((at - pause.starts_at).total_seconds()) if pause else "",
        start=_start(event, phases, day, at) if is_near else None,
        why_no_pause=Refused("day.over") if is_played else why_no_pause(day, at),
        resume=what_is_later(event, day, at) if pause else "",
        add=tuple(_add(event, day, at, each) for each in minutes),
        # A second press on the same spot must not call off the next break as well.
        call_off=_call_off(event, phases[PhaseKind.ONE], day, at)
        if may_change and not is_called_off
        else None,
        has_rounds=phases[PhaseKind.ONE].has_rounds
        and phases[PhaseKind.ONE].started_at is not None
        and phases[PhaseKind.ONE].closed_at is None,
        is_later=_is_later(day, at),
        undo=undo_of(event, last, at),
        done=done_to_the_day(event),
    )


def why_no_undo(changes: Iterable[ScheduleChange], called: Round | None, at: datetime) -> Refused | None:
    """Why the last of these changes can't be undone; None if it can. No query.

    A pause is resumed. Phase II is taken back with its games, or with the cut (Rulebook E-61). A change of
    a round, and the start of Phase I, can't be undone once another round was ``called``.
    """
    last = last_change(changes)
    if last is None or last.kind in PAUSES or not timedelta() <= at - last.at < UNDO_WITHIN:
        return Refused("day.no-undo")
    if last.part == PhaseKind.TWO:
        return Refused("day.no-undo-of-phase-two")
    is_of_rounds = last.kind in OF_A_ROUND or last.part in (PhaseKind.MEET, PhaseKind.ONE)
    if is_of_rounds and called and called.called_at and called.called_at >= last.at:
        return Refused("day.round-since", round=called.number)
    return None


def last_change(changes: Iterable[ScheduleChange]) -> ScheduleChange | None:
    return max(changes, key=lambda row: row.pk, default=None)


def undoable(changes: Iterable[ScheduleChange], called: Round | None, at: datetime) -> ScheduleChange | None:
    """The last change that counts, if it can still be undone. No query."""
    found = list(changes)
    return None if why_no_undo(found, called, at) else last_change(found)


def undo_of(event: Event, last: ScheduleChange | None, at: datetime) -> UndoableChange | None:
    if last is None:
        return None
    return UndoableChange(
        change=last.pk, words=change_in_words(event, last), left=countdown(at, last.at + UNDO_WITHIN)
    )


def done_to_the_day(event: Event) -> tuple[DoneRow, ...]:
    """The changes that count, newest first. One query."""
    rows = sorted(day_rows(event).changes, key=lambda row: row.pk, reverse=True)
    return tuple(DoneRow(at=row.at, words=change_in_words(event, row), by=row.by.name) for row in rows)


def why_not_start(
    event: Event, phases: Mapping[str, Phase], day: Timetable, part: str, at: datetime
) -> Refused | None:
    if part not in phases:
        return Refused("day.no-part")
    planned, label = day.phase(part), day.phase(part).label
    if open_pause(day, at):
        return Refused("day.is-paused")
    if part == PhaseKind.ONE and is_between_sessions(day, at) and not phases[part].closed_at:
        return None
    if phases[part].started_at:
        return Refused("day.begun", part=label)
    if part == PhaseKind.ONE and not event.way.has_phase_one:
        return Refused("day.no-phase-one")
    if part == PhaseKind.TWO:
        return Refused("day.no-bracket", has_one=event.way.has_phase_one)
    if part == PhaseKind.ONE and planned.starts_at <= at < planned.ends_at:
        return Refused("day.phase-one-on")
    if part != PhaseKind.ONE and planned.starts_at <= at:
        return Refused("day.begun", part=label)
    if part == PhaseKind.MEET and phases[PhaseKind.ONE].started_at:
        return Refused("day.meet-over")
    last = PhaseKind.TWO if event.way.has_bracket else PhaseKind.ONE
    if part == PhaseKind.AWARDS and not phases[last].closed_at:
        return Refused("day.games-left")
    return None


def why_no_pause(day: Timetable, at: datetime) -> Refused | None:
    if open_pause(day, at):
        return Refused("day.paused")
    if day.gap(at):
        return Refused("day.nobody-plays")
    return why_no_minutes(day, at)


def why_no_resume(day: Timetable, at: datetime) -> Refused | None:
    return None if open_pause(day, at) else Refused("day.not-paused")


def why_no_minutes(day: Timetable, at: datetime) -> Refused | None:
    return Refused("day.over") if _is_over(day, at) else None


def why_not_call_off(day: Timetable, break_at: datetime, at: datetime) -> Refused | None:
    if open_pause(day, at):
        return Refused("day.is-paused")
    rest = next((span for span in day.breaks if break_at in span), None)
    if rest is None:
        return Refused("break.gone")
    return Refused("break.over") if rest.ends_at <= at else None


def open_pause(day: Timetable, at: datetime) -> Span | None:
    return next((pause for pause in day.pauses if at in pause), None)


def next_break(day: Timetable, at: datetime) -> Span | None:
    """The break at a moment, or else the next one."""
    return next((span for span in day.rests if at < span.ends_at), None)


def is_between_sessions(day: Timetable, at: datetime) -> bool:
    """Whether a moment is in a gap between two sessions of Phase I (Rulebook E-69)."""
    gap, one = day.gap(at), day.phase(PhaseKind.ONE)
    return gap is not None and gap.starts_at < one.ends_at


def what_is_later(event: Event, day: Timetable, at: datetime) -> str:
    """The end of the current part, or the start of the next one, in words: ``Phase I ends 5:10 PM.``"""
    shown = face(day, at)
    if shown.until is None:
        return ""
    if day.gap(at):
        return f"{stage_in_words(event, day, shown, at)}."
    ends = "" if shown.stage in ("before", "between") else " ends"
    return f"{shown.label}{ends} {wall(event, shown.until, at)}."


def _is_over(day: Timetable, at: datetime) -> bool:
    return all(part.ends_at <= at for part in day.phases)


def _now(event: Event, day: Timetable, shown: ClockFace, at: datetime) -> str:
    if day.gap(at):
        return f"{stage_in_words(event, day, shown, at)}."
    until = (
        f", until {wall(event, shown.until, at)}"
        if shown.until and shown.stage not in ("before", "between")
        else ""
    )
    starts = f" {at_the_time(event, shown.until, at)}" if shown.until and not until else ""
    rest = f" Break until {wall(event, shown.in_break.ends_at, at)}." if shown.in_break else ""
    return f"{shown.label}{until}{starts}.{rest}"


def _start(event: Event, phases: Mapping[str, Phase], day: Timetable, at: datetime) -> ChangeOption | None:
    """The next part of the day, if it can be started now and isn't running by the clock."""
    for part in (PhaseKind.MEET, PhaseKind.ONE, PhaseKind.AWARDS):
        planned, is_next = day.phase(part), part == PhaseKind.ONE and is_between_sessions(day, at)
        is_on = planned.starts_at <= at < planned.ends_at and not is_next
        if is_on or why_not_start(event, phases, day, part, at):
            continue
        after = live(day, [Started(at, part)], at)
        session = after.session(part, at)
        ends = "" if part == PhaseKind.AWARDS else f" It ends {wall(event, session.ends_at, at)}."
        early = (day.session(part, at) if is_next else planned).starts_at - at
        is_all = after.phase(PhaseKind.AWARDS).starts_at < day.phase(PhaseKind.AWARDS).starts_at
        all_of_it = ", like everything after it" if is_all and part != PhaseKind.AWARDS else ""
        when = f"{_span(early)} early{all_of_it}." if early > timedelta() else "It keeps its whole length."
        name = str(part.label) if part.label.startswith("Phase") else f"the {part.label.lower()}"
        if is_next:
            name = f"session {after.sessions(part).index(session) + 1}"
        return ChangeOption(label=f"Start {name} now", follows=f"{when}{ends}", value=part)
    return None


def _is_later(day: Timetable, at: datetime) -> str:
    if is_between_sessions(day, at):
        return "The next session is"
    if day.gap(at) or not any(at < gap.ends_at for gap in day.gaps):
        return "Everything after this is"
    return "Everything in this session is"


def _add(event: Event, day: Timetable, at: datetime, minutes: int) -> ChangeOption:
    follows = what_is_later(event, live(day, [MinutesAdded(at, minutes)], at), at)
    # During a pause everything moves by another minute each minute.
    follows = f"{follows.removesuffix('.')} if play resumes now." if open_pause(day, at) else follows
    return ChangeOption(label=f"{minutes} minutes more", follows=follows, value=str(minutes))


def _call_off(event: Event, one: Phase, day: Timetable, at: datetime) -> ChangeOption | None:
    rest = next_break(day, at)
    if rest is None or open_pause(day, at):
        return None
    if any(at < gap.ends_at <= rest.starts_at for gap in day.gaps):
        return None
    time = wall(event, rest.starts_at, at)
    value = max(rest.starts_at, at).isoformat()
    if at in rest:
        return ChangeOption(label=f"End the {time} break now", follows="Play goes on at once.", value=value)
    after = live(day, [BreakCalledOff(at, rest.starts_at)], at)
    first = after.phase(PhaseKind.ONE)
    is_call = one.has_rounds and first.starts_at < rest.starts_at < first.ends_at
    row = day_rows(event).round
    # With fewer tables than games a round lasts several half-hours, and no round is called at this break.
    is_within = bool(row and row.phase_id == one.pk and row.whistle_at and rest.starts_at < row.whistle_at)
    follows = (
        f"The round is still called at {time}, and starts at once."
        if is_call and not is_within
        else "Play goes straight on."
    )
    return ChangeOption(label=f"Call off the {time} break", follows=follows, value=value)


def change_in_words(event: Event, row: ScheduleChange) -> str:
    match row.kind:
        case ScheduleChange.Kind.STARTED:
            return f"{part_name(event, row.part)} started"
        case ScheduleChange.Kind.MINUTES:
            return f"{count(row.minutes or 0, 'minute')} added"
        case ScheduleChange.Kind.LONGER:
            return f"Round made {count(row.minutes or 0, 'minute')} longer"
        case ScheduleChange.Kind.ENDED if row.break_at:
            return f"{wall(event, row.break_at)} whistle blown early"
        case ScheduleChange.Kind.BREAK_OFF if row.break_at:
            return f"Break at {wall(event, row.break_at)} called off"
        case ScheduleChange.Kind.PAUSED:
            return "Paused"
    return "Play went on"


def _span(length: timedelta) -> str:
    hours, minutes = divmod(max(1, round(length.total_seconds() / 60)), 60)
    if hours < 2:
        return count(60 * hours + minutes, "minute")
    return f"{hours} hours and {minutes} minutes" if minutes else f"{hours} hours"
