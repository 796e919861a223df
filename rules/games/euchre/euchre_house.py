"""The house rules of Bid Euchre, with partners and alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.ruleset.house import (
    BIDDING,
    BY_POINTS,
    CARDS,
    GAME,
    RENEGES,
    SCORING,
    BadHouseRule,
    HouseRule,
    choice,
    house_rules,
    number,
    race_end,
    race_hands,
    race_minutes,
    settle,
    yes_no,
)


# fmt: off
@dataclass(frozen=True, slots=True)
class EuchreHouse:
    stick_the_dealer: bool = yes_no(
        False, "Stick the Dealer: must the dealer bid when all others pass?", BIDDING, "BE-5",
        "When the first three pass, the dealer must bid at least three.",
        "When all four pass, the cards are thrown in and the next dealer deals.",
    )
    plain_six: bool = yes_no(
        False, "May six be bid plainly, the partner playing along?", BIDDING, "BE-4",
        "Six may be bid with the partner playing along; asking outranks it.",
        "Six is not bid plainly: no partner plays along for all the tricks.",
        only_if={"double_deck": (False,)},
    )
    ask_and_moon: bool = yes_no(
        True, "May a player ask for help, or shoot the moon?", BIDDING, "BE-4",
        (
            "A player may ask for help, above every number, or shoot the moon, above asking. A player who "
            "asks swaps a card for the partner’s best trump; one who shoots the moon plays without help. "
            "Either way the partner sits out."
        ),
        "Nobody asks for help or shoots the moon.",
    )
    ace_no_face: bool = yes_no(
        False, "Ace No Face: may such a hand be thrown in?", BIDDING, "BE-13",
        (
            "A player with an ace and no king, queen or jack may show the hand before calling: "
            "nobody scores, and the next dealer deals."
        ),
        "A hand with an ace and no face card is played like any other.",
    )
    joker: bool = yes_no(
        False, "Is the joker played?", CARDS, "BE-14",
        "The joker is the highest trump. The dealer gets seven cards and discards one.",
        "There is no joker.",
    )
    double_deck: bool = yes_no(
        False, "Is it played with two packs?", CARDS, "BE-15",
        "Two packs, 48 cards, twelve each; of two equal cards the first played is the better.",
        "One pack of 24 cards, nine to ace, six each.",
    )
    ask_points: int = number(
        12, range(1, 101), "What do all the tricks score after asking?", SCORING, "BE-10",
        "Asking and taking every trick scores {value} points.",
        only_if={"ask_and_moon": (True,)},
    )
    moon_points: int = number(
        24, range(1, 101), "What do all the tricks score after shooting the moon?", SCORING, "BE-10",
        "Shooting the moon and taking every trick scores {value} points.",
        only_if={"ask_and_moon": (True,)},
    )
    failed_alone: str = choice("What does a failed ask or moon lose?", SCORING, "BE-10", {
        "tricks_bid": "A failed ask or moon loses the number of tricks it promised.",
        "full": "A failed ask or moon loses as much as it would have won.",
    }, only_if={"ask_and_moon": (True,)})
    game_end: str = race_end(GAME, "BE-18")
    hands_in_game: int = race_hands(GAME, "BE-18")
    minutes_in_game: int = race_minutes(GAME, "BE-18")
    points_to_win: int = number(
        32, range(1, 201), "How many points win the game?", GAME, "BE-12",
        {
            1: "The first team with a point wins; of two the higher; if tied, play on.",
            None: "The first team with {value} points wins; of two the higher; if tied, play on.",
        },
        only_if=BY_POINTS,
    )
    defenders_may_win: bool = yes_no(
        True, "May a team go out on the other team’s made bid?", GAME, "BE-12",
        "A team may go out with the tricks it took against a made bid.",
        "A team cannot go out on a hand on which the others made their bid.",
        only_if=BY_POINTS,
    )
    renege_points: int = number(
        2, range(13), "How many points does a renege cost?", RENEGES, "BE-11",
        {
            0: "A renege costs no points; the referee decides.",
            None: "A renege costs the offending team {value} points.",
        },
    )
    renege_ends_hand: bool = yes_no(
        False, "Does a renege end the hand?", RENEGES, "BE-11",
        "A renege ends the hand; nothing else of it is scored.",
        "After a renege the hand is played on and scored as played.",
    )

    @property
    def tricks(self) -> int:
        return 12 if self.double_deck else 6

    @property
    def highest(self) -> int:
        return 12 if self.double_deck else 6 if self.plain_six else 5


@dataclass(frozen=True, slots=True)
class SoloHouse:
    min_bid: int = number(
        1, range(1, 5), "What is the lowest bid?", BIDDING, "S-3",
        "The lowest bid is {value} tricks.",
    )
    stick_the_dealer: bool = yes_no(
        True, "Stick the Dealer: must the dealer bid when all others pass?", BIDDING, "S-4",
        "When all others pass, the dealer must bid.",
        "When all four pass, the cards are thrown in and the next dealer deals.",
    )
    bid_trick_points: int = number(
        10, range(1, 51), "What is each trick bid worth?", SCORING, "S-6",
        {
            1: "A made bid scores one point for each trick bid; a set bid loses one for each.",
            None: "A made bid scores {value} points for each trick bid; a set bid loses {value} for each.",
        },
    )
    overtrick_points: int = number(
        1, range(51), "What is each trick beyond a made bid worth?", SCORING, "S-6",
        {
            0: "A trick beyond the bid scores nothing.",
            None: "Each trick beyond the bid scores {value} points more.",
        },
    )
    other_trick_points: int = number(
        5, range(51), "What is a trick worth to somebody who didn’t win the bidding?", SCORING, "S-8",
        {
            0: "Nobody but the bidder scores.",
            None: "Everybody else scores {value} points for each trick taken.",
        },
    )
    game_end: str = race_end(GAME, "S-13")
    hands_in_game: int = race_hands(GAME, "S-13")
    minutes_in_game: int = race_minutes(GAME, "S-13")
    points_to_win: int = number(
        50, range(1, 501), "How many points win the game?", GAME, "S-9",
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
        only_if=BY_POINTS,
    )
    renege_points: int = number(
        0, range(51), "How many points does a renege cost?", RENEGES, "S-10",
        {
            0: "A renege has no price: the referee decides what it costs.",
            None: "A renege costs the player {value} points; the referee may decide on more.",
        },
    )
# fmt: on


EUCHRE_REPORTED: Final = frozenset(
    {"bidder", "bid", "tricks", "reneges", "trump", "dealer", "bidder_seat", "calls", "forfeited_by"}
)
"""The fields of a hand's report, in pairs or with everybody alone."""
BID_EUCHRE_HOUSE: Final[tuple[HouseRule, ...]] = house_rules(EuchreHouse)
SOLO_EUCHRE_HOUSE: Final[tuple[HouseRule, ...]] = house_rules(SoloHouse)


def settle_bid_euchre(house: Mapping[str, object]) -> EuchreHouse:
    """The values of all house rules. In double deck nobody asks or shoots the moon, unless the event says so.

    :raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other.
    """
    settled = settle(EuchreHouse, BID_EUCHRE_HOUSE, house)
    if not settled.double_deck:
        return settled
    if settled.joker:
        raise BadHouseRule("joker", "The joker is played with one pack, not with two.")
    return settled if "ask_and_moon" in house else replace(settled, ask_and_moon=False)
