"""The organizer's page: the floor, the next step, the pace of the day, and the teams near the cutoff."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import QueryDict

from pages.floor.next_step import Day, day
from pages.hall.pagination import MOST, ResultPage, paginate
from rules.standings.bubble import EDGE, NEXT, OUT, THROUGH, Outlook
from rules.standings.tie_breaks import CRITERIA, ranks_by_games_won
from rules.time.clock import FOREVER
from scoring.bracket.drawn import phase_two
from scoring.game.pace import bracket_times, games_left, pace_of, played_out
from scoring.models import Cut
from scoring.open_play.waiting_list import WaitingList, waiting_list
from scoring.recording.awaited import Awaited, awaited
from scoring.recording.floor_tables import Floor, Need, TableCard, tables_at, with_teams
from scoring.recording.late_hands import LateHand, late_hands
from scoring.reports.agreed import Result, held, to_witness
from scoring.rounds.seating import DraftNews, draft_news, recall_left, round_to_change
from scoring.standings.bubble import bubble
from scoring.standings.standings import StandingsRow, standings
from simulation.days.plan import a_round
from tournament.event.day_rows import day_rows, phase, with_its_day
from tournament.event.names import count, in_words, round_title
from tournament.event.rules_of_event import choice_of, plan_for, ruleset_for
from tournament.models import Event, Phase
from tournament.models.schedule import PhaseKind
from tournament.schedule.changes_of_schedule import DayControls, day_controls
from tournament.schedule.clock import timetable
from tournament.schedule.countdown import Countdown, in_minutes

MOST_NAMED = 6
"""The most teams on the edge to name; the rest are counted."""


@dataclass(frozen=True, kw_only=True)
class FloorPace:
    """How long a game and a hand take, as a clock shows it; measured on ``games`` games.

    Until it is measured, a game lasts no longer than a round (``is_a_round``); then nobody knows a hand.
    """

    game: str
    hand: str
    games: int
    is_measured: bool
    is_a_round: bool
    ends_at: datetime | None
    """When the final is over at this pace."""
    awards_at: datetime
    late: int | None
    """How many minutes after the planned awards; negative before them. Like ``ends_at``, it is None before
    Phase I, while the day is paused, and once the bracket is played.
    """

    @property
    def early(self) -> int:
        return -(self.late or 0)


@dataclass(frozen=True, kw_only=True)
class Edge:
    """The last team that would go through now, and the first that wouldn't."""

    last_in: StandingsRow
    first_out: StandingsRow
    last_in_has: str
    first_out_has: str
    near: int
    """How many teams below the cutoff are at most one game away from it."""
    bubble: str
    """Says how many are through for certain, how many are out, and who is on the edge; empty while that is
    unknown.
    """


@dataclass(frozen=True, kw_only=True)
class FloorPage:
    """The organizer's page."""

    title: str
    """The current round: ``Round 2``."""
    floor: Floor
    tables_page: ResultPage[TableCard]
    """The page of the tables that was asked for. Only its tables, and those that need somebody, say who plays
    there.
    """
    day: Day
    edge: Edge | None
    waiting_list: WaitingList | None
    """The waiting list of open play; None in a day with rounds."""
    pace: FloorPace
    here: int
    expected: int
    """How many teams signed up and are not here yet."""
    controls: DayControls
    late: tuple[LateHand, ...]
    unagreed: tuple[Result, ...]
    held: tuple[Result, ...]
    drafted: str
    draft_id: int | None
    news: DraftNews
    """What has changed since the round was drafted."""
    recall: Countdown | None
    awaits: Awaited

    @property
    def needs(self) -> tuple[Need, ...]:
        """What needs a referee, at most ``MOST``: the referees' list has all of it."""
        return self.floor.needs[:MOST]

    @property
    def more_needs(self) -> int:
        return len(self.floor.needs[MOST:])


def floor_page(event: Event, at: datetime, asked: QueryDict | None = None) -> FloorPage:
    """The page for the query parameters ``asked``.

    Thirty-eight queries at most, for any number of teams.
    """
    event = with_its_day(event)
    awaits = awaited(event, at)
    row, now = round_to_change(event), day(event, at, awaits)
    hall, tables_page = _tables(event, at, asked or QueryDict())
    called = day_rows(event).round
    is_draft = row is not None and row.called_at is None
    return FloorPage(
        title=round_title(called, called.phase) if called and not called.phase.closed_at else "",
        floor=hall,
        tables_page=tables_page,
        day=now,
        edge=_edge(event, at, now),
        waiting_list=waiting_list(event, at),
        pace=floor_pace(event, at),
        here=day_rows(event).teams_here,
        expected=0 if now.has_begun else event.teams.with_place().filter(checked_in_at=None).count(),
        controls=day_controls(event, at),
        late=late_hands(event),
        unagreed=to_witness(event, at),
        held=held(event, at),
        drafted=str(row) if is_draft else "",
        draft_id=row.pk if row and is_draft else None,
        news=draft_news(row),
        recall=recall_left(event, row, at),
        awaits=awaits,
    )


