"""The cut: the organizer's page, and the certificate."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.competition.places import Value, figure, why_place
from rules.competition.tie_breaks import CRITERIA, TieBreak
from scoring.models import Cut, LotDraw
from scoring.queries.rounds.steps import next_slot, why_no_cut, why_no_playoff_at_all, why_no_reopening
from scoring.queries.standings.hidden import is_hidden
from scoring.queries.standings.standings import Standings, StandingsRow, standings
from tournament.errors import Refused
from tournament.models import Event, Game
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import phase
from tournament.queries.names import TeamName, name_of, ordinal
from tournament.queries.sitting import name_together, names_at


@dataclass(frozen=True, kw_only=True)
class TieBreakCell:
    """A tie-break's figure; ``decides`` marks the one that put its team below the team above."""

    heading: str
    text: str
    decides: bool


@dataclass(frozen=True, kw_only=True)
class TieBreakRow:
    """A team's row with the figures of all tie-breaks. ``why`` is the deciding one in words."""

    rank: int
    team: TeamName
    cells: tuple[TieBreakCell, ...]
    why: str
    is_tied: bool
    is_through: bool


@dataclass(frozen=True, kw_only=True)
class PlayoffHand:
    game_id: int
    teams: tuple[TeamName, ...]
    table: int | None
    winner: str


@dataclass(frozen=True, kw_only=True)
class Tie:
    """Teams still tied after every tie-break, where it matters. ``stake`` is what they are tied for."""

    teams: tuple[TeamName, ...]
    stake: str
    playoffs: tuple[PlayoffHand, ...]
    why_no_playoff: Refused | None
    why_no_lot: Refused | None


@dataclass(frozen=True, kw_only=True)
class PlayoffsOn:
    """A tie that is being played off, as the public sees it. ``hands`` includes those played.

    Where results are hidden it has no stake, and only the hands still to come (Rulebook E-94).
    """

    stake: str
    hands: tuple[PlayoffHand, ...]


@dataclass(frozen=True, kw_only=True)
class Draw:
    """A lot drawn from ``words``, with the teams in the order drawn."""

    words: str
    at: datetime
    by: str
    teams: tuple[TeamName, ...]


