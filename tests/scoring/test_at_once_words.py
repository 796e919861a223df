"""What two phones at one table, or two referees with one question, read when they act at once."""

from uuid import uuid4

import pytest

from scoring.commands.conflicts import choose_report
from scoring.commands.hands import record_hand
from scoring.commands.reports import accept_report, report_hand
from scoring.models import Hand
from scoring.queries.integrity import integrity
from tests import build
from tests.together import at_once
from tournament.errors import Refused
from tournament.models import Actor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NOON = build.at(15, 10)


def table(**plan):
    return build.game_between(build.event(hands_from="teams", agreed_by="teams", **plan), "Katz", "Bound")


def team(game, side):
    return Actor((game.team("NS") if side == "NS" else game.team("EW")).badge, side)


def report(game, side, facts=build.FOUR_MADE, report_id=None):
    by = team(game, side)
    sent = report_id or uuid4()
    return lambda: report_hand(report_id=sent, game=game, facts=facts, sequence=1, by=by, at=NOON)


def test_a_report_accepted_eight_times_at_once_is_one_hand():
    game = table()
    waiting = report(game, "NS")()
    by = team(game, "EW")

    answers = at_once(*[lambda: accept_report(report=waiting, by=by, at=NOON)] * 8)

    assert {answer.pk for answer in answers} == {Hand.objects.get().pk}
    assert integrity(game.event) == []


def test_a_referee_and_the_other_team_at_once_make_one_hand():
    game = table()
    waiting, by, jo = report(game, "NS")(), team(game, "EW"), build.referee(game.event)
    entry = {"hand_id": uuid4(), "game": game, "facts": build.FOUR_SET, "sequence": 1, "by": jo, "at": NOON}

    answers = at_once(
        lambda: accept_report(report=waiting, by=by, at=NOON),
        lambda: record_hand(**entry),
        lambda: choose_report(report=waiting, by=jo, at=NOON),
    )

    assert Hand.objects.count() == 1
    assert all(isinstance(answer, Hand | Refused) or "meanwhile" in str(answer) for answer in answers)
    assert integrity(game.event) == []
