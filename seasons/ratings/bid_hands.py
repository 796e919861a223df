"""Which bids were made, and with how many books: as rows and as bars of a chart."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.models import Hand

EVERY_SIDE = "NSEW"
"""Contains every side's name: with it, ``bid_hands_of`` takes each hand as one's own."""
BAR, GAP, LABEL, LONGEST = 26, 10, 80, 100
"""The sizes in a chart: a bar's height, the gap, the width of a label, and the longest bar."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A bar of a chart."""

    label: str
    words: str
    y: int
    full: int
    """The length of the solid part."""
    rest: int
    """Of the hatched part after it."""

    @property
    def baseline(self) -> int:
        return self.y + BAR - 8

    @property
    def end(self) -> int:
        return LABEL + self.full

    @property
    def words_at(self) -> int:
        return LABEL + self.full + self.rest + 8


@dataclass(frozen=True, slots=True)
class BidHand:
    bid: str
    books: int | None
    is_mine: bool
    is_made: bool


def bid_hands_of(side_of: Mapping[int, str]) -> Iterator[BidHand]:
    """The hands of these games that have a bid. ``side_of`` is one's own side in each game. One query."""
    hands = Hand.objects.standing().filter(game__in=side_of, is_decider=False)
    for game, facts, winner in hands.values_list("game", "facts", "winner_side"):
        bid, bidder = facts.get("level") or facts.get("bid"), facts.get("bidder")
        if bid and bidder:
            yield BidHand(str(bid), facts.get("books"), bidder in side_of[game], winner == bidder)


def by_bid(hands: Mapping[BidHand, int]) -> list[tuple[str, int, int]]:
    """Each bid, how often it was made, and how often it was set."""
    bid: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for hand, many in hands.items():
        bid[hand.bid] += many
        made[hand.bid] += many * hand.is_made
    order = sorted(bid, key=lambda label: (not label.isdigit(), int(label) if label.isdigit() else 0, label))
    return [(label, made[label], bid[label] - made[label]) for label in order]


def by_books(hands: Mapping[BidHand, int]) -> list[tuple[int, int]]:
    """Each number of books that a bidder took, and in how many hands."""
    took: Counter[int] = Counter()
    for hand, many in hands.items():
        if hand.books is not None:
            took[hand.books] += many
    return sorted(took.items())


def bid_bars(hands: Mapping[BidHand, int]) -> tuple[Bar, ...]:
    rows = [(f"Bid {label}", made, lost) for label, made, lost in by_bid(hands)]
    return _bars(rows, lambda full, rest: f"made {full} of {full + rest}")


def book_bars(hands: Mapping[BidHand, int]) -> tuple[Bar, ...]:
    rows = [(f"{books} book{'' if books == 1 else 's'}", many, 0) for books, many in by_books(hands)]
    return _bars(rows, lambda full, _: f"{full} hand{'' if full == 1 else 's'}")


def _bars(rows: list[tuple[str, int, int]], words: Any) -> tuple[Bar, ...]:
    most = max((full + rest for _, full, rest in rows), default=1)
    return tuple(
        Bar(
            label=label,
            words=words(full, rest),
            y=number * (BAR + GAP),
            full=round(LONGEST * full / most),
            rest=round(LONGEST * rest / most),
        )
        for number, (label, full, rest) in enumerate(rows)
    )
