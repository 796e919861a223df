"""Reports of a hand by the teams at a table."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.games.hands import HandFacts
from scoring.commands.conflicts import choose_report, overrule_reports
from scoring.commands.hands import correct_hand, record_hand, strike_hand
from scoring.commands.leaving import leave_game
from scoring.commands.reports import accept_report, dispute_report, report_hand
from scoring.models import Hand, Report
from scoring.queries.game.agreement import result_of
from scoring.queries.game.reports import waiting_reports
from scoring.queries.integrity import integrity
from tests import build
from tournament.commands.badges import change_referee
from tournament.errors import Refused
from tournament.models import Actor, Game

pytestmark = pytest.mark.django_db

NOON = build.at(15, 10)


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game_between(build.event(hands_from="teams"), "Kitty Katz", "Boston Bound")


def team(game, side):
    return Actor((game.team("NS") if side == "NS" else game.team("EW")).badge, f"phone of {side}")


def reported(game, side, facts=build.FOUR_MADE, **more):
    sent = {"report_id": uuid4(), "sequence": 1, "at": NOON, **more}
    return report_hand(game=game, facts=facts, by=team(game, side), **sent)


def called_for(game):
    return Game.objects.get(pk=game.pk).referee_called_for


def test_one_report_waits_for_the_other_team_and_counts_nothing_yet(game):
    reported(game, "NS")

    assert build.units(game) == (0, 0)
    assert [(row.team, row.headline) for row in waiting_reports(game).rows] == [
        ("Kitty Katz", "Kitty Katz bid 4 Uptown and took 10: made, counts one.")
    ]


def test_the_other_team_accepts_and_the_hand_is_recorded_once(game):
    report = reported(game, "NS")

    hand = accept_report(report=report, by=team(game, "EW"), at=NOON)
    again = accept_report(report=report, by=team(game, "EW"), at=NOON)

    assert hand == again == Hand.objects.get()
    assert build.units(game) == (1, 0)
    assert sorted(hand.reports.values_list("side", flat=True)) == ["EW", "NS"]
    assert waiting_reports(game) is None
    assert integrity(game.event) == []


def test_nobody_confirms_their_own_entry(game):
    report = reported(game, "NS")

    with pytest.raises(Refused, match="Your own team entered this hand"):
        accept_report(report=report, by=team(game, "NS"), at=NOON)
    reported(game, "NS")

    assert not Hand.objects.exists()
    assert len(waiting_reports(game).rows) == 1


def test_both_entering_the_same_is_agreement(game):
    reported(game, "NS", replace(build.FOUR_MADE, dealer="N"))
    reported(game, "EW", replace(build.FOUR_MADE, reneges=()))

    assert Hand.objects.get().reports.count() == 2
    assert build.units(game) == (1, 0)


def test_two_different_entries_stand_side_by_side_and_a_referee_is_called(game):
    reported(game, "NS")
    reported(game, "EW", build.FOUR_SET)

    waiting = waiting_reports(game)
    assert waiting.is_conflict
    assert [row.headline for row in waiting.rows] == [
        "Kitty Katz bid 4 Uptown and took 10: made, counts one.",
        "Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound.",
    ]
    assert called_for(game) == "The sides don’t agree on hand 1."
    assert build.units(game) == (0, 0)


@pytest.fixture
def by_total():
    event = build.event(game="euchre-card", results_by="totals", hands_from="teams", agreed_by="teams")
    return build.game_between(event, "Kitty Katz", "Boston Bound")


TEN_SEVEN, SEVEN_TEN = (HandFacts(total_points={"NS": ns, "EW": 17 - ns}) for ns in (10, 7))


def test_two_sides_that_entered_the_same_total_agree_on_the_result(by_total):
    report = reported(by_total, "NS", TEN_SEVEN)

    accept_report(report=report, by=team(by_total, "EW"), at=NOON)

    assert result_of(build.again(by_total), NOON).is_agreed


def test_two_totals_that_differ_call_a_referee_for_the_total(by_total):
    reported(by_total, "NS", TEN_SEVEN)
    reported(by_total, "EW", SEVEN_TEN)

    assert called_for(by_total) == "The sides don’t agree on the total."


def test_nobody_leaves_with_a_result_that_waits_for_the_other_side(by_total):
    report = reported(by_total, "NS", TEN_SEVEN)
    leaves = by_total.team("EW")
    organizer = build.organizer(by_total.event)

    with pytest.raises(Refused, match="At Table 1 one side entered a result"):
        leave_game(team=leaves, key=uuid4(), by=organizer, at=NOON)
    choose_report(report=report, by=build.referee(by_total.event), at=NOON)
    leave_game(team=leaves, key=uuid4(), by=organizer, at=NOON)

    assert build.points(by_total) == (10, 7)


def test_a_team_that_thinks_again_agrees_and_the_referee_may_stay(game):
    reported(game, "NS")
    reported(game, "EW", build.FOUR_SET)

    reported(game, "NS", build.FOUR_SET)

    assert build.units(game) == (0, 1)
    assert called_for(game) == ""
    assert integrity(game.event) == []


def test_a_referee_settles_a_conflict_by_choosing_one(game):
    reported(game, "NS")
    theirs = reported(game, "EW", build.FOUR_SET)

    jo = build.referee(game.event)
    hand = choose_report(report=theirs, by=jo, at=NOON)
    again = choose_report(report=theirs, by=jo, at=NOON)

    assert hand == again
    assert (hand.by, build.units(game), called_for(game)) == (jo.badge, (0, 1), "")
    assert Report.objects.filter(hand=None, withdrawn_at=None).count() == 0
    assert integrity(game.event) == []


def test_a_dispute_without_an_entry_calls_a_referee_too(game):
    report = reported(game, "NS")
    sent = uuid4()

    for _ in range(2):
        dispute_report(report_id=sent, report=report, by=team(game, "EW"), at=NOON)

    assert waiting_reports(game).is_conflict
    assert [row.team for row in waiting_reports(game).choices] == ["Kitty Katz"]
    assert called_for(game) == "The sides don’t agree on hand 1."


def test_a_referee_enters_a_third_with_a_reason(game):
    reported(game, "NS")
    reported(game, "EW", build.FOUR_SET)
    by = build.referee(game.event)
    third = {"hand_id": uuid4(), "game": game, "facts": build.BOSTON, "sequence": 1, "by": by, "at": NOON}

    with pytest.raises(Refused, match="Write why"):
        overrule_reports(**third, reason=" ")
    hand = overrule_reports(**third, reason="Both miscounted")

    assert (hand.reason, build.units(game)) == ("Both miscounted", (2, 0))
    assert waiting_reports(game) is None


def test_what_a_referee_enters_stands_instead_of_all_reports(game):
    report = reported(game, "NS")

    build.hand(game, build.FOUR_SET, at=NOON, sequence=1)

    assert waiting_reports(game) is None
    with pytest.raises(Refused, match="changed or decided meanwhile"):
        accept_report(report=report, by=team(game, "EW"), at=NOON)
    assert build.units(game) == (0, 1)


def test_a_form_that_the_other_team_used_is_refused(game):
    sent = uuid4()
    reported(game, "NS", report_id=sent)

    with pytest.raises(Refused, match="This form was used already"):
        reported(game, "EW", report_id=sent)


def test_a_hand_taken_back_takes_the_reports_of_the_next_one_along(game):
    hand = build.hand(game, at=NOON)
    reported(game, "NS", sequence=2)

    strike_hand(hand=hand, hand_id=uuid4(), reason="Misdeal", by=build.organizer(game.event), at=NOON)

    assert waiting_reports(game) is None


def test_a_hand_the_teams_agreed_on_is_corrected_and_their_reports_stay_beside_what_they_said(game):
    report = reported(game, "NS")
    hand = accept_report(report=report, by=team(game, "EW"), at=NOON)

    by = build.referee(game.event)
    correct_hand(hand=hand, hand_id=uuid4(), facts=build.FOUR_SET, reason="Miscounted", by=by, at=NOON)

    assert build.units(game) == (0, 1)
    assert integrity(game.event) == []


@pytest.mark.parametrize(
    ("before", "facts", "sequence", "sentence"),
    [
        pytest.param(0, replace(build.FOUR_MADE, books=14), 1, "from 1 to 13", id="a hand that cannot be"),
        pytest.param(0, build.FOUR_MADE, 2, "Hand 1 comes next", id="a hand too early"),
        pytest.param(1, build.FOUR_MADE, 1, "Hand 1 is entered already", id="a hand that is entered"),
        pytest.param(3, build.FOUR_MADE, 4, "This game is over", id="after the game"),
    ],
)
def test_a_report_that_cannot_be_is_refused(game, before, facts, sequence, sentence):
    build.hands(game, [build.FOUR_MADE] * before, at=NOON)

    with pytest.raises(Refused, match=sentence):
        reported(game, "NS", facts, sequence=sequence)


def test_other_teams_report_nothing(game):
    stranger = build.team(game.event, "Aces High")

    with pytest.raises(Refused, match="Only those who play this game"):
        report_hand(
            report_id=uuid4(), game=game, facts=build.FOUR_MADE, sequence=1, by=Actor(stranger.badge), at=NOON
        )


def test_where_referees_enter_hands_teams_do_not():
    game = build.game_between(build.event(), "Kitty Katz", "Boston Bound")

    with pytest.raises(Refused, match="a referee enters the hands"):
        reported(game, "NS")


def test_a_referee_of_another_game_decides_and_chooses_a_hand_that_was_given(game):
    report, jo = reported(game, "NS"), build.referee(game.event)
    dispute = dispute_report(report_id=uuid4(), report=report, by=team(game, "EW"), at=NOON)
    player, by = build.referee(game.event, "Al"), build.organizer(game.event)
    change_referee(badge=player.badge, is_head=False, plays_in=game.team("NS"), by=by, at=NOON)
    player.badge.refresh_from_db()

    for row, actor, sentence in (
        (report, team(game, "EW"), "A referee decides this"),
        (report, player, "You play in this game"),
        (dispute, jo, "This side entered no hand"),
    ):
        with pytest.raises(Refused, match=sentence):
            choose_report(report=row, by=actor, at=NOON)
    with pytest.raises(Refused, match="You play in this game"):
        record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, by=player, at=NOON)


# --- what was waiting on a phone -----------------------------------------------------------------------

LATER = build.at(15, 20)


def test_what_was_accepted_on_a_phone_without_signal_counts_as_of_then(game):
    report = reported(game, "NS")

    hand = accept_report(report=report, by=team(game, "EW"), at=LATER, said_at=build.at(15, 12))

    assert hand.at == NOON
    assert hand.reports.get(side="EW").at == build.at(15, 12)


def test_another_entry_is_never_taken_for_the_one_that_was_accepted(game):
    seen = reported(game, "NS")
    reported(game, "NS", build.FOUR_SET, at=build.at(15, 15))

    with pytest.raises(Refused, match="changed or decided meanwhile"):
        accept_report(report=seen, by=team(game, "EW"), at=LATER, said_at=build.at(15, 12))

    assert not Hand.objects.exists()


def test_what_a_team_said_later_on_another_phone_is_not_undone_by_what_waited(game):
    report = reported(game, "NS")
    reported(game, "EW", build.FOUR_SET, at=build.at(15, 15))

    with pytest.raises(Refused, match="Your own team has said something else about this hand since"):
        accept_report(report=report, by=team(game, "EW"), at=LATER, said_at=build.at(15, 12))

    assert waiting_reports(game).is_conflict


def test_a_dispute_that_waited_says_both_times_and_is_stored_once(game):
    report, sent = reported(game, "NS"), uuid4()

    for at in (LATER, build.at(15, 30)):
        dispute = dispute_report(
            report_id=sent, report=report, by=team(game, "EW"), at=at, said_at=build.at(15, 12)
        )

    assert dispute.at == build.at(15, 12)
    said = game.event.log.get(action="report.disputed").words
    assert said.endswith("(entered 3:12 PM, sent 3:20 PM)")


def test_a_hand_that_both_agreed_on_is_not_disputed_any_more(game):
    report = reported(game, "NS")
    accept_report(report=report, by=team(game, "EW"), at=NOON)

    with pytest.raises(Refused, match="Both sides entered the same hand"):
        dispute_report(report_id=uuid4(), report=report, by=team(game, "EW"), at=LATER, said_at=NOON)

    assert waiting_reports(game) is None
    assert called_for(game) == ""
