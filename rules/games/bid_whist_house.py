"""The house rules of the Bid Whist family: what an event may decide, and what the sheet then says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.games.ruleset import BadHouseRule, HouseRule, settle
from rules.games.sheets import JOKERS_AT_NO_TRUMP, TWO_JOKERS

BIDDING: Final = "The bidding"
DEALING: Final = "The deal and the kitty"
CARDS: Final = "The cards"
SCORING: Final = "Counting a hand"
GAME: Final = "Winning the game"
RENEGES: Final = "Reneges"
LATE: Final = "Late teams"


def _yes_no(key: str, default: bool, sentence: str, section: str, yes: str, no: str) -> HouseRule:
    return HouseRule(key, "yes_no", default, (True, False), sentence, "", section, {True: yes, False: no})


def _choice(key: str, sentence: str, section: str, says: Mapping[object, str]) -> HouseRule:
    """A choice among the keys of ``says``, the first of them being the default."""
    return HouseRule(key, "choice", next(iter(says)), tuple(says), sentence, "", section, says)


def _number(
    key: str,
    default: int,
    allowed: tuple[int, ...] | range,
    sentence: str,
    section: str,
    says: Mapping[object, str] | str,
) -> HouseRule:
    return HouseRule(key, "number", default, allowed, sentence, "", section, says)


# The defaults here are those of plain Bid Whist (001); Fahrenheit (004) replaces its own.
WHIST_RULES: Final = (
    _number(
        "min_bid", 3, (3, 4), "What is the lowest bid?", BIDDING,
        "The lowest bid is {value}, the highest 7. The number is books above six.",
    ),
    _yes_no(
        "downtown_beats_uptown", False, "Does downtown outrank uptown at the same number?", BIDDING,
        "At the same number no trump outranks downtown, and downtown outranks uptown.",
        "At the same number no trump outranks both; uptown and downtown cannot outbid each other.",
    ),
    _choice("all_pass", "What happens when everybody passes?", BIDDING, {
        "redeal_next": "When all four pass, the cards are thrown in and the next dealer deals.",
        "redeal_same": "When all four pass, the cards are thrown in and the same dealer deals again.",
        "forced": "When the first three pass, the dealer must bid: any bid will do.",
    }),
    _yes_no(
        "dealer_may_match", False, "May the dealer take the bid by matching the highest?", BIDDING,
        "The dealer may take the bid by matching the highest one.",
        "The dealer too must outbid the highest bid.",
    ),
    _yes_no(
        "name_before_kitty", False, "Is trump named before the kitty is picked up?", DEALING,
        "The bidder names the trump suit, or the direction of a no trump, before picking up the kitty.",
        "The bidder picks up the kitty and discards, and names the trump suit or the direction then.",
    ),
    _yes_no(
        "kitty", True, "Is there a kitty?", DEALING,
        (
            "Twelve cards each and the rest to the kitty, but never the first or the last four cards. "
            "The bidder takes it and discards as many: the bidders' first book."
        ),
        "There is no kitty: thirteen cards each, and the bidders start with no book.",
    ),
    _yes_no(
        "kitty_sported", False, "Is the kitty shown to everybody (sported)?", DEALING,
        "The kitty is sported: turned up for all to see before the bidding.",
        "The kitty is not sported: only the bidder sees it.",
    ),
    HouseRule(
        "jokers", "number", 2, (2, 1, 0), "How many jokers are in the pack?", "", CARDS,
        {
            2: TWO_JOKERS,
            1: f"The pack has 53 cards. The joker is the highest trump. {JOKERS_AT_NO_TRUMP}",
            0: "The pack has 52 cards and no joker.",
        },
    ),
    _choice("downtown_aces", "Where does the ace stand downtown?", CARDS, {
        "good": "Downtown the ace is still the best card of its suit: A, 2, 3 and so on to the king.",
        "bad": "Downtown the ace is the worst card of its suit: 2, 3 and so on to the king, then the ace.",
    }),
    _choice("misdeal", "Who deals again after a misdeal?", DEALING, {
        "same_dealer": "After a misdeal the same dealer deals again.",
        "next_dealer": "After a misdeal the deal passes to the left.",
    }),
    _choice("made_points", "What does a made bid score?", SCORING, {
        "books": "A made bid scores a point for each book above six.",
        "bid": "A made bid scores the number bid: you get what you bid, not what you make.",
    }),
    _choice("set_points", "What does a set bid lose?", SCORING, {
        "minus_bid": "A set bid loses as many points as were bid.",
        "nothing": "A set bid scores nothing and loses no points.",
        "by_game_end": (
            "A set bid scores nothing where hands win the game, and loses what was bid where points win it."
        ),
    }),
    _yes_no(
        "double_no_trump", False, "Do points count double at no trump?", SCORING,
        "At no trump points count double, made or set.",
        "At no trump points count as at any other bid.",
    ),
    _number(
        "boston_points", 7, (7, 10, 13, 14, 20, 26), "How many points is a Boston?", SCORING,
        "A Boston, all 13 books by the bidders, scores {value} points.",
    ),
    _yes_no(
        "rise_and_fly", False, "Rise and fly: do the points of a Boston count double?", SCORING,
        "Rise and fly: the points of a Boston count double.",
        "The points of a Boston are not doubled.",
    ),
    _yes_no(
        "boston_requires_bid7", False, "Is all 13 books a Boston only when seven was bid?", SCORING,
        "All 13 books are a Boston only when seven was bid.",
        "All 13 books are a Boston, whatever was bid.",
    ),
    _yes_no(
        "defenders_score", False, "Do the opponents score for books of their own above six?", SCORING,
        "The bidders' opponents score a point for each book of theirs above six.",
        "The bidders' opponents neither win nor lose points.",
    ),
    _choice("game_end", "What ends a game?", GAME, {
        "points": "The game ends when a team reaches the points that win, or falls as far below zero.",
        "hands": "The game ends when a team has won enough hands.",
        "either": "The game ends by hands won or by points, whichever comes first.",
        "hands_played": "The game ends after a fixed number of hands, and the points decide it.",
        "clock": "The game ends when the round's time is up, and the leader wins it.",
    }),
    _number(
        "hands_to_win", 3, range(1, 10), "How many hands win a game that goes by hands?", GAME,
        {1: "One hand wins the game.", None: "By hands, {value} win the game."},
    ),
    _number(
        "points_to_win", 7, range(1, 101), "How many points win a game, and lose it below zero?", GAME,
        "By points, {value} win the game and minus {value} lose it.",
    ),
    _number(
        "hands_in_game", 5, range(1, 25), "How many hands are in a game of fixed length?", GAME,
        {1: "A game is one hand.", None: "A game of full length is {value} hands."},
    ),
    _yes_no(
        "play_all_hands", False, "Are all the hands played after one team has won enough?", GAME,
        "All hands of the game are played, also after it is won: the points still count.",
        "Play stops as soon as the game is won.",
    ),
    _yes_no(
        "boston_wins_game", False, "Does a Boston win the game at once?", GAME,
        "A Boston wins the game at once.",
        "A Boston wins no game by itself.",
    ),
    _number(
        "sets_that_lose", 0, range(6), "How many sets lose the game at once (0: any number)?", GAME,
        {
            0: "No number of sets loses a game by itself.",
            1: "One set loses the game at once.",
            2: "A team that is set twice loses the game at once.",
            None: "A team that is set {value} times loses the game at once.",
        },
    ),
    _number(
        "renege_books", 3, range(8), "How many books does a renege cost?", RENEGES,
        {
            0: "A renege costs no books; the referee decides.",
            1: "Each renege gives one book of the offenders to the other team.",
            None: "Each renege gives the other team {value} books, or all 13 if the offenders won fewer.",
        },
    ),
    _yes_no(
        "penalty_boston_counts", True, "Do 13 books reached by a penalty count as a Boston?", RENEGES,
        "Thirteen books by penalty score as a Boston, but never stand in a list of Bostons.",
        "Thirteen books by penalty are no Boston.",
    ),
    _yes_no(
        "must_identify_book", True, "Must the book of the renege be pointed out?", RENEGES,
        "Whoever calls a renege must point out the book; if it is the wrong one, there is no penalty.",
        "Nobody need point out the book: the referee turns the books. What is not proven costs nothing.",
    ),
    _choice("renege_timing", "When is a renege settled?", RENEGES, {
        "end_of_hand": "A renege is settled on the books at the end of the hand.",
        "at_the_call": "A renege is settled at once when it is called, and the hand goes on.",
        "stops_the_hand": "A proven renege stops the hand.",
    }),
    _choice("renege_until", "Until when can a renege be called?", RENEGES, {
        "confirmed_or_next_deal": (
            "A renege can be called until both teams have confirmed the hand or the next deal has begun."
        ),
        "next_deal": "A renege can be called until the next deal has begun.",
        "confirmed": "A renege can be called until both teams have confirmed the hand.",
    }),
    _choice("correct_until", "Until when can a wrong card be taken back?", RENEGES, {
        "book_turned": "A wrong card may be taken back until the book is turned face down.",
        "never": "A wrong card may not be taken back.",
    }),
    _number(
        "false_accusation_books", 0, range(4), "How many books does a wrong accusation cost?", RENEGES,
        {
            0: "A renege called wrongly costs the accusers nothing.",
            1: "A renege called wrongly costs the accusers one book.",
            None: "A renege called wrongly costs the accusers {value} books.",
        },
    ),
    _number(
        "forfeit_points", 0, range(8), "How many points does the other team get for a forfeited hand?", LATE,
        {
            0: "A forfeited hand scores no points and is no Boston.",
            1: "A forfeited hand scores one point for the other team and is no Boston.",
            None: "A forfeited hand scores {value} points for the other team and is no Boston.",
        },
    ),
)  # fmt: skip

# What Fahrenheit decides besides: how many hands a hand counts as.
UNIT_RULES: Final = (
    HouseRule(
        "nt_set_units", "number", 2, (2, 1, 0), "How many hands is a set no trump?", "", SCORING,
        {
            2: "A set no trump counts two for the opponents.",
            1: "A set no trump counts one for the opponents.",
            0: "A set no trump counts nothing for the opponents.",
        },
    ),
    HouseRule(
        "no_trump_boston_units", "number", 2, (2, 3, 4), "How many hands is a no trump Boston?", "", SCORING,
        {
            2: "A Boston at no trump counts two, not four.",
            3: "A Boston at no trump counts three.",
            4: "A Boston at no trump counts four.",
        },
    ),
)  # fmt: skip

# Other names that the same decision goes by, and what their values mean here.
ALSO_CALLED: Final[Mapping[str, tuple[str, Mapping[object, object]]]] = {
    "no_trump_set_units": ("nt_set_units", {}),
    "nt_boston_units": ("no_trump_boston_units", {}),
    "nt_points_multiplier": ("double_no_trump", {1: False, 2: True}),
}


@dataclass(frozen=True, slots=True)
class WhistHouse:
    """The house rules of a Bid Whist, settled: one field for each that bears on score or game."""

    min_bid: int
    downtown_beats_uptown: bool
    all_pass: str
    dealer_may_match: bool
    name_before_kitty: bool
    kitty: bool
    kitty_sported: bool
    jokers: int
    downtown_aces: str
    misdeal: str
    made_points: str
    set_points: str
    double_no_trump: bool
    boston_points: int
    rise_and_fly: bool
    boston_requires_bid7: bool
    defenders_score: bool
    game_end: str
    hands_to_win: int
    points_to_win: int
    hands_in_game: int
    play_all_hands: bool
    boston_wins_game: bool
    sets_that_lose: int
    renege_books: int
    penalty_boston_counts: bool
    must_identify_book: bool
    renege_timing: str
    renege_until: str
    correct_until: str
    false_accusation_books: int
    forfeit_points: int

    @property
    def set_costs_the_bid(self) -> bool:
        """Whether a set loses points: always, never, or only where points end the game."""
        if self.set_points == "by_game_end":
            return self.game_end != "hands"
        return self.set_points == "minus_bid"

    @property
    def kitty_size(self) -> int:
        """Four cards and the jokers, so that twelve each remain; none without a kitty."""
        return 4 + self.jokers if self.kitty else 0


# Said on the sheet only where another house rule makes it matter.
ONLY_IF: Final[Mapping[str, tuple[tuple[str, tuple[object, ...]], ...]]] = {
    "kitty_sported": (("kitty", (True,)),),
    "name_before_kitty": (("kitty", (True,)),),
    "hands_to_win": (("game_end", ("hands", "either")),),
    "points_to_win": (("game_end", ("points", "either")),),
    "hands_in_game": (("game_end", ("hands_played",)), ("play_all_hands", (True,))),
    "nt_set_units": (("game_end", ("hands", "either")),),
    "no_trump_boston_units": (("game_end", ("hands", "either")),),
}

# What goes without saying on a sheet for the wall.
UNSAID: Final[Mapping[str, tuple[object, ...]]] = {
    "dealer_may_match": (False,),
    "rise_and_fly": (False,),
    "boston_wins_game": (False,),
    "sets_that_lose": (0,),
}


def with_defaults(
    rules: tuple[HouseRule, ...], defaults: Mapping[str, object], sources: Mapping[str, str]
) -> tuple[HouseRule, ...]:
    """The house rules with a game's own defaults, and the paragraphs of its own rulebook."""
    return tuple(
        replace(
            rule,
            default=defaults.get(rule.key, rule.default),
            source=sources[rule.key],
            only_if=ONLY_IF.get(rule.key, ()),
            unsaid=UNSAID.get(rule.key, ()),
        )
        for rule in rules
    )


def settle_whist(rules: tuple[HouseRule, ...], house: Mapping[str, object]) -> dict[str, object]:
    """Every house rule's value. Without a kitty the pack has 52 cards, so there is no joker.

    :raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other.
    """
    own = _translated(house)
    settled = settle(rules, own)
    if not settled["kitty"]:
        if own.get("jokers", 0) != 0:
            raise BadHouseRule("jokers", "Without a kitty the pack has 52 cards and no joker.")
        settled["jokers"] = 0
    return settled


def whist_house(settled: Mapping[str, Any]) -> WhistHouse:
    """The settled values as fields."""
    return WhistHouse(**{field: settled[field] for field in WhistHouse.__slots__})


def _translated(house: Mapping[str, object]) -> Mapping[str, object]:
    """The house rules under the names they have here."""
    own: dict[str, object] = {}
    for key, value in house.items():
        name, meanings = ALSO_CALLED.get(key, (key, {}))
        own[name] = meanings.get(value, value) if type(value) is int else value
    return own
