"""The house rules of the Bid Whist family: what an event may decide, and what the sheet then says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.games.hands import either
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
        "min_bid", 3, (1, 2, 3, 4, 5), "What is the lowest bid?", BIDDING,
        "The lowest bid is {value}, the highest 7. The number is books above six.",
    ),
    _choice("direction_named", "When does a bidder name the direction?", BIDDING, {
        "with_bid": "A bid is a number with its direction: four uptown, four downtown, four no trump.",
        "after": (
            "Bid a number only. Whoever wins the bidding then names uptown, downtown or no trump, so nothing "
            "outranks a bid of the same number."
        ),
    }),
    _yes_no(
        "downtown_beats_uptown", False, "Does downtown outrank uptown at the same number?", BIDDING,
        "At the same number no trump outranks downtown, and downtown outranks uptown.",
        "At the same number no trump outranks both; uptown and downtown cannot outbid each other.",
    ),
    _choice("all_pass", "What happens when everybody passes?", BIDDING, {
        "redeal_next": "When all four pass, the cards are thrown in and the next dealer deals.",
        "redeal_same": "When all four pass, the cards are thrown in and the same dealer deals again.",
        "forced": "When the first three pass, the dealer must bid: any bid will do.",
        "forced_minimum": (
            "When the first three pass, the dealer must take the lowest number: uptown, downtown or no trump."
        ),
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
        "Twelve cards each and the rest to the kitty. The bidder takes it and discards as many.",
        (
            "There is no kitty: thirteen cards each, and the bidders start with no book. "
            "For each joker in the pack a red two stays out."
        ),
    ),
    _choice("kitty_book", "Whose book are the discards?", DEALING, {
        "bidders": "The discards are the bidders' first book.",
        "first_trick": "The discards go to whoever wins the first trick: it is worth two books.",
    }),
    _yes_no(
        "kitty_sported", False, "Is the kitty shown to everybody (sported)?", DEALING,
        "The kitty is sported: turned up for all to see before the bidding.",
        "The kitty is not sported: only the bidder sees it.",
    ),
    HouseRule(
        "jokers", "number", 2, (2, 1, 0), "How many jokers are in the pack?", "", CARDS,
        {
            2: TWO_JOKERS,
            1: f"The joker is the highest trump. {JOKERS_AT_NO_TRUMP}",
            0: "There is no joker in the pack.",
        },
    ),
    _yes_no(
        "joker_swap", False, "At no trump, may a joker be swapped for one of the discards?", CARDS,
        (
            "At no trump, whoever holds a joker may swap it, before the first lead, for one of the bidder's "
            "discards, drawn face down."
        ),
        "At no trump a player keeps the jokers that were dealt.",
    ),
    _choice("downtown_aces", "Where does the ace stand downtown?", CARDS, {
        "good": "Downtown the ace is still the best card of its suit: A, 2, 3 and so on to the king.",
        "bad": "Downtown the ace is the worst card of its suit: 2, 3 and so on to the king, then the ace.",
        "named": "Whoever plays it downtown says with the trump suit whether aces are good or bad.",
    }),
    _choice("misdeal", "Who deals again after a misdeal?", DEALING, {
        "same_dealer": "After a misdeal the same dealer deals again.",
        "next_dealer": "After a misdeal the deal passes to the left.",
        "second_passes": "After a misdeal the same dealer deals again. A second misdeal loses the deal.",
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
        "shortfall": "A set bid loses a point for each book it is short.",
        "to_opponents": "A set bid loses no points: the other team scores what was bid.",
    }),
    _yes_no(
        "seven_doubles", False, "Does a bid of seven count double?", SCORING,
        "The points of a bid of seven count double, made or set.",
        "A bid of seven scores like any other.",
    ),
    _yes_no(
        "double_no_trump", False, "Do points count double at no trump?", SCORING,
        "At no trump points count double, made or set.",
        "At no trump points count as at any other bid.",
    ),
    _number(
        "boston_points", 7, range(1, 101), "How many points is a Boston?", SCORING,
        {
            1: "A Boston, all 13 books by the bidders, scores one point.",
            None: "A Boston, all 13 books by the bidders, scores {value} points.",
        },
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
        "The bidders' opponents score nothing for books of their own.",
    ),
    _choice("game_end", "What ends a game?", GAME, {
        "points": "The game ends when a team has enough points.",
        "hands": "The game ends when a team has won enough hands.",
        "either": "The game ends by hands won or by points, whichever comes first.",
        "hands_played": "The game ends after a fixed number of hands, and the points decide it.",
        "clock": "The game ends when the round's time is up, and the leader wins it.",
    }),
    _number(
        "hands_to_win", 3, range(1, 10), "How many hands win a game that goes by hands?", GAME,
        {1: "One hand wins the game.", None: "First to {value} hands wins the game."},
    ),
    _number(
        "points_to_win", 7, range(1, 101), "How many points win a game that goes by points?", GAME,
        {1: "By points, one wins the game.", None: "By points, {value} win the game."},
    ),
    _choice("losing_end", "Can a team lose a game by falling below zero?", GAME, {
        "as_far": "A team that falls as far below zero as the points that win has lost the game.",
        "own": "A team that falls far enough below zero has lost the game.",
        "none": "Nobody loses a game by falling below zero.",
    }),
    _number(
        "points_to_lose", 7, range(1, 101), "How far below zero is the game lost?", GAME,
        "A team at minus {value} has lost the game.",
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
        "game_bonus", 0, range(21), "How many more points is a game worth that the others gave away?", GAME,
        {
            0: "A game that the others gave away earns no more points.",
            1: (
                "A game won because the others were set too often, reneged, forfeited it, or fell below zero "
                "on its first hand (a backdoor) earns one more point on the event's list."
            ),
            None: (
                "A game won because the others were set too often, reneged, forfeited it, or fell below zero "
                "on its first hand (a backdoor) earns {value} more points on the event's list."
            ),
        },
    ),
    _choice("renege_costs", "What does a renege cost?", RENEGES, {
        "books": "A renege costs books.",
        "hand": "A renege loses the hand: bidders who renege are set; if the others do, the bid is made.",
        "game": "A renege loses the game.",
    }),
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
        "stops_the_hand": "A proven renege stops the hand: the books not played go to the other team.",
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
        "out_of_turn_points", 0, range(8), "How many points does a bid out of turn cost?", BIDDING,
        {
            0: "A bid out of turn is void and costs nothing.",
            1: "A bid out of turn is void and costs one point.",
            None: "A bid out of turn is void and costs {value} points.",
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
        "no_trump_units", "number", 2, (2, 1), "How many hands is a made no trump?", "", SCORING,
        {
            2: "A hand counts one, a made no trump two.",
            1: "A hand counts one, and so does a made no trump.",
        },
    ),
    HouseRule(
        "boston_units", "number", 2, (2, 1, 3), "How many hands is a Boston?", "", SCORING,
        {
            2: "A Boston counts two.",
            1: "A Boston counts one, like any other hand.",
            3: "A Boston counts three.",
        },
    ),
    HouseRule(
        "nt_set_units", "number", 2, (2, 1, 0), "How many hands is a set no trump?", "", SCORING,
        {
            2: "A set no trump counts two for the opponents.",
            1: "A set no trump counts one for the opponents.",
            0: "A set no trump counts nothing for the opponents.",
        },
    ),
    HouseRule(
        "no_trump_boston_units", "number", 2, (2, 1, 3, 4, 5, 6),
        "How many hands is a no trump Boston?", "", SCORING,
        {
            2: "A Boston at no trump counts two, not four.",
            1: "A Boston at no trump counts one.",
            3: "A Boston at no trump counts three.",
            4: "A Boston at no trump counts four.",
            5: "A Boston at no trump counts five.",
            6: "A Boston at no trump counts six.",
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
    direction_named: str
    dealer_may_match: bool
    name_before_kitty: bool
    kitty: bool
    kitty_book: str
    kitty_sported: bool
    jokers: int
    joker_swap: bool
    downtown_aces: str
    misdeal: str
    made_points: str
    set_points: str
    seven_doubles: bool
    double_no_trump: bool
    boston_points: int
    rise_and_fly: bool
    boston_requires_bid7: bool
    defenders_score: bool
    game_end: str
    hands_to_win: int
    points_to_win: int
    losing_end: str
    points_to_lose: int
    hands_in_game: int
    play_all_hands: bool
    boston_wins_game: bool
    sets_that_lose: int
    game_bonus: int
    renege_costs: str
    renege_books: int
    penalty_boston_counts: bool
    must_identify_book: bool
    renege_timing: str
    renege_until: str
    correct_until: str
    false_accusation_books: int
    out_of_turn_points: int
    forfeit_points: int

    @property
    def set_costs(self) -> str:
        """What a set loses: ``minus_bid``, ``shortfall``, ``to_opponents`` or ``nothing``."""
        if self.set_points == "by_game_end":
            return "nothing" if self.game_end == "hands" else "minus_bid"
        return self.set_points

    @property
    def goes_by_hands(self) -> bool:
        """Whether hands won win the game, alone or before points do."""
        return self.game_end in ("hands", "either")

    @property
    def lost_at(self) -> int | None:
        """How far below zero a game by points is lost; None where it never is."""
        return {"as_far": self.points_to_win, "own": self.points_to_lose}.get(self.losing_end)

    @property
    def least_books(self) -> int:
        """What the bidders have at the least: the kitty's book, where it is theirs."""
        return 1 if self.kitty and self.kitty_book == "bidders" else 0

    @property
    def kitty_size(self) -> int:
        """Four cards and the jokers, so that twelve each remain; none without a kitty."""
        return 4 + self.jokers if self.kitty else 0


