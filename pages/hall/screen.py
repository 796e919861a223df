"""The big screen: what the hall wants to know, a page at a time."""

from dataclasses import dataclass, replace
from datetime import datetime

from rules.competition.clock import ClockFace, Timetable
from scoring.queries.floor import Floor, TableCard, floor
from scoring.queries.phase_two.bracket import BracketPage, BracketRound, Placed, bracket_page
from scoring.queries.rounds.line import Line, line
from scoring.queries.standings.board import Board, BoardRow, board
from tournament.models import Event, Round
from tournament.queries.clock import day_face_and_round, play_from_of, whistle_of
from tournament.queries.countdown import Countdown, countdown
from tournament.queries.day_rows import with_its_day
from tournament.queries.names import round_title
from tournament.queries.seats import SeatRow, seats

SEATS_A_PAGE = 16
TEAMS_A_PAGE = 10
ROUNDS_A_PAGE = 3
BRACKET_FITS = 8
CALLED = ("sitting", "late", "called")
WHISTLE = "Whistle"
LONGEST_CALLS = 4

NOTES = {
    "before": "until we begin",
    "meet": "until Phase I",
    "one": "until the top {} are called",
    "two": "until the awards",
}


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What the wide side of the screen shows.

    ``kind`` is welcome, seats, line, standings, bracket or podium.
    """

    kind: str
    title: str
    note: str = ""
    seats: tuple[SeatRow, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    counts_hands: bool = True
    rounds: tuple[BracketRound, ...] = ()
    podium: tuple[Placed, ...] = ()
    line: Line | None = None


@dataclass(frozen=True, kw_only=True)
class BigScreen:
    """The big screen at one moment: page ``page`` of ``pages``; it sounds when its ``cue`` changes."""

    stage: str
    clock: Countdown | None
    word: str
    note: str
    is_break: bool
    is_paused: bool
    is_bracket: bool
    break_at: datetime | None
    break_left: Countdown | None
    break_minutes: int
    calls: tuple[TableCard, ...]
    more_calls: int
    panel: Panel
    cue: str
    page: int
    pages: int


def screen(event: Event, at: datetime, turn: int) -> BigScreen:
    """What the screen shows at ``at``; ``turn`` leafs through its pages, for ever.

    At most twenty-one queries, however many teams.
    """
    event = with_its_day(event)
    day, face, row = day_face_and_round(event, at)
    now = floor(event, at)
    bracket = bracket_page(event, at)
    stage, clock, word, note = _clock(event, at, day, face, row, now)
    if bracket.is_over:
        stage, clock, word, note = "Awards", None, "Thank you", "for playing, and for watching"
    panels = _panels(event, bracket, now, line(event, at))
    page = turn % len(panels)
    calls = [card for card in now.tables if card.missing and card.state in CALLED and word != WHISTLE]
    shown = LONGEST_CALLS if len(calls) <= LONGEST_CALLS else LONGEST_CALLS - 1
    rest = face.in_break or face.next_break
    return BigScreen(
        stage=stage,
        clock=clock,
        word=word,
        note=note,
        is_break=face.in_break is not None,
        is_paused=face.paused,
        is_bracket=bracket.is_begun and bool(now.playing),
        break_at=rest.starts_at if rest else None,
        break_left=_break_left(event, at, face),
        break_minutes=int((rest.ends_at - rest.starts_at).total_seconds() // 60) if rest else 0,
        calls=tuple(sorted(calls, key=_most_urgent)[:shown]),
        more_calls=max(0, len(calls) - shown),
        panel=panels[page],
        cue=_cue(day, face, row, at),
        page=page + 1,
        pages=len(panels),
    )


def _most_urgent(card: TableCard) -> tuple[int, int]:
    return (card.left.seconds if card.left else 0, card.number)


def _break_left(event: Event, at: datetime, face: ClockFace) -> Countdown | None:
    if face.in_break:
        return countdown(at, face.in_break.ends_at, is_still=face.paused)
    if face.next_break is None:
        return None
    return countdown(at, face.next_break.starts_at, is_still=face.paused)


def _clock(
    event: Event, at: datetime, day: Timetable, face: ClockFace, row: Round | None, now: Floor
) -> tuple[str, Countdown | None, str, str]:
    """The stage, the big clock or the word in its place, and what it counts down to."""
    if row and row.whistle_at and row.called_at and not row.phase.closed_at and row.called_at <= at:
        stage = f"Phase I · {round_title(row, row.phase)}"
        starts, whistle = play_from_of(day, row, at), whistle_of(day, row)
        if at < starts:
            return stage, countdown(at, starts, is_still=face.paused), "", "until the cards are dealt"
        if whistle and at < whistle:
            return stage, countdown(at, whistle, is_still=face.paused), "", "until the whistle"
        if now.playing:
            return stage, None, WHISTLE, "Finish the hand on the table. No new deal."
    left = countdown(at, face.until, is_still=face.paused) if face.until else None
    return (
        face.label,
        left,
        "" if left else "Thank you",
        _note(event, face.stage),
    )


def _note(event: Event, stage: str) -> str:
    """What the big clock counts down to."""
    note = NOTES["two"] if event.is_individual and stage == "one" else NOTES.get(stage, "")
    return note.format(event.advance_count)


def _cue(day: Timetable, face: ClockFace, row: Round | None, at: datetime) -> str:
    """What the hall hears: the whistle, a break, a pause, or that play goes on. No query."""
    rest, whistle = face.in_break, row.whistle_at if row else None
    if face.paused:
        return f"pause {max(pause.starts_at for pause in day.pauses):%H:%M:%S}"
    if rest:
        return f"{'whistle' if whistle == rest.starts_at else 'break'} {rest.starts_at:%H:%M:%S}"
    starts = [rest.ends_at for rest in (*day.breaks, *day.pauses)] + ([row.play_from] if row else [])
    played_from = max((moment for moment in starts if moment <= at), default=None)
    if whistle and whistle <= at and (played_from is None or played_from <= whistle):
        return f"whistle {whistle:%H:%M:%S}"
    return f"play {played_from:%H:%M:%S}" if played_from else ""


def _panels(event: Event, bracket: BracketPage, now: Floor, in_line: Line | None) -> list[Panel]:
    if bracket.is_over:
        after = [_bracket_panel(bracket)] if bracket.has_bracket else _standings_panels(event, board(event))
        return [Panel(kind="podium", title="Our winners", podium=bracket.podium), *after]
    if bracket.is_begun:
        # A bracket that fits on one page says itself at which table each game is.
        return [_bracket_panel(bracket), *(_seats_panels(event) if bracket.size > BRACKET_FITS else [])]
    places = [*_seats_panels(event), *_line_panels(in_line)]
    table = board(event)
    if not table.has_begun:
        return [Panel(kind="welcome", title="Welcome", note=_so_far(event, table.teams))]
    if now.sitting and places:
        return places
    return [*_standings_panels(event, table), *places] if now.playing else _standings_panels(event, table)


def _line_panels(line: Line | None) -> list[Panel]:
    """Who is next in open play, as many as fit on a page."""
    if line is None or not (line.rows or line.kept):
        return []
    more = len(line.rows) - TEAMS_A_PAGE
    shown = replace(line, rows=line.rows[:TEAMS_A_PAGE])
    return [Panel(kind="line", title="Who is next", note=f"and {more} more" if more > 0 else "", line=shown)]


def _so_far(event: Event, teams: int) -> str:
    who = "player" if event.is_individual else "team"
    return f"{teams} {who}{'' if teams == 1 else 's'} here so far" if teams else f"Be the first {who}"


def _bracket_panel(bracket: BracketPage) -> Panel:
    return Panel(kind="bracket", title="The bracket", rounds=bracket.rounds[-ROUNDS_A_PAGE:])


def _seats_panels(event: Event) -> list[Panel]:
    """Who sits where, by name, for whoever looks for their own: sixteen a page."""
    seating = seats(event)
    rows = [row for row in seating.teams if row.has_game]
    if not any(row.table for row in rows):
        return []
    return [
        Panel(kind="seats", title="Who sits where", note=seating.title, seats=tuple(rows[first:last]))
        for first, last in _pages(len(rows), SEATS_A_PAGE)
    ]


def _standings_panels(event: Event, table: Board) -> list[Panel]:
    """The standings, ten teams a page, the pages as even as they can be."""
    who = "players" if event.is_individual else "teams"
    note = f"{table.teams} {who} · {table.games_over} game{'' if table.games_over == 1 else 's'} played"
    return [
        Panel(
            kind="standings",
            title="Standings",
            note=note,
            rows=table.rows[first:last],
            counts_hands=table.counts_hands,
        )
        for first, last in _pages(len(table.rows), TEAMS_A_PAGE)
    ] or [Panel(kind="standings", title="Standings", note=note)]


def _pages(count: int, most: int) -> list[tuple[int, int]]:
    """Where each page starts and ends: as few pages as fit, all about as long."""
    pages = -(-count // most)
    return [(count * page // pages, count * (page + 1) // pages) for page in range(pages)]
