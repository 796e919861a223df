"""The house rules of the Bid Whist family, with the sentences of the rules sheet.

A rule cites its paragraph in both rulebooks, W for Bid Whist and F for Fahrenheit. The defaults are those of
plain Bid Whist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from rules.ruleset.hands import either
from rules.ruleset.house import (
    BIDDING,
    CARDS,
    DEALING,
    GAME,
    LATE,
    RENEGES,
    SCORING,
    BadHouseRule,
    HouseRule,
    choice,
    number,
    settle,
    yes_no,
)
from rules.ruleset.sheets import JOKERS_AT_NO_TRUMP, TWO_JOKERS

FORCED, FORCED_MINIMUM, THROWN_IN = "forced", "forced_minimum", "redeal_next"
"""Values of ``all_pass``."""

WITH_KITTY: Final[Mapping[str, tuple[object, ...]]] = {"kitty": (True,)}
BY_HANDS: Final[Mapping[str, tuple[object, ...]]] = {"game_end": ("hands", "either")}
BY_POINTS: Final[Mapping[str, tuple[object, ...]]] = {"game_end": ("points", "either", "points_or_hands")}
IN_BOOKS: Final[Mapping[str, tuple[object, ...]]] = {"renege_costs": ("books",)}
House = TypeVar("House", bound="WhistHouse")


# fmt: off
@dataclass(frozen=True, slots=True)
class WhistHouse:
    min_bid: int = number(
        3, (1, 2, 3, 4, 5), "What is the lowest bid?", BIDDING, "W-4 F-4",
        "The lowest bid is {value}, the highest 7. The number is books above six.",
    )
    direction_named: str = choice("When does a bidder name the direction?", BIDDING, "W-4 F-4", {
        "with_bid": "A bid is a number with its direction: four uptown, four downtown, four no trump.",
        "after": (
            "Bid a number only. The winner of the bidding then names uptown, downtown or no trump, so "
            "nothing outranks a bid of the same number."
        ),
    })
    downtown_beats_uptown: bool = yes_no(
        False, "Does downtown outrank uptown at the same number?", BIDDING, "W-5 F-5",
        "At the same number no trump outranks downtown, and downtown outranks uptown.",
        "At the same number no trump outranks both; uptown and downtown cannot outbid each other.",
        only_if={"direction_named": ("with_bid",)},
    )
    all_pass: str = choice("What happens when everybody passes?", BIDDING, "W-6 F-6", {
        "redeal_next": "When all four pass, the cards are thrown in and the next dealer deals.",
        "redeal_same": "When all four pass, the cards are thrown in and the same dealer deals again.",
        "forced": "When the first three pass, the dealer must bid: any bid will do.",
        "forced_minimum": (
            "When the first three pass, the dealer must take the lowest number: uptown, downtown or "
            "no trump."
        ),
    })
    dealer_may_match: bool = yes_no(
        False, "May the dealer take the bid by matching the highest?", BIDDING, "W-6 F-6",
        "The dealer may take the bid by matching the highest one.",
        "The dealer too must outbid the highest bid.",
        unsaid=(False,),
    )
    name_before_kitty: bool = yes_no(
        False, "Is trump named before the kitty is picked up?", DEALING, "W-7 F-7",
        "The bidder names the trump suit, or the direction of a no trump, before picking up the kitty.",
        "The bidder picks up the kitty and discards, and names the trump suit or the direction then.",
        only_if=WITH_KITTY,
    )
    kitty: bool = yes_no(
        True, "Is there a kitty?", DEALING, "W-3 F-3",
        "Twelve cards each and the rest to the kitty. The bidder takes it and discards as many.",
        (
            "There is no kitty: thirteen cards each, and the bidders start with no book. "
            "For each joker in the pack a red two stays out."
        ),
    )
    kitty_book: str = choice("Whose book are the discards?", DEALING, "W-7 F-7", {
        "bidders": "The discards are the bidders’ first book.",
        "first_trick": "The discards go to the winner of the first trick: it is worth two books.",
    }, only_if=WITH_KITTY)
    kitty_sported: bool = yes_no(
        False, "Is the kitty shown to everybody (sported)?", DEALING, "W-3 F-7",
        "The kitty is sported: turned up for all to see before the bidding.",
        "The kitty is not sported: only the bidder sees it.",
        only_if=WITH_KITTY,
    )
    jokers: int = number(
        2, (2, 1, 0), "How many jokers are in the pack?", CARDS, "W-1 F-1",
        {
            2: TWO_JOKERS,
            1: f"The joker is the highest trump. {JOKERS_AT_NO_TRUMP}",
            0: "There is no joker in the pack.",
        },
    )
    joker_swap: bool = yes_no(
        False, "At no trump, may a joker be swapped for one of the discards?", CARDS, "W-10 F-9",
        (
            "At no trump, a player with a joker may swap it, before the first lead, for one of the bidder’s "
            "discards, drawn face down."
        ),
        "At no trump a player keeps the jokers that were dealt.",
        only_if=WITH_KITTY, unsaid=(False,),
    )
    downtown_aces: str = choice("Is the ace high or low downtown?", CARDS, "W-9 F-9", {
        "good": "Downtown the ace is still the best card of its suit: A, 2, 3 and so on to the king.",
        "bad": "Downtown the ace is the worst card of its suit: 2, 3 and so on to the king, then the ace.",
        "named": "A bidder who plays downtown says with the trump suit whether aces are good or bad.",
    })
    misdeal: str = choice("Who deals again after a misdeal?", DEALING, "W-19 F-22", {
        "same_dealer": "After a misdeal the same dealer deals again.",
        "next_dealer": "After a misdeal the deal passes to the left.",
        "second_passes": "After a misdeal the same dealer deals again. A second misdeal loses the deal.",
    })
    made_points: str = choice("What does a made bid score?", SCORING, "W-11 F-10", {
        "books": "A made bid scores a point for each book above six.",
        "bid": "A made bid scores the number bid: you get what you bid, not what you make.",
    })
    set_points: str = choice("What does a set bid lose?", SCORING, "W-12 F-11", {
        "minus_bid": "A set bid loses as many points as were bid.",
        "nothing": "A set bid scores nothing and loses no points.",
        "by_game_end": (
            "A set bid scores nothing where hands win the game, and loses what was bid where points "
            "win it."
        ),
        "shortfall": "A set bid loses a point for each book it is short.",
        "to_opponents": "A set bid loses no points: the other team scores what was bid.",
    })
    seven_doubles: bool = yes_no(
        False, "Does a bid of seven count double?", SCORING, "W-11 F-10",
        "The points of a bid of seven count double, made or set.",
        "A bid of seven scores like any other.",
        unsaid=(False,),
    )
    double_no_trump: bool = yes_no(
        False, "Do points count double at no trump?", SCORING, "W-13 F-12",
        "At no trump points count double, made or set.",
        "At no trump points count as at any other bid.",
    )
    boston_points: int = number(
        7, range(1, 101), "How many points is a Boston?", SCORING, "W-14 F-13",
        "A Boston, all 13 books by the bidders, scores {value} points.",
    )
    rise_and_fly: bool = yes_no(
        False, "Rise and fly: do the points of a Boston count double?", SCORING, "W-14 F-13",
        "Rise and fly: the points of a Boston count double.",
        "The points of a Boston are not doubled.",
        unsaid=(False,),
    )
    boston_requires_bid7: bool = yes_no(
        False, "Is all 13 books a Boston only when seven was bid?", SCORING, "W-14 F-13",
        "All 13 books are a Boston only when seven was bid.",
        "All 13 books are a Boston, no matter what was bid.",
    )
    defenders_score: bool = yes_no(
        False, "Do the opponents score for books of their own above six?", SCORING, "W-12 F-10",
        "The bidders’ opponents score a point for each book of theirs above six.",
        "The bidders’ opponents score nothing for books of their own.",
    )
    game_end: str = choice("What ends a game?", GAME, "W-15 F-15", {
        "points": "The game ends when a team has enough points.",
        "hands": "The game ends when a team has won enough hands.",
        "either": "The game ends by hands won or by points: the first to be reached decides.",
        "hands_played": "The game ends after a fixed number of hands, and the points decide it.",
        "clock": "The game ends when the round’s time is up, and the leader wins it.",
        "points_or_hands": "The game ends when a team has enough points, or after a fixed number of hands: "
        "then the leader wins it.",
    })
    hands_to_win: int = number(
        3, range(1, 10), "How many hands win a game that goes by hands?", GAME, "W-15 F-15",
        {
            1: "One hand wins the game.",
            None: "First to {value} hands wins the game.",
        },
        only_if=BY_HANDS,
    )
    points_to_win: int = number(
        7, range(1, 101), "How many points win a game that goes by points?", GAME, "W-15 F-16",
        {
            1: "By points, one wins the game.",
            None: "By points, {value} win the game.",
        },
        only_if=BY_POINTS,
    )
    losing_end: str = choice("Can a team lose a game by falling below zero?", GAME, "W-15 F-16", {
        "as_far": "A team that falls as far below zero as the points that win has lost the game.",
        "own": "A team that falls far enough below zero has lost the game.",
        "none": "Nobody loses a game by falling below zero.",
    }, only_if=BY_POINTS, unsaid=("own",))
    points_to_lose: int = number(
        7, range(1, 101), "How far below zero is the game lost?", GAME, "W-15 F-16",
        "A team at minus {value} has lost the game.",
        only_if={"losing_end": ("own",)},
    )
    hands_in_game: int = number(
        5, range(1, 25), "How many hands are in a game of fixed length?", GAME, "W-15 F-15",
        {
            1: "A game is one hand.",
            None: "A game of full length is {value} hands.",
        },
        only_if={"game_end": ("hands_played", "points_or_hands"), "play_all_hands": (True,)},
    )
    play_all_hands: bool = yes_no(
        False, "Are all the hands played after one team has won enough?", GAME, "W-15 F-15",
        "All hands of the game are played, also after it is won: the points still count.",
        "Play stops as soon as the game is won.",
    )
    boston_wins_game: bool = yes_no(
        False, "Does a Boston win the game at once?", GAME, "W-14 F-16",
        "A Boston wins the game at once.",
        "A Boston wins no game by itself.",
        unsaid=(False,),
    )
    sets_that_lose: int = number(
        0, range(6), "How many sets lose the game at once (0: any number)?", GAME, "W-15 F-16",
        {
            0: "No number of sets loses a game by itself.",
            1: "One set loses the game at once.",
            2: "A team that is set twice loses the game at once.",
            None: "A team that is set {value} times loses the game at once.",
        },
        unsaid=(0,),
    )
    game_bonus: int = number(
        0, range(21), "How many more points is a game worth that the others gave away?", GAME, "W-15 F-16",
        {
            0: "A game that the others gave away earns no more points.",
            None: (
                "A game won because the others were set too often, reneged, forfeited it, or fell below zero "
                "on its first hand (a backdoor) earns {value} more points on the event’s list."
            ),
        },
        unsaid=(0,),
    )
    renege_costs: str = choice("What does a renege cost?", RENEGES, "W-16 F-17", {
        "books": "A renege costs books.",
        "hand": "A renege loses the hand: bidders who renege are set; if the others do, the bid is made.",
        "game": "A renege loses the game.",
    }, unsaid=("books",))
    renege_books: int = number(
        3, range(8), "How many books does a renege cost?", RENEGES, "W-16 F-17",
        {
            0: "A renege costs no books; the referee decides.",
            1: "Each renege gives one book of the offenders to the other team.",
            None: "Each renege gives the other team {value} books, or all 13 if the offenders won fewer.",
        },
        only_if=IN_BOOKS,
    )
    penalty_boston_counts: bool = yes_no(
        True, "Do 13 books reached by a penalty count as a Boston?", RENEGES, "W-17 F-18",
        "Thirteen books by penalty score as a Boston, but are in no list of Bostons.",
        "Thirteen books by penalty are no Boston.",
        only_if=IN_BOOKS,
    )
    must_identify_book: bool = yes_no(
        True, "Must the book of the renege be pointed out?", RENEGES, "W-16 F-20",
        "A player who calls a renege must point out the book; if it is the wrong one, there is no penalty.",
        "Nobody need point out the book: the referee turns the books. What is not proven costs nothing.",
    )
    renege_timing: str = choice("When is a renege settled?", RENEGES, "W-16 F-20", {
        "end_of_hand": "A renege is settled on the books at the end of the hand.",
        "at_the_call": "A renege is settled at once when it is called, and the hand goes on.",
        "stops_the_hand": "A proven renege stops the hand: the books not played go to the other team.",
    }, only_if=IN_BOOKS)
    renege_until: str = choice("Until when can a renege be called?", RENEGES, "W-16 F-20", {
        "confirmed_or_next_deal": (
            "A renege can be called until both teams have confirmed the hand or the next deal has "
            "begun."
        ),
        "next_deal": "A renege can be called until the next deal has begun.",
        "confirmed": "A renege can be called until both teams have confirmed the hand.",
    })
    correct_until: str = choice("Until when can a wrong card be taken back?", RENEGES, "W-16 F-20", {
        "book_turned": "A wrong card may be taken back until the book is turned face down.",
        "never": "A wrong card may not be taken back.",
    })
    false_accusation_books: int = number(
        0, range(4), "How many books does a wrong accusation cost?", RENEGES, "W-16 F-20",
        {
            0: "A renege called wrongly costs the accusers nothing.",
            None: "A renege called wrongly costs the accusers {value} books.",
        },
    )
    out_of_turn_points: int = number(
        0, range(8), "How many points does a bid out of turn cost?", BIDDING, "W-21 F-24",
        {
            0: "A bid out of turn is void and costs nothing.",
            None: "A bid out of turn is void and costs {value} points.",
        },
        unsaid=(0,),
    )
    forfeit_points: int = number(
        0, range(8), "How many points does the other team get for a forfeited hand?", LATE, "W-20 F-21",
        {
            0: "A forfeited hand scores no points and is no Boston.",
            None: "A forfeited hand scores {value} points for the other team and is no Boston.",
        },
    )

    @property
    def set_costs(self) -> str:
        """What a set costs the bidders: ``minus_bid``, ``shortfall``, ``to_opponents`` or ``nothing``."""
        if self.set_points == "by_game_end":
            return "nothing" if self.game_end == "hands" else "minus_bid"
        return self.set_points

    @property
    def goes_by_hands(self) -> bool:
        """Whether a number of hands wins the game, alone or if it is reached before the points."""
        return self.game_end in ("hands", "either")

    @property
    def goes_by_points(self) -> bool:
        return self.game_end in ("points", "either", "points_or_hands")

    @property
    def ends_by_length(self) -> bool:
        """Whether the game ends after ``hands_in_game`` hands, if it isn't won before."""
        return self.game_end in ("hands_played", "points_or_hands")

    @property
    def most_units(self) -> int:
        """The most hands that one hand counts as."""
        return 1

    @property
    def lost_at(self) -> int | None:
        """The number of points below zero that loses the game; None if no number does."""
        return {"as_far": self.points_to_win, "own": self.points_to_lose}.get(self.losing_end)

    @property
    def least_books(self) -> int:
        """The fewest books that the bidders can have: one if the kitty's book is theirs, else 0."""
        return 1 if self.kitty and self.kitty_book == "bidders" else 0

    @property
    def kitty_size(self) -> int:
        """Four cards plus one for each joker, so that each player has twelve; 0 without a kitty."""
        return 4 + self.jokers if self.kitty else 0


