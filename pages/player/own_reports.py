"""What a team may report of its games: the next hand, and whether a result is right."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.game.labels import own_figures, score_words
from scoring.hands.hand_rows import counting_hands
from scoring.reports.agreed import NOT_PLAYED, Result, results
from scoring.sheet.pending_reports import (
    ReportRow,
    replaced_reports,
    side_of_team,
    waiting_reports,
    why_no_report,
)
from tournament.event.sitting import others_at
from tournament.models import Event, Game, Team
from tournament.models.events import Agreed, ResultsBy
from tournament.models.keys import BY_PLAYERS


@dataclass(frozen=True, kw_only=True)
class Reporting:
    """The next hand of a team's game, as the teams report it."""

    state: str
    """``enter`` (no report yet)."""
    what: str
    """Reported: ``hand 3``, or the total."""
    others: str
    mine: ReportRow | None
    """(the others must confirm)."""
    theirs: ReportRow | None
    """(this team must confirm), or ``conflict`` (a referee decides)."""


@dataclass(frozen=True, kw_only=True)
class OwnResult:
    """A finished game of a team."""

    result: Result
    others: str
    score: str
    asks: bool
    """The team must say whether the result is right."""
    may_object: bool
    written: int
    """The number of hands ever written for it. It serves as the version of the result, so that a team agrees
    only to the one that it saw.
    """


def reporting(games: Sequence[Game], team: Team, at: datetime) -> Reporting | None:
    """What a team may report now, for its ``games_of``; None if nothing. One query."""
    game = next((game for game in games if game.called_at and not game.over_at), None)
    if game is None or why_no_report(game, at):
        return None
    waiting = waiting_reports(game)
    side = side_of_team(game, team.pk)
    mine = waiting.of(side) if waiting else None
    theirs = next((row for row in waiting.rows if row.side != side), None) if waiting else None
    is_total = waiting.is_total if waiting else game.event.results_by == ResultsBy.TOTALS
    return Reporting(
        state=_state(mine, theirs),
        what="the total" if is_total else f"hand {waiting.number if waiting else game.score.hands + 1}",
        others=others_at(game, team.pk),
        mine=mine,
        theirs=theirs,
    )


@dataclass(frozen=True, kw_only=True)
class Replaced:
    """The team's report of hand ``number``, in place of which was saved what it ``became``."""

    number: int
    mine: str
    became: str


def replaced_report(games: Sequence[Game], team: Team) -> Replaced | None:
    """The team's report of the last hand of its latest game, if another was saved. One query."""
    game = next((game for game in reversed(games) if game.called_at and not game.is_bye), None)
    found = replaced_reports(game) if game else None
    mine = found.of(side_of_team(game, team.pk)) if game and found else None
    return Replaced(number=found.number, mine=mine.headline, became=found.became) if found and mine else None


def own_results(event: Event, games: Sequence[Any], team: Team, at: datetime) -> tuple[OwnResult, ...]:
    """The results to which the team may object, and always the latest. Five queries at most."""
    found = results(event, games, at, reported=[game.pk for game in games if _is_reported(game)])
    over = [game for game in games if game.pk in found and game.score.ending not in NOT_PLAYED]
    rows = []
    for game in reversed(over):
        result = found[game.pk]
        is_settled = result.is_agreed and not result.may_object
        if game.phase.closed_at or (is_settled and game is not over[-1]):
            continue
        side = side_of_team(game, team.pk)
        is_open = not result.is_agreed and not result.is_objected
        rows.append(
            OwnResult(
                result=result,
                others=others_at(game, team.pk),
                score=score_words(*own_figures(event, game, side)),
                asks=is_open and event.agreed_by == Agreed.TEAMS and side not in result.agreed_sides,
                may_object=result.may_object,
                written=len(game.hands.all()),
            )
        )
    return tuple(rows)


def _is_reported(game: Any) -> bool:
    return any(hand.by.role in BY_PLAYERS for hand in counting_hands(list(game.hands.all())))


def _state(mine: ReportRow | None, theirs: ReportRow | None) -> str:
    if (mine and theirs) or any(row and row.is_dispute for row in (mine, theirs)):
        return "conflict"
    if mine:
        return "mine"
    return "theirs" if theirs else "enter"