@dataclass(frozen=True, kw_only=True)
class Pair:
    seed: int
    first: TeamName
    second: TeamName


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The settled cut: who went through, which cell decided each place, who settled it and when.

    ``pairs`` are the partners in Phase II, drawn from ``words`` if by lot (Rulebook E-113).
    """

    rows: tuple[TieBreakRow, ...]
    columns: tuple[TieBreak, ...]
    order: tuple[TieBreak, ...]
    line_after: int
    at: datetime
    by: str
    draws: tuple[Draw, ...]
    pairs: tuple[Pair, ...]
    words: str

    @property
    def has_shared(self) -> bool:
        return any(row.is_tied for row in self.rows)


@dataclass(frozen=True, kw_only=True)
class CutPage:
    """The organizer's page of the cut. ``settled_at`` is set once it is settled.

    ``still_fits`` is whether Phase I has time for another round.
    """

    rows: tuple[TieBreakRow, ...]
    columns: tuple[TieBreak, ...]
    order: tuple[TieBreak, ...]
    line_after: int
    ties: tuple[Tie, ...]
    draws: tuple[Draw, ...]
    why_not: Refused | None
    why_no_reopening: Refused | None
    still_fits: bool
    settled_at: datetime | None


def cut_page(event: Event, at: datetime) -> CutPage:
    """The organizer's page of the cut. At most twenty queries, for any number of teams.

    While Phase I is on there are no ties yet. Once the cut is settled, the rows are those of the certificate,
    so that a team that leaves later moves nobody.
    """
    table = standings(event)
    blocked = why_no_cut(event, at)
    cut = Cut.objects.filter(phase__event=event, reopened_at=None).first()
    names = {row.team_id: _line_of(row).team for row in table.rows}
    is_open = cut is None and _is_played(event)
    ties = tuple(_ties(event, table, names, _playoffs(event), blocked)) if is_open else ()
    rows = [row for row in table.rows if not row.is_gone]
    columns = _columns([dict(row.cells) for row in rows])
    kept = certificate_page(event) if cut else None
    return CutPage(
        rows=(
            kept.rows
            if kept
            else tuple(_tie_break_rows([_line_of(row) for row in rows], columns, table.line_after))
        ),
        columns=kept.columns if kept else columns,
        order=kept.order if kept else tuple(CRITERIA[key] for key in table.tie_breaks),
        line_after=kept.line_after if kept else table.line_after,
        ties=ties,
        draws=_draws(event),
        why_not=blocked or (why_tied(event, [team.name for team in ties[0].teams]) if ties else None),
        why_no_reopening=why_no_reopening(event),
        still_fits=next_slot(event, at) is not None if is_open else False,
        settled_at=cut.at if cut else None,
    )


@dataclass(frozen=True, kw_only=True)
class Presence:
    seed: int
    team: TeamName
    back_at: datetime | None
    has_left: bool


@dataclass(frozen=True, kw_only=True)
class WhoIsBack:
    teams: tuple[Presence, ...]
    next_in_line: TeamName | None

    @property
    def missing(self) -> int:
        return sum(not each.back_at and not each.has_left for each in self.teams)


def who_is_back(event: Event) -> WhoIsBack | None:
    """The teams that go through, and who is here (Rulebook E-81). Four queries, and ``why_no_reopening``'s.

    None before the cut is settled, without a bracket, and once Phase II is over.
    """
    cut = Cut.objects.filter(phase__event=event, reopened_at=None).first()
    if cut is None or not event.way.has_bracket or phase(event, PhaseKind.TWO).closed_at:
        return None
    teams = tuple(
        Presence(
            seed=seed.number,
            team=name_together(seed.teams),
            back_at=seed.team.back_at,
            has_left=any(team.withdrawn_at for team in seed.teams),
        )
        for seed in cut.seeds.select_related("team", "partner")
    )
    below = [row["team"] for row in cut.certificate["rows"][cut.certificate["line_after"] :]]
    here = event.teams.present().in_bulk(below)
    first = next((here[pk] for pk in below if pk in here), None)
    moves_up = first is not None and not why_no_reopening(event)
    return WhoIsBack(teams=teams, next_in_line=name_of(first) if first and moves_up else None)


def certificate_page(event: Event) -> Certificate | None:
    """The certificate of the current cut; None before it is settled or revealed. Five queries at most."""
    cut = Cut.objects.filter(phase__event=event, reopened_at=None).select_related("by").first()
    if cut is None or is_hidden(event):
        return None
    teams = {team.pk: name_of(team) for team in event.teams.all()}
    written = cut.certificate
    ranks = Counter(row["rank"] for row in written["rows"])
    lines = [
        _Line(row["rank"], teams[row["team"]], dict(row["cells"]), row["decided_by"], ranks[row["rank"]] > 1)
        for row in written["rows"]
    ]
    columns = _columns([line.cells for line in lines])
    rows = _tie_break_rows(lines, columns, written["line_after"])
    return Certificate(
        rows=tuple(_with_place_shared(row) if row.is_tied else row for row in rows),
        columns=columns,
        order=tuple(CRITERIA[key] for key in (lines[0].cells if lines else ())),
        line_after=written["line_after"],
        at=cut.at,
        by=cut.by.name,
        draws=_draws(event),
        pairs=pairs_of(cut) if event.way.pairs_up else (),
        words=cut.words,
    )


def pairs_of(cut: Cut) -> tuple[Pair, ...]:
    """The partners in Phase II, by seed. One query."""
    pairs = []
    for seed in cut.seeds.exclude(partner=None).select_related("team", "partner"):
        first, second = (name_of(team) for team in seed.teams)
        pairs.append(Pair(seed=seed.number, first=first, second=second))
    return tuple(pairs)


def _with_place_shared(row: TieBreakRow) -> TieBreakRow:
    """The row, marked as a shared place: the tie doesn't affect the cut, so no lot was drawn (E-3)."""
    return replace(row, why=f"{row.why} Place {row.rank} is shared.".strip())


@dataclass(frozen=True)
class _Line:
    rank: int
    team: TeamName
    cells: Mapping[str, Value]
    decided_by: str
    is_tied: bool


def _line_of(row: StandingsRow) -> _Line:
    name = TeamName(team_id=row.team_id, number=row.number, emblem=row.emblem, name=row.name)
    return _Line(row.rank, name, dict(row.cells), row.decided_by, row.is_tied)


def _columns(cells: Sequence[Mapping[str, Value]]) -> tuple[TieBreak, ...]:
    """The tie-breaks for which any row has a figure, in order. All rows have the same keys."""
    return tuple(
        CRITERIA[key] for key in (cells[0] if cells else ()) if any(row.get(key) is not None for row in cells)
    )


def _tie_break_rows(
    lines: Sequence[_Line], columns: Sequence[TieBreak], line_after: int
) -> Iterable[TieBreakRow]:
    for place, line in enumerate(lines):
        above = lines[place - 1] if place else None
        yield TieBreakRow(
            rank=line.rank,
            team=line.team,
            cells=tuple(
                TieBreakCell(
                    heading=column.heading,
                    text=figure(column.key, line.cells.get(column.key)),
                    decides=column.key == line.decided_by,
                )
                for column in columns
            ),
            why=_why(line, above),
            is_tied=line.is_tied,
            is_through=line.rank <= line_after,
        )


def _why(line: _Line, above: _Line | None) -> str:
    """``8th on points, 2 behind Kitty Katz.``"""
    if above is None:
        return ""
    key = line.decided_by
    if not key:
        return f"Tied with {above.team.name}."
    return why_place(ordinal(line.rank), key, line.cells.get(key), above.cells.get(key), above.team.name)


