"""Checks the auction and the discards of a report against the rest of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.cards.auction import Auction, IllegalCall
from rules.cards.bids import PASS, wording
from rules.cards.cards import Card, UnreadableCard, read_cards
from rules.cards.packs import whist_pack
from rules.ruleset.hands import FieldError, Report, read_optional_word
from rules.ruleset.ruleset import Ruleset


def check_auction(ruleset: Ruleset, report: Report, bidder: str, bid: str, errors: list[FieldError]) -> None:
    """Add an error if ``dealer``, ``bidder_seat`` or ``calls`` contradict the bidder or the bid."""
    dealer = read_optional_word(report, "dealer", ruleset.seats, "the dealer", errors)
    seat = read_optional_word(report, "bidder_seat", ruleset.seats, "the bidder’s seat", errors)
    if seat is not None and seat not in bidder:
        errors.append(FieldError("bidder_seat", f"The bidder’s seat {seat} is not one of {bidder}."))
    calls = report.get("calls")
    if calls is None or errors:
        return
    try:
        auction = _auction(ruleset, read_calls(calls), dealer or ruleset.seats[-1])
    except IllegalCall as illegal:
        errors.append(FieldError("calls", str(illegal)))
        return
    errors += _contradictions(auction, dealer, seat, bidder, bid)


def _auction(ruleset: Ruleset, calls: Sequence[str], dealer: str) -> Auction:
    auction = ruleset.play.auction(ruleset.ladder, ruleset.seats, dealer)
    for number, call in enumerate(calls, 1):
        try:
            auction = auction.after(call)
        except IllegalCall as illegal:
            raise IllegalCall(f"Call {number} cannot be made: {illegal}") from None
    # After the highest possible bid everybody passes, and those passes may be left out.
    if not auction.is_over and auction.legal_calls() != (PASS,):
        raise IllegalCall("The auction is not over after these calls.")
    return auction


def _contradictions(
    auction: Auction, dealer: str | None, seat: str | None, bidder: str, bid: str
) -> list[FieldError]:
    if auction.high_bid is None:
        return [FieldError("calls", "Everybody passed, so there was no hand to score.")]
    holder, highest = auction.high_bid
    if highest != bid:
        sentence = f"The auction ended with {wording(highest)}, and the hand was played at {wording(bid)}."
        return [FieldError("calls", sentence)]
    by_calls = f"By the dealer and the calls {holder} was the bidder, not"
    if dealer is not None and seat is not None and holder != seat:
        return [FieldError("bidder_seat", f"{by_calls} {seat}.")]
    if dealer is not None and holder not in bidder:
        return [FieldError("calls", f"{by_calls} {bidder}.")]
    return []


def read_calls(calls: object) -> tuple[str, ...]:
    """The calls of a report or record. The number 0 is a pass."""
    if not isinstance(calls, list | tuple):
        raise IllegalCall("The calls are a list, from the dealer’s left on.")
    return tuple(_read_call(call) for call in calls)


def _read_call(call: object) -> str:
    if type(call) is int:
        return str(call) if call else PASS
    if not isinstance(call, str):
        raise IllegalCall('A call is a word such as "pass" or "4 uptown".')
    return " ".join(call.lower().split()).replace("no trump", "no_trump")


def check_discards(report: Report, kitty: int, jokers: int, errors: list[FieldError]) -> None:
    """Add an error if discards are reported and aren't ``kitty`` different cards of the pack."""
    written = report.get("discards")
    if written is None:
        return
    if not kitty:
        errors.append(FieldError("discards", "Without a kitty nothing is discarded."))
        return
    try:
        cards = read_cards(written)
    except UnreadableCard as unreadable:
        errors.append(FieldError("discards", str(unreadable)))
        return
    if len(cards) != kitty:
        errors.append(FieldError("discards", f"The bidder discards {kitty} cards, not {len(cards)}."))
    elif len(set(cards)) < len(cards):
        errors.append(FieldError("discards", "A card is among the discards twice, but in the pack once."))
    elif strange := set(cards) - _pack(jokers):
        errors.append(FieldError("discards", f"{min(map(str, strange))} is not in this pack."))


@cache
def _pack(jokers: int) -> frozenset[Card]:
    return frozenset(whist_pack(jokers))
