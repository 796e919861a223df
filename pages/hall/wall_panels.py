"""The wide side of the big screen. Only the page that is shown is queried."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from pages.hall.wall_bracket import bracket_walls
from pages.hall.wall_calls import Calls, calls
from pages.hall.wall_draws import CallSoFar, DrawCard, calls_so_far, draw_of
from pages.hall.wall_lists import PLAYOFFS, SEATS, STANDINGS, Layout, paged
from scoring.bracket.bracket import PODIUM, bracket_page
from scoring.bracket.bracket_rows import BracketPage, BracketPart, PodiumPlace
from scoring.cut.certificate import PlaysOn, SeededPair, draws_of, pairs_of, plays_on
from scoring.cut.playoffs import PlayoffHand, playoffs_on
from scoring.models import Cut
from scoring.open_play.waiting_list import WaitingList, waiting_list
from scoring.prizes.side_prizes import PrizeBoard, side_prizes
from scoring.recording.awaited import Awaited, awaited
from scoring.rounds.next_seat import NextSeat, next_seats
from scoring.standings.board import BoardRow, board
from scoring.standings.hidden import is_hidden
from tournament.event.day_rows import phase, with_its_day
from tournament.event.names import TeamName, count, in_words, name_of, ordinal
from tournament.event.rooms import other_in_room
from tournament.floor.seats_now import SeatRow, seats, who_has_a_seat
from tournament.messages.audience import wall_pin
from tournament.models import Event, Game, Team
from tournament.models.schedule import PhaseKind
from tournament.schedule.day_page import DayPage, day_page

WAITING_SHOWN = 10
EARLIER = 9
SMALL_BRACKET = 8
"""Up to this size, the bracket's one page says at which table each game is."""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What the wide side shows."""

    kind: str
    """Welcome, seats, line, standings, reveal, playoff, prizes, lot, through, pairs, bracket, podium, draw or
    calls.
    """
    title: str
    note: str = ""
    seats: tuple[tuple[SeatRow, ...], ...] = ()
    columns: tuple[tuple[BoardRow, ...], ...] = ()
    newest: BoardRow | None = None
    place: str = ""
    counts_hands: bool = True
    parts: tuple[BracketPart, ...] = ()
    podium: tuple[PodiumPlace, ...] = ()
    boards: tuple[PrizeBoard, ...] = ()
    waiting_list: WaitingList | None = None
    playoffs: tuple[tuple[PlayoffHand, ...], ...] = ()
    pairs: tuple[tuple[SeededPair, ...], ...] = ()
    through: tuple[tuple[PlaysOn, ...], ...] = ()
    lot: tuple[TeamName, ...] = ()
    cards: tuple[DrawCard, ...] = ()
    """Those that are turned over, the newest first."""
    lines: tuple[tuple[CallSoFar, ...], ...] = ()
    day: DayPage | None = None

    @property
    def is_wide(self) -> bool:
        return len(self.columns) == 1


class WallPage(NamedTuple):
    """A page of the rotation; ``make`` runs its queries."""

    kind: str
    make: Callable[[], Panel]


def pages(event: Event, at: datetime, bracket: BracketPage, now: Awaited, missing: Calls) -> list[WallPage]:
    return list(_pages(event, at, bracket, now, missing))


def only_pinned(event: Event, at: datetime, bracket: BracketPage, pin: str) -> list[WallPage]:
    """The page of a draw or of the calls, which no rotation has. Nine queries at most; none without a pin."""
    if pin == "calls":
        lines = tuple(calls_so_far(event, at))
        columns = PLAYOFFS[-1].in_columns(lines, lambda line: line.name) if lines else ()
        make = partial(Panel, kind=pin, title="Calls", note="the newest first", lines=columns)
        return [WallPage(pin, make)] if lines else []
    if (draw := draw_of(event, pin, bracket)) is None:
        return []
    shown = draw.shown(wall_pin(event))
    note = f"{shown} of {len(draw.cards)} · {draw.note}"
    cards = draw.cards[:shown][::-1]
    return [WallPage(pin, partial(Panel, kind="draw", title=draw.title, note=note, cards=cards))]


def of_other_in_room(event: Event, at: datetime) -> list[WallPage]:
    """The pages of the other event in the room, under its name (Rulebook E-207)."""
    other = other_in_room(event)
    if other is None:
        return []
    other = with_its_day(other)
    theirs = pages(other, at, bracket_page(other, at), awaited(other, at), calls(other, at))
    return [
        WallPage(page.kind, partial(_named, page.make, str(other)))
        for page in theirs
        if page.kind != "welcome"
    ]


def _named(make: Callable[[], Panel], name: str) -> Panel:
    panel = make()
    return replace(panel, title=f"{name}: {panel.title}")


