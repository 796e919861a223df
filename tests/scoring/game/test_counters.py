"""Counters beside the score, and the winners of side prizes (Rulebook E-101 to E-108)."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.counted.side_prizes import BOSTONS, COUNTER, HIGH_GAME, PLAYED, SETS, SidePrize
from rules.games.hands import HandFacts
from scoring.commands.cut import decide_side_prize
from scoring.commands.hands import correct_hand, strike_hand
from scoring.commands.reports import report_hand
from scoring.models import Hand
from scoring.queries.integrity import integrity
from scoring.queries.side_prizes import side_prizes, tied_prizes
from tests import build
from tournament.commands.events import change_event
from tournament.errors import Refused
from tournament.models import Actor
from tournament.queries.plan import plan_of

pytestmark = pytest.mark.django_db

TEN_SEVEN = HandFacts(total_points={"NS": 10, "EW": 7})
LONERS = SidePrize(name="Loner pot", decides=COUNTER, counter="Loners", not_first=True)


def counting(facts, **counters):
    return replace(facts, counters={name.capitalize(): told for name, told in counters.items()})


def euchre_night(**plan):
    """An evening of changing partners, and the first games of its two tables, called at three."""
    settings = {"game": "euchre-card", "seating": "alone", "results_by": "totals", "is_practice": True}
    event = build.event(**settings | plan)
    build.people(event, 8)
    round_ = build.called_round(event)
    return event, [build.again(game) for game in round_.games.order_by("pk")]


def at_chair(game, chair):
    return next(seat.team.name for seat in game.seating if seat.chair == chair)


def boards(event):
    return {board.name: board for board in side_prizes(event, build.at(16)).boards}


def rows(board):
    return [(row.team.name, row.figure) for row in board.rows]


def test_a_loner_is_of_the_person_who_called_it_and_changes_no_score():
    event, (game, _) = euchre_night()

    build.hand(game, counting(TEN_SEVEN, loners={"N": 2, "W": 1}))

    ann, di = at_chair(game, "N"), at_chair(game, "W")
    assert rows(boards(event)["Loners"]) == [(ann, "2 loners"), (di, "1 loner")]
    assert build.points(game) == (10, 7)
    assert f"Loners: {ann} (2), {di} (1)." in event.log.get(action="hand.recorded").words
    assert integrity(event) == []


def test_a_correction_changes_what_was_counted_and_a_struck_hand_counts_nothing():
    event, (game, _) = euchre_night()
    hand = build.hand(game, counting(TEN_SEVEN, loners={"N": 2}))
    by = build.organizer(event)

    other = counting(TEN_SEVEN, loners={"S": 1})
    new = correct_hand(hand=hand, hand_id=uuid4(), facts=other, reason="Misread", by=by, at=build.at(15, 30))

    assert rows(boards(event)["Loners"]) == [(at_chair(game, "S"), "1 loner")]
    strike_hand(hand=new, hand_id=uuid4(), reason="Wrong table", by=by, at=build.at(15, 31))
    assert rows(boards(event)["Loners"]) == []
    assert integrity(event) == []


def test_first_place_wins_no_side_prize_and_the_board_says_so():
    event, (one, other) = euchre_night(side_prizes=[LONERS.as_json()])
    build.hand(one, counting(HandFacts(total_points={"NS": 20, "EW": 1}), loners={"N": 5}))
    build.hand(other, counting(TEN_SEVEN, loners={"E": 4}))

    board = boards(event)["Loner pot"]

    first, second = at_chair(one, "N"), at_chair(other, "E")
    assert (board.goes_to, board.figure) == (second, "4 loners")
    assert board.why == (f"First place wins no side prize, so it goes to {second}, not to {first}.",)


def test_two_reports_that_count_differently_wait_for_a_referee():
    event = build.event(game="euchre-card", results_by="totals", hands_from="teams")
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    for side, facts in (("NS", counting(TEN_SEVEN, loners={"NS": 1})), ("EW", TEN_SEVEN)):
        report_hand(
            report_id=uuid4(), game=game, facts=facts, sequence=1, by=Actor(game.team(side).badge, "phone"),
            at=build.at(15, 20),
        )  # fmt: skip

    assert not Hand.objects.exists()


def test_bostons_sets_and_the_high_game_come_from_the_hands():
    prizes = [
        SidePrize(name="Boston pot", decides=BOSTONS),
        SidePrize(name="Setters", decides=SETS),
        SidePrize(name="High game", decides=HIGH_GAME),
    ]
    event = build.event(side_prizes=[prize.as_json() for prize in prizes], is_practice=True)
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    build.hand(game, build.BOSTON, at=build.at(15, 10))
    build.hand(game, build.FOUR_SET, at=build.at(15, 20))
    assert rows(boards(event)["High game"]) == []

    build.hand(game, build.FOUR_MADE, at=build.at(15, 30))

    assert rows(boards(event)["Boston pot"]) == [("Kitty Katz", "1 Boston")]
    assert rows(boards(event)["Setters"]) == [("Boston Bound", "1 bid set")]
    assert boards(event)["High game"].goes_to == "Kitty Katz"


def test_a_total_counts_and_not_what_was_counted_in_hands_before_it():
    event = build.event(results_by="either", counters=["Loners"])
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    build.hand(game, counting(build.FOUR_MADE, loners={"NS": 1}), at=build.at(15, 10))
    assert rows(boards(event)["Loners"]) == [("Kitty Katz", "1 loner")]

    total = HandFacts(total_hands={"NS": 3, "EW": 0}, total_points={"NS": 12, "EW": 0})
    build.hand(game, counting(total, loners={"EW": 2}), at=build.at(15, 40))

    assert rows(boards(event)["Loners"]) == [("Boston Bound", "2 loners")]
    assert integrity(event) == []


def test_ten_bags_cost_a_hundred_points_where_the_house_adds_them():
    bags = {"counter_points": -100, "counter_each": 10}
    event = build.event(game="spades-card", results_by="totals", house_rules=bags)
    game = build.game_between(event, "Kitty Katz", "Boston Bound")

    hand = build.hand(
        game, counting(HandFacts(total_points={"NS": 520, "EW": 450}), bags={"NS": 13, "EW": 9})
    )

    assert build.points(game) == (420, 450)
    assert hand.winner_side == "EW"
    assert integrity(event) == []


def test_a_counter_that_was_counted_stays_and_another_can_come():
    event = build.event(game="score-card", results_by="totals", counters=["Loners"])
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    build.hand(game, counting(TEN_SEVEN, loners={"NS": 1}))
    event.refresh_from_db()
    by, plan = build.organizer(event), plan_of(event)

    with pytest.raises(Refused, match="Loners were counted already"):
        change_event(event=event, plan=plan.with_(counters=["Sets"]), by=by, at=build.at(16))

    changed = change_event(event=event, plan=plan.with_(counters=["Loners", "Sets"]), by=by, at=build.at(16))
    assert changed.counters == ["Loners", "Sets"]


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


# --- a tie that is played out --------------------------------------------------------------------------


def tied_night():
    pot = replace(LONERS, not_first=False, ties=PLAYED)
    event, (game, other) = euchre_night(side_prizes=[pot.as_json()])
    build.hand(game, counting(TEN_SEVEN, loners={"N": 2, "E": 2}))
    ann, bo = (next(seat.team for seat in game.seating if seat.chair == chair) for chair in "NE")
    return event, ann, bo, other.seating[0].team


def decide(event, team, prize="Loner pot"):
    return decide_side_prize(
        event=event, prize=prize, team=team, by=build.organizer(event), at=build.at(16, 1)
    )


def test_a_tied_side_prize_is_nobodys_until_somebody_has_won_it():
    event, ann, bo, _ = tied_night()
    board = boards(event)["Loner pot"]
    assert (board.is_tied, {team.name for team in board.winners}) == (True, {ann.name, bo.name})
    [tied] = tied_prizes(event, build.at(16))
    assert (tied.figure, tied.winner) == ("2 loners", None)

    decide(event, bo)

    board = boards(event)["Loner pot"]
    assert (board.goes_to, board.is_tied) == (bo.name, False)
    assert board.why == ("After a tie one hand or a card decided.",)
    assert event.log.get(action="side-prize.decided").words == f"{bo.name} won Loner pot after a tie."


def test_a_slip_of_the_finger_is_decided_again_and_both_stay_on_record():
    event, ann, bo, _ = tied_night()
    decide(event, bo)

    decide(event, ann)

    assert boards(event)["Loner pot"].goes_to == ann.name
    assert event.side_prize_wins.count() == 2


def test_only_who_is_tied_can_have_won_it():
    event, ann, _, stranger = tied_night()

    with pytest.raises(Refused, match="isn't tied for the Loner pot"):
        decide(event, stranger)
    with pytest.raises(Refused, match="Nobody is tied for that prize"):
        decide(event, ann, prize="High game")
