"""The teams report a hand, accept a report, or dispute it (Rulebook R-9)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from rules.ruleset.hands import HandFacts, ImpossibleHand
from rules.ruleset.totals import is_total
from scoring.game.locked_score import effective_time
from scoring.game.table_state import why_not_so
from scoring.hands.hand_rows import counting_hands
from scoring.hands.same import same_hand
from scoring.hands.tally import score_with_names
from scoring.models import Hand, Report
from scoring.recording.commands_hands import record_hand
from scoring.reports.commands_agreement import agree_result
from scoring.sheet.pending_reports import fresh_report, pending_reports, side_of_team, why_no_report
from tournament.errors import Refused, refuse
from tournament.event.sitting import name_on, side_texts
from tournament.floor.commands_floor import call_referee, cancel_call
from tournament.log.audit_log import log
from tournament.log.locks import lock_game
from tournament.models import Actor, Game
from tournament.models.events import Agreed
from tournament.models.floor import RefereeCall
from tournament.schedule.countdown import both_times


@transaction.atomic
def report_hand(
    *,
    report_id: UUID,
    game: Game,
    facts: HandFacts,
    sequence: int,
    by: Actor,
    at: datetime,
    effective_at: datetime | None = None,
) -> Report:
    """Record a team's report of the next hand. Sent twice, it is stored once.

    If the other team reported the same, the hand is recorded; if it differs, both wait for a referee. A
    second report by the same team replaces its first. ``effective_at`` is when it was entered, if it waited
    on a phone.

    :raises Refused: if the team isn't in the game, the hand can't have happened, or another hand comes next.
    """
    game = lock_game(game)
    side = _side(game, by)
    if known := Report.objects.filter(pk=report_id).first():
        return _same(known, game, side, facts)
    written = list(Hand.objects.filter(game=game))
    hands = counting_hands(written)
    if 0 < sequence <= len(hands) and same_hand(hands[sequence - 1].parsed, facts):
        # A referee or the other phone entered it first: this report only agrees.
        sent = {"id": report_id, "facts": facts.as_json(), "hand": hands[sequence - 1]}
        return _write(game, sequence, side, by, at, **sent)
    refuse(why_no_report(game, at))
    refuse(why_not_so(game, facts))
    _check_sequence(written, sequence)
    effective_at = effective_time(game, written, effective_at, at)
    headline = _headline(game, facts)
    waiting = {report.side: report for report in pending_reports(game)}
    if side in waiting:
        _withdraw(waiting.pop(side), at)
    theirs = next(iter(waiting.values()), None)
    is_the_same = theirs is not None and same_hand(theirs.parsed, facts)
    is_dispute = theirs is not None and not is_the_same
    columns = {"id": report_id, "facts": facts.as_json(), "is_dispute": is_dispute}
    report = _write(game, sequence, side, by, effective_at, **columns)
    log(
        game.event,
        "report.sent",
        by=by,
        at=at,
        concerns=game,
        game=game,
        report=report_id,
        sequence=sequence,
        who=name_on(game, side).name,
        headline=headline,
        times=both_times(game.event, effective_at, at),
        **side_texts(game),
    )
    if theirs and is_the_same:
        make_hand(game, theirs, [theirs, report], by=by, at=at)
    elif theirs:
        _send_for_a_referee(game, report, by=by, at=at)
    return report


@transaction.atomic
def accept_report(*, report: Report, by: Actor, at: datetime, said_at: datetime | None = None) -> Hand:
    """Accept the other team's report: the hand is recorded, once.

    ``said_at`` is when the team accepted, if the request waited on a phone.

    :raises Refused: if the report is the team's own or no longer waits, or the team has reported something
        else since.
    """
    game = lock_game(report.game)
    report = fresh_report(report, game)
    side = _side(game, by)
    if side == report.side:
        raise Refused("report.own")
    if report.hand:
        return report.hand
    check_waits(report)
    since = _since(report, said_at, at)
    for mine in pending_reports(game):
        if mine.side == side:
            if since < mine.at:
                # A request that waited on one phone doesn't undo a later one from another phone of the team.
                raise Refused("report.said-since")
            _withdraw(mine, at)
    own = _write(game, report.sequence, side, by, since, id=uuid5(report.pk, "accepted"), facts=report.facts)
    return make_hand(game, report, [report, own], by=by, at=at)


@transaction.atomic
def dispute_report(
    *, report_id: UUID, report: Report, by: Actor, at: datetime, said_at: datetime | None = None
) -> Report:
    """Dispute the other team's report and leave the hand to a referee. Sent twice, it is stored once.

    ``said_at`` is when the team disputed it, if the request waited on a phone.

    :raises Refused: if the report is the team's own or no longer waits.
    """
    game = lock_game(report.game)
    side = _side(game, by)
    if known := Report.objects.filter(pk=report_id).first():
        return _same(known, game, side)
    report = fresh_report(report, game)
    if side == report.side:
        raise Refused("report.own-to-dispute")
    if report.hand_id:
        raise Refused("report.agreed")
    check_waits(report)
    since = _since(report, said_at, at)
    if any(mine.side == side for mine in pending_reports(game)):
        raise Refused("report.both-entered")
    dispute = _write(game, report.sequence, side, by, since, id=report_id, facts={}, is_dispute=True)
    log(
        game.event,
        "report.disputed",
        by=by,
        at=at,
        game=game,
        report=report.pk,
        sequence=report.sequence,
        who=name_on(game, side).name,
        headline=score_with_names(game, report.parsed).headline,
        times=both_times(game.event, since, at),
        **side_texts(game),
    )
    _send_for_a_referee(game, report, by=by, at=at)
    return dispute


def _send_for_a_referee(game: Game, report: Report, *, by: Actor, at: datetime) -> None:
    # They have played a hand, so the clock's call for an empty table is obsolete.
    cancel_call(game, RefereeCall.BOTH_LATE)
    what = "the total" if is_total(report.parsed) else f"hand {report.sequence}"
    why = f"The sides don’t agree on {what}."
    call_referee(game=game, why=why, by=by, at=at, call=RefereeCall.REPORTS)


def _write(game: Game, sequence: int, side: str, by: Actor, at: datetime, **columns: Any) -> Report:
    row = Report(
        game=game, sequence=sequence, side=side, at=at, by=by.badge, device=by.device[:80], **columns
    )
    Report.objects.bulk_create([row])
    return row


def _side(game: Game, by: Actor) -> str:
    side = side_of_team(game, by.badge.team_id)
    if not side:
        raise Refused("report.not-theirs")
    return side


def _same(known: Report, game: Game, side: str, facts: HandFacts | None = None) -> Report:
    """The report of a repeated id, if it is of this side and says the same."""
    if (known.game_id, known.side) != (game.pk, side):
        raise Refused("report.used")
    if facts is not None and known.parsed != facts:
        raise Refused("report.sent-otherwise", headline=score_with_names(game, known.parsed).headline)
    return known


def _check_sequence(written: Sequence[Hand], sequence: int) -> None:
    following = len(counting_hands(written)) + 1
    if sequence < following:
        raise Refused("report.entered", sequence=sequence)
    if sequence > following:
        raise Refused("hand.not-next", sequence=following)


def _headline(game: Game, facts: HandFacts) -> str:
    try:
        return score_with_names(game, facts).headline
    except ImpossibleHand as impossible:
        raise Refused("rules", words=str(impossible), field=impossible.errors[0].field) from impossible


def _since(report: Report, said_at: datetime | None, at: datetime) -> datetime:
    """The time of a statement about a report: not before the report was sent, not later than now."""
    return min(at, max(said_at or at, report.at))


def _withdraw(report: Report, at: datetime) -> None:
    Report.objects.filter(pk=report.pk).update(withdrawn_at=at)


def make_hand(game: Game, first: Report, agreed: list[Report], *, by: Actor, at: datetime) -> Hand:
    """Record the hand that these reports agree on, as of the first of them.

    A total is the whole result, so two sides that entered it also agree on the result (Rulebook R-10).
    """
    hand = record_hand(
        hand_id=first.pk,
        game=game,
        facts=first.parsed,
        by=by,
        at=at,
        sequence=first.sequence,
        effective_at=min(report.at for report in agreed),
    )
    # Recording a hand withdraws the game's reports; these became the hand.
    Report.objects.filter(pk__in=[report.pk for report in agreed]).update(hand=hand, withdrawn_at=None)
    cancel_call(game, RefereeCall.REPORTS)
    if len(agreed) > 1 and is_total(hand.parsed) and game.event.agreed_by == Agreed.TEAMS:
        for report in agreed:
            agree_result(game=game, by=Actor(report.by, report.device), at=at, said_at=report.at)
    return hand


def check_waits(report: Report) -> None:
    if report.withdrawn_at:
        raise Refused("report.changed")