@dataclass(frozen=True, slots=True)
class FahrenheitHouse(WhistHouse):
    """The house rules of Fahrenheit, which add how many hands a hand counts as."""

    no_trump_units: int = number(
        2, (2, 1), "How many hands is a made no trump?", SCORING, "F-12",
        {
            2: "A hand counts one, a made no trump two.",
            1: "A hand counts one, and so does a made no trump.",
        },
        only_if=BY_HANDS,
    )
    boston_units: int = number(
        2, (2, 1, 3), "How many hands is a Boston?", SCORING, "F-13",
        {
            1: "A Boston counts one, like any other hand.",
            None: "A Boston counts {word}.",
        },
        only_if=BY_HANDS,
    )
    nt_set_units: int = number(
        2, (2, 1, 0), "How many hands is a set no trump?", SCORING, "F-12",
        {
            0: "A set no trump counts nothing for the opponents.",
            None: "A set no trump counts {word} for the opponents.",
        },
        only_if=BY_HANDS,
    )
    no_trump_boston_units: int = number(
        2, (2, 1, 3, 4, 5, 6), "How many hands is a no trump Boston?", SCORING, "F-14",
        {
            2: "A Boston at no trump counts two, not four.",
            None: "A Boston at no trump counts {word}.",
        },
        only_if=BY_HANDS,
    )

    @property
    def most_units(self) -> int:
        return max(self.no_trump_units, self.boston_units, self.nt_set_units, self.no_trump_boston_units)
