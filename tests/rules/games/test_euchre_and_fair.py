"""Both Bid Euchres, Bid Fair and Cutthroat: a hand's score, and when a game is over."""

from random import Random

import pytest

from rules.games import find_ruleset
from rules.games.bid_fair import possible_points
from rules.games.hands import GameAlreadyOver, ImpossibleHand
from rules.games.ruleset import is_clocked
from rules.replay.card_table import card_table


def played(game, *hands, **house):
    ruleset = find_ruleset(game, house)
    return ruleset.game([ruleset.score(hand) for hand in hands])


def euchre(bid, taken, bidder="NS", total=6, **more):
    other = "EW" if bidder == "NS" else "NS"
    return {"bidder": bidder, "bid": bid, "tricks": {bidder: taken, other: total - taken}, **more}


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


def least_books(ruleset):
    """The lowest number of books among the tiles."""
    return next(question.tiles[0].value for question in ruleset.entry if question.field == "books")


def test_without_a_kitty_three_are_dealt_all_54_cards_for_eighteen_tricks():
    table = card_table("cutthroat-bid-whist", {"kitty": False})
    dealt = table.deal("W", Random(1))

    assert (len(table.pack), table.kitty, table.tricks) == (54, 0, 18)
    assert [len(cards) for _, cards in dealt.hands] == [18, 18, 18]
    assert least_books(table.ruleset) == "0"
    assert least_books(find_ruleset("cutthroat-bid-whist")) == "1"


HANDS = {
    "bid-euchre": (euchre(3, 4), euchre(3, 3, "EW"), euchre(3, 2)),
    "solo-bid-euchre": (solo(1, 2, 1, 1, 1), solo(1, 1, 2, 1, 1, bidder="E"), solo(1, 2, 1, 1, 1)),
    "bid-fair": (fair((None, "KH"), "spades", 100, 10), fair(("KH", None), "spades", 10, 100)) * 2,
}


@pytest.mark.parametrize("game", HANDS)
def test_a_game_may_be_a_number_of_hands_however_many_points_there_are(game):
    house = {"game_end": "hands_played", "points_to_win": 100, "hands_in_game": 3}
    one, two, three = (played(game, *HANDS[game][:many], **house) for many in (1, 2, 3))

    ahead = max(three.points, key=three.points.get)
    assert (one.over, two.over) == (False, False)
    assert (three.over, three.winner) == (True, ahead)
    assert three.because[0].sentence == "Three hands are played and the points decide."
    with pytest.raises(GameAlreadyOver):
        played(game, *HANDS[game][:3], HANDS[game][0], **house)


@pytest.mark.parametrize("game", HANDS)
def test_after_its_hands_a_tied_game_is_over_and_nobody_has_won_it_yet(game):
    state = played(game, *HANDS[game][:2], game_end="hands_played", hands_in_game=2)

    if game == "bid-euchre":
        house = {"game_end": "hands_played", "hands_in_game": 2}
        assert played(game, *HANDS[game][:2], defenders_may_win=False, **house) == state
        assert (state.over, state.winner, state.points) == (True, "NS", {"NS": 7, "EW": 5})
    else:
        assert (state.over, state.winner) == (True, None)
        assert state.because[0].sentence == "Two hands are played and the points are tied."


@pytest.mark.parametrize("game", HANDS)
def test_where_the_clock_ends_a_game_no_points_do(game):
    state = played(game, *(HANDS[game] * 20), game_end="clock", minutes_in_game=20)

    assert (state.over, state.winner) == (False, None)
    assert is_clocked(find_ruleset(game, {"game_end": "clock"}))
