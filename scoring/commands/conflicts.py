"""A referee decides between two reports of a hand (Rulebook R-9)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from rules.games.hands import HandFacts
from scoring.commands.hands import record_hand
from scoring.commands.reports import check_waits, make_hand
from scoring.models import Hand, Report
from scoring.queries.game.reports import fresh_report
from scoring.queries.hands.conflict_of_interest import MAY_RULE, why_not_yours
from tournament.commands.audit_log import log
from tournament.commands.floor import answer_call
from tournament.commands.locks import lock_game
from tournament.errors import Refused, refuse
from tournament.models import Actor, Game
from tournament.queries.sitting import name_on


@transaction.atomic
def choose_report(*, report: Report, by: Actor, at: datetime) -> Hand:
    """A referee chooses one of the reports: it becomes the hand, and the others are withdrawn.

    :raises Refused: if the actor is no referee, or the report has no hand or no longer waits.
    """
    game = lock_game(report.game)
    report = fresh_report(report, game)
    if by.badge.role not in MAY_RULE:
        raise Refused("report.no-referee")
    refuse(why_not_yours(game, by.badge))
    if report.hand:
        return report.hand
    check_waits(report)
    if not report.facts:
        raise Refused("report.no-hand")
    hand = make_hand(game, report, [report], by=by, at=at)
    log(
        game.event,
        "report.settled",
        by=by,
        at=at,
        game=game,
        report=report.pk,
        sequence=report.sequence,
        who=name_on(game, report.side).name,
    )
    answer_call(game=game, by=by, at=at)
    return hand


@transaction.atomic
def overrule_reports(
    *, hand_id: UUID, game: Game, facts: HandFacts, sequence: int, reason: str, by: Actor, at: datetime
) -> Hand:
    """A referee enters a hand that neither team reported, with a reason.

    :raises Refused: if the actor is no referee, or no reason is given.
    """
    game = lock_game(game)
    if by.badge.role not in MAY_RULE:
        raise Refused("report.no-referee")
    if not reason.strip():
        raise Refused("report.reason", field="reason")
    hand = record_hand(
        hand_id=hand_id, game=game, facts=facts, by=by, at=at, sequence=sequence, reason=reason
    )
    answer_call(game=game, by=by, at=at)
    return hand
