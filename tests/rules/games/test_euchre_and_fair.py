"""Both Bid Euchres, Bid Fair and Cutthroat: what a hand scores, and when a game is over."""

from random import Random

import pytest

from rules.games import BadHouseRule, find_ruleset
from rules.games.bid_fair import possible_points
from rules.games.card_table import card_table
from rules.games.hands import ImpossibleHand


def scored(game, hand, **house):
    return find_ruleset(game, house).score(hand)


def played(game, *hands, **house):
    ruleset = find_ruleset(game, house)
    return ruleset.game([ruleset.score(hand) for hand in hands])


def euchre(bid, taken, bidder="NS", total=6, **more):
    other = "EW" if bidder == "NS" else "NS"
    return {"bidder": bidder, "bid": bid, "tricks": {bidder: taken, other: total - taken}, **more}


@pytest.mark.parametrize(
    ("hand", "house", "points"),
    [
        pytest.param(euchre(3, 4), {}, (4, 2), id="made: a point a trick"),
        pytest.param(euchre(5, 4), {}, (-5, 2), id="set: minus the bid"),
        pytest.param(euchre("ask", 6), {}, (12, 0), id="asked and made"),
        pytest.param(euchre("moon", 6), {}, (24, 0), id="the moon"),
        pytest.param(euchre("moon", 5), {}, (-6, 1), id="a failed moon loses six"),
        pytest.param(euchre("ask", 5), {"failed_alone": "full"}, (-12, 1), id="a failed ask loses twelve"),
        pytest.param(euchre("moon", 5), {"failed_alone": "full"}, (-24, 1), id="a failed moon loses 24"),
        pytest.param(euchre("moon", 6), {"moon_points": 18}, (18, 0), id="a cheaper moon"),
        pytest.param(euchre("ask", 6), {"ask_points": 10}, (10, 0), id="a cheaper ask"),
        pytest.param(euchre(6, 6), {"plain_six": True}, (6, 0), id="a plain six"),
        pytest.param(euchre(4, 4, reneges=["EW"]), {}, (4, 0), id="the others reneged"),
        pytest.param(euchre(4, 4, reneges=["NS", "EW", "NS"]), {}, (0, 0), id="three reneges"),
        pytest.param(euchre(4, 4, reneges=["NS"]), {"renege_points": 4}, (0, 2), id="a dearer renege"),
        pytest.param(
            euchre(4, 4, reneges=["NS"]), {"renege_ends_hand": True}, (-2, 0), id="a renege that ends it"
        ),
        pytest.param(euchre(9, 10, total=12), {"double_deck": True}, (10, 2), id="double deck"),
        pytest.param(euchre(9, 8, total=12), {"double_deck": True}, (-9, 4), id="a set in double deck"),
        pytest.param({"forfeited_by": "EW"}, {}, (0, 0), id="a forfeit"),
    ],
)
def test_bid_euchre_scores_tricks(hand, house, points):
    score = scored("bid-euchre", hand, **house)

    assert score.points == {"NS": points[0], "EW": points[1]}


def test_a_hand_ended_by_a_renege_needs_no_tricks():
    score = scored("bid-euchre", {"bidder": "NS", "bid": 4, "reneges": ["EW"]}, renege_ends_hand=True)

    assert score.points == {"NS": 0, "EW": -2}


@pytest.mark.parametrize(
    ("hand", "house", "field"),
    [
        pytest.param(euchre(6, 6), {}, "bid", id="no plain six"),
        pytest.param(euchre(2, 6), {}, "bid", id="two is too low"),
        pytest.param(euchre("3", 6), {}, "bid", id="a number is no word"),
        pytest.param(euchre(True, 6), {}, "bid", id="true is no number"),
        pytest.param(
            euchre("ask", 12, total=12), {"double_deck": True}, "bid", id="no asking in double deck"
        ),
        pytest.param(euchre("moon", 6), {"ask_and_moon": False}, "bid", id="no moon in this house"),
        pytest.param(euchre(3, 4, total=7), {}, "tricks", id="seven tricks"),
        pytest.param({"bidder": "NS", "bid": 3, "tricks": {"NS": 6}}, {}, "tricks", id="a side left out"),
        pytest.param(euchre(3, 4, reneges="NS"), {}, "reneges", id="reneges are a list"),
        pytest.param(euchre(3, 4, books=4), {}, "books", id="euchre knows no books"),
        pytest.param(euchre(3, 4, trump="red"), {}, "trump", id="red is no suit"),
    ],
)
def test_bid_euchre_refuses_what_cannot_have_happened(hand, house, field):
    with pytest.raises(ImpossibleHand) as impossible:
        scored("bid-euchre", hand, **house)

    assert [error.field for error in impossible.value.errors] == [field]


