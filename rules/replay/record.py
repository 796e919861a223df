"""Reads a hand that was recorded card by card, and refuses a record that can't be a hand of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.cards.auction import IllegalCall
from rules.cards.bids import DIRECTIONS
from rules.cards.cards import Card, Suit, UnreadableCard, read_card, read_cards, read_suit, write_cards
from rules.cards.packs import is_ace_no_face, missing_and_extra
from rules.replay.card_table import CardTable
from rules.ruleset.auction_check import read_calls
from rules.ruleset.hands import FieldError, ImpossibleHand, shown

T = TypeVar("T")
ANY_GAME: Final = frozenset({"game", "house", "dealer", "deal", "calls", "trump", "tricks", "id"})


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand card by card.

    ``given`` and ``taken`` are the cards that an asking bidder and the partner exchanged.
    """

    dealer: str
    hands: Mapping[str, tuple[Card, ...]]
    kitty: tuple[Card, ...]
    calls: tuple[str, ...]
    trump: Suit | None
    direction: str | None
    discards: tuple[Card, ...] | None
    given: Card | None
    taken: Card | None
    tricks: tuple[tuple[Card, ...], ...]
    aces: str | None
    """``good`` or ``bad`` if the bidder named it with the trumps."""
    swaps: Mapping[str, tuple[Card, Card]]
    """Has, by seat, a joker and the discard that it was swapped for."""
    thrown_in_by: str | None = None
    """The seat that showed an Ace No Face instead of calling."""


class Reader:
    """Reads the fields of a record, and collects errors."""

    def __init__(self, record: Mapping[str, object], table: CardTable) -> None:
        self.record = record
        self.table = table
        self.errors: list[FieldError] = []
        known = ANY_GAME | table.play.recorded
        for field, value in record.items():
            if field not in known and value is not None:
                self.refuse(shown(field), f'A recorded hand of this game has no place for "{shown(field)}".')

    def refuse(self, field: str, message: str) -> None:
        self.errors.append(FieldError(field, message))

    def finish(self) -> None:
        """:raises ImpossibleHand: if there were errors."""
        if self.errors:
            raise ImpossibleHand(self.errors)

    def dealer(self) -> str:
        dealer = self.record.get("dealer")
        if isinstance(dealer, str) and dealer in self.table.seats:
            return dealer
        self.refuse("dealer", f"Say who dealt: {', '.join(self.table.seats)}.")
        return self.table.seats[0]

    def _read(self, field: str, read: Callable[[object], T], value: object) -> T | None:
        """The field's value as ``read`` returns it. If that fails, add an error and return None."""
        try:
            return read(value)
        except (UnreadableCard, IllegalCall) as unreadable:
            self.refuse(field, str(unreadable))
            return None

    def cards(self, field: str, value: object) -> tuple[Card, ...]:
        return self._read(field, read_cards, value) or ()

    def card(self, field: str, value: object) -> Card | None:
        return None if value is None else self._read(field, read_card, value)

    def by_seat(self, field: str) -> dict[str, tuple[Card, ...]]:
        """The cards of each seat and the kitty, which the record has as lines of text."""
        value = self.record.get(field)
        if not isinstance(value, Mapping):
            self.refuse(field, "Give a line of cards for each seat.")
            return dict.fromkeys(self.table.seats, ())
        known = {*self.table.seats, "kitty"}
        for seat in value:
            if seat not in known:
                self.refuse(field, f'There is no seat "{str(seat)[:40]}" in this game.')
        return {seat: self.cards(field, value.get(seat) or "") for seat in (*self.table.seats, "kitty")}

    def deal(self, dealer: str) -> tuple[dict[str, tuple[Card, ...]], tuple[Card, ...]]:
        """The hands and the kitty. Add an error unless they are the whole pack and the numbers are right."""
        had = len(self.errors)
        hands = self.by_seat("deal")
        kitty = hands.pop("kitty", ())
        if len(self.errors) > had:
            return hands, kitty
        dealt = [card for hand in hands.values() for card in hand] + list(kitty)
        if self.table.play.kitty_stays_out and not kitty:
            # The four cards that stay out need not be listed.
            kitty = missing_and_extra(self.table.pack, dealt)[0]
            dealt += kitty
        missing, extra = missing_and_extra(self.table.pack, dealt)
        if extra:
            self.refuse("deal", f"Dealt once too often, or not of this pack: {write_cards(extra)}.")
        if missing:
            self.refuse("deal", f"Never dealt: {write_cards(missing)}.")
        each = (len(self.table.pack) - self.table.kitty) // len(self.table.seats)
        rest = (len(self.table.pack) - self.table.kitty) % len(self.table.seats)
        for seat, hand in hands.items():
            due = each + (rest if seat == dealer else 0)
            if len(hand) != due:
                self.refuse("deal", f"A misdeal: {seat} has {len(hand)} cards and should have {due}.")
        return hands, kitty

    def calls(self) -> tuple[str, ...]:
        """The calls as written. The auction checks later whether they are legal."""
        return self._read("calls", read_calls, self.record.get("calls")) or ()

    def trump(self) -> Suit | None:
        value = self.record.get("trump")
        return None if value is None else self._read("trump", read_suit, value)

    def direction(self) -> str | None:
        value = self.record.get("direction")
        if value is None or value in DIRECTIONS:
            return value if isinstance(value, str) else None
        self.refuse("direction", "The direction is uptown or downtown.")
        return None

    def aces(self) -> str | None:
        value = self.record.get("aces")
        if value is not None and not self.table.names_aces:
            self.refuse("aces", "By these house rules nobody names the aces good or bad.")
        elif value in ("good", "bad"):
            return str(value)
        elif value is not None:
            self.refuse("aces", "The aces are good or bad.")
        return None

    def swaps(self) -> dict[str, tuple[Card, Card]]:
        value = self.record.get("joker_swaps")
        if value is None:
            return {}
        if not self.table.play.swaps_jokers:
            self.refuse("joker_swaps", "By these house rules nobody swaps a joker.")
        elif not isinstance(value, Mapping) or not set(value) <= set(self.table.seats):
            self.refuse("joker_swaps", 'Joker swaps are written by seat: {"W": "LJ 3C"}.')
        else:
            found = {seat: self.cards("joker_swaps", line) for seat, line in value.items()}
            if all(len(pair) == 2 and pair[0].is_joker for pair in found.values()):
                return {seat: (pair[0], pair[1]) for seat, pair in found.items()}
            self.refuse("joker_swaps", "A swap is a joker and the card that came for it.")
        return {}

    def tricks(self) -> tuple[tuple[Card, ...], ...]:
        """The tricks. ``check_tricks`` counts their cards once the contract is known."""
        value = self.record.get("tricks", [])
        if isinstance(value, list):
            return tuple(self.cards("tricks", line) for line in value)
        self.refuse("tricks", "The tricks are a list, each a line of its cards in the order played.")
        return ()

    def turns_before(self, seat: str, dealer: str) -> int:
        """The number of seats that call before this one, from the dealer's left on."""
        seats = self.table.seats
        return (seats.index(seat) - seats.index(dealer) - 1) % len(seats)

    def thrown_in_by(
        self, hands: Mapping[str, tuple[Card, ...]], calls: Sequence[str], dealer: str
    ) -> str | None:
        """The seat that showed an Ace No Face. Add an error if house rules or cards don't allow it."""
        seat = self.record.get("ace_no_face")
        if seat is None:
            return None
        if not self.table.play.has_ace_no_face:
            self.refuse("ace_no_face", "Ace No Face is not played by these house rules.")
        elif not isinstance(seat, str) or seat not in hands:
            self.refuse("ace_no_face", "Say which seat showed an ace and no face card.")
        elif not is_ace_no_face(hands[seat]):
            self.refuse("ace_no_face", f"{seat} does not hold an ace without a king, queen or jack.")
        elif len(calls) > self.turns_before(seat, dealer):
            self.refuse("ace_no_face", f"{seat} had called already: such a hand is shown before one’s call.")
        else:
            return seat
        return None

    def exchange(self) -> tuple[Card | None, Card | None]:
        value = self.record.get("exchange")
        if value is None:
            return None, None
        if not isinstance(value, Mapping) or set(value) != {"gives", "takes"} or None in value.values():
            self.refuse("exchange", 'The exchange is written {"gives": a card, "takes": a card}.')
            return None, None
        return self.card("exchange", value.get("gives")), self.card("exchange", value.get("takes"))


