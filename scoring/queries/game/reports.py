"""Hands as the teams at a table report them, and what waits for whom (Rulebook R-9)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from rules.games.hands import HandFacts
from scoring.models import Report
from scoring.queries.game.sheet import standing_words
from scoring.queries.game.state import ENTERING, Stage, stage_of
from scoring.queries.hands.tally import said_of
from tournament.errors import Refused
from tournament.models import Event, Game
from tournament.models.events import HandsFrom
from tournament.queries.countdown import wall
from tournament.queries.sitting import name_on, side_at

# What a team may leave out without saying anything else about the hand.
NOT_COMPARED = frozenset({"dealer", "bidder_seat", "calls", "trump", "direction", "discards"})


@dataclass(frozen=True, kw_only=True)
class ReportRow:
    """What one side says of a hand. In a dispute that gives none ``headline`` is empty and ``told`` None."""

    id: UUID
    side: str
    team: str
    headline: str
    told: HandFacts | None
    is_dispute: bool
    by: str
    clock: str


@dataclass(frozen=True, kw_only=True)
class WaitingReports:
    """The reports of the hand that comes next. In a conflict there are two, and a referee settles it."""

    number: int
    rows: tuple[ReportRow, ...]

    @property
    def is_conflict(self) -> bool:
        return len(self.rows) > 1 or any(row.is_dispute for row in self.rows)

    @property
    def choices(self) -> tuple[ReportRow, ...]:
        return tuple(row for row in self.rows if row.headline)

    def of(self, side: str) -> ReportRow | None:
        return next((row for row in self.rows if row.side == side), None)


def same_hand(one: HandFacts, other: HandFacts) -> bool:
    """Whether two reports say the same of a hand; what one of them leaves out says nothing else."""
    return _told(one) == _told(other)


def _told(facts: HandFacts) -> dict[str, Any]:
    # In Bid Fair points hang on the trumps: a bid of that suit scores (Rulebook B-6).
    beside = NOT_COMPARED - {"trump"} if facts.bids else NOT_COMPARED
    told = {field: value for field, value in facts.items() if field not in beside}
    return {**told, "reneges": sorted(facts.reneges)}


def why_no_report(game: Game, at: datetime) -> Refused | None:
    """Why no team can report a hand of a game now; None if one can. No query, with its score."""
    if game.event.hands_from != HandsFrom.TEAMS:
        return Refused("report.by-referee")
    stage = stage_of(game, game.score, at)
    if stage in ENTERING:
        return None
    if stage == Stage.UNCALLED:
        return Refused("report.not-called")
    return Refused("report.game-over", result=standing_words(game))


def side_of_team(game: Game, team_id: int | None) -> str:
    """The side that a team plays; empty if it isn't in the game. No query."""
    return side_at(game, team_id) or "" if team_id else ""


def waiting_reports(game: Game) -> WaitingReports | None:
    """The reports of a game that wait for the other team or for a referee. One query; none where none can."""
    if game.event.hands_from != HandsFrom.TEAMS:
        return None
    rows = list(
        Report.objects.filter(game=game, hand=None, withdrawn_at=None).select_related("by").order_by("-side")
    )
    if not rows:
        return None
    return WaitingReports(
        number=rows[0].sequence, rows=tuple(_row(game.event, game, report) for report in rows)
    )


def _row(event: Event, game: Game, report: Report) -> ReportRow:
    return ReportRow(
        id=report.pk,
        side=report.side,
        team=name_on(game, report.side).name,
        headline=said_of(game, report.told).headline if report.facts else "",
        told=report.told if report.facts else None,
        is_dispute=report.is_dispute,
        by=report.by.name,
        clock=wall(event, report.at),
    )


def reports_waiting(game: Game) -> list[Report]:
    """What the teams say of the hand that comes next. One query."""
    return list(Report.objects.filter(game=game, hand=None, withdrawn_at=None))


def fresh_report(report: Report, game: Game) -> Report:
    """The report as it is now that the game is locked. One query."""
    return Report.objects.select_related("hand").get(pk=report.pk, game=game)
