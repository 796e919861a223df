"""What reneges and wrong accusations do to the books of a hand of Bid Whist."""

from __future__ import annotations

from dataclasses import dataclass

from rules.games.bid_whist_house import WhistHouse
from rules.games.hands import SIDE_NAMES, Names, Reason, counted, number
from rules.games.seats import OTHER
from rules.games.whist_report import ALL_BOOKS, PlayedHand


@dataclass(frozen=True, slots=True)
class PenaltyParagraphs:
    """Where a game's rulebook speaks of reneges."""

    renege: str
    short: str
    both: str
    accusation: str


@dataclass(frozen=True, slots=True)
class Settled:
    """The bidders' books after penalties, whether a penalty made it 13 to nothing, and why."""

    books: int
    by_penalty: bool
    because: tuple[Reason, ...]


def settle_penalties(hand: PlayedHand, house: WhistHouse, cite: PenaltyParagraphs, names: Names) -> Settled:
    """Give each side the books that the other owes it.

    Equal numbers of reneges cancel on the books actually won, so only the rest is settled; a side that
    owes more books than it won loses all of them.
    """
    if not (hand.reneges or hand.accusations):
        return Settled(hand.books, False, ())
    bidder, other = hand.bidder, OTHER[hand.bidder]
    because: list[Reason] = []
    if bidder in hand.reneges and other in hand.reneges:
        because.append(
            Reason("Both sides reneged, and one renege cancels another.", "reneges_cancel", cite.both)
        )
    # 004: "3 books won by the reneging team … are given to the non-reneging team."
    owed = house.renege_books * (hand.reneges.count(bidder) - hand.reneges.count(other))
    owed += house.false_accusation_books * (hand.accusations.count(bidder) - hand.accusations.count(other))
    if owed == 0:
        return Settled(hand.books, False, tuple(because))
    offender, won = (bidder, hand.books) if owed > 0 else (other, ALL_BOOKS - hand.books)
    given = min(abs(owed), won)
    because.append(_told(hand, offender, abs(owed), won, cite, names))
    books = hand.books - given if owed > 0 else hand.books + given
    return Settled(books, given > 0 and books in (0, ALL_BOOKS), tuple(because))


def _told(
    hand: PlayedHand, offender: str, due: int, won: int, cite: PenaltyParagraphs, names: Names
) -> Reason:
    called = names.get(offender) or SIDE_NAMES[offender]
    other = names.get(OTHER[offender]) or SIDE_NAMES[OTHER[offender]]
    has_reneged = offender in hand.reneges
    offended = "reneged" if has_reneged else "called a renege that was none"
    if won >= due:
        sentence = f"{called} {offended}: {counted(due, 'book')} go to {other}."
        if has_reneged:
            return Reason(sentence, "renege_books", cite.renege)
        return Reason(sentence, "false_accusation_books", cite.accusation)
    sentence = (
        f"{called} {offended} and won {counted(won, 'book')}, fewer than {number(due)}: "
        f"the hand is scored as though {other} won all 13."
    )
    return Reason(sentence, "renege_short", cite.short)