def test_double_deck_asks_and_moons_only_where_the_house_says_so():
    score = scored("bid-euchre", euchre("moon", 12, total=12), double_deck=True, ask_and_moon=True)

    assert score.points == {"NS": 24, "EW": 0}


def test_the_joker_is_not_played_in_double_deck():
    with pytest.raises(BadHouseRule, match="one pack"):
        find_ruleset("bid-euchre", {"joker": True, "double_deck": True})


def test_bid_euchre_is_won_at_32():
    moon = euchre("moon", 6)

    assert played("bid-euchre", moon).over is False
    assert played("bid-euchre", moon, euchre("ask", 6)).winner == "NS"


def test_the_higher_of_two_teams_past_32_wins():
    state = played("bid-euchre", euchre(3, 3), euchre(3, 4), points_to_win=5)

    assert (state.over, state.winner, state.points) == (True, "NS", {"NS": 7, "EW": 5})


def test_level_at_32_another_hand_is_played():
    state = played("bid-euchre", euchre(3, 3), points_to_win=3)

    assert (state.over, state.winner) == (False, None)


def test_a_house_may_forbid_going_out_on_a_made_bid():
    hands = [euchre(5, 5, "EW"), euchre(3, 3, "NS")]

    allowed = played("bid-euchre", *hands, points_to_win=8)
    forbidden = played("bid-euchre", *hands, points_to_win=8, defenders_may_win=False)

    assert (allowed.over, allowed.winner, allowed.points) == (True, "EW", {"NS": 4, "EW": 8})
    assert (forbidden.over, forbidden.winner, forbidden.points) == (False, None, {"NS": 4, "EW": 8})


def solo(bid, *tricks, bidder="N", **more):
    return {"bidder": bidder, "bid": bid, "tricks": dict(zip("NESW", tricks, strict=True)), **more}


@pytest.mark.parametrize(
    ("hand", "house", "points"),
    [
        pytest.param(solo(3, 4, 1, 0, 0), {}, (31, 5, 0, 0), id="made with an overtrick"),
        pytest.param(solo(3, 2, 2, 1, 0), {}, (-30, 10, 5, 0), id="set"),
        pytest.param(solo(5, 5, 0, 0, 0), {}, (50, 0, 0, 0), id="all five"),
        pytest.param(solo(1, 0, 0, 0, 5), {}, (-10, 0, 0, 25), id="set on one"),
        pytest.param(solo(2, 2, 1, 1, 1, bidder="E"), {}, (10, -20, 5, 5), id="the bidder sits East"),
        pytest.param(solo(3, 4, 1, 0, 0, reneges=["E"]), {}, (31, 5, 0, 0), id="the referee decides"),
        pytest.param(
            solo(3, 4, 1, 0, 0, reneges=["E"]), {"renege_points": 10}, (31, -5, 0, 0), id="a priced renege"
        ),
        pytest.param({"forfeited_by": "W"}, {}, (0, 0, 0, 0), id="a forfeit"),
        pytest.param(solo(3, 4, 1, 0, 0), {"bid_trick_points": 7}, (22, 5, 0, 0), id="seven for a trick bid"),
        pytest.param(solo(3, 2, 2, 1, 0), {"bid_trick_points": 7}, (-21, 10, 5, 0), id="set for seven"),
        pytest.param(
            solo(3, 5, 0, 0, 0), {"overtrick_points": 3}, (36, 0, 0, 0), id="three for an overtrick"
        ),
        pytest.param(solo(3, 4, 1, 0, 0), {"other_trick_points": 0}, (31, 0, 0, 0), id="the bidder alone"),
    ],
)
def test_solo_bid_euchre_scores_tens_and_fives(hand, house, points):
    score = scored("solo-bid-euchre", hand, **house)

    assert tuple(score.points[seat] for seat in "NESW") == points


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({}, ["The bid is made: 30 and 1 for one overtrick, 31 points.", "five points a trick."]),
        (
            {"bid_trick_points": 7, "overtrick_points": 2, "other_trick_points": 0},
            ["The bid is made: 21 and 2 for one overtrick, 23 points.", "Nobody but the bidder scores."],
        ),
    ],
    ids=["the source", "another house"],
)
def test_the_reasons_of_solo_bid_euchre_have_the_houses_figures(house, said):
    because = scored("solo-bid-euchre", solo(3, 4, 1, 0, 0), **house).because

    assert [reason.sentence.removeprefix("Everybody else scores ") for reason in because[1:]] == said


