"""What the reports of Bid Whist tell, and whether it can have happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.cards.bids import DIRECTIONS, NO_TRUMP, STRAINS, Ladder
from rules.games.auction_check import AuctionRules, check_discards
from rules.games.bid_whist_house import WhistHouse
from rules.games.hands import (
    SUIT_WORDS,
    FieldError,
    ImpossibleHand,
    Report,
    read_offences,
    read_optional_word,
    read_whole,
    read_word,
    unknown_fields,
)
from rules.games.seats import SEATS, SIDES

ALL_BOOKS: Final = 13
MOST_OFFENCES: Final = 24  # two players in twelve tricks: in the last nobody has a choice

PLAYED: Final = frozenset(
    {
        "bidder", "level", "strain", "books", "trump", "direction", "reneges", "false_accusations",
        "dealer", "bidder_seat", "calls", "discards", "forfeited_by",
    }
)  # fmt: skip
OF_THE_CARDS: Final = frozenset({"dealer", "bidder_seat", "calls", "discards"})


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """The facts of a hand that was played: who bid what, and the books the bidders took."""

    bidder: str
    level: int
    strain: str
    books: int
    reneges: tuple[str, ...]  # the offending sides
    accusations: tuple[str, ...]  # the sides that accused wrongly


def read_played(report: Report, house: WhistHouse, ladder: Ladder) -> PlayedHand:
    """The facts of the report.

    :raises ImpossibleHand: if they cannot be right.
    """
    errors = [] if report.keys() <= PLAYED else unknown_fields(report, PLAYED)
    least_books = 1 if house.kitty else 0
    bidder = read_word(report, "bidder", SIDES, "the bidding side", errors)
    level = read_whole(report, "level", house.min_bid, 7, "the number bid", errors)
    strain = read_word(report, "strain", STRAINS, "the kind of bid", errors)
    books = read_whole(report, "books", least_books, ALL_BOOKS, "the bidders' books", errors)
    reneges = read_offences(report, "reneges", SIDES, MOST_OFFENCES, errors)
    accusations = read_offences(report, "false_accusations", SIDES, MOST_OFFENCES, errors)
    check_trump(report, strain, errors)
    if not report.keys().isdisjoint(OF_THE_CARDS):
        check_discards(report, house.kitty_size, house.jokers, errors)
        if not errors:
            forced = house.all_pass == "forced"
            auction = AuctionRules(ladder, SEATS, SIDES, forced, dealer_may_match=house.dealer_may_match)
            auction.check(report, bidder, f"{level} {strain}", errors)
    if errors:
        raise ImpossibleHand(errors)
    return PlayedHand(bidder, level, strain, books, reneges, accusations)


def check_trump(report: Report, strain: str, errors: list[FieldError]) -> None:
    """Trump goes with uptown and downtown, a direction with no trump; either may be left out."""
    trump = read_optional_word(report, "trump", SUIT_WORDS, "the trump suit", errors)
    direction = read_optional_word(report, "direction", DIRECTIONS, "the direction", errors)
    if trump is not None and strain == NO_TRUMP:
        errors.append(FieldError("trump", "A no trump hand has no trump suit."))
    if direction is not None and strain != NO_TRUMP:
        errors.append(FieldError("direction", "Only a no trump is given a direction besides the bid."))