def _pages(
    event: Event, at: datetime, bracket: BracketPage, now: Awaited, missing: Calls
) -> Iterator[WallPage]:
    if bracket.is_over:
        yield WallPage("podium", partial(Panel, kind="podium", title="Our winners", podium=bracket.podium))
        yield from _second_chance(bracket)
        yield from _side_prizes(event, at, bracket)
        yield from _bracket(bracket) if bracket.has_bracket else _standings(event, at)
    elif bracket.is_begun:
        yield from _pairs(event, bracket)
        yield from _bracket(bracket)
        if bracket.size > SMALL_BRACKET:
            yield from _seats(event)
    elif now.cut and not event.way.has_phase_one:
        yield from _drawn(event)
        yield from _bracket(bracket)
    elif not phase(event, PhaseKind.ONE).started_at:
        yield WallPage("welcome", partial(_welcome, event, at))
    elif playoffs := list(_playoffs(event)):
        yield from playoffs
        yield from _standings(event, at)
    else:
        if not missing.is_playing:
            yield from _lots(event, now)
        yield from _through(event, now) if now.cut and not event.way.pairs_up else _pairs(event, bracket)
        waiting_pages = [*_seats(event), *_waiting(event, at)]
        if not (missing.is_sitting_down and waiting_pages):
            yield from _standings(event, at)
            yield from _side_prizes(event, at, bracket)
        if missing.is_sitting_down or missing.is_playing:
            yield from waiting_pages
        yield from _next(event, at)


def _welcome(event: Event, at: datetime) -> Panel:
    teams, who = event.teams.present().count(), event.entrant
    note = f"{count(teams, who)} here so far" if teams else f"Be the first {who}"
    return Panel(kind="welcome", title="Welcome", note=note, day=day_page(event, at))


def _bracket(bracket: BracketPage) -> Iterator[WallPage]:
    for wall in bracket_walls(bracket):
        make = partial(Panel, kind="bracket", title=wall.title, note=wall.note, parts=wall.parts)
        yield WallPage("bracket", make)


def _second_chance(bracket: BracketPage) -> Iterator[WallPage]:
    """The podium of those who missed the cut, once it is decided. Nobody pins it alone."""
    first = tuple(each for each in bracket.second_chance if each.place <= PODIUM)
    if any(each.place == 1 for each in first):
        yield WallPage("podium", partial(Panel, kind="podium", title="Second chance", podium=first))


def _pairs(event: Event, bracket: BracketPage) -> Iterator[WallPage]:
    """The pages of the new pairs, until the first game of Phase II is called (Rulebook E-113)."""
    called = Game.objects.standing().filter(event=event, phase__kind="two", called_at__isnull=False)
    if not bracket.partners or is_hidden(event) or called.exists():
        return
    pairs = pairs_of(Cut.objects.get(phase__event=event, reopened_at=None))
    layout, ends = paged([len(_together(pair)) for pair in pairs], PLAYOFFS)
    for first, last in ends:
        make = partial(
            Panel,
            kind="pairs",
            title="They play together from here",
            note="by seed",
            pairs=layout.in_columns(pairs[first:last], _together),
        )
        yield WallPage("pairs", make)


def _through(event: Event, now: Awaited) -> Iterator[WallPage]:
    """The pages of those who play on, until Phase II starts."""
    rows = plays_on(now.cut) if now.cut and event.way.has_bracket else ()
    layout, ends = paged([len(row.team.name) for row in rows], PLAYOFFS)
    for first, last in ends if rows else ():
        columns = layout.in_columns(rows[first:last], lambda row: row.team.name)
        make = partial(Panel, kind="through", title="They play on", note="by seed", through=columns)
        yield WallPage("through", make)


def _lots(event: Event, now: Awaited) -> Iterator[WallPage]:
    """The pages of the lots, until who goes through is settled."""
    if not (now.cut or is_hidden(event)):
        yield from _drawn(event)


def _drawn(event: Event) -> Iterator[WallPage]:
    for draw in reversed(draws_of(event)):
        make = partial(Panel, kind="lot", title="The lot", note=f"drawn from “{draw.words}”", lot=draw.teams)
        yield WallPage("lot", make)


def _together(pair: SeededPair) -> str:
    return f"{pair.first.name} and {pair.second.name}"


def _playoffs(event: Event) -> Iterator[WallPage]:
    for tie in playoffs_on(event):
        layout, ends = paged([len(_names(hand)) for hand in tie.hands], PLAYOFFS)
        for first, last in ends:
            make = partial(
                Panel,
                kind="playoff",
                title="Play-off",
                note=", ".join(filter(None, ("one hand each", tie.stake))),
                playoffs=layout.in_columns(tie.hands[first:last], _names),
            )
            yield WallPage("playoff", make)


