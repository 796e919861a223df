"""Reads a hand of Bid Fair that was recorded card by card, and refuses a record that can't be one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards.bids import PASS
from rules.cards.cards import Card, Suit
from rules.cards.packs import missing_and_extra
from rules.replay.card_table import CardTable
from rules.replay.record import Reader, check_tricks

TO_THE_CRIB: Final = 4


@dataclass(frozen=True, slots=True)
class FairRecord:
    """A recorded hand. Of twelve cards dealt, each player has ``kept`` eight and put four into the crib."""

    dealer: str
    kept: Mapping[str, tuple[Card, ...]]
    crib: tuple[Card, ...]
    calls: tuple[Card | str | None, ...]
    down: Mapping[str, Card | None]
    """Has, by seat, the card laid face down."""
    cut: Card | None
    trump: Suit | None
    exchanged: bool
    """The contract's holder took the crib."""
    tricks: tuple[tuple[Card, ...], ...]
    bids: Mapping[str, Card | None] | None = None  # only if the record has both bids and calls


def read_fair(record: Mapping[str, object], table: CardTable) -> FairRecord:
    """:raises ImpossibleHand: if a field can't be read, or cards are missing, duplicate or too many."""
    reader = Reader(record, table)
    dealer = reader.dealer()
    hands, _ = reader.deal(dealer)
    cribs = _read_cribs(reader, hands)
    crib = tuple(card for seat in table.seats for card in cribs[seat])
    read = FairRecord(
        dealer=dealer,
        kept={seat: missing_and_extra(hands[seat], cribs[seat])[0] for seat in table.seats},
        crib=crib,
        calls=_read_calls(reader, table.left_of(dealer), dealer),
        down=_read_down(reader),
        cut=reader.card("cut", record.get("cut")),
        trump=reader.trump(),
        exchanged=record.get("exchange") is True,
        tricks=reader.tricks(),
        bids=_read_bids(reader) if record.get("calls") is not None else None,
    )
    if not isinstance(record.get("exchange", False), bool | None):
        reader.refuse("exchange", "Say true or false: whether the contract’s holder took the crib.")
    if read.cut is not None and read.cut not in crib:
        reader.refuse("cut", f"The card cut, {read.cut.name}, is not in the crib.")
    if read.cut is not None and read.trump not in (None, read.cut.suit):
        reader.refuse("trump", "The card cut from the crib is of another suit.")
    for seat, card in read.down.items():
        if card is not None and card not in read.kept.get(seat, ()):
            reader.refuse("down", f"{seat} does not hold {card.name} to lay it face down.")
    reader.finish()
    check_tricks(read.tricks, players=2, most=table.tricks)
    return read


def _read_cribs(reader: Reader, hands: Mapping[str, tuple[Card, ...]]) -> dict[str, tuple[Card, ...]]:
    """Each player's cards in the crib. The record has them by seat, or as one line of eight cards."""
    value = reader.record.get("crib")
    if isinstance(value, str | list):
        both = reader.cards("crib", value)
        cribs = {seat: tuple(card for card in both if card in hand) for seat, hand in hands.items()}
    else:
        cribs = reader.by_seat("crib")
    for seat, hand in hands.items():
        if len(cribs[seat]) != TO_THE_CRIB or missing_and_extra(hand, cribs[seat])[1]:
            reader.refuse("crib", f"{seat} puts four of the twelve cards dealt into the crib.")
    return cribs


def _read_calls(reader: Reader, first: str, dealer: str) -> tuple[Card | str | None, ...]:
    """The calls in order. A record without calls may have the bids by seat instead, as a report does."""
    value, bids = reader.record.get("calls"), reader.record.get("bids")
    if value is None and isinstance(bids, Mapping):
        return tuple(reader.card("bids", bids.get(seat)) for seat in (first, dealer))
    if not isinstance(value, list) or len(value) > 3:
        sentence = 'List what was laid, the non-dealer first: a card, null for face down, or "pass".'
        reader.refuse("calls", sentence)
        return ()
    return tuple(PASS if call == PASS else reader.card("calls", call) for call in value)


def _read_bids(reader: Reader) -> dict[str, Card | None] | None:
    """The bids by seat, as in a report; None if there are none."""
    value = reader.record.get("bids")
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != set(reader.table.seats):
        reader.refuse("bids", "Report the bid card of N and of S, or null for one face down.")
        return None
    return {seat: reader.card("bids", value[seat]) for seat in reader.table.seats}


def _read_down(reader: Reader) -> dict[str, Card | None]:
    value = reader.record.get("down", {})
    if not isinstance(value, Mapping):
        reader.refuse("down", "Give the card that each player laid face down, by seat.")
        return {}
    return {str(seat): reader.card("down", card) for seat, card in value.items()}
