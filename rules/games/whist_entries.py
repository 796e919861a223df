"""Fahrenheit, Bid Whist, and Bid Whist as real events play it, as entries of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards.bids import DOWNTOWN, NO_TRUMP, STRAIN_WORDS, UPTOWN
from rules.games import sheets
from rules.games.bid_whist import BidWhist, Paragraphs, whist_bids
from rules.games.bid_whist_house import FahrenheitHouse, WhistHouse, settle_whist
from rules.games.fahrenheit import Fahrenheit, UnitParagraphs
from rules.games.house import house_rules, values
from rules.games.ruleset import NO_WORDS, Entry, GameDescription, PlayParagraphs, Ruleset, Section
from rules.games.seats import SEATS, SIDES
from rules.games.whist_report import PenaltyParagraphs


@dataclass(frozen=True, slots=True)
class Preset:
    """An event's rules. ``besides`` is what it prints beyond the house rules, ``deals_first`` who does.

    ``calls`` are its words in a bid, ``words`` those it uses for ours anywhere else.
    """

    key: str
    name: str
    about: str
    source: str
    house: Mapping[str, object]
    besides: tuple[str, ...]
    calls: Mapping[str, str]
    words: Mapping[str, str]
    deals_first: tuple[str, ...] = ()


# In these circles a bid is called "Four", "Four Special", "Four No".
SPECIAL_CALLS: Final[Mapping[str, str]] = {UPTOWN: "", DOWNTOWN: "Special", NO_TRUMP: "No"}
SPECIAL_WORDS: Final[Mapping[str, str]] = {"downtown": "special", "uptown": "straight"}

PRESETS: Final = (
    Preset(
        key="cardsharks-detroit",
        name="Cardsharks Detroit, five-card kitty",
        about="One joker and a kitty of five, points for what was bid, rounds of 15 minutes.",
        source="http://cardsharksinc.com/sharksinc/site/dj/detroit/kittyrules.html",
        house={
            "min_bid": 4,
            "downtown_beats_uptown": True,
            "all_pass": "forced",
            "jokers": 1,
            "made_points": "bid",
            "double_no_trump": True,
            "boston_points": 13,
            "game_end": "clock",
        },
        besides=(
            "A round is 15 minutes; its middle is announced. When time is up, the hand in play is the last.",
            "Rounds won decide who goes on, then points. A tied round is settled by one hand without points.",
            "Both teams check the score sheet and sign it; Bostons are circled.",
        ),
        calls=SPECIAL_CALLS,
        words=SPECIAL_WORDS,
        deals_first=(
            "The first diamond deals first.",
            "Neither the first four cards of the deal nor the last four go to the kitty.",
        ),
    ),
    Preset(
        key="columbus-no-kitty",
        name="Columbus Whist, no kitty and no jokers",
        about="Thirteen cards each, games to five points either way, two sets end a game.",
        source="https://columbuswhist.com/no-kitty-nojoker-rules",
        house={
            "kitty": False,
            "jokers": 0,
            "double_no_trump": True,
            "points_to_win": 5,
            "sets_that_lose": 2,
            "renege_costs": "game",
            "game_bonus": 5,
        },
        besides=(
            "Six games are played, and games won decide who goes on. Points only break ties.",
            "A team that does not come to its table loses that game: the referee forfeits it.",
        ),
        calls={**STRAIN_WORDS, NO_TRUMP: "No"},
        words={},
        deals_first=("The first club deals first.",),
    ),
    Preset(
        key="botb-4x4",
        name="Best of the Best, four by four",
        about="Four rounds of four hands on a sheet; sheets decide, then points.",
        source="https://bestofthebest21.com/about-botb",
        house={"game_end": "hands_played", "hands_in_game": 4},
        besides=("Four rounds are played. Sheets won decide, then points.",),
        calls=STRAIN_WORDS,
        words={"game": "sheet"},
    ),
)


FAHRENHEIT_PARAGRAPHS: Final = Paragraphs(
    promise="F-4", counting="F-10", made="F-11", set="F-11", no_trump="F-12", boston="F-13",
    defenders="F-10", game="F-15", boston_wins="F-16", sets_lose="F-16", bonus="F-16", out_of_turn="F-24",
    penalties=PenaltyParagraphs("F-17", "F-18", "F-19", "F-20", "F-17"), forfeit="F-21",
    play=PlayParagraphs("F-8", "F-9", "F-9", "F-8", "F-20", "F-22"),
)  # fmt: skip
FAHRENHEIT_UNITS: Final = UnitParagraphs(one="F-11", no_trump="F-12", boston="F-13", no_trump_boston="F-14")
WHIST_PARAGRAPHS: Final = Paragraphs(
    promise="W-4", counting="W-11", made="W-11", set="W-12", no_trump="W-13", boston="W-14",
    defenders="W-12", game="W-15", boston_wins="W-14", sets_lose="W-15", bonus="W-15", out_of_turn="W-21",
    penalties=PenaltyParagraphs("W-16", "W-17", "W-18", "W-16", "W-16"), forfeit="W-20",
    play=PlayParagraphs("W-8", "W-9", "W-10", "W-8", "W-16", "W-19"),
)  # fmt: skip

FAHRENHEIT_DEFAULTS: Final = {
    "min_bid": 4, "downtown_beats_uptown": True, "all_pass": "forced", "name_before_kitty": True,
    "set_points": "by_game_end", "game_end": "hands", "must_identify_book": False,
}  # fmt: skip

# 004: "The first four cards and the last four cards cannot be put in the kitty."
FAHRENHEIT_SAYS: Final[Mapping[str, Mapping[object, str]]] = {
    "kitty": {
        True: (
            "Twelve cards each and the rest to the kitty, but never the first or the last four cards. "
            "The bidder takes it and discards as many."
        )
    }
}
FAHRENHEIT_HOUSE: Final = house_rules(FahrenheitHouse, "F", FAHRENHEIT_DEFAULTS, FAHRENHEIT_SAYS)
WHIST_HOUSE: Final = house_rules(WhistHouse, "W")


def fahrenheit(house: Mapping[str, object]) -> Ruleset:
    """Fahrenheit by a house's rules.

    :raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other.
    """
    options = settle_whist(FahrenheitHouse, FAHRENHEIT_HOUSE, house)
    whist = _bid_whist("fahrenheit", "Fahrenheit Bid Whist", options, FAHRENHEIT_PARAGRAPHS)
    return Fahrenheit(whist, options, FAHRENHEIT_UNITS)


def bid_whist(house: Mapping[str, object]) -> Ruleset:
    """Bid Whist by a house's rules.

    :raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other.
    """
    return _bid_whist(
        "bid-whist", "Bid Whist", settle_whist(WhistHouse, WHIST_HOUSE, house), WHIST_PARAGRAPHS
    )


def _bid_whist(
    key: str,
    name: str,
    options: WhistHouse,
    paragraphs: Paragraphs,
    calls: Mapping[str, str] = STRAIN_WORDS,
    words: Mapping[str, str] = NO_WORDS,
) -> BidWhist:
    return BidWhist(key, name, values(options), options, paragraphs, whist_bids(options), calls, words)


def _preset_entry(preset: Preset) -> Entry:
    """An event's Bid Whist: its own defaults and its own words."""
    rules = house_rules(WhistHouse, "W", preset.house)

    def build(house: Mapping[str, object]) -> Ruleset:
        options = settle_whist(WhistHouse, rules, house)
        return _bid_whist(preset.key, preset.name, options, WHIST_PARAGRAPHS, preset.calls, preset.words)

    description = GameDescription(
        preset.key, preset.name, preset.about, SEATS, SIDES, rules, "bid-whist", preset.source
    )
    always = (*sheets.bid_whist(*preset.deals_first), Section("At this event", preset.besides))
    return Entry(description, build, always, preset.words)


ENTRIES: Final = (
    Entry(
        GameDescription(
            "fahrenheit",
            "Fahrenheit Bid Whist",
            "Two teams of two, best three of five hands; a Boston and a no trump bid count two.",
            SEATS,
            SIDES,
            FAHRENHEIT_HOUSE,
            source="docs/rulebook/fahrenheit.md",
        ),
        fahrenheit,
        sheets.FAHRENHEIT,
    ),
    Entry(
        GameDescription(
            "bid-whist",
            "Bid Whist",
            "Two teams of two, to seven points or seven below zero.",
            SEATS,
            SIDES,
            WHIST_HOUSE,
            source="docs/rulebook/bid-whist.md",
        ),
        bid_whist,
        sheets.bid_whist(),
    ),
)
PRESET_ENTRIES: Final = tuple(_preset_entry(preset) for preset in PRESETS)