ALL_PASS = ["pass"] * 4


@pytest.mark.parametrize(
    ("house", "calls", "bid", "refused"),
    [
        pytest.param({}, ["pass", "pass", "pass", "1"], 1, None, id="the dealer had to"),
        pytest.param({}, ALL_PASS, 1, "The dealer must bid", id="the dealer may not pass"),
        pytest.param({"stick_the_dealer": False}, ALL_PASS, 1, "Everybody passed", id="thrown in"),
        pytest.param({"min_bid": 2}, None, 1, "2 to 5", id="one is too low"),
        pytest.param({"min_bid": 2}, ["2", *["pass"] * 3], 2, None, id="two is the lowest"),
    ],
)
def test_the_bidding_of_solo_bid_euchre_goes_by_the_houses_rules(house, calls, bid, refused):
    report = solo(bid, 3, 2, 0, 0, bidder="W" if calls and calls[0] == "pass" else "N")
    report |= {} if calls is None else {"calls": calls, "dealer": "W"}
    ruleset = find_ruleset("solo-bid-euchre", house)

    if refused is None:
        assert ruleset.score(report).because
    else:
        with pytest.raises(ImpossibleHand, match=refused):
            ruleset.score(report)


def test_the_highest_of_several_past_fifty_wins():
    almost = [solo(4, 4, 1, 0, 0), solo(4, 1, 4, 0, 0, bidder="E")]

    state = played("solo-bid-euchre", *almost, solo(1, 1, 1, 1, 2, bidder="S"))

    assert (state.winner, state.points) == (None, {"N": 50, "E": 50, "S": 10, "W": 10})
    assert played("solo-bid-euchre", *almost, solo(1, 2, 1, 1, 1, bidder="S")).winner == "N"


def fair(bids, trump, north, south, **more):
    return {
        "bids": dict(zip("NS", bids, strict=True)),
        "trump": trump,
        "trick_points": {"N": north, "S": south},
        **more,
    }


@pytest.mark.parametrize(
    ("hand", "house", "points"),
    [
        pytest.param(fair((None, "KH"), "spades", 88, 31), {}, (145, 71), id="kept at the one bid's value"),
        pytest.param(fair((None, "KH"), "hearts", 88, 31), {}, (145, 111), id="the suit pays either player"),
        pytest.param(
            fair((None, "KH"), "hearts", 88, 31),
            {"bonus_counts_suit": True},
            (105, 111),
            id="bonus with suit",
        ),
        pytest.param(fair(("TC", "QD"), "hearts", 70, 50), {}, (110, 90), id="both bid: doubled"),
        pytest.param(fair(("10C", "QD"), "hearts", 49, 70), {}, (49, 70), id="missed"),
        pytest.param(fair((None, "9D"), "hearts", 40, 70), {}, (40, 70), id="kept but behind"),
        pytest.param(fair((None, "JD"), "diamonds", 60, 60), {}, (60, 100), id="level in tricks"),
        pytest.param(fair((None, None), "clubs", 80, 40), {}, (80, 40), id="no contract"),
        pytest.param({"forfeited_by": "N"}, {}, (0, 0), id="a forfeit"),
    ],
)
def test_bid_fair_scores_the_contract(hand, house, points):
    score = scored("bid-fair", hand, **house)

    assert (score.points["N"], score.points["S"]) == points


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        pytest.param(fair((None, "KH"), "spades", 100, 50), "trick_points", id="150 in all"),
        pytest.param(fair((None, "KH"), "spades", 60, 45), "trick_points", id="105 in all"),
        pytest.param(fair((None, "KH"), "spades", 1, 119), "trick_points", id="a trick of one point"),
        pytest.param(
            fair((None, "AH"), "spades", 60, 40), "trick_points", id="four aces and one of them bid"
        ),
        pytest.param(fair(("KS", "KH"), "spades", 88, 31), "bids", id="equal bids"),
        pytest.param(fair((None, "8H"), "spades", 88, 31), "bids", id="an eight"),
        pytest.param(fair((None, "BJ"), "spades", 88, 31), "bids", id="a joker"),
        pytest.param(fair((None, "KH"), "red", 88, 31), "trump", id="red is no suit"),
        pytest.param(fair((None, "KH"), "spades", 88, 31, dealer="E"), "dealer", id="nobody sits East"),
        pytest.param(fair((None, "KH"), "spades", True, 31), "trick_points", id="true is no number"),
    ],
)
def test_bid_fair_refuses_what_cannot_have_happened(hand, field):
    with pytest.raises(ImpossibleHand) as impossible:
        scored("bid-fair", hand)

    assert [error.field for error in impossible.value.errors] == [field]


