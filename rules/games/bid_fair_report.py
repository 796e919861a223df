"""What the reports of Bid Fair tell, and whether it can have happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from rules.cards.cards import Card, Rank, UnreadableCard, read_card
from rules.games.hands import (
    SUIT_WORDS,
    FieldError,
    ImpossibleHand,
    Report,
    read_optional_word,
    read_word,
    unknown_fields,
)

SEATS: Final = ("N", "S")
TRICKS: Final = 7
CONTRACTS: Final[Mapping[Rank, int]] = {
    Rank.ACE: 90,
    Rank.KING: 80,
    Rank.QUEEN: 70,
    Rank.JACK: 60,
    Rank.TEN: 50,
    Rank.NINE: 40,
}
REPORTED: Final = frozenset({"dealer", "bids", "trump", "trick_points", "forfeited_by"})


@dataclass(frozen=True, slots=True)
class FairHand:
    """The facts of a hand: the bid cards, None being face down, the trump suit, the points in tricks."""

    bids: Mapping[str, Card | None]
    trump: str
    trick_points: Mapping[str, int]


def read_fair(report: Report) -> FairHand:
    errors = unknown_fields(report, REPORTED)
    read_optional_word(report, "dealer", SEATS, "the dealer", errors)
    trump = read_word(report, "trump", SUIT_WORDS, "the trump suit", errors)
    bids = _read_bids(report, errors)
    trick_points = _read_trick_points(report, errors)
    if not errors:
        _check_points(bids, trick_points, errors)
    if errors:
        raise ImpossibleHand(errors)
    return FairHand(bids, trump, trick_points)


def _read_bids(report: Report, errors: list[FieldError]) -> dict[str, Card | None]:
    nobody: dict[str, Card | None] = dict.fromkeys(SEATS)
    written = report.get("bids")
    if not isinstance(written, Mapping) or set(written) != set(SEATS):
        errors.append(FieldError("bids", "Report the bid card of N and of S, or null for one face down."))
        return nobody
    try:
        bids = {seat: None if written[seat] is None else read_card(written[seat]) for seat in SEATS}
    except UnreadableCard as unreadable:
        errors.append(FieldError("bids", str(unreadable)))
        return nobody
    shown = [card.rank for card in bids.values() if card is not None]
    if not all(rank in CONTRACTS for rank in shown):
        errors.append(FieldError("bids", "Bid Fair is played with the cards from nine to ace."))
    elif len(shown) == 2 and shown[0] == shown[1]:
        errors.append(FieldError("bids", "The second bid must be of a higher rank, so two cannot be equal."))
    return bids


def _read_trick_points(report: Report, errors: list[FieldError]) -> dict[str, int]:
    written = report.get("trick_points")
    if (
        isinstance(written, Mapping)
        and set(written) == set(SEATS)
        and all(type(points) is int and 0 <= points <= 140 for points in written.values())
    ):
        return {seat: written[seat] for seat in SEATS}
    errors.append(
        FieldError("trick_points", "Report the points N and S took in tricks: whole numbers up to 140.")
    )
    return dict.fromkeys(SEATS, 0)


def _check_points(
    bids: Mapping[str, Card | None], trick_points: Mapping[str, int], errors: list[FieldError]
) -> None:
    shown = [card.rank for card in bids.values() if card is not None]
    possible = possible_points(4 - shown.count(Rank.NINE), 4 - shown.count(Rank.ACE))
    north, south = trick_points["N"], trick_points["S"]
    if (north, south) in possible:
        return
    together = north + south
    if any(sum(pair) == together for pair in possible):
        said = f"{north} and {south} cannot be: no seven tricks divide their points like that."
    else:
        said = (
            f"{north} and {south} make {together}, which fourteen cards cannot: the points in tricks make "
            "100 to 104, 109 to 113, 118 to 122, 127 to 131 or 136 to 140, less what the bid cards hold."
        )
    errors.append(FieldError("trick_points", said))


@cache
def possible_points(nines: int, aces: int) -> frozenset[tuple[int, int]]:
    """Every way the trick points of a hand can fall, with at most so many nines and aces in play.

    Fourteen cards are played, seven tricks of two. A card counts ten, but a nine nine and an ace one.
    """
    splits = {
        (10 * 2 * tricks - nine - 9 * ace, nine, ace, tricks)
        for tricks, nine, ace in product(range(TRICKS + 1), range(nines + 1), range(aces + 1))
        if nine + ace <= 2 * tricks
    }
    return frozenset(
        (north, south)
        for north, nine, ace, tricks in splits
        for south, other_nine, other_ace, other_tricks in splits
        if tricks + other_tricks == TRICKS and nine + other_nine <= nines and ace + other_ace <= aces
    )