def _names(hand: PlayoffHand) -> str:
    return " vs. ".join(team.name for team in hand.teams)


def _waiting(event: Event, at: datetime) -> Iterator[WallPage]:
    waiting = waiting_list(event, at)
    if waiting is None or waiting.is_over or not (waiting.rows or waiting.kept):
        return
    more = len(waiting.rows) - WAITING_SHOWN
    make = partial(
        Panel,
        kind="line",
        title="Who is next",
        note=f"and {more} more" if more > 0 else "",
        waiting_list=replace(waiting, rows=waiting.rows[:WAITING_SHOWN]),
    )
    yield WallPage("line", make)


def _seats(event: Event) -> Iterator[WallPage]:
    seated = who_has_a_seat(event)
    layout, ends = paged([len(name) for _, name in seated], SEATS)
    for first, last in ends if seated else ():
        yield WallPage("seats", partial(_seats_panel, event, seated[first:last], layout))


def _seats_panel(event: Event, seated: list[tuple[int, str]], layout: Layout) -> Panel:
    seating = seats(event, [team for team, _ in seated])
    # What a bye counts as is on the page of the seats: on the wall a row has room for the word.
    rows = [replace(row, note="bye") if row.is_bye else row for row in seating.teams]
    columns = layout.in_columns(rows, lambda row: row.called)
    return Panel(kind="seats", title="Who sits where", note=seating.title, seats=columns)


def _next(event: Event, at: datetime) -> Iterator[WallPage]:
    """The pages of the next seats of teams whose game is over (Rulebook E-86)."""
    rows = sorted((_next_row(team, seat) for team, seat in next_seats(event, at)), key=lambda row: row.called)
    layout, ends = paged([len(row.called) + len(row.note) for row in rows], SEATS)
    for first, last in ends if rows else ():
        columns = layout.in_columns(rows[first:last], lambda row: row.called)
        note = "as the results come in"
        yield WallPage("seats", partial(Panel, kind="seats", title="Where next", note=note, seats=columns))


def _next_row(team: Team, seat: NextSeat) -> SeatRow:
    return SeatRow(
        team=name_of(team),
        players=(),
        table=seat.table,
        side="",
        against=None,
        note=seat.waits if seat.waits_for or seat.table else "sits out a round",
        is_seated=bool(seat.waits_for),
        has_game=False,
    )


def _standings(event: Event, at: datetime) -> Iterator[WallPage]:
    if is_hidden(event):
        yield WallPage("standings", partial(_reveal_panel, event, at))
        return
    names = event.teams.filter(checked_in_at__isnull=False).values_list("name", flat=True)
    layout, ends = paged([len(name) for name in names], STANDINGS)
    for first, last in ends:
        yield WallPage("standings", partial(_standings_panel, event, at, layout, first, last))


def _standings_panel(event: Event, at: datetime, layout: Layout, first: int, last: int) -> Panel:
    table = board(event, at, with_chances=False)
    return Panel(
        kind="standings",
        title="Standings",
        note=f"{count(table.teams, event.entrant)} · {count(table.games_over, 'game')} played",
        columns=layout.in_columns(table.rows[first:last], lambda line: line.row.name),
        counts_hands=table.counts_hands,
    )


def _side_prizes(event: Event, at: datetime, bracket: BracketPage) -> Iterator[WallPage]:
    """The page of the side prizes so far; none if the event has none or hides its results."""
    if event.side_prizes and not is_hidden(event):
        yield WallPage("prizes", partial(_side_prizes_panel, event, at, bracket))


def _side_prizes_panel(event: Event, at: datetime, bracket: BracketPage) -> Panel:
    board = side_prizes(event, at, bracket)
    note = "" if board.is_final else "so far"
    return Panel(kind="prizes", title="Side prizes", note=note, boards=board.prizes)


def _reveal_panel(event: Event, at: datetime) -> Panel:
    """The place that was revealed last, and the ones just before it."""
    rows = board(event, at, with_chances=False).rows
    return Panel(
        kind="reveal",
        title="Places",
        place=_place_shown(rows),
        newest=rows[0] if rows else None,
        columns=(rows[1:EARLIER],) if rows[1:] else (),
    )


def _place_shown(rows: Sequence[BoardRow]) -> str:
    """The place that was revealed last, with the teams shown that share it."""
    if not rows:
        return ""
    newest, *earlier = (line.row for line in rows)
    if not newest.is_tied:
        return f"Place {newest.rank}"
    others = [row.name for row in earlier if row.rank == newest.rank]
    return f"Shares {ordinal(newest.rank)} place" + (f" with {in_words(others)}" if others else "")
