"""Both Bid Euchres, Bid Fair and Cutthroat: when a game is over, and who has won it."""

import pytest

from rules.games import find_ruleset
from rules.games.bid_fair import possible_points
from rules.ruleset.hands import GameAlreadyOver
from tests.rules.games.playing import played


def euchre(bid, taken, bidder="NS"):
    other = "EW" if bidder == "NS" else "NS"
    return {"bidder": bidder, "bid": bid, "tricks": {bidder: taken, other: 6 - taken}}


def solo(bid, n, e, s, w, bidder="N"):
    return {"bidder": bidder, "bid": bid, "tricks": {"N": n, "E": e, "S": s, "W": w}}


def fair(bids, trump, north, south):
    laid, points = dict(zip("NS", bids, strict=True)), {"N": north, "S": south}
    return {"bids": laid, "trump": trump, "trick_points": points}


MOON, ASK = euchre("moon", 6), euchre("ask", 6)
GOES_OUT = [euchre(5, 5, "EW"), euchre(3, 3, "NS")]
ALMOST = [solo(4, 4, 1, 0, 0), solo(4, 1, 4, 0, 0, "E")]
LEVEL, AHEAD = [*ALMOST, solo(1, 1, 1, 1, 2, "S")], [*ALMOST, solo(1, 2, 1, 1, 1, "S")]
FAIR = fair((None, "KH"), "spades", 100, 10)


def to(points, **house):
    return {"points_to_win": points, **house}


@pytest.mark.parametrize(
    ("game", "hands", "house", "winner", "points"),
    [
        pytest.param("bid-euchre", [MOON], {}, None, [24, 0], id="below 32"),
        pytest.param("bid-euchre", [MOON, ASK], {}, "NS", [36, 0], id="past 32"),
        pytest.param("bid-euchre", [euchre(3, 3), euchre(3, 4)], to(5), "NS", [7, 5], id="the higher wins"),
        pytest.param("bid-euchre", [euchre(3, 3)], to(3), None, [3, 3], id="another hand after a tie"),
        pytest.param("bid-euchre", GOES_OUT, to(8), "EW", [4, 8], id="out on a bid that the others made"),
        pytest.param("bid-euchre", GOES_OUT, to(8, defenders_may_win=False), None, [4, 8], id="forbidden"),
        pytest.param("solo-bid-euchre", LEVEL, {}, None, [50, 50, 10, 10], id="two at 50"),
        pytest.param("solo-bid-euchre", AHEAD, {}, "N", [55, 50, 10, 5], id="the highest of two past 50"),
        pytest.param("bid-fair", [FAIR], to(190), None, [190, 50], id="at the points"),
        pytest.param("bid-fair", [FAIR], to(190, past_target="at_least"), "N", [190, 50], id="at least"),
        pytest.param("bid-fair", [FAIR], to(189), "N", [190, 50], id="past the points"),
    ],
)
def test_who_has_most_wins_once_there_are_enough_points(game, hands, house, winner, points):
    state = played(game, *hands, **house)

    assert (state.over, state.winner, list(state.points.values())) == (winner is not None, winner, points)


def test_the_points_of_fourteen_cards_are_those_the_rulebook_lists():
    together = {north + south for north, south in possible_points(4, 4)}

    assert together == {
        *(100, 101, 102, 103, 104),
        *(109, 110, 111, 112, 113),
        *(118, 119, 120, 121, 122),
        *(127, 128, 129, 130, 131),
        *(136, 137, 138, 139, 140),
    }


def test_a_cutthroat_bidder_without_a_kitty_may_have_no_book():
    entries = [find_ruleset("cutthroat-bid-whist", {"kitty": kitty}).entry for kitty in (True, False)]

    books = [next(question for question in entry if question.field == "books") for entry in entries]
    assert [question.tiles[0].value for question in books] == ["1", "0"]


HANDS = {
    "bid-euchre": (euchre(3, 4), euchre(3, 3, "EW"), euchre(3, 2)),
    "solo-bid-euchre": (solo(1, 2, 1, 1, 1), solo(1, 1, 2, 1, 1, "E"), solo(1, 2, 1, 1, 1)),
    "bid-fair": (FAIR, fair(("KH", None), "spades", 10, 100), FAIR),
}


@pytest.mark.parametrize("game", HANDS)
def test_a_game_may_be_a_number_of_hands_however_many_points_there_are(game):
    house = {"game_end": "hands_played", "points_to_win": 100, "hands_in_game": 3}

    one, two, three = (played(game, *HANDS[game][:many], **house) for many in (1, 2, 3))

    assert (one.over, two.over, three.over) == (False, False, True)
    assert three.winner == max(three.points, key=three.points.get)
    assert three.because[0].sentence == "Three hands are played and the points decide."
    with pytest.raises(GameAlreadyOver):
        played(game, *HANDS[game], HANDS[game][0], **house)


@pytest.mark.parametrize("game", ["solo-bid-euchre", "bid-fair"])
def test_after_its_hands_a_tied_game_is_over_and_nobody_has_won_it_yet(game):
    state = played(game, *HANDS[game][:2], game_end="hands_played", hands_in_game=2)

    assert (state.over, state.winner) == (True, None)
    assert state.because[0].sentence == "Two hands are played and the points are tied."


def test_after_its_hands_the_points_win_a_game_for_any_last_bidder():
    house = {"game_end": "hands_played", "hands_in_game": 2, "defenders_may_win": False}

    state = played("bid-euchre", *HANDS["bid-euchre"][:2], **house)

    assert (state.over, state.winner, state.points) == (True, "NS", {"NS": 7, "EW": 5})


@pytest.mark.parametrize("game", HANDS)
def test_where_the_clock_ends_a_game_no_points_do(game):
    state = played(game, *(HANDS[game] * 20), game_end="clock", minutes_in_game=20)

    assert (state.over, state.winner) == (False, None)
    assert find_ruleset(game, {"game_end": "clock"}).ends.is_clocked