# Said on the sheet only where another house rule makes it matter.
ONLY_IF: Final[Mapping[str, tuple[tuple[str, tuple[object, ...]], ...]]] = {
    "downtown_beats_uptown": (("direction_named", ("with_bid",)),),
    "kitty_sported": (("kitty", (True,)),),
    "kitty_book": (("kitty", (True,)),),
    "joker_swap": (("kitty", (True,)),),
    "name_before_kitty": (("kitty", (True,)),),
    "hands_to_win": (("game_end", ("hands", "either")),),
    "points_to_win": (("game_end", ("points", "either")),),
    "losing_end": (("game_end", ("points", "either")),),
    "points_to_lose": (("losing_end", ("own",)),),
    "hands_in_game": (("game_end", ("hands_played",)), ("play_all_hands", (True,))),
    "renege_books": (("renege_costs", ("books",)),),
    "renege_timing": (("renege_costs", ("books",)),),
    "penalty_boston_counts": (("renege_costs", ("books",)),),
    "no_trump_units": (("game_end", ("hands", "either")),),
    "boston_units": (("game_end", ("hands", "either")),),
    "nt_set_units": (("game_end", ("hands", "either")),),
    "no_trump_boston_units": (("game_end", ("hands", "either")),),
}

NOTHING_ELSE: Final[Mapping[str, Mapping[object, str]]] = {}