def _tables(event: Event, at: datetime, asked: QueryDict) -> tuple[Floor, ResultPage[TableCard]]:
    """The floor, and a page of its tables. Only these, and those that need somebody, get their teams.

    A search for a team reads the teams of all tables.
    """
    hall = tables_at(event, at)
    if asked.get("find") or asked.get("team"):
        hall = replace(hall, tables=with_teams(event, hall.tables))
    cards = paginate(hall.tables, asked, lambda card: card.names, table=lambda card: card.number)
    numbers = {card.number for card in cards.rows}
    numbers |= set([card.number for card in hall.tables if card.state.is_pressing][:MOST])
    bare = [card for card in hall.tables if card.number in numbers]
    full = {card.number: card for card in with_teams(event, bare)}
    hall = replace(hall, tables=_among(full, hall.tables))
    return hall, replace(cards, rows=_among(full, cards.rows))


def _among(full: Mapping[int, TableCard], cards: Sequence[TableCard]) -> tuple[TableCard, ...]:
    return tuple(full.get(card.number, card) for card in cards)


def _edge(event: Event, at: datetime, now: Day) -> Edge | None:
    one, table = phase(event, PhaseKind.ONE), day_rows(event).once_a_version(standings)
    here = [row for row in table.rows if not row.is_gone]
    if one.closed_at or not table.games_over or not len(here) > table.cutoff > 0:
        return None
    last_in, *below = here[table.cutoff - 1 :]
    by_games, by_hands = ranks_by_games_won(table.tie_breaks), ruleset_for(event).ends.counts_hands
    return Edge(
        last_in=last_in,
        first_out=below[0],
        last_in_has=_figures(last_in, is_by_games=by_games, is_by_hands=by_hands),
        first_out_has=_figures(below[0], is_by_games=by_games, is_by_hands=by_hands),
        near=sum(last_in.won - row.won <= 1 for row in below) if by_games else 0,
        bubble=_bubble(event, here, bubble(event, one, table, at, now.rounds_left)),
    )


def _figures(row: StandingsRow, *, is_by_games: bool, is_by_hands: bool) -> str:
    """What a team has: ``3 won, 9 hands``, or the figure that ranks first: ``points: 27``."""
    if is_by_games:
        return f"{row.won} won, {count(row.units, 'hand') if is_by_hands else count(row.points, 'point')}"
    key, value = row.cells[0]
    return f"{CRITERIA[key].by}: {CRITERIA[key].text(value)}"


def _bubble(event: Event, rows: Sequence[StandingsRow], outlooks: Mapping[int, Outlook[int]]) -> str:
    """``2 through for certain, 3 out. On the edge: Kitty Katz and Aces & Eights.``"""
    chances = Counter(outlook.chance for outlook in outlooks.values())
    edge = [row.name for row in rows if row.team_id in outlooks and outlooks[row.team_id].chance == EDGE]
    through, out = chances[THROUGH], chances[OUT] + chances[NEXT]
    goes = "through for certain" if event.way.has_bracket else "sure of a prize"
    words = f"{through} {goes}, {out} out." if through or out else ""
    names = in_words(edge[:MOST_NAMED])
    if len(edge) > MOST_NAMED:
        names = f"{', '.join(edge[:MOST_NAMED])} and {len(edge) - MOST_NAMED} more"
    return f"{words} On the edge: {names}.".strip() if edge else words


def floor_pace(event: Event, at: datetime) -> FloorPace:
    """The pace at ``at``. Eight queries at most, for any number of tables and teams."""
    day = timetable(event, at)
    pace = pace_of(event, day_rows(event).once_a_version(played_out), day.frozen)
    phases = {phase.kind: phase for phase in day_rows(event).phases}
    one, two, awards_at = phases[PhaseKind.ONE], phases[PhaseKind.TWO], day.phase(PhaseKind.AWARDS).starts_at
    ends_at = None
    # Without a final the last round ends with its whistle (Rulebook E-53, E-133).
    if one.started_at and not two.closed_at and event.way.has_bracket:
        tables = day_rows(event).tables_in_use
        _, end = bracket_times(
            day, pace, left=_left(event, two), tables=tables, is_begun=two.started_at is not None, at=at
        )
        ends_at = end if end < FOREVER else None
    lasts = 0.0 if pace.is_measured else 60 * a_round(day)
    is_a_round = 0 < lasts < pace.game.total_seconds()
    return FloorPace(
        game=in_minutes(lasts if is_a_round else pace.game.total_seconds()),
        hand=in_minutes(pace.hand.total_seconds()) if pace.hand else "",
        games=pace.games,
        is_measured=pace.is_measured,
        is_a_round=is_a_round,
        ends_at=ends_at,
        awards_at=awards_at,
        late=_minute(ends_at) - _minute(awards_at) if ends_at else None,
    )


def _minute(at: datetime) -> int:
    """A time in whole clock minutes, so that two times on the page and the minutes between them agree."""
    return int(at.timestamp() // 60)


def _left(event: Event, two: Phase) -> list[tuple[int, float]]:
    """The games left in Phase II; before its start, all that it will have. Five queries at most."""
    ruleset, choice = ruleset_for(event), choice_of(event)
    if two.started_at:
        drawn = phase_two(Cut.objects.get(phase__event=event, reopened_at=None), two).drawn
        return games_left(ruleset, choice, drawn)
    size = event.way.in_phase_two(event.way.goes_through(event.advance_count, day_rows(event).teams_here))
    return games_left(ruleset, choice, plan_for(event, size).drawn(range(size), {})) if size >= 2 else []