def read_record(record: Mapping[str, object], table: CardTable) -> HandRecord:
    """:raises ImpossibleHand: if a field can't be read, or cards are missing, duplicate or too many."""
    reader = Reader(record, table)
    dealer = reader.dealer()
    hands, kitty = reader.deal(dealer)
    discards = record.get("discards")
    given, taken = reader.exchange()
    calls = reader.calls()
    read = HandRecord(
        dealer=dealer,
        hands=hands,
        kitty=kitty,
        calls=calls,
        trump=reader.trump(),
        direction=reader.direction(),
        discards=None if discards is None else reader.cards("discards", discards),
        given=given,
        taken=taken,
        tricks=reader.tricks(),
        thrown_in_by=reader.thrown_in_by(hands, calls, dealer),
        aces=reader.aces(),
        swaps=reader.swaps(),
    )
    if read.thrown_in_by and read.tricks:
        reader.refuse("tricks", "A hand that was thrown in is not played.")
    reader.finish()
    return read


def check_tricks(tricks: Sequence[Sequence[Card]], *, players: int, most: int) -> None:
    """:raises ImpossibleHand: if a trick has the wrong number of cards, or there are too many tricks."""
    if len(tricks) > most:
        raise ImpossibleHand([FieldError("tricks", f"There are {most} tricks in a hand, not {len(tricks)}.")])
    for number, trick in enumerate(tricks, 1):
        unfinished = number == len(tricks) and 0 < len(trick) < players
        if len(trick) != players and not unfinished:
            sentence = f"Trick {number} has {len(trick)} cards; {players} players play to it."
            raise ImpossibleHand([FieldError("tricks", sentence)])
