"""Fahrenheit: Bid Whist for the best 3 of 5 hands. A Boston and a no trump count two (Rulebook F)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards.bids import NO_TRUMP
from rules.games.whist.bid_whist import UNIT_WORDS, BidWhist, Count, sources_of, whist_bids
from rules.games.whist.bid_whist_house import FahrenheitHouse, settle_whist
from rules.games.whist.whist_report import PlayedHand
from rules.ruleset import sheets
from rules.ruleset.hands import Reason
from rules.ruleset.house import house_rules, values
from rules.ruleset.ruleset import CatalogEntry, GameDescription, PlayParagraphs
from rules.ruleset.seats import SEATS, SIDES


@dataclass(frozen=True, slots=True)
class Fahrenheit(BidWhist):
    """Bid Whist in which one hand can count as several."""

    options: FahrenheitHouse

    def units(self, hand: PlayedHand, count: Count) -> tuple[int, Reason]:
        options = self.options
        at_no_trump = hand.strain == NO_TRUMP
        if at_no_trump and count.boston:
            rule, units = "no_trump_boston_units", options.no_trump_boston_units
            sentence = f"A Boston at no trump counts {UNIT_WORDS[units]}."
        elif count.boston:
            rule, units = "boston_units", options.boston_units
            sentence = f"A Boston counts {UNIT_WORDS[units]}."
        elif at_no_trump and count.made:
            rule, units = "no_trump_units", options.no_trump_units
            sentence = f"A no trump bid counts {UNIT_WORDS[units]}."
        elif at_no_trump:
            rule, units = "nt_set_units", options.nt_set_units
            sentence = f"A set no trump counts {UNIT_WORDS[units]} for the opponents."
        else:
            rule, units = "one_hand", 1
            sentence = (
                "The bidders win the hand, and it counts one."
                if count.made
                else "The hand goes to the opponents and counts one."
            )
        return units, self.reason(rule, sentence)


DEFAULTS: Final = {
    "min_bid": 4, "downtown_beats_uptown": True, "all_pass": "forced", "name_before_kitty": True,
    "set_points": "by_game_end", "game_end": "hands", "must_identify_book": False,
}  # fmt: skip

# Fahrenheit's rules: "The first four cards and the last four cards cannot be put in the kitty."
SAYS: Final[Mapping[str, Mapping[object, str]]] = {
    "kitty": {
        True: (
            "Twelve cards each and the rest to the kitty, but never the first or the last four cards. "
            "The bidder takes it and discards as many."
        )
    }
}
FAHRENHEIT_HOUSE: Final = house_rules(FahrenheitHouse, "F", DEFAULTS, SAYS)
SOURCES: Final = sources_of(
    FAHRENHEIT_HOUSE, promise="F-4", made="F-11", set="F-11", one_hand="F-11", renege_short="F-18",
    reneges_cancel="F-19", forfeit="F-21",
)  # fmt: skip


def fahrenheit(house: Mapping[str, object]) -> Fahrenheit:
    """:raises BadHouseRule: if a house rule is unknown or not allowed, or two contradict each other."""
    options = settle_whist(FahrenheitHouse, FAHRENHEIT_HOUSE, house)
    return Fahrenheit(
        key="fahrenheit",
        name="Fahrenheit Bid Whist",
        house=values(options),
        options=options,
        sources=SOURCES,
        paragraphs=PlayParagraphs(
            play="F-8", ranks="F-9", jokers="F-9", equals="F-8", reneges="F-20", misdeals="F-22"
        ),
        ladder=whist_bids(options),
    )


ENTRY: Final = CatalogEntry(
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
)
