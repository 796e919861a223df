"""Which games there are, in the order a list shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.games import (
    bid_euchre,
    bid_fair,
    cutthroat,
    euchre_house,
    sheets,
    solo_bid_euchre,
    whist_entries,
)
from rules.games.ruleset import Entry, GameDescription
from rules.games.seats import SEATS, SIDES

_OTHERS: Final = (
    Entry(
        GameDescription(
            "cutthroat-bid-whist",
            "Cutthroat Bid Whist",
            "Three players, each alone, 17 cards each and a kitty of three, to 30 points.",
            cutthroat.SEATS,
            cutthroat.SEATS,
            cutthroat.CUTTHROAT_HOUSE,
            source="docs/rulebook/cutthroat.md",
        ),
        cutthroat.cutthroat,
        sheets.CUTTHROAT,
    ),
    Entry(
        GameDescription(
            "bid-euchre",
            "Bid Euchre",
            "Two teams of two, six tricks a hand, a point a trick, to 32.",
            SEATS,
            SIDES,
            euchre_house.BID_EUCHRE_HOUSE,
            source="docs/rulebook/bid-euchre.md",
        ),
        bid_euchre.bid_euchre,
        sheets.BID_EUCHRE,
    ),
    Entry(
        GameDescription(
            "solo-bid-euchre",
            "Solo Bid Euchre",
            "Four players, each alone, five tricks a hand, to 50 points.",
            solo_bid_euchre.SEATS,
            solo_bid_euchre.SEATS,
            euchre_house.SOLO_EUCHRE_HOUSE,
            source="docs/rulebook/solo-bid-euchre.md",
        ),
        solo_bid_euchre.solo_bid_euchre,
        sheets.SOLO_BID_EUCHRE,
    ),
    Entry(
        GameDescription(
            "bid-fair",
            "Bid Fair",
            "Two players, a bid card each and seven tricks, past 800 points.",
            bid_fair.SEATS,
            bid_fair.SEATS,
            bid_fair.BID_FAIR_HOUSE,
            source="docs/rulebook/bid-fair.md",
        ),
        bid_fair.bid_fair,
        sheets.BID_FAIR,
    ),
)


CATALOGUE: Final[Mapping[str, Entry]] = {
    entry.description.key: entry
    for entry in (*whist_entries.ENTRIES, *_OTHERS, *whist_entries.PRESET_ENTRIES)
}
