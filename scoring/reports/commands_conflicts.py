"""Decide between two reports of a hand (Rulebook R-9), or between a total and its hands (E-100)."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules.ruleset.hands import HandFacts
from rules.ruleset.totals import is_total
from scoring.game.locked_score import counting_hands_of
from scoring.hands.conflict_of_interest import why_not_yours
from scoring.models import Hand, Report
from scoring.recording.commands_hands import record_hand, strike_hand
from scoring.reports.commands_reports import check_waits, make_hand
from scoring.sheet.beside_total import beside_total
from scoring.sheet.pending_reports import fresh_report
from tournament.errors import Refused, refuse
from tournament.event.sitting import name_on
from tournament.floor.commands_floor import answer_call
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_game
from tournament.models import Actor, Game
from tournament.models.keys import KEYS

TOTAL, HANDS = "total", "hands"
KEEPS = {TOTAL: "The total counts", HANDS: "The hands count"}


@transaction.atomic
def choose_total_or_hands(*, game: Game, keeps: str, key: UUID, reason: str, by: Actor, at: datetime) -> None:
    """If a game's hands don't add up to its total, keep what a referee chose and take back the other.

    Sent twice with the same ``key``, it is done once.

    :raises Refused: if there is nothing to choose, or the other can't be taken back.
    """
    game = lock_game(game)
    beside = beside_total(game, counting_hands_of(game))
    done = Hand.objects.filter(game=game, pk=uuid5(key, "0")).first()
    content, now = (game, keeps, reason.strip()), KEEPS.get(keeps, keeps)
    if sent_before("total.chosen", done, key=key, content=content, now=now, was=_kept):
        return
    if beside is None or not beside.is_disputed:
        raise Refused("total.no-dispute")
    # Last hand first: taking back an earlier one would renumber those after it.
    wrong = [beside.total] if keeps == HANDS else reversed(beside.late)
    for number, hand in enumerate(wrong):
        strike_hand(hand=hand, hand_id=uuid5(key, str(number)), reason=reason, press=key, by=by, at=at)


def _kept(taken_back: Hand) -> str:
    return KEEPS[HANDS if is_total(taken_back.parsed) else TOTAL]


@transaction.atomic
def choose_report(*, report: Report, by: Actor, at: datetime) -> Hand:
    """Record the report that a referee chose as the hand, and withdraw the others.

    :raises Refused: if the actor is no referee, or the report has no hand or no longer waits.
    """
    game = lock_game(report.game)
    report = fresh_report(report, game)
    if not KEYS["rule"].opens(by.badge):
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
    """Record a hand that neither team reported, as entered by a referee with a reason.

    :raises Refused: if the actor is no referee, or no reason is given.
    """
    game = lock_game(game)
    if not KEYS["rule"].opens(by.badge):
        raise Refused("report.no-referee")
    if not reason.strip():
        raise Refused("report.reason", field="reason")
    hand = record_hand(
        hand_id=hand_id, game=game, facts=facts, by=by, at=at, sequence=sequence, reason=reason
    )
    answer_call(game=game, by=by, at=at)
    return hand
