"""What a card table needs of a game under its house rules: pack, deal, auction, order of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from rules.cards.auction import Auction
from rules.cards.bids import DOWNTOWN, NO_TRUMP
from rules.cards.cards import Card, Rank, Suit
from rules.cards.order import CardOrder, bid_fair, bowers, downtown, no_trump, uptown
from rules.cards.packs import Deal, deal
from rules.games import find_ruleset
from rules.ruleset.hands import either
from rules.ruleset.house import NO_HOUSE_RULES
from rules.ruleset.ruleset import BAD, NAMED, Play, Ruleset, UnknownGame

_PLAY = ("highest-of-suit-led", "highest-trump", "trump-beats-suit")


class NoCards(UnknownGame):
    """The rules don't know the cards of this game."""


@dataclass(frozen=True, slots=True)
class CardTable:
    ruleset: Ruleset
    play: Play

    @property
    def pack(self) -> tuple[Card, ...]:
        return self.play.pack

    @property
    def kitty(self) -> int:
        return self.play.kitty

    @property
    def tricks(self) -> int:
        return self.play.tricks

    @property
    def seats(self) -> tuple[str, ...]:
        return self.ruleset.seats

    @property
    def names_aces(self) -> bool:
        """Whether the bidder says if aces are good or bad downtown."""
        return self.play.aces == NAMED

    def side_of(self, seat: str) -> str:
        return next(side for side in self.ruleset.sides if seat in side)

    def partner_of(self, seat: str) -> str | None:
        return next((other for other in self.side_of(seat) if other != seat), None)

    def dealer_at(self, seat: str | None) -> str:
        """The dealer's seat; by default South, or else the last seat."""
        if seat is None:
            return "S" if "S" in self.seats else self.seats[-1]
        if seat not in self.seats:
            raise ValueError(f"The dealer sits at {either(self.seats)}.")
        return seat

    def left_of(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def paragraph(self, rule: str) -> str:
        paragraphs = self.play.paragraphs
        if rule in _PLAY:
            return paragraphs.play
        others = {
            "joker": paragraphs.jokers,
            "joker-led": paragraphs.jokers,
            "first-of-equals": paragraphs.equals,
        }
        return others.get(rule, paragraphs.ranks)

    def deal(self, dealer: str, rng: Random) -> Deal:
        return deal(
            self.pack,
            self.seats,
            dealer=dealer,
            rng=rng,
            kitty=self.kitty,
            rest_aside=self.play.kitty_stays_out,
        )

    def auction(self, dealer: str) -> Auction:
        return self.play.auction(self.ruleset.ladder, self.seats, dealer)

    def order(
        self,
        bid: str,
        trump: Suit | None,
        direction: str | None,
        aces: str | None = None,
        high: Rank = Rank.KING,
    ) -> CardOrder:
        """The order of the cards for a contract with its trumps or direction.

        ``aces`` is ``good`` or ``bad`` if the bidder names it with the trumps; ``high`` is for Bid Fair.
        """
        if not self.play.has_strains:
            assert trump is not None
            return bid_fair(trump, high) if self.play.has_high_rank else bowers(trump)
        aces_good = (aces if self.names_aces else self.play.aces) != BAD
        strain = bid.partition(" ")[2]
        if strain == NO_TRUMP or trump is None:
            return no_trump(direction or "uptown", aces_good=aces_good)
        return downtown(trump, aces_good=aces_good) if strain == DOWNTOWN else uptown(trump)


def card_table(key: str, house: Mapping[str, object] = NO_HOUSE_RULES) -> CardTable:
    """The table of a game with its house rules. Raises as ``find_ruleset`` does."""
    return table_for(find_ruleset(key, house))


def table_for(ruleset: Ruleset) -> CardTable:
    """:raises NoCards: if only the game's total is entered."""
    if not ruleset.play.has_cards:
        raise NoCards(f"{ruleset.name} is played by a score card: only its totals are known, and no cards.")
    return CardTable(ruleset, ruleset.play)