def test_the_points_of_fourteen_cards_are_those_the_rulebook_lists():
    together = {north + south for north, south in possible_points(4, 4)}

    assert together == {
        *(100, 101, 102, 103, 104),
        *(109, 110, 111, 112, 113),
        *(118, 119, 120, 121, 122),
        *(127, 128, 129, 130, 131),
        *(136, 137, 138, 139, 140),
    }


def test_bid_fair_is_won_past_its_points_and_not_at_them():
    hand = fair((None, "KH"), "spades", 100, 10)  # 190 and 50

    assert played("bid-fair", hand, points_to_win=190).over is False
    assert played("bid-fair", hand, points_to_win=190, past_target="at_least").winner == "N"
    assert played("bid-fair", hand, points_to_win=189).winner == "N"


def cutthroat(books, **more):
    return {"bidder": "W", "level": 9, "strain": "no_trump", "books": books, **more}


@pytest.mark.parametrize(
    ("hand", "house", "points"),
    [
        pytest.param(cutthroat(10), {}, 10, id="made: the books taken"),
        pytest.param(cutthroat(8), {}, -9, id="set: minus the bid"),
        pytest.param(cutthroat(10), {"double_no_trump": True}, 20, id="doubled"),
        pytest.param(cutthroat(10, reneges=["W"]), {}, -9, id="the bidder reneged"),
        pytest.param(cutthroat(8, reneges=["N"]), {}, 11, id="an opponent reneged"),
        pytest.param(cutthroat(8, reneges=["N"]), {"renege_books": 1}, 9, id="a cheaper renege"),
        pytest.param(cutthroat(18, reneges=["N"]), {}, 18, id="no more than eighteen"),
        pytest.param(cutthroat(10), {"kitty": False}, 10, id="without a kitty: the books taken"),
        pytest.param(cutthroat(0), {"kitty": False}, -9, id="without a kitty: set with none"),
    ],
)
def test_cutthroat_scores_the_bidder_alone(hand, house, points):
    score = scored("cutthroat-bid-whist", hand, **house)

    assert score.points == {"N": 0, "E": 0, "W": points}


@pytest.mark.parametrize(
    ("house", "hand"),
    [
        pytest.param({}, cutthroat(0), id="the kitty is a book"),
        pytest.param({"kitty": False}, cutthroat(9, discards="2C 3C 4C"), id="nothing to discard"),
    ],
)
def test_the_kitty_says_what_cannot_be_in_cutthroat(house, hand):
    with pytest.raises(ImpossibleHand):
        scored("cutthroat-bid-whist", hand, **house)


def least_books(ruleset):
    """The fewest books that can be tapped."""
    return next(question.tiles[0].value for question in ruleset.entry if question.field == "books")


def test_without_a_kitty_three_are_dealt_all_54_cards_for_eighteen_tricks():
    table = card_table("cutthroat-bid-whist", {"kitty": False})
    dealt = table.deal("W", Random(1))

    assert (len(table.pack), table.kitty, table.tricks) == (54, 0, 18)
    assert [len(cards) for _, cards in dealt.hands] == [18, 18, 18]
    assert least_books(table.ruleset) == "0"
    assert least_books(find_ruleset("cutthroat-bid-whist")) == "1"


def test_cutthroat_is_won_at_thirty():
    state = played("cutthroat-bid-whist", *[cutthroat(10)] * 3)

    assert (state.over, state.winner) == (True, "W")
