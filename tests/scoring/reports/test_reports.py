"""Reports of a hand by the teams at a table."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.ruleset.hands import HandFacts
from scoring.integrity import integrity
from scoring.models import Hand, Report
from scoring.recording.commands_hands import correct_hand, record_hand, strike_hand
from scoring.reports.agreed import result_of
from scoring.reports.commands_conflicts import choose_report, overrule_reports
from scoring.reports.commands_reports import accept_report, dispute_report, report_hand
from scoring.rulings.commands_leaving import leave_game
from scoring.sheet.pending_reports import waiting_reports
from tests import build
from tests.scoring.phones import NOON, katz_against_bound, phone, reported
from tournament.badges.commands_badges import change_referee
from tournament.errors import Refused
from tournament.models import Actor, Game

pytestmark = pytest.mark.django_db

MADE = "Kitty Katz bid 4 Uptown and took 10: made, counts one."
SET = "Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound."


@pytest.fixture(scope="module")
def a_game(kept):
    return katz_against_bound(hands_from="teams")


def accepted(report, side="EW", at=NOON, **more):
    return accept_report(report=report, by=phone(report.game, side), at=at, **more)


def disputed(report, sent=None, at=NOON, **more):
    by = phone(report.game, "EW")
    return dispute_report(report_id=sent or uuid4(), report=report, by=by, at=at, **more)


def in_conflict(game):
    """Two reports of hand 1 that differ."""
    return reported(game, "NS"), reported(game, "EW", build.FOUR_SET)


def called_for(game):
    return Game.objects.get(pk=game.pk).referee_called_for


def test_a_report_counts_nothing_until_the_other_team_accepts_it(game):
    for _ in range(2):
        report = reported(game, "NS")
    assert build.units(game) == (0, 0)
    assert [(row.team, row.headline) for row in waiting_reports(game).rows] == [("Kitty Katz", MADE)]
    with pytest.raises(Refused, match="This is your own entry"):
        accepted(report, "NS")

    hand, again = (accepted(report) for _ in range(2))

    assert hand == again == Hand.objects.get()
    assert build.units(game) == (1, 0)
    assert sorted(hand.reports.values_list("side", flat=True)) == ["EW", "NS"]
    assert waiting_reports(game) is None
    assert integrity(game.event) == []


@pytest.mark.both
def test_a_hand_that_both_agreed_on_is_not_disputed_any_more_but_corrected(game):
    report = reported(game, "NS")
    hand, by = accepted(report), build.referee(game.event)

    with pytest.raises(Refused, match="Both sides entered the same hand"):
        disputed(report)
    assert (waiting_reports(game), called_for(game)) == (None, "")

    correct_hand(hand=hand, hand_id=uuid4(), facts=build.FOUR_SET, reason="Miscounted", by=by, at=NOON)
    assert build.units(game) == (0, 1)
    assert integrity(game.event) == []


def test_both_entering_the_same_is_agreement(game):
    reported(game, "NS", replace(build.FOUR_MADE, dealer="N"))
    reported(game, "EW", replace(build.FOUR_MADE, reneges=()))

    assert Hand.objects.get().reports.count() == 2
    assert build.units(game) == (1, 0)


def test_two_different_entries_wait_for_a_referee_or_a_second_thought(game):
    in_conflict(game)

    waiting = waiting_reports(game)
    assert waiting.is_conflict
    assert [row.headline for row in waiting.rows] == [MADE, SET]
    assert called_for(game) == "The sides don’t agree on hand 1."
    assert build.units(game) == (0, 0)

    reported(game, "NS", build.FOUR_SET)
    assert build.units(game) == (0, 1)
    assert called_for(game) == ""
    assert integrity(game.event) == []


TEN_SEVEN, SEVEN_TEN = (HandFacts(total_points={"NS": ns, "EW": 17 - ns}) for ns in (10, 7))


def by_total():
    return katz_against_bound(game="euchre-card", results_by="totals", hands_from="teams", agreed_by="teams")


@pytest.mark.both
def test_two_sides_with_the_same_total_agree_and_others_call_a_referee():
    game = by_total()

    reported(game, "NS", TEN_SEVEN)
    reported(game, "EW", SEVEN_TEN)
    assert called_for(game) == "The sides don’t agree on the total."

    reported(game, "EW", TEN_SEVEN)
    assert result_of(build.again(game), NOON).is_agreed


@pytest.mark.both
def test_nobody_leaves_with_a_result_that_waits_for_the_other_side():
    game = by_total()
    report = reported(game, "NS", TEN_SEVEN)
    leaves = {"team": game.team("EW"), "key": uuid4(), "by": build.organizer(game.event), "at": NOON}

    with pytest.raises(Refused, match="At Table 1 one side entered a result"):
        leave_game(**leaves)
    choose_report(report=report, by=build.referee(game.event), at=NOON)
    leave_game(**leaves)

    assert build.points(game) == (10, 7)


def test_a_referee_settles_a_conflict_by_choosing_one(game):
    _, theirs = in_conflict(game)
    jo = build.referee(game.event)

    hand, again = (choose_report(report=theirs, by=jo, at=NOON) for _ in range(2))

    assert hand == again
    assert (hand.by, build.units(game), called_for(game)) == (jo.badge, (0, 1), "")
    assert not Report.objects.filter(hand=None, withdrawn_at=None).exists()
    assert integrity(game.event) == []


@pytest.mark.both
def test_a_referee_enters_a_third_with_a_reason(game):
    in_conflict(game)
    by = build.referee(game.event)
    third = {"hand_id": uuid4(), "game": game, "facts": build.BOSTON, "sequence": 1, "by": by, "at": NOON}

    with pytest.raises(Refused, match="Write why"):
        overrule_reports(**third, reason=" ")
    hand = overrule_reports(**third, reason="Both miscounted")

    assert (hand.reason, build.units(game)) == ("Both miscounted", (2, 0))
    assert waiting_reports(game) is None


def test_what_a_referee_enters_counts_instead_of_all_reports(game):
    report = reported(game, "NS")

    build.hand(game, build.FOUR_SET, at=NOON, sequence=1)

    assert waiting_reports(game) is None
    with pytest.raises(Refused, match="changed or decided meanwhile"):
        accepted(report)
    assert build.units(game) == (0, 1)


def test_a_hand_taken_back_takes_the_reports_of_the_next_one_along(game):
    hand = build.hand(game, at=NOON)
    reported(game, "NS", sequence=2)

    strike_hand(hand=hand, hand_id=uuid4(), reason="Misdeal", by=build.organizer(game.event), at=NOON)

    assert waiting_reports(game) is None


def test_a_report_of_a_hand_that_a_referee_entered_only_agrees(game):
    hand = build.hand(game, at=NOON)

    report = reported(game, "NS", sequence=1)

    assert (report.hand, Hand.objects.count(), waiting_reports(game)) == (hand, 1, None)


# --- refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "facts", "sequence", "sentence"),
    [
        pytest.param(0, replace(build.FOUR_MADE, books=14), 1, "from 1 to 13", id="a hand that cannot be"),
        pytest.param(0, build.FOUR_MADE, 2, "Hand 1 comes next", id="a hand too early"),
        pytest.param(1, build.FOUR_SET, 1, "Hand 1 is entered already", id="a hand that is entered"),
        pytest.param(3, build.FOUR_MADE, 4, "This game is over", id="after the game"),
    ],
)
def test_a_report_that_cannot_be_is_refused(game, before, facts, sequence, sentence):
    build.hands(game, [build.FOUR_MADE] * before, at=NOON)

    with pytest.raises(Refused, match=sentence):
        reported(game, "NS", facts, sequence=sequence)


def test_a_report_is_of_a_team_of_the_game_in_a_separate_form(game):
    sent, stranger = uuid4(), Actor(build.team(game.event, "Aces High").badge)
    entry = {"report_id": sent, "game": game, "facts": build.FOUR_MADE, "sequence": 1, "at": NOON}
    reported(game, "NS", report_id=sent)

    with pytest.raises(Refused, match="This form was used already"):
        reported(game, "EW", report_id=sent)
    with pytest.raises(Refused, match="Only those who play this game"):
        report_hand(**entry, by=stranger)
    with pytest.raises(Refused, match="a referee enters the hands"):
        reported(katz_against_bound(), "NS")


def test_only_a_neutral_referee_chooses_a_reported_hand(game):
    report, jo = reported(game, "NS"), build.referee(game.event)
    dispute = disputed(report)
    player, by = build.referee(game.event, "Al"), build.organizer(game.event)
    change_referee(badge=player.badge, is_head=False, plays_in=game.team("NS"), by=by, at=NOON)
    player.badge.refresh_from_db()

    for row, actor, sentence in (
        (report, phone(game, "EW"), "A referee decides this"),
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

    hand = accepted(report, at=LATER, said_at=build.at(15, 12))

    assert (hand.at, hand.reports.get(side="EW").at) == (NOON, build.at(15, 12))


def test_another_entry_is_never_taken_for_the_one_that_was_accepted(game):
    seen = reported(game, "NS")
    reported(game, "NS", build.FOUR_SET, at=build.at(15, 15))

    with pytest.raises(Refused, match="changed or decided meanwhile"):
        accepted(seen, at=LATER, said_at=build.at(15, 12))

    assert not Hand.objects.exists()


def test_a_late_answer_never_undoes_a_newer_one_of_the_same_team(game):
    report = reported(game, "NS")
    reported(game, "EW", build.FOUR_SET, at=build.at(15, 15))

    with pytest.raises(Refused, match="Your side has said something else about this hand since"):
        accepted(report, at=LATER, said_at=build.at(15, 12))

    assert waiting_reports(game).is_conflict


def test_a_dispute_calls_a_referee_is_stored_once_and_says_both_times(game):
    report, sent = reported(game, "NS"), uuid4()

    for at in (LATER, build.at(15, 30)):
        dispute = disputed(report, sent, at=at, said_at=build.at(15, 12))

    assert dispute.at == build.at(15, 12)
    assert waiting_reports(game).is_conflict
    assert [row.team for row in waiting_reports(game).choices] == ["Kitty Katz"]
    assert called_for(game) == "The sides don’t agree on hand 1."
    logged = game.event.log.get(action="report.disputed").words
    assert logged.endswith("(entered 3:12 PM, sent 3:20 PM)")
