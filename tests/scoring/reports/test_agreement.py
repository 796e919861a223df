"""The end of a game, and the teams' agreement to its result."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.models import Agreement, Hand
from scoring.recording.commands_ending import void_game
from scoring.recording.commands_hands import correct_hand
from scoring.reports.agreed import objections, results, unagreed
from scoring.reports.commands_agreement import agree_result, object_to_result, witness_result
from scoring.reports.commands_reports import accept_report
from scoring.tasks import tick
from tests import build
from tests.scoring.phones import katz_against_bound, phone, reported
from tournament.badges.commands_badges import change_referee
from tournament.errors import Refused
from tournament.floor.commands_floor import answer_call
from tournament.models import Actor, Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WON_AT = build.at(15, 20)
LATER = build.at(15, 21)


def played(agreed_by):
    game = katz_against_bound(agreed_by=agreed_by)
    build.won(game, at=WON_AT)
    return game


def result(game, at=LATER):
    games = Game.objects.select_related("table", "round", "phase", "score").with_everybody()
    return results(game.event, [games.get(pk=game.pk)], at)[game.pk]


def agreed(game, side, at=LATER, **more):
    return agree_result(game=game, by=phone(game, side), at=at, **more)


def objected(game, side, at=LATER, why="", **more):
    return object_to_result(game=game, why=why, by=phone(game, side), at=at, **more)


def corrected(game, at):
    hand, by = Hand.objects.standing().filter(game=game).last(), build.organizer(game.event)
    facts = replace(build.FOUR_MADE, books=11)
    correct_hand(hand=hand, hand_id=uuid4(), facts=facts, reason="Miscounted", by=by, at=at)


def test_a_game_that_a_referee_entered_is_agreed():
    assert result(played("referee")).words == "Agreed: a referee entered every hand."


@pytest.mark.both
def test_a_game_that_the_teams_entered_waits_for_a_referee_to_witness_it():
    game = katz_against_bound(agreed_by="referee", hands_from="teams")
    for sequence in (1, 2, 3):
        report = reported(game, "NS", sequence=sequence, at=WON_AT)
        accept_report(report=report, by=phone(game, "EW"), at=WON_AT)
    assert not result(game).is_agreed

    jo = build.referee(game.event)
    for _ in range(2):
        witness_result(game=game, by=jo, at=LATER)

    assert result(game).words == "Witnessed by Jo, 3:21 PM."
    assert Agreement.objects.count() == 1


def test_a_result_is_agreed_by_both_teams_until_a_change_or_an_objection():
    game = played("teams")
    assert result(game).words == "Not agreed yet: Kitty Katz and Boston Bound still to say so."

    agreed(game, "EW")
    assert result(game).words == "Not agreed yet: Kitty Katz still to say so."
    for _ in range(2):
        agreed(game, "NS")
    assert result(game).words == "Agreed 3:21 PM by both teams."
    assert Agreement.objects.count() == 2

    corrected(game, at=build.at(15, 23))
    row = result(game)
    assert not row.is_agreed
    assert row.withdrawn == "The agreement of 3:21 PM was withdrawn at 3:23 PM, because a hand was changed."
    assert game.event.log.filter(action="agreement.withdrawn").count() == 1

    agreed(game, "NS")
    assert result(game).agreed_sides == {"NS"}
    objected(game, "NS")
    assert (result(game).agreed_sides, result(game).is_objected) == (frozenset(), True)


def test_three_quiet_minutes_agree_and_restart_after_a_correction():
    game = played("quiet")
    assert result(game).left.text == "2:00"

    tick(build.at(15, 22, 59))
    assert not Agreement.objects.exists()
    tick(build.at(15, 50))
    tick(build.at(15, 51))
    assert Agreement.objects.get().at == WON_AT + timedelta(minutes=3)
    assert result(game).words == "Agreed 3:23 PM: nobody objected for three minutes."

    corrected(game, at=build.at(16))
    tick(build.at(16, 2, 59))
    assert not Agreement.objects.filter(withdrawn_at=None).exists()
    tick(build.at(16, 3))
    assert Agreement.objects.get(withdrawn_at=None).at == build.at(16, 3)


@pytest.mark.both
def test_an_objection_stops_silent_agreement_until_a_referee_answers():
    game = played("quiet")
    objected(game, "EW", why="Hand 3 was theirs")

    tick(build.at(15, 40))
    assert not Agreement.objects.exists()
    assert objections(game.event) == (game,)
    assert "Boston Bound object to the result: Hand 3 was theirs" in result(game).words

    answer_call(game=game, by=build.referee(game.event), at=build.at(15, 41))
    tick(build.at(15, 43, 59))
    assert not Agreement.objects.exists()
    tick(build.at(15, 44))
    assert Agreement.objects.get().at == build.at(15, 44)


@pytest.mark.both
def test_an_open_or_void_game_or_one_without_agreement_can_not_be_agreed():
    goes_on, void = katz_against_bound(agreed_by="teams"), katz_against_bound(agreed_by="teams")
    void_game(game=void, reason="The lights went out", by=build.organizer(void.event), at=LATER)

    assert unagreed(void.event, LATER) == ()
    for game, sentence in (
        (goes_on, "isn’t over yet"),
        (void, "nothing to agree on"),
        (played("quiet"), "results need no agreement"),
    ):
        with pytest.raises(Refused, match=sentence):
            agreed(game, "NS")


@pytest.mark.both
def test_who_may_not_say_so_agrees_objects_and_witnesses_nothing():
    game = played("teams")
    katz, stranger, jo = phone(game, "NS"), Actor(build.team(game.event).badge), build.referee(game.event)
    by = build.organizer(game.event)
    change_referee(badge=jo.badge, is_head=False, plays_in=game.team("EW"), by=by, at=LATER)
    jo.badge.refresh_from_db()

    for action, actor, more, sentence in (
        (agree_result, stranger, {}, "Only those who play a game"),
        (object_to_result, stranger, {"why": ""}, "Only those who play a game"),
        (witness_result, katz, {}, "Only a referee can witness"),
        (witness_result, jo, {}, "You play in this game"),
    ):
        with pytest.raises(Refused, match=sentence):
            action(game=game, by=actor, at=LATER, **more)
    witness_result(game=game, by=build.referee(game.event, "Al"), at=LATER)
    with pytest.raises(Refused, match="This result is agreed"):
        objected(game, "NS")


# --- what was waiting on a phone -----------------------------------------------------------------------


def test_what_was_agreed_to_on_a_phone_without_signal_counts_as_of_then():
    game = played("teams")

    for side, said_at in (("NS", build.at(15, 22)), ("EW", build.at(15, 1))):
        agreed(game, side, at=build.at(15, 40), said_at=said_at, written=3)

    assert result(game).words == "Agreed 3:22 PM by both teams."
    assert Agreement.objects.get(side="EW").at == WON_AT
    logged = game.event.log.filter(action="result.agreed").first().words
    assert logged.endswith("is right. (entered 3:22 PM, sent 3:40 PM)")


def test_nobody_agrees_or_objects_to_a_result_changed_since_they_saw_it():
    game = played("teams")
    corrected(game, at=build.at(15, 23))

    for action in (agreed, objected):
        with pytest.raises(Refused, match="A hand of this game was changed after you saw"):
            action(game, "NS", at=build.at(15, 40), written=3)

    assert not Agreement.objects.exists()
    assert Game.objects.get(pk=game.pk).referee_called_at is None


def test_an_objection_made_in_the_quiet_minutes_stops_them_also_if_late():
    game = played("quiet")
    tick(build.at(15, 30))

    with pytest.raises(Refused, match="This result is agreed"):
        objected(game, "EW", at=build.at(15, 40), said_at=WON_AT + timedelta(minutes=3))
    objected(game, "EW", at=build.at(15, 40), said_at=WON_AT + timedelta(minutes=2))

    row = result(game, at=build.at(15, 41))
    assert (row.is_agreed, row.is_objected) == (False, True)
    assert row.withdrawn == "The agreement of 3:23 PM was withdrawn at 3:40 PM."
    assert [entry.words for entry in game.event.log.filter(action="agreement.withdrawn")] == [
        "Table 1: Boston Bound had objected at 3:22 PM, within the three minutes."
    ]


def test_a_resent_objection_does_not_call_a_referee_again():
    game, key = played("teams"), uuid4()
    objected(game, "EW", at=build.at(15, 22), key=key, said_at=LATER)
    answer_call(game=game, by=build.referee(game.event), at=build.at(15, 25))

    objected(game, "EW", at=build.at(15, 30), key=key, said_at=LATER)

    assert Game.objects.get(pk=game.pk).referee_called_at is None
    assert game.event.log.filter(action="result.objected").count() == 1
