"""The certificate of a cut, and the figures that decided each place."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.standings.tie_break import TieBreak, Value
from rules.standings.tie_breaks import CRITERIA
from scoring.models import Cut, LotDraw
from scoring.standings.hidden import is_hidden
from scoring.standings.standings import Standings, StandingsRow
from tournament.event.names import TeamName, name_of, ordinal
from tournament.event.sitting import name_together
from tournament.models import Event


@dataclass(frozen=True, kw_only=True)
class TieBreakCell:
    """A tie-break's figure; ``decides`` marks the one that put its team below the team above."""

    heading: str
    text: str
    decides: bool


@dataclass(frozen=True, kw_only=True)
class TieBreakRow:
    """A team's row with the figures of all tie-breaks."""

    rank: int
    team: TeamName
    cells: tuple[TieBreakCell, ...]
    why: str
    """The deciding one in words."""
    is_tied: bool
    is_through: bool


@dataclass(frozen=True, kw_only=True)
class DrawnLot:
    """A lot drawn from ``words``, with the teams in the order drawn."""

    words: str
    at: datetime
    by: str
    teams: tuple[TeamName, ...]


@dataclass(frozen=True, kw_only=True)
class SeededPair:
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
    cutoff: int
    at: datetime
    by: str
    draws: tuple[DrawnLot, ...]
    pairs: tuple[SeededPair, ...]
    words: str

    @property
    def has_shared(self) -> bool:
        return any(row.is_tied for row in self.rows)


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
    columns = columns_of([line.cells for line in lines])
    rows = tie_break_rows(lines, columns, written["line_after"])
    return Certificate(
        rows=tuple(_with_place_shared(row) if row.is_tied else row for row in rows),
        columns=columns,
        order=tuple(CRITERIA[key] for key in (lines[0].cells if lines else ())),
        cutoff=written["line_after"],
        at=cut.at,
        by=cut.by.name,
        draws=draws_of(event),
        pairs=pairs_of(cut) if event.way.pairs_up else (),
        words=cut.words,
    )


def pairs_of(cut: Cut) -> tuple[SeededPair, ...]:
    """The partners in Phase II, by seed. One query."""
    pairs = []
    for seed in cut.seeds.exclude(partner=None).select_related("team", "partner"):
        first, second = (name_of(team) for team in seed.teams)
        pairs.append(SeededPair(seed=seed.number, first=first, second=second))
    return tuple(pairs)


@dataclass(frozen=True, kw_only=True)
class PlaysOn:
    """A side of Phase II: a team, or the two who play it together. Without those who have left since."""

    seed: int
    team: TeamName


def plays_on(cut: Cut) -> tuple[PlaysOn, ...]:
    """The sides of Phase II by seed. One query."""
    seeds = cut.seeds.through().select_related("team", "partner")
    return tuple(
        PlaysOn(seed=seed.number, team=name_together(seed.teams))
        for seed in seeds
        if not any(team.withdrawn_at for team in seed.teams)
    )


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


def line_of(row: StandingsRow) -> _Line:
    name = TeamName(team_id=row.team_id, number=row.number, emblem=row.emblem, name=row.name)
    return _Line(row.rank, name, dict(row.cells), row.decided_by, row.is_tied)


def columns_of(cells: Sequence[Mapping[str, Value]]) -> tuple[TieBreak, ...]:
    """The tie-breaks for which any row has a figure, in order. All rows have the same keys."""
    return tuple(
        CRITERIA[key] for key in (cells[0] if cells else ()) if any(row.get(key) is not None for row in cells)
    )


def tie_break_rows(lines: Sequence[_Line], columns: Sequence[TieBreak], cutoff: int) -> Iterable[TieBreakRow]:
    for index, line in enumerate(lines):
        above = lines[index - 1] if index else None
        yield TieBreakRow(
            rank=line.rank,
            team=line.team,
            cells=tuple(
                TieBreakCell(
                    heading=column.heading,
                    text=column.text(line.cells.get(column.key)),
                    decides=column.key == line.decided_by,
                )
                for column in columns
            ),
            why=_why(line, above),
            is_tied=line.is_tied,
            is_through=line.rank <= cutoff,
        )


def _why(line: _Line, above: _Line | None) -> str:
    """``8th on points, 2 behind Kitty Katz.``"""
    if above is None:
        return ""
    key = line.decided_by
    if not key:
        return f"Tied with {above.team.name}." if line.is_tied else ""
    mine, theirs = line.cells.get(key), above.cells.get(key)
    return CRITERIA[key].why(ordinal(line.rank), mine, theirs, above.team.name)


def draws_of(event: Event) -> tuple[DrawnLot, ...]:
    draws = LotDraw.objects.filter(phase__event=event).select_related("by").order_by("pk")
    return tuple(
        DrawnLot(
            words=row.words,
            at=row.at,
            by=row.by.name,
            teams=tuple(name_of(lot.team) for lot in row.lots.all()),
        )
        for row in draws.prefetch_related("lots__team")
    )


def certificate(table: Standings) -> dict[str, object]:
    """The standings at the cut, as JSON: every figure that decided. ``certificate_page`` reads it back."""
    return {
        "line_after": table.cutoff,
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
