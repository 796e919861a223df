"""The teams' reports of hands, and whom they wait for (Rulebook R-9)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from rules.ruleset.hands import HandFacts
from rules.ruleset.totals import is_total
from scoring.game.table_state import ENTERING, GameStage, stage_of
from scoring.hands.hand_rows import counting_hands
from scoring.hands.same import same_hand
from scoring.hands.tally import score_with_names
from scoring.models import Report
from scoring.sheet.sheet import score_sentence
from tournament.errors import Refused
from tournament.event.sitting import name_on, side_at
from tournament.models import Event, Game
from tournament.models.events import HandsFrom
from tournament.schedule.countdown import wall


@dataclass(frozen=True, kw_only=True)
class ReportRow:
    """One side's report of a hand. For a mere dispute, ``headline`` is empty and ``parsed`` is None."""

    id: UUID
    side: str
    team: str
    headline: str
    parsed: HandFacts | None
    is_dispute: bool
    by: str
    clock: str


@dataclass(frozen=True, kw_only=True)
class WaitingReports:
    number: int
    rows: tuple[ReportRow, ...]

    @property
    def is_total(self) -> bool:
        return any(row.parsed is not None and is_total(row.parsed) for row in self.rows)

    @property
    def is_conflict(self) -> bool:
        return len(self.rows) > 1 or any(row.is_dispute for row in self.rows)

    @property
    def choices(self) -> tuple[ReportRow, ...]:
        return tuple(row for row in self.rows if row.headline)

    def of(self, side: str) -> ReportRow | None:
        return next((row for row in self.rows if row.side == side), None)


def why_no_report(game: Game, at: datetime) -> Refused | None:
    """Why no team can report a hand of a game now; None if one can. No query, with its score."""
    if game.event.hands_from != HandsFrom.TEAMS:
        return Refused("report.by-referee")
    stage = stage_of(game, game.score, at)
    if stage in ENTERING:
        return None
    if stage == GameStage.UNCALLED:
        return Refused("report.not-called")
    return Refused("report.game-over", result=score_sentence(game))


def side_of_team(game: Game, team_id: int | None) -> str:
    """The side that a team plays; empty if it isn't in the game. No query."""
    return side_at(game, team_id) or "" if team_id else ""


def waiting_reports(game: Game) -> WaitingReports | None:
    """The reports that wait for the other team or a referee. One query; none if referees enter the hands."""
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


@dataclass(frozen=True, kw_only=True)
class ReplacedReports:
    """The reports of a game's last hand that say something else than the hand that was saved, ``became``."""

    number: int
    became: str
    rows: tuple[ReportRow, ...]

    def of(self, side: str) -> ReportRow | None:
        return next((row for row in self.rows if row.side == side), None)


def replaced_reports(game: Game) -> ReplacedReports | None:
    """What the teams had reported of the last hand, where another version was saved; else None.

    One query; none if referees enter the hands. The game's hands are loaded.
    """
    hands = counting_hands(list(game.hands.all())) if game.event.hands_from == HandsFrom.TEAMS else []
    if not hands:
        return None
    last = hands[-1]
    reports = Report.objects.filter(game=game, sequence=len(hands)).select_related("by").order_by("at")
    latest = {report.side: report for report in reports}
    rows = tuple(
        _row(game.event, game, report)
        for _, report in sorted(latest.items())
        if report.hand_id is None
        and report.withdrawn_at
        and report.facts
        and not same_hand(report.parsed, last.parsed)
    )
    if not rows:
        return None
    return ReplacedReports(number=len(hands), became=score_with_names(game, last.parsed).headline, rows=rows)


def _row(event: Event, game: Game, report: Report) -> ReportRow:
    return ReportRow(
        id=report.pk,
        side=report.side,
        team=name_on(game, report.side).name,
        headline=score_with_names(game, report.parsed).headline if report.facts else "",
        parsed=report.parsed if report.facts else None,
        is_dispute=report.is_dispute,
        by=report.by.name,
        clock=wall(event, report.at),
    )


def pending_reports(game: Game) -> list[Report]:
    return list(Report.objects.filter(game=game, hand=None, withdrawn_at=None))


def fresh_report(report: Report, game: Game) -> Report:
    """The report, read again under the game's lock. One query."""
    return Report.objects.select_related("hand").get(pk=report.pk, game=game)
