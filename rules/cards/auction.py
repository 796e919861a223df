"""An immutable auction: whose turn it is, the legal calls, and the auction after a call."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.cards.bids import PASS, BidLadder, wording


class IllegalCall(ValueError):
    """The call may not be made now."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls in order, from the dealer's left.

    Each player calls once. With ``goes_on`` the bidding continues until all but one have passed; a player who
    passed is out. With ``dealer_forced`` the dealer must bid if everybody else passed, and with
    ``minimum_forced`` bids the lowest number. With ``dealer_may_match`` the dealer may equal the highest bid.
    """

    ladder: BidLadder
    seats: tuple[str, ...]
    dealer: str
    dealer_forced: bool = True
    minimum_forced: bool = False
    dealer_may_match: bool = False
    goes_on: bool = False
    calls: tuple[tuple[str, str], ...] = ()

    @property
    def high_bid(self) -> tuple[str, str] | None:
        return next((made for made in reversed(self.calls) if made[1] != PASS), None)

    @property
    def turn(self) -> str | None:
        """The seat that calls next; None when the auction is over."""
        seats = len(self.seats)
        left = self.seats.index(self.dealer) + 1
        if len(self.calls) < seats:
            return self.seats[(left + len(self.calls)) % seats]
        if not self.goes_on or self.high_bid is None:
            return None
        out = {seat for seat, call in self.calls if call == PASS}
        last = self.seats.index(self.calls[-1][0])
        after = (self.seats[(last + step) % seats] for step in range(1, seats))
        return next((seat for seat in after if seat not in out and seat != self.high_bid[0]), None)

    @property
    def is_over(self) -> bool:
        return self.turn is None

    @property
    def is_forced(self) -> bool:
        """Whether the dealer is next and may not pass, because everybody else did."""
        return self.dealer_forced and self.turn == self.dealer and self.high_bid is None

    def legal_calls(self) -> tuple[str, ...]:
        if self.is_over:
            return ()
        bids = self.ladder.above(self.high_bid[1] if self.high_bid else None)
        if self.high_bid and self.dealer_may_match and self.turn == self.dealer:
            bids = (*self.ladder.same_rank(self.high_bid[1]), *bids)
        if self.is_forced and self.minimum_forced:
            return tuple(bid for bid in bids if bid.split()[0] == bids[0].split()[0])
        return bids if self.is_forced else (PASS, *bids)

    def after(self, call: str) -> Auction:
        """:raises IllegalCall: if the call isn't legal for the next player."""
        seat = self.turn
        if seat is None:
            raise IllegalCall("The auction is over: everybody has called.")
        if call not in self.legal_calls():
            raise IllegalCall(self._refusal(call))
        return replace(self, calls=(*self.calls, (seat, call)))

    def _refusal(self, call: str) -> str:
        if call == PASS:
            return "The dealer must bid when everybody else has passed."
        if call not in self.ladder:
            return f'"{call[:40]}" is not a bid of this game.'
        if self.high_bid is None:
            lowest = self.legal_calls()[0].split()[0]
            return f"A dealer who must bid when everybody else has passed bids {lowest}, and no more."
        return f"{wording(call)} does not outrank {wording(self.high_bid[1])}, the highest bid so far."
