"""Bid Whist and its presets, the rules of real events, as entries of the catalog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards.bids import DOWNTOWN, NO_TRUMP, STRAIN_WORDS, UPTOWN
from rules.games.whist.bid_whist import BidWhist, sources_of, whist_bids
from rules.games.whist.bid_whist_house import WhistHouse, settle_whist
from rules.ruleset import sheets
from rules.ruleset.house import house_rules, values
from rules.ruleset.ruleset import CatalogEntry, GameDescription, PlayParagraphs, Section
from rules.ruleset.seats import SEATS, SIDES


@dataclass(frozen=True, slots=True)
class WhistPreset:
    """A real event's rules.

    ``calls`` maps a strain to its word in a bid; ``vocabulary`` maps our words to its own elsewhere.
    """

    key: str
    name: str
    about: str
    source: str
    house: Mapping[str, object]
    more: tuple[str, ...]
    """What its sheet prints beyond the house rules."""
    calls: Mapping[str, str]
    vocabulary: Mapping[str, str]
    deals_first: tuple[str, ...] = ()


# Cardsharks call a bid "Four", "Four Special" or "Four No".
SPECIAL_CALLS: Final[Mapping[str, str]] = {UPTOWN: "", DOWNTOWN: "Special", NO_TRUMP: "No"}
SPECIAL_WORDS: Final[Mapping[str, str]] = {"downtown": "special", "uptown": "straight"}

PRESETS: Final = (
    WhistPreset(
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
        more=(
            "A round is 15 minutes; its middle is announced. When time is up, the hand in play is the last.",
            "Rounds won decide who goes on, then points. A tied round is settled by one hand without points.",
            "Both teams check the score sheet and sign it; Bostons are circled.",
        ),
        calls=SPECIAL_CALLS,
        vocabulary=SPECIAL_WORDS,
        deals_first=(
            "The first diamond deals first.",
            "Neither the first four cards of the deal nor the last four go to the kitty.",
        ),
    ),
    WhistPreset(
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
        more=(
            "Six games are played, and games won decide who goes on. Points only break ties.",
            "A team that does not come to its table loses that game: the referee forfeits it.",
        ),
        calls={**STRAIN_WORDS, NO_TRUMP: "No"},
        vocabulary={},
        deals_first=("The first club deals first.",),
    ),
    WhistPreset(
        key="botb-4x4",
        name="Best of the Best, four by four",
        about="Four rounds of four hands on a sheet; sheets decide, then points.",
        source="https://bestofthebest21.com/about-botb",
        house={"game_end": "hands_played", "hands_in_game": 4},
        more=("Four rounds are played. Sheets won decide, then points.",),
        calls=STRAIN_WORDS,
        vocabulary={"game": "sheet"},
    ),
)


PLAY: Final = PlayParagraphs("W-8", "W-9", "W-10", "W-8", "W-16", "W-19")
WHIST_HOUSE: Final = house_rules(WhistHouse, "W")
SOURCES: Final = sources_of(
    WHIST_HOUSE, promise="W-4", made="W-11", set="W-12", renege_short="W-17", reneges_cancel="W-18",
    forfeit="W-20",
)  # fmt: skip


def bid_whist(house: Mapping[str, object]) -> BidWhist:
    """:raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other."""
    options = settle_whist(WhistHouse, WHIST_HOUSE, house)
    return BidWhist("bid-whist", "Bid Whist", values(options), options, SOURCES, PLAY, whist_bids(options))


def _preset_entry(preset: WhistPreset) -> CatalogEntry:
    rules = house_rules(WhistHouse, "W", preset.house)

    def build(house: Mapping[str, object]) -> BidWhist:
        options = settle_whist(WhistHouse, rules, house)
        return BidWhist(
            preset.key,
            preset.name,
            values(options),
            options,
            SOURCES,
            PLAY,
            whist_bids(options),
            preset.calls,
            preset.vocabulary,
        )

    description = GameDescription(
        preset.key, preset.name, preset.about, SEATS, SIDES, rules, "bid-whist", preset.source
    )
    always = (*sheets.bid_whist(*preset.deals_first), Section("At this event", preset.more))
    return CatalogEntry(description, build, always, preset.vocabulary)


ENTRY: Final = CatalogEntry(
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
)
PRESET_ENTRIES: Final = tuple(_preset_entry(preset) for preset in PRESETS)