# fmt: on


# Aliases of house rules: the rule's own key, and what the alias's values mean if they differ.
ALSO_CALLED: Final[Mapping[str, tuple[str, Mapping[object, object]]]] = {
    "no_trump_set_units": ("nt_set_units", {}),
    "nt_boston_units": ("no_trump_boston_units", {}),
    "nt_points_multiplier": ("double_no_trump", {1: False, 2: True}),
}


def settle_whist(kind: type[House], rules: Sequence[HouseRule], house: Mapping[str, object]) -> House:
    """The values of all house rules. Without a kitty there is no joker, unless the event sets a number.

    :raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other.
    """
    own = _translated(house)
    settled = settle(kind, rules, own)
    if settled.kitty:
        return settled
    if settled.joker_swap:
        raise BadHouseRule("joker_swap", "Without a kitty there are no discards to swap a joker for.")
    return settled if "jokers" in own else replace(settled, jokers=0)


def house_over(usual: Mapping[str, object], own: Mapping[str, object]) -> dict[str, object]:
    """``own``, plus the rules of ``usual`` that it doesn't set, not even under an alias."""
    decided = {ALSO_CALLED.get(key, (key, {}))[0] for key in own}
    left = {key: value for key, value in usual.items() if ALSO_CALLED.get(key, (key, {}))[0] not in decided}
    return {**left, **own}


def _translated(house: Mapping[str, object]) -> Mapping[str, object]:
    own: dict[str, object] = {}
    called: dict[str, str] = {}
    for key, value in house.items():
        name, meanings = ALSO_CALLED.get(key, (key, {}))
        if name in called:
            raise BadHouseRule(
                key, f'"{called[name]}" and "{key}" are the same house rule: set one of them only.'
            )
        if meanings and not (type(value) is int and value in meanings) and key != name:
            raise BadHouseRule(key, f'The house rule "{key}" must be {either(list(meanings))}.')
        called[name] = key
        own[name] = meanings.get(value, value) if meanings else value
    return own
