"""Counters beside the score, and the winners of side prizes (Rulebook E-101 to E-108)."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.counted.side_prizes import BOSTONS, COUNTER, HIGH_GAME, PLAYED, SETS, SidePrize
from rules.ruleset.hands import HandFacts
from scoring.cut.commands_cut import decide_side_prize
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.prizes.side_prizes import side_prizes, tied_prizes
from scoring.recording.commands_hands import correct_hand, strike_hand
from tests import build
from tests.scoring.phones import katz_against_bound, reported
from tournament.errors import Refused
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = pytest.mark.django_db

TEN_SEVEN = HandFacts(total_points={"NS": 10, "EW": 7})
LONERS = SidePrize(name="Loner pot", decides=COUNTER, counter="Loners", not_first=True)


def counting(facts, **counters):
    return replace(facts, counters={name.capitalize(): counts for name, counts in counters.items()})


def euchre_night(**plan):
    """An evening of changing partners, and the first games of its two tables, called at three."""
    settings = {"game": "euchre-card", "seating": "alone", "results_by": "totals", "is_practice": True}
    event = build.event(**settings | plan)
    build.people(event, 8)
    round_ = build.called_round(event)
    return event, [build.again(game) for game in round_.games.order_by("pk")]


def boards(event):
    return {board.name: board for board in side_prizes(event, build.at(16)).boards}


def rows(event, name):
    return [(row.team.name, row.figure) for row in boards(event)[name].rows]


def test_a_loner_is_of_the_person_who_called_it_and_changes_no_score():
    event, (game, _) = euchre_night()
    north, south, west = (game.team(chair).name for chair in "NSW")
    common = {"by": build.organizer(event), "at": build.at(15, 30)}

    hand = build.hand(game, counting(TEN_SEVEN, loners={"N": 2, "W": 1}))
    assert rows(event, "Loners") == [(north, "2 loners"), (west, "1 loner")]
    assert build.points(game) == (10, 7)
    assert f"Loners: {north} (2), {west} (1)." in event.log.get(action="hand.recorded").words

    right = counting(TEN_SEVEN, loners={"S": 1})
    new = correct_hand(hand=hand, hand_id=uuid4(), facts=right, reason="Misread", **common)
    assert rows(event, "Loners") == [(south, "1 loner")]
    assert integrity(event) == []

    strike_hand(hand=new, hand_id=uuid4(), reason="Wrong table", **common)
    assert rows(event, "Loners") == []
    assert integrity(event) == []


def test_first_place_wins_no_side_prize_and_the_board_says_so():
    event, (one, other) = euchre_night(side_prizes=[LONERS.as_json()])
    build.hand(one, counting(HandFacts(total_points={"NS": 20, "EW": 1}), loners={"N": 5}))
    build.hand(other, counting(TEN_SEVEN, loners={"E": 4}))

    board = boards(event)["Loner pot"]

    first, second = one.team("N").name, other.team("E").name
    assert (board.goes_to, board.figure) == (second, "4 loners")
    assert board.why == (f"First place wins no side prize, so it goes to {second}, not to {first}.",)


def test_two_reports_that_count_differently_wait_for_a_referee():
    game = katz_against_bound(game="euchre-card", results_by="totals", hands_from="teams")

    reported(game, "NS", counting(TEN_SEVEN, loners={"NS": 1}))
    reported(game, "EW", TEN_SEVEN)

    assert not Hand.objects.exists()


def test_bostons_sets_and_the_high_game_come_from_the_hands():
    prizes = [
        SidePrize(name="Boston pot", decides=BOSTONS),
        SidePrize(name="Setters", decides=SETS),
        SidePrize(name="High game", decides=HIGH_GAME),
    ]
    game = katz_against_bound(side_prizes=[prize.as_json() for prize in prizes], is_practice=True)
    build.hands(game, [build.BOSTON, build.FOUR_SET])
    assert rows(game.event, "High game") == []

    build.hand(game, build.FOUR_MADE, at=build.at(15, 30))

    assert rows(game.event, "Boston pot") == [("Kitty Katz", "1 Boston")]
    assert rows(game.event, "Setters") == [("Boston Bound", "1 bid set")]
    assert boards(game.event)["High game"].goes_to == "Kitty Katz"


def test_a_total_counts_and_not_what_was_counted_in_hands_before_it():
    game = katz_against_bound(results_by="either", counters=["Loners"])
    build.hand(game, counting(build.FOUR_MADE, loners={"NS": 1}), at=build.at(15, 10))
    assert rows(game.event, "Loners") == [("Kitty Katz", "1 loner")]

    total = HandFacts(total_hands={"NS": 3, "EW": 0}, total_points={"NS": 12, "EW": 0})
    build.hand(game, counting(total, loners={"EW": 2}), at=build.at(15, 40))

    assert rows(game.event, "Loners") == [("Boston Bound", "2 loners")]
    assert integrity(game.event) == []


def test_ten_bags_cost_a_hundred_points_where_the_house_rules_add_them():
    bags = {"counter_points": -100, "counter_each": 10}
    game = katz_against_bound(game="spades-card", results_by="totals", house_rules=bags)
    total = HandFacts(total_points={"NS": 520, "EW": 450})

    hand = build.hand(game, counting(total, bags={"NS": 13, "EW": 9}))

    assert (build.points(game), hand.winner_side) == ((420, 450), "EW")
    assert integrity(game.event) == []


def test_a_counter_that_was_counted_stays_and_another_can_come():
    game = katz_against_bound(game="score-card", results_by="totals", counters=["Loners"])
    build.hand(game, counting(TEN_SEVEN, loners={"NS": 1}))
    event = game.event
    event.refresh_from_db()

    def changes(*counters):
        plan = plan_of(event).with_(counters=list(counters))
        return change_event(event=event, plan=plan, by=build.organizer(event), at=build.at(16))

    with pytest.raises(Refused, match="Loners were counted already"):
        changes("Sets")
    assert changes("Loners", "Sets").counters == ["Loners", "Sets"]


@pytest.mark.parametrize(
    ("prizes", "why"),
    [
        pytest.param([LONERS.as_json()], "goes by Loners, which nobody counts", id="no such counter"),
        pytest.param([{"name": "", "decides": BOSTONS}], "Give each side prize a name", id="no name"),
        pytest.param([{"name": "Pot", "decides": BOSTONS}] * 2, "Two side prizes are called Pot", id="twice"),
    ],
)
def test_a_side_prize_that_can_not_be_won_is_refused(prizes, why):
    with pytest.raises(Refused, match=why):
        build.event(side_prizes=prizes)


@pytest.mark.both
def test_a_tied_side_prize_is_nobodys_until_the_last_decision():
    pot = replace(LONERS, not_first=False, ties=PLAYED)
    event, (game, other) = euchre_night(side_prizes=[pot.as_json()])
    build.hand(game, counting(TEN_SEVEN, loners={"N": 2, "E": 2}))
    ann, bo = game.team("N"), game.team("E")

    def decide(team, prize="Loner pot"):
        by = build.organizer(event)
        return decide_side_prize(event=event, prize=prize, team=team, by=by, at=build.at(16, 1))

    board = boards(event)["Loner pot"]
    assert (board.is_tied, {team.name for team in board.winners}) == (True, {ann.name, bo.name})
    [tied] = tied_prizes(event, build.at(16))
    assert (tied.figure, tied.winner) == ("2 loners", None)
    with pytest.raises(Refused, match="isn’t tied for the Loner pot"):
        decide(other.team("N"))
    with pytest.raises(Refused, match="Nobody is tied for that prize"):
        decide(ann, prize="High game")

    decide(bo)
    board = boards(event)["Loner pot"]
    assert (board.goes_to, board.is_tied) == (bo.name, False)
    assert board.why == ("After a tie one hand or a card decided.",)
    assert event.log.get(action="side-prize.decided").words == f"{bo.name} won Loner pot after a tie."

    decide(ann)
    assert boards(event)["Loner pot"].goes_to == ann.name
    assert event.side_prize_wins.count() == 2