def _is_played(event: Event) -> bool:
    """Whether Phase I has begun and no game of a round is open. One query."""
    games = Game.objects.standing().filter(event=event, phase__kind="one", kind=GameKind.GAME)
    over = list(games.values_list("over_at", flat=True))
    return bool(over) and all(over)


def _ties(
    event: Event,
    table: Standings,
    names: Mapping[int, TeamName],
    playoffs: Sequence[Game],
    blocked: Refused | None,
) -> Iterable[Tie]:
    ranks = {row.team_id: row.rank for row in table.rows}
    for group in table.ties:
        first = ranks[group[0]]
        last = first + len(group) - 1
        mine = [game for game in playoffs if set(group).issuperset(game.everybody_ids())]
        yield Tie(
            teams=tuple(names[pk] for pk in group),
            stake=_stake(first, last, table.line_after, is_last=not event.way.has_bracket),
            playoffs=tuple(_playoff(game) for game in mine),
            why_no_playoff=blocked or why_no_playoff_at_all(event) or why_no_other_playoff(mine),
            why_no_lot=blocked,
        )


def _stake(first: int, last: int, line_after: int, *, is_last: bool = False) -> str:
    if is_last and last > line_after:
        return f"the prizes from place {first} on" if first < line_after else f"the prize of place {first}"
    if is_last:
        return f"places {first} {'to' if last > first + 1 else 'and'} {last}"
    if first <= line_after < last:
        places = line_after - first + 1
        return f"{places} place{'s' if places > 1 else ''} left above the cutoff"
    return f"places {first} to {last} of the bracket" if last > first + 1 else f"places {first} and {last}"


def why_no_other_playoff(games: Iterable[Game]) -> Refused | None:
    """Why a tie with these play-off hands gets no more of them. One query, if they aren't loaded."""
    over = [bool(game.over_at) for game in games]
    if not all(over):
        return Refused("playoff.made")
    return Refused("playoff.tied") if over else None


def _playoff(game: Game) -> PlayoffHand:
    names, winner = names_at(game), game.score.winner_id
    return PlayoffHand(
        game_id=game.pk,
        teams=names,
        table=game.table.number if game.table and not game.over_at else None,
        winner=next((name.name for name in names if name.team_id == winner), ""),
    )


def _playoffs(event: Event) -> list[Game]:
    games = Game.objects.standing().filter(event=event, kind=GameKind.PLAYOFF)
    return list(games.select_related("table", "score").with_everybody().order_by("pk"))


def playoffs_on(event: Event) -> tuple[PlayoffsOn, ...]:
    """The ties being played off, while one of their hands is still to come. Five queries at most."""
    games = _playoffs(event)
    if all(game.over_at for game in games):
        return ()
    table, hides = standings(event), is_hidden(event)
    ranks = {row.team_id: row.rank for row in table.rows}
    groups: list[set[int]] = []
    for game in games:
        mine = set(game.everybody_ids())
        touched = [group for group in groups if group & mine]
        groups = [group for group in groups if group not in touched] + [mine.union(*touched)]
    waited_for = [set(game.everybody_ids()) for game in games if not game.over_at]
    on = [group for group in groups if any(group >= couple for couple in waited_for)]
    return tuple(
        PlayoffsOn(
            stake=""
            if hides
            else _stake_in_the_hall(min(ranks[pk] for pk in group), len(group), table.line_after),
            hands=tuple(
                _playoff(game)
                for game in games
                if group >= set(game.everybody_ids()) and not (hides and game.over_at)
            ),
        )
        for group in on
    )


def _stake_in_the_hall(first: int, teams: int, line_after: int) -> str:
    last, places = first + teams - 1, line_after - first + 1
    if first <= line_after < last:
        return (
            f"for {f'the last {places} places' if places > 1 else 'the last place'} in the top {line_after}"
        )
    return f"for places {first} {'to' if teams > 2 else 'and'} {last}"


def _draws(event: Event) -> tuple[Draw, ...]:
    draws = LotDraw.objects.filter(phase__event=event).select_related("by").order_by("pk")
    return tuple(
        Draw(
            words=row.words,
            at=row.at,
            by=row.by.name,
            teams=tuple(name_of(lot.team) for lot in row.lots.all()),
        )
        for row in draws.prefetch_related("lots__team")
    )


def why_tied(event: Event, names: list[str]) -> Refused:
    """The refusal to settle a cut with a tie. No query."""
    return Refused("cut.tied" if event.way.plays_off else "cut.tied-for-places", teams=names)


def certificate(table: Standings) -> dict[str, object]:
    """The standings at the cut, as JSON: every figure that decided. ``certificate_page`` reads it back."""
    return {
        "line_after": table.line_after,
        "rows": [
            {
                "rank": row.rank,
                "team": row.team_id,
                "decided_by": row.decided_by,
                "cells": [list(cell) for cell in row.cells],
            }
            for row in table.rows
            if not row.is_gone
        ],
    }
