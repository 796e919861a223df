"""The end of a game, and the teams' agreement to its result."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.commands.agreement import agree_result, object_to_result, witness_result
from scoring.commands.ending import void_game
from scoring.commands.hands import correct_hand
from scoring.commands.reports import accept_report, report_hand
from scoring.models import Agreement, Hand
from scoring.queries.game.agreement import objections, results, unagreed
from scoring.tasks import tick
from tests import build
from tournament.commands.badges import change_referee
from tournament.commands.floor import answer_call
from tournament.errors import Refused
from tournament.models import Actor, Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WON_AT = build.at(15, 20)
LATER = build.at(15, 21)


def played(agreed_by, **plan):
    game = build.game_between(build.event(agreed_by=agreed_by, **plan), "Kitty Katz", "Boston Bound")
    build.won(game, at=WON_AT)
    return game


def team(game, side):
    return Actor((game.team("NS") if side == "NS" else game.team("EW")).badge, "phone")


def result(game, at=LATER):
    games = Game.objects.select_related("table", "round", "phase", "score").with_everybody()
    return results(game.event, [games.get(pk=game.pk)], at)[game.pk]


def corrected(game, at=LATER):
    hand, by = Hand.objects.standing().filter(game=game).last(), build.organizer(game.event)
    facts = replace(build.FOUR_MADE, books=11)
    correct_hand(hand=hand, hand_id=uuid4(), facts=facts, reason="Miscounted", by=by, at=at)


def test_a_game_that_a_referee_entered_is_agreed():
    assert result(played("referee")).words == "Agreed: a referee entered every hand."


def test_a_game_that_the_teams_entered_waits_for_a_referee_to_witness_it():
    game = build.game_between(
        build.event(agreed_by="referee", hands_from="teams"), "Kitty Katz", "Boston Bound"
    )
    for sequence in (1, 2, 3):
        report = report_hand(
            report_id=uuid4(),
            game=game,
            facts=build.FOUR_MADE,
            sequence=sequence,
            by=team(game, "NS"),
            at=WON_AT,
        )
        accept_report(report=report, by=team(game, "EW"), at=WON_AT)
    assert not result(game).is_agreed

    witness_result(game=game, by=build.referee(game.event), at=LATER)

    assert result(game).words == "Witnessed by Jo, 3:21 PM."


def test_both_teams_agree_and_one_alone_does_not():
    game = played("teams")
    assert result(game).words == "Not agreed yet: Kitty Katz and Boston Bound still to say so."

    agree_result(game=game, by=team(game, "EW"), at=LATER)
    assert result(game).words == "Not agreed yet: Kitty Katz still to say so."
    for _ in range(2):
        agree_result(game=game, by=team(game, "NS"), at=LATER)

    assert result(game).words == "Agreed 3:21 PM by both teams."
    assert Agreement.objects.count() == 2


def test_a_referee_witnesses_what_a_team_that_has_left_does_not_say():
    game = played("teams")
    agree_result(game=game, by=team(game, "EW"), at=LATER)

    jo = build.referee(game.event)
    for _ in range(2):
        witness_result(game=game, by=jo, at=LATER)

    assert result(game).words == "Witnessed by Jo, 3:21 PM."
    assert Agreement.objects.filter(how="referee").count() == 1


def test_a_correction_withdraws_the_agreement_and_says_so():
    game = played("teams")
    for side in ("NS", "EW"):
        agree_result(game=game, by=team(game, side), at=LATER)

    corrected(game, at=build.at(15, 23))

    row = result(game)
    assert not row.is_agreed
    assert row.withdrawn == "The agreement of 3:21 PM was withdrawn at 3:23 PM, because a hand was changed."
    assert game.event.log.filter(action="agreement.withdrawn").count() == 1


def test_three_quiet_minutes_agree_as_of_when_they_were_over_however_late_the_tick():
    game = played("quiet")
    assert result(game).left.text == "2:00"

    tick(build.at(15, 22, 59))
    assert not Agreement.objects.exists()
    tick(build.at(15, 50))
    tick(build.at(15, 51))

    assert Agreement.objects.get().at == WON_AT + timedelta(minutes=3)
    assert result(game).words == "Agreed 3:23 PM: nobody objected for three minutes."


def test_an_objection_stops_the_quiet_and_it_begins_again_when_a_referee_was_there():
    game = played("quiet")
    object_to_result(game=game, why="Hand 3 was theirs", by=team(game, "EW"), at=LATER)

    tick(build.at(15, 40))
    assert not Agreement.objects.exists()
    assert [str(row) for row in objections(game.event)] == [str(game)]
    assert "Boston Bound object to the result: Hand 3 was theirs" in result(game).words

    answer_call(game=game, by=build.referee(game.event), at=build.at(15, 41))
    tick(build.at(15, 43, 59))
    assert not Agreement.objects.exists()
    tick(build.at(15, 44))

    assert Agreement.objects.get().at == build.at(15, 44)


def test_a_correction_begins_the_quiet_anew():
    game = played("quiet")
    tick(build.at(15, 23))

    corrected(game, at=build.at(15, 30))
    tick(build.at(15, 32))
    assert not Agreement.objects.filter(withdrawn_at=None).exists()
    tick(build.at(15, 33))

    assert Agreement.objects.get(withdrawn_at=None).at == build.at(15, 33)


def test_who_objects_takes_back_what_they_said():
    game = played("teams")
    agree_result(game=game, by=team(game, "NS"), at=LATER)

    object_to_result(game=game, why="", by=team(game, "NS"), at=LATER)

    assert result(game).said == frozenset()
    assert result(game).is_objected


def test_what_was_not_played_or_goes_on_or_needs_no_team_is_agreed_to_by_nobody():
    goes_on = build.game_between(build.event(agreed_by="teams"), "Kitty Katz", "Boston Bound")
    void = build.game_between(build.event(agreed_by="teams"), "Kitty Katz", "Boston Bound")
    void_game(game=void, reason="The lights went out", by=build.organizer(void.event), at=LATER)

    assert unagreed(void.event, LATER) == ()
    for game, sentence in (
        (goes_on, "isn't over yet"),
        (void, "nothing to agree on"),
        (played("quiet"), "results need no agreement"),
    ):
        with pytest.raises(Refused, match=sentence):
            agree_result(game=game, by=team(game, "NS"), at=LATER)


def test_who_may_not_say_so_agrees_objects_and_witnesses_nothing():
    game = played("teams")
    katz, stranger, jo = team(game, "NS"), Actor(build.team(game.event).badge), build.referee(game.event)
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
        object_to_result(game=game, why="", by=katz, at=LATER)


# --- what was waiting on a phone -----------------------------------------------------------------------


def test_what_was_agreed_to_on_a_phone_without_signal_counts_as_of_then():
    game = played("teams")
    for side, said_at in (("NS", build.at(15, 22)), ("EW", build.at(15, 1))):
        agree_result(game=game, by=team(game, side), at=build.at(15, 40), said_at=said_at, written=3)

    assert result(game).words == "Agreed 3:22 PM by both teams."
    assert Agreement.objects.get(side="EW").at == WON_AT
    said = game.event.log.filter(action="result.agreed").first().words
    assert said.endswith("is right. (entered 3:22 PM, sent 3:40 PM)")


def test_nobody_agrees_or_objects_to_a_result_that_was_changed_after_they_saw_it():
    game = played("teams")
    corrected(game, at=build.at(15, 23))

    for action, more in ((agree_result, {}), (object_to_result, {"why": ""})):
        with pytest.raises(Refused, match="A hand of this game was changed after you saw"):
            action(game=game, by=team(game, "NS"), at=build.at(15, 40), written=3, **more)

    assert not Agreement.objects.exists()
    assert Game.objects.get(pk=game.pk).referee_called_at is None


def test_an_objection_made_within_the_quiet_minutes_stops_them_however_late_it_comes_in():
    game = played("quiet")
    tick(build.at(15, 30))

    late = {"game": game, "why": "", "by": team(game, "EW"), "at": build.at(15, 40)}
    with pytest.raises(Refused, match="This result is agreed"):
        object_to_result(**late, said_at=WON_AT + timedelta(minutes=3))
    object_to_result(**late, said_at=WON_AT + timedelta(minutes=2))

    row = result(game, at=build.at(15, 41))
    assert (row.is_agreed, row.is_objected) == (False, True)
    assert row.withdrawn == "The agreement of 3:23 PM was withdrawn at 3:40 PM."
    assert [entry.words for entry in game.event.log.filter(action="agreement.withdrawn")] == [
        "Table 1: Boston Bound had objected at 3:22 PM, within the three minutes."
    ]


def test_an_objection_sent_twice_calls_once_though_a_referee_was_there_meanwhile():
    game, key = played("teams"), uuid4()
    sent = {"game": game, "why": "", "by": team(game, "EW"), "key": key, "said_at": LATER}
    object_to_result(**sent, at=build.at(15, 22))
    answer_call(game=game, by=build.referee(game.event), at=build.at(15, 25))

    object_to_result(**sent, at=build.at(15, 30))

    assert Game.objects.get(pk=game.pk).referee_called_at is None
    assert game.event.log.filter(action="result.objected").count() == 1
