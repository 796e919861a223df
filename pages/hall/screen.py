"""The big screen: what the hall wants to know, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from rules.competition.clock import ClockFace, Coming, Timetable
from scoring.queries.board import Board, BoardRow, board
from scoring.queries.floor import Floor, TableCard, floor
from scoring.queries.phase_two.bracket import BracketPage, BracketPart, BracketRound, Placed, bracket_page
from scoring.queries.phase_two.cut import PlayoffHand, playoffs_on
from scoring.queries.rounds.line import Line, line
from tournament.models import Event, Round
from tournament.models.schedule import WITHOUT_ROUNDS, PhaseKind
from tournament.queries.clock import day_face_and_round
from tournament.queries.countdown import Countdown, countdown
from tournament.queries.day_rows import with_its_day
from tournament.queries.schedule import DayPage, day_page, far_off, round_in_words, stage_in_words
from tournament.queries.seats import SeatRow, seats


@dataclass(frozen=True, kw_only=True)
class Fits:
    """How much of something fits on the wall in type of one ``size``: so many ``columns`` of so many rows."""

    size: str
    columns: int
    rows: int

    @property
    def most(self) -> int:
        """How many fit on a page."""
        return self.columns * self.rows


# Which type the wall shows them in, largest first (static/css/screen.css).
STANDINGS = (
    Fits(size="large", columns=1, rows=12),
    Fits(size="medium", columns=2, rows=14),
    Fits(size="small", columns=3, rows=18),
)
SEATS = (
    Fits(size="large", columns=2, rows=8),
    Fits(size="medium", columns=3, rows=12),
    Fits(size="small", columns=4, rows=16),
)
IN_LINE = 10
ROUNDS_A_PAGE = 3
BRACKET_FITS = 8
CALLED = ("sitting", "late", "called")
WHISTLE = "Whistle"
FINISH = "Finish the hand on the table. No new deal."
LONGEST_CALLS = 4
FEW_CALLS = 2

UNTIL = {Coming.DEAL: "until the cards are dealt", Coming.WHISTLE: "until the whistle"}
NOTES = {
    "before": "until we begin",
    "meet": "until Phase I",
    "one": "until the top {} are called",
    "two": "until the awards",
}


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What the wide side of the screen shows.

    ``kind`` is welcome, seats, line, standings, playoff, bracket or podium.
    """

    kind: str
    title: str
    note: str = ""
    size: str = "large"
    seats: tuple[SeatRow, ...] = ()
    columns: tuple[tuple[BoardRow, ...], ...] = ()
    counts_hands: bool = True
    parts: tuple[BracketPart, ...] = ()
    podium: tuple[Placed, ...] = ()
    line: Line | None = None
    playoffs: tuple[PlayoffHand, ...] = ()
    day: DayPage | None = None

    @property
    def is_wide(self) -> bool:
        """Whether it needs more of the wall than the clock beside it."""
        return self.kind in ("bracket", "podium") or self.size != "large"


@dataclass(frozen=True, kw_only=True)
class BigScreen:
    """The big screen at one moment: page ``page`` of ``pages``; it sounds when its ``cue`` changes.

    ``clock`` is what everybody waits for: in a break its end. ``break_left`` is the time to the next break,
    unless ``clock`` says it already. ``are_hands_on`` if a break finds hands in progress.
    """

    stage: str
    clock: Countdown | None
    word: str
    note: str
    is_break: bool
    is_paused: bool
    are_hands_on: bool
    break_at: datetime | None
    break_left: Countdown | None
    break_minutes: int
    calls: tuple[TableCard, ...]
    more_calls: int
    panel: Panel
    cue: str
    page: int
    pages: int

    @property
    def are_few_calls(self) -> bool:
        """Whether there is room to call them large."""
        return len(self.calls) <= FEW_CALLS and not self.more_calls


class _Clock(NamedTuple):
    stage: str
    left: Countdown | None
    word: str
    note: str


