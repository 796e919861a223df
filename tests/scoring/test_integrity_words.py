"""The score check says so when people's statements don't match the recorded results."""

import pytest

from scoring.integrity import integrity
from scoring.models import Agreement, Hand, Report
from scoring.reports.commands_reports import accept_report
from tests import build
from tests.scoring.phones import katz_against_bound, phone, reported

pytestmark = [pytest.mark.django_db, pytest.mark.tampers]


@pytest.fixture(scope="module")
def a_game(kept):
    return katz_against_bound(hands_from="teams")


def test_a_report_that_is_not_its_hand_is_found(game):
    accept_report(report=reported(game, "NS"), by=phone(game, "EW"), at=build.at(15, 10))
    assert integrity(game.event) == []

    Report.objects.filter(side="NS").update(facts=build.FOUR_SET.as_json())

    assert len(integrity(game.event)) == 1


def test_an_agreement_to_a_game_that_goes_on_is_found(game):
    by = build.organizer(game.event).badge
    Agreement.objects.create(game=game, how="referee", at=build.at(15, 10), by=by)

    assert integrity(game.event) == [f"Game {game.pk} is agreed, and goes on."]


def test_a_deleted_entry_of_the_log_is_found(game):
    game.event.log.last().delete()

    missed, cut_off = integrity(game.event)

    assert missed.startswith("The log has ")
    assert cut_off == "The last entries of the log are gone."


def test_a_fact_that_cannot_be_is_found_and_breaks_nothing(game):
    build.hand(game)
    Hand.objects.update(facts={"bidder": "XX", "level": "many"})

    [wrong] = integrity(game.event)

    assert "its facts can’t be read" in wrong
