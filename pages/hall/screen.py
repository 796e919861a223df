"""The big screen: a rotation of pages."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from pages.hall.wall_calls import NOBODY, Calls, calls
from pages.hall.wall_panels import Panel, of_other_in_room, pages
from rules.competition.clock import ClockFace, Coming, Timetable
from scoring.queries.phase_two.bracket import bracket_page
from tournament.models import Event, Round
from tournament.models.schedule import WITHOUT_ROUNDS, PhaseKind
from tournament.queries.clock import day_face_and_round, phase, slots_of
from tournament.queries.contacts import notice
from tournament.queries.countdown import Countdown, countdown
from tournament.queries.day_rows import with_its_day
from tournament.queries.schedule import far_off, round_in_words, stage_in_words
from tournament.queries.teams import moved_up

WHISTLE = "Whistle"
FINISH = "Finish the hand on the table. No new deal."
FINISH_IN_BREAK = "Finish the hand on the table. No new deal until it ends."
REST = "Stretch, eat, make a call."

UNTIL = {Coming.DEAL: "until the cards are dealt", Coming.WHISTLE: "until the whistle"}
NOTES = {
    "before": "until we begin",
    "meet": "until Phase I",
    "one": "until the top {} are called",
    "two": "until the awards",
}


@dataclass(frozen=True, kw_only=True)
class BigScreen:
    """The big screen at one moment: page ``page`` of ``pages``. It makes a sound when its ``cue`` changes.

    ``clock`` is the time to the next stage; in a break, to its end. ``break_left`` is the time to the next
    break, unless that is ``clock``. ``rest`` is what to do in a break. ``finds_seats``: it shows the QR code
    of the seats page.
    """

    stage: str
    clock: Countdown | None
    word: str
    note: str
    is_break: bool
    is_paused: bool
    rest: str
    break_at: datetime | None
    break_left: Countdown | None
    break_minutes: int
    calls: Calls
    moved_up: tuple[str, ...]
    notice: str
    panel: Panel
    finds_seats: bool
    cue: str
    page: int
    pages: int


class _Clock(NamedTuple):
    stage: str
    left: Countdown | None
    word: str
    note: str


def screen(event: Event, at: datetime, turn: int, pin: str = "") -> BigScreen:
    """The screen: page ``turn`` of an endless rotation. At most twenty-three queries; only that page is read.

    In a room with two events, the rotation has the pages of both, which takes at most twelve queries more.
    With ``pin``, it has only pages of that kind, if there are any now.
    """
    event = with_its_day(event)
    day, face, row = day_face_and_round(event, at)
    now = calls(event, at)
    bracket = bracket_page(event, at)
    big = _clock(event, at, day, face, row)
    has_whistled = _has_whistled(row, now, at)
    if row and has_whistled:
        left = big.left if face.in_break else None
        big = _Clock(round_in_words(day, row), left, WHISTLE, FINISH)
    if bracket.is_over:
        big = _Clock("Awards", None, "Thank you", "for playing, and for watching")
    rotation = [*pages(event, at, bracket, now), *of_other_in_room(event, at)]
    rotation = [page for page in rotation if page.kind == pin] or rotation
    number = turn % len(rotation)
    # In a pause, nobody knows when the next break is.
    rest = None if face.in_break or face.paused else face.next_break
    is_next = bool(rest and big.left and big.left.until == rest.starts_at)
    return BigScreen(
        stage=big.stage,
        clock=big.left,
        word=big.word,
        note=big.note,
        is_break=face.in_break is not None,
        is_paused=face.paused,
        rest=_rest(event, day, face, row, now, at) if face.in_break else "",
        break_at=rest.starts_at if rest else None,
        break_left=countdown(at, rest.starts_at) if rest and not is_next else None,
        break_minutes=int((rest.ends_at - rest.starts_at).total_seconds() // 60) if rest else 0,
        calls=NOBODY if has_whistled else now,
        moved_up=tuple(team.name for team in moved_up(event, at)),
        notice=notice(event),
        panel=rotation[number].make(),
        finds_seats=not bracket.is_over and rotation[number].kind != "welcome",
        cue=_cue(day, face, row, at),
        page=number + 1,
        pages=len(rotation),
    )


def _clock(event: Event, at: datetime, day: Timetable, face: ClockFace, row: Round | None) -> _Clock:
    stage = round_in_words(day, row) if row and face.is_in_round else stage_in_words(event, day, face, at)
    far = far_off(event, face, at)
    if far:
        return _Clock(face.label, None, far.big, far.rest)
    if face.comes_at is None:
        return _Clock(stage, None, "Thank you", "")
    left = countdown(at, face.comes_at, is_still=face.paused)
    return _Clock(stage, left, "", UNTIL.get(face.coming) or _note(event, day, face, at))


def _has_whistled(row: Round | None, now: Calls, at: datetime) -> bool:
    """Whether hands are still played after the whistle of the latest round. No query."""
    is_open = row is not None and row.phase.closed_at is None
    return bool(is_open and row and row.whistle_at and row.whistle_at <= at and now.is_playing)


def _note(event: Event, day: Timetable, face: ClockFace, at: datetime) -> str:
    stage = face.stage
    if face.coming == Coming.PLAY:
        return ""
    if stage == PhaseKind.ONE and day.next_session(stage, at):
        return "until the session is over"
    last = PhaseKind.TWO if stage == PhaseKind.ONE and not event.way.has_bracket else stage
    return NOTES.get(last, "").format(event.advance_count)


def _rest(event: Event, day: Timetable, face: ClockFace, row: Round | None, now: Calls, at: datetime) -> str:
    if row and face.is_in_round and at < row.play_from:
        return f"{REST} Look for your table."
    if now.is_playing:
        return FINISH_IN_BREAK
    if not event.way.has_bracket or phase(event, PhaseKind.ONE).closed_at:
        return REST
    if any(slot.play_from > at for slot in slots_of(day, PhaseKind.ONE, at)):
        return f"{REST} Your next table will be shown here."
    return f"{REST} The top {event.advance_count} are called next."


def _cue(day: Timetable, face: ClockFace, row: Round | None, at: datetime) -> str:
    """The sound to make: for the whistle, a break, a pause, or the start of play. No query."""
    rest, whistle = face.in_break, row.whistle_at if row else None
    if face.paused:
        return f"pause {max(pause.starts_at for pause in day.pauses):%H:%M:%S}"
    if rest:
        return f"{'whistle' if whistle == rest.starts_at else 'break'} {rest.starts_at:%H:%M:%S}"
    starts = [rest.ends_at for rest in (*day.breaks, *day.pauses)]
    if row and row.phase.seating not in WITHOUT_ROUNDS:
        starts.append(row.play_from)
    played_from = max((moment for moment in starts if moment <= at), default=None)
    if whistle and whistle <= at and (played_from is None or played_from <= whistle):
        return f"whistle {whistle:%H:%M:%S}"
    return f"play {played_from:%H:%M:%S}" if played_from else ""
