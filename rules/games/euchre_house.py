"""The house rules of Bid Euchre, with partners and alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.games.ruleset import BadHouseRule, HouseRule, settle

BIDDING: Final = "The bidding"
CARDS: Final = "The cards"
SCORING: Final = "Counting a hand"
GAME: Final = "Winning the game"
RENEGES: Final = "Reneges"

YES_NO: Final = (True, False)

BID_EUCHRE_HOUSE: Final = (
    HouseRule(
        "stick_the_dealer",
        "yes_no",
        False,
        YES_NO,
        "Stick the Dealer: must the dealer bid when all others pass?",
        "BE-5",
        BIDDING,
        {
            True: "When the first three pass, the dealer must bid at least three.",
            False: "When all four pass, the cards are thrown in and the next dealer deals.",
        },
    ),
    HouseRule(
        "plain_six",
        "yes_no",
        False,
        YES_NO,
        "May six be bid plainly, the partner playing along?",
        "BE-4",
        BIDDING,
        {
            True: "Six may be bid with the partner playing along; asking outranks it.",
            False: "Six is not bid plainly: no partner plays along for all the tricks.",
        },
        only_if=(("double_deck", (False,)),),
    ),
    HouseRule(
        "ask_and_moon",
        "yes_no",
        True,
        YES_NO,
        "May a player ask for help, or shoot the moon?",
        "BE-4",
        BIDDING,
        {
            True: (
                "A player may ask for help, above every number, or shoot the moon, above asking. Who asks "
                "swaps a card for the partner's best trump; who shoots the moon plays without help. Either "
                "way the partner sits out."
            ),
            False: "Nobody asks for help or shoots the moon.",
        },
    ),
    HouseRule(
        "ace_no_face",
        "yes_no",
        False,
        YES_NO,
        "Ace No Face: may such a hand be thrown in?",
        "BE-13",
        BIDDING,
        {
            True: (
                "Who is dealt an ace and no king, queen or jack may show the hand before calling: "
                "nobody scores, and the next dealer deals."
            ),
            False: "A hand with an ace and no face card is played like any other.",
        },
    ),
    HouseRule(
        "joker",
        "yes_no",
        False,
        YES_NO,
        "Is the joker played?",
        "BE-14",
        CARDS,
        {
            True: ("The joker is the highest trump. The dealer gets seven cards and discards one."),
            False: "There is no joker.",
        },
    ),
    HouseRule(
        "double_deck",
        "yes_no",
        False,
        YES_NO,
        "Is it played with two packs?",
        "BE-15",
        CARDS,
        {
            True: "Two packs, 48 cards, twelve each; of two equal cards the first played is the better.",
            False: "One pack of 24 cards, nine to ace, six each.",
        },
    ),
    HouseRule(
        "ask_points",
        "number",
        12,
        range(1, 101),
        "What do all the tricks score after asking?",
        "BE-10",
        SCORING,
        {
            1: "Asking and taking every trick scores one point.",
            None: "Asking and taking every trick scores {value} points.",
        },
        only_if=(("ask_and_moon", (True,)),),
    ),
    HouseRule(
        "moon_points",
        "number",
        24,
        range(1, 101),
        "What do all the tricks score after shooting the moon?",
        "BE-10",
        SCORING,
        {
            1: "Shooting the moon and taking every trick scores one point.",
            None: "Shooting the moon and taking every trick scores {value} points.",
        },
        only_if=(("ask_and_moon", (True,)),),
    ),
    HouseRule(
        "failed_alone",
        "choice",
        "tricks_bid",
        ("tricks_bid", "full"),
        "What does a failed ask or moon lose?",
        "BE-10",
        SCORING,
        {
            "tricks_bid": "A failed ask or moon loses the number of tricks it promised.",
            "full": "A failed ask or moon loses as much as it would have won.",
        },
        only_if=(("ask_and_moon", (True,)),),
    ),
    HouseRule(
        "points_to_win",
        "number",
        32,
        range(1, 201),
        "How many points win the game?",
        "BE-12",
        GAME,
        {
            1: "The first team with a point wins; of two the higher; if level, play on.",
            None: "The first team with {value} points wins; of two the higher; if level, play on.",
        },
    ),
    HouseRule(
        "defenders_may_win",
        "yes_no",
        True,
        YES_NO,
        "May a team go out on the other team's made bid?",
        "BE-12",
        GAME,
        {
            True: "A team may go out with the tricks it took against a made bid.",
            False: "A team cannot go out on a hand on which the others made their bid.",
        },
    ),
    HouseRule(
        "renege_points",
        "number",
        2,
        range(13),
        "How many points does a renege cost?",
        "BE-11",
        RENEGES,
        {
            0: "A renege costs no points; the referee decides.",
            1: "A renege costs the offending team one point.",
            None: "A renege costs the offending team {value} points.",
        },
    ),
    HouseRule(
        "renege_ends_hand",
        "yes_no",
        False,
        YES_NO,
        "Does a renege end the hand?",
        "BE-11",
        RENEGES,
        {
            True: "A renege ends the hand; nothing else of it is scored.",
            False: "After a renege the hand is played on and scored as played.",
        },
    ),
)

SOLO_EUCHRE_HOUSE: Final = (
    HouseRule(
        "min_bid",
        "number",
        1,
        range(1, 5),
        "What is the lowest bid?",
        "S-3",
        BIDDING,
        {1: "The lowest bid is one trick.", None: "The lowest bid is {value} tricks."},
    ),
    HouseRule(
        "stick_the_dealer",
        "yes_no",
        True,
        YES_NO,
        "Stick the Dealer: must the dealer bid when all others pass?",
        "S-4",
        BIDDING,
        {
            True: "When all others pass, the dealer must bid.",
            False: "When all four pass, the cards are thrown in and the next dealer deals.",
        },
    ),
    HouseRule(
        "bid_trick_points",
        "number",
        10,
        range(1, 51),
        "What is each trick bid worth?",
        "S-6",
        SCORING,
        {
            1: "A made bid scores one point for each trick bid; a set bid loses one for each.",
            None: "A made bid scores {value} points for each trick bid; a set bid loses {value} for each.",
        },
    ),
    HouseRule(
        "overtrick_points",
        "number",
        1,
        range(51),
        "What is each trick beyond a made bid worth?",
        "S-6",
        SCORING,
        {
            0: "A trick beyond the bid scores nothing.",
            1: "Each trick beyond the bid scores one point more.",
            None: "Each trick beyond the bid scores {value} points more.",
        },
    ),
    HouseRule(
        "other_trick_points",
        "number",
        5,
        range(51),
        "What is a trick worth to somebody who didn't win the bidding?",
        "S-8",
        SCORING,
        {
            0: "Nobody but the bidder scores.",
            1: "Everybody else scores one point for each trick taken.",
            None: "Everybody else scores {value} points for each trick taken.",
        },
    ),
    HouseRule(
        "points_to_win",
        "number",
        50,
        range(1, 501),
        "How many points win the game?",
        "S-9",
        GAME,
        {
            1: (
                "The first player with a point wins; of several the highest. "
                "If they tie at the top, all play on."
            ),
            None: (
                "The first player with {value} points wins; of several the highest. "
                "If they tie at the top, all play on."
            ),
        },
    ),
    HouseRule(
        "renege_points",
        "number",
        0,
        range(51),
        "How many points does a renege cost?",
        "S-10",
        RENEGES,
        {
            0: "A renege has no price: the referee decides what it costs.",
            1: "A renege costs the player one point, and whatever the referee decides besides.",
            None: "A renege costs the player {value} points, and whatever the referee decides besides.",
        },
    ),
)


def settle_bid_euchre(house: Mapping[str, object]) -> dict[str, object]:
    """Every house rule's value. In double deck nobody asks or shoots the moon unless the house says so.

    :raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other.
    """
    settled = settle(BID_EUCHRE_HOUSE, house)
    if settled["double_deck"]:
        settled["ask_and_moon"] = house.get("ask_and_moon", False)
        if settled["joker"]:
            raise BadHouseRule("joker", "The joker is played with one pack, not with two.")
    return settled