# What goes without saying on a sheet for the wall.
UNSAID: Final[Mapping[str, tuple[object, ...]]] = {
    "dealer_may_match": (False,),
    "joker_swap": (False,),
    "seven_doubles": (False,),
    "rise_and_fly": (False,),
    "boston_wins_game": (False,),
    "sets_that_lose": (0,),
    "game_bonus": (0,),
    "losing_end": ("own",),
    "renege_costs": ("books",),
    "out_of_turn_points": (0,),
}


def with_defaults(
    rules: tuple[HouseRule, ...],
    defaults: Mapping[str, object],
    sources: Mapping[str, str],
    says: Mapping[str, Mapping[object, str]] = NOTHING_ELSE,
) -> tuple[HouseRule, ...]:
    """The house rules with a game's own defaults and sentences, and the paragraphs of its own rulebook."""
    return tuple(
        replace(
            rule,
            default=defaults.get(rule.key, rule.default),
            source=sources[rule.key],
            says={**rule.says, **says[rule.key]} if rule.key in says else rule.says,  # type: ignore[dict-item]
            only_if=ONLY_IF.get(rule.key, ()),
            unsaid=UNSAID.get(rule.key, ()),
        )
        for rule in rules
    )


def settle_whist(rules: tuple[HouseRule, ...], house: Mapping[str, object]) -> dict[str, object]:
    """Every house rule's value. Without a kitty there is no joker, unless the house says how many.

    :raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other.
    """
    own = _translated(house)
    settled = settle(rules, own)
    if not settled["kitty"]:
        settled["jokers"] = own.get("jokers", 0)
        if settled["joker_swap"]:
            raise BadHouseRule("joker_swap", "Without a kitty there are no discards to swap a joker for.")
    return settled


def whist_house(settled: Mapping[str, Any]) -> WhistHouse:
    """The settled values as fields."""
    return WhistHouse(**{field: settled[field] for field in WhistHouse.__slots__})


def house_over(usual: Mapping[str, object], own: Mapping[str, object]) -> dict[str, object]:
    """The house rules of ``own``, and of ``usual`` what they leave open, by whatever name."""
    decided = {ALSO_CALLED.get(key, (key, {}))[0] for key in own}
    left = {key: value for key, value in usual.items() if ALSO_CALLED.get(key, (key, {}))[0] not in decided}
    return {**left, **own}


def _translated(house: Mapping[str, object]) -> Mapping[str, object]:
    """The house rules under the names they have here."""
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
