"""The big screen: a rotation of pages."""

from dataclasses import dataclass
from datetime import datetime

from pages.hall.wall_calls import NOBODY, Calls, calls
from pages.hall.wall_panels import Panel, of_other_in_room, only_pinned, pages
from rules.time.clock import ClockFace, Timetable
from scoring.bracket.bracket import bracket_page
from scoring.recording.awaited import What, awaited
from tournament.entries.places import moved_up
from tournament.event.day_rows import with_its_day
from tournament.messages.audience import kind_pinned, notice
from tournament.models import Event, Round
from tournament.schedule.countdown import Countdown, countdown


@dataclass(frozen=True, kw_only=True)
class BigScreen:
    """The big screen at one moment: page ``page`` of ``pages``. It makes a sound when its ``cue`` changes.

    ``break_left`` is the time to the next break, unless that is ``clock``. ``shows_code``: it shows the QR
    code of the seats page, or of the event's page once the event ``is_over`` and no seat is to come.
    """

    stage: str
    clock: Countdown | None
    """The time to the next stage; in a break, to its end."""
    word: str
    note: str
    is_break: bool
    is_paused: bool
    words: str
    """The order to everybody."""
    sits_now: bool
    """Whether those who are missing must sit down now, not at the end of a break or pause."""
    break_at: datetime | None
    break_left: Countdown | None
    break_minutes: int
    calls: Calls
    moved_up: tuple[str, ...]
    notice: str
    panel: Panel
    shows_code: bool
    is_over: bool
    cue: str
    page: int
    pages: int

    @property
    def calls_out(self) -> bool:
        """Whether the list of those who are missing gives the order."""
        return self.sits_now and bool(self.calls.rows)


def screen(event: Event, at: datetime, turn: int, pin: str = "") -> BigScreen:
    """The screen: page ``turn`` of an endless rotation. At most twenty-seven queries; only that page is read.

    In a room with two events, the rotation has the pages of both, which takes at most thirteen queries more.
    With ``pin``, or else one for every screen, it has only pages of that kind, if there are any now.
    """
    event = with_its_day(event)
    now, missing = awaited(event, at), calls(event, at)
    bracket = bracket_page(event, at)
    rotation = [*pages(event, at, bracket, now, missing), *of_other_in_room(event, at)]
    pin = pin or kind_pinned(event)
    rotation += only_pinned(event, at, bracket, pin)
    rotation = [page for page in rotation if page.kind == pin] or rotation
    number = turn % len(rotation)
    # In a pause, nobody knows when the next break is.
    rest = None if now.in_break or now.is_paused or now.is_over else now.clock.next_break
    is_next = bool(rest and now.left and now.left.until == rest.starts_at)
    return BigScreen(
        stage=now.stage,
        clock=now.left,
        word=now.far.big if now.far else now.big,
        note=now.far.rest if now.far else now.note,
        words=now.words,
        sits_now=not (now.in_break or now.is_paused),
        is_break=now.in_break is not None,
        is_paused=now.is_paused,
        break_at=rest.starts_at if rest else None,
        break_left=countdown(at, rest.starts_at) if rest and not is_next else None,
        break_minutes=int((rest.ends_at - rest.starts_at).total_seconds() // 60) if rest else 0,
        calls=NOBODY if now.what == What.LAST_HANDS else missing,
        moved_up=tuple(team.name for team in moved_up(event, at)),
        notice=notice(event),
        panel=rotation[number].make(),
        shows_code=not bracket.is_over and rotation[number].kind != "welcome",
        is_over=now.is_over,
        cue=_cue(now.plan, now.clock, now.round, at),
        page=number + 1,
        pages=len(rotation),
    )


def _cue(day: Timetable, face: ClockFace, row: Round | None, at: datetime) -> str:
    """The sound to make: for the whistle, a break, a pause, or the start of play. No query."""
    rest, whistle = face.in_break, row.whistle_at if row else None
    if face.paused:
        return f"pause {max(pause.starts_at for pause in day.pauses):%H:%M:%S}"
    if rest:
        return f"{'whistle' if whistle == rest.starts_at else 'break'} {rest.starts_at:%H:%M:%S}"
    starts = [rest.ends_at for rest in (*day.breaks, *day.pauses)]
    if row and row.phase.has_rounds:
        starts.append(row.play_from)
    played_from = max((moment for moment in starts if moment <= at), default=None)
    if whistle and whistle <= at and (played_from is None or played_from <= whistle):
        return f"whistle {whistle:%H:%M:%S}"
    return f"play {played_from:%H:%M:%S}" if played_from else ""