def screen(event: Event, at: datetime, turn: int, pin: str = "") -> BigScreen:
    """What the screen shows at ``at``; ``turn`` leafs through its pages, for ever.

    Where pages of the kind ``pin`` have something to show, it leafs through these alone. At most twenty-one
    queries, however many teams.
    """
    event = with_its_day(event)
    day, face, row = day_face_and_round(event, at)
    now = floor(event, at)
    bracket = bracket_page(event, at)
    shown = _clock(event, at, day, face, row)
    has_whistled = _has_whistled(row, now, at)
    if row and has_whistled:
        left = shown.left if face.in_break else None
        shown = _Clock(round_in_words(day, row), left, WHISTLE, FINISH)
    if bracket.is_over:
        shown = _Clock("Awards", None, "Thank you", "for playing, and for watching")
    panels = _panels(event, at, bracket, now, line(event, at))
    panels = [panel for panel in panels if panel.kind == pin] or panels
    page = turn % len(panels)
    calls = [card for card in now.tables if card.missing and card.state in CALLED and not has_whistled]
    most = LONGEST_CALLS if len(calls) <= LONGEST_CALLS else LONGEST_CALLS - 1
    # In a pause nobody knows when it will be.
    rest = None if face.in_break or face.paused else face.next_break
    return BigScreen(
        stage=shown.stage,
        clock=shown.left,
        word=shown.word,
        note=shown.note,
        is_break=face.in_break is not None,
        is_paused=face.paused,
        # Not those who were called in the break, and have no cards yet.
        are_hands_on=bool(now.playing) and not (row and face.is_in_round and at < row.play_from),
        break_at=rest.starts_at if rest else None,
        break_left=_other_than(shown.left, countdown(at, rest.starts_at)) if rest else None,
        break_minutes=int((rest.ends_at - rest.starts_at).total_seconds() // 60) if rest else 0,
        calls=tuple(sorted(calls, key=_most_urgent)[:most]),
        more_calls=max(0, len(calls) - most),
        panel=panels[page],
        cue=_cue(day, face, row, at),
        page=page + 1,
        pages=len(panels),
    )


def _most_urgent(card: TableCard) -> tuple[int, int]:
    return (card.left.seconds if card.left else 0, card.number)


def _other_than(clock: Countdown | None, rest: Countdown) -> Countdown | None:
    return None if clock and clock.until == rest.until else rest


def _clock(event: Event, at: datetime, day: Timetable, face: ClockFace, row: Round | None) -> _Clock:
    """The stage, the big clock or the word in its place, and what it counts down to."""
    stage = round_in_words(day, row) if row and face.is_in_round else stage_in_words(event, day, face, at)
    far = far_off(event, face, at)
    if far:
        return _Clock(face.label, None, far.big, far.rest)
    if face.comes_at is None:
        return _Clock(stage, None, "Thank you", "")
    left = countdown(at, face.comes_at, is_still=face.paused)
    return _Clock(stage, left, "", UNTIL.get(face.coming) or _note(event, day, face, at))


def _has_whistled(row: Round | None, now: Floor, at: datetime) -> bool:
    """Whether hands are played on after the whistle of the round that was called last. No query."""
    is_open = row is not None and row.phase.closed_at is None
    return bool(is_open and row and row.whistle_at and row.whistle_at <= at and now.playing)


def _note(event: Event, day: Timetable, face: ClockFace, at: datetime) -> str:
    """What the end or the beginning of a part of the day is, to which the big clock counts down."""
    stage = face.stage
    if face.coming == Coming.PLAY:
        return ""
    if stage == PhaseKind.ONE and day.next_session(stage, at):
        return "until the session is over"
    note = NOTES["two"] if event.is_individual and stage == "one" else NOTES.get(stage, "")
    return note.format(event.advance_count)


def _cue(day: Timetable, face: ClockFace, row: Round | None, at: datetime) -> str:
    """What the hall hears: the whistle, a break, a pause, or that play goes on. No query."""
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


def _panels(
    event: Event, at: datetime, bracket: BracketPage, now: Floor, in_line: Line | None
) -> list[Panel]:
    if bracket.is_over:
        after = (
            _bracket_panels(bracket) if bracket.has_bracket else _standings_panels(event, board(event, at))
        )
        return [Panel(kind="podium", title="Our winners", podium=bracket.podium), *after]
    if bracket.is_begun:
        # A bracket that fits on one page says itself at which table each game is.
        return [*_bracket_panels(bracket), *(_seats_panels(event) if bracket.size > BRACKET_FITS else [])]
    places = [*_seats_panels(event), *_line_panels(in_line)]
    table = board(event, at)
    if not table.has_begun:
        note = _so_far(event, table.teams)
        return [Panel(kind="welcome", title="Welcome", note=note, day=day_page(event, at))]
    played_off = [
        Panel(kind="playoff", title="Play-off", note=f"one hand each, {tie.stake}", playoffs=tie.hands)
        for tie in playoffs_on(event)
    ]
    if played_off:
        return [*played_off, *_standings_panels(event, table)]
    if now.sitting and places:
        return places
    return [*_standings_panels(event, table), *places] if now.playing else _standings_panels(event, table)


def _line_panels(line: Line | None) -> list[Panel]:
    """Who is next in open play, as many as fit on a page."""
    if line is None or line.is_over or not (line.rows or line.kept):
        return []
    more = len(line.rows) - IN_LINE
    shown = replace(line, rows=line.rows[:IN_LINE])
    return [Panel(kind="line", title="Who is next", note=f"and {more} more" if more > 0 else "", line=shown)]


def _so_far(event: Event, teams: int) -> str:
    who = "player" if event.is_individual else "team"
    return f"{teams} {who}{'' if teams == 1 else 's'} here so far" if teams else f"Be the first {who}"


def _bracket_panels(bracket: BracketPage) -> list[Panel]:
    """The parts that are still played, or the last once all are over, a page each; of each what is on now."""
    parts = [part for part in bracket.parts if part.is_on] or list(bracket.parts[-1:])
    return [
        Panel(
            kind="bracket",
            title=part.title or "The bracket",
            parts=(replace(part, title="", rounds=_shown(part)),),
        )
        for part in parts
    ]


def _shown(part: BracketPart) -> tuple[BracketRound, ...]:
    """Of a tree its last rounds; of rounds in a row the one that is on."""
    if part.is_tree:
        return part.rounds[-ROUNDS_A_PAGE:]
    on = [each for each in part.rounds if each.is_on]
    return tuple(on[:1]) or part.rounds[-1:]


def _seats_panels(event: Event) -> list[Panel]:
    """Who sits where, by name, for whoever looks for their own."""
    seating = seats(event)
    rows = [row for row in seating.teams if row.has_game]
    if not any(row.table for row in rows):
        return []
    fits, pages = paged(len(rows), SEATS)
    return [
        Panel(
            kind="seats",
            title="Who sits where",
            note=seating.title,
            size=fits.size,
            seats=tuple(rows[first:last]),
        )
        for first, last in pages
    ]


def _standings_panels(event: Event, table: Board) -> list[Panel]:
    """The standings, each page in as many columns as its type leaves room for."""
    who = "players" if event.is_individual else "teams"
    note = f"{table.teams} {who} · {table.games_over} game{'' if table.games_over == 1 else 's'} played"
    fits, pages = paged(len(table.rows), STANDINGS)
    return [
        Panel(
            kind="standings",
            title="Standings",
            note=note,
            size=fits.size,
            columns=tuple(
                table.rows[first + begin : first + end]
                for begin, end in _parts(last - first, min(fits.columns, last - first))
            ),
            counts_hands=table.counts_hands,
        )
        for first, last in pages
    ] or [Panel(kind="standings", title="Standings", note=note)]


def paged(count: int, sizes: Sequence[Fits]) -> tuple[Fits, list[tuple[int, int]]]:
    """In which type so many are shown, and where each page starts and ends.

    One page of the largest type, or two of the next; whoever is more takes the smallest.
    """
    fits = next((fits for pages, fits in enumerate(sizes, start=1) if count <= pages * fits.most), sizes[-1])
    return fits, _parts(count, -(-count // fits.most))


def _parts(count: int, parts: int) -> list[tuple[int, int]]:
    """So many parts of about the same length: where each starts and ends."""
    return [(count * part // parts, count * (part + 1) // parts) for part in range(parts)]
