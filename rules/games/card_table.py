"""What a game with its house rules settled means at the card table: pack, deal, auction, order, lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from rules.cards.auction import Auction
from rules.cards.bids import DOWNTOWN, NO_TRUMP
from rules.cards.cards import Card, Rank, Suit
from rules.cards.order import CardOrder, bowers, downtown, no_trump, uptown
from rules.cards.packs import Deal, deal, euchre_pack, whist_pack
from rules.games import all_games, find_ruleset
from rules.games.auction_check import FORCED, FORCED_MINIMUM
from rules.games.hands import either
from rules.games.house import NO_HOUSE_RULES
from rules.games.ruleset import Ruleset

WHIST, CUTTHROAT, EUCHRE, SOLO, FAIR = "whist", "cutthroat", "euchre", "solo", "fair"
NAMED = "named"
# Without a kitty the hands are thirteen cards each, so that for each joker a two stays out.
RED_TWOS = (Card(Rank.TWO, Suit.DIAMONDS), Card(Rank.TWO, Suit.HEARTS))
_KINDS = {
    "fahrenheit": WHIST,
    "bid-whist": WHIST,
    "cutthroat-bid-whist": CUTTHROAT,
    "bid-euchre": EUCHRE,
    "solo-bid-euchre": SOLO,
    "bid-fair": FAIR,
}


# Where each rulebook tells of the play, of the cards' order, of the jokers, and of equal cards.
_PARAGRAPHS = {
    "fahrenheit": ("F-8", "F-9", "F-9", "F-8"),
    "bid-whist": ("W-8", "W-9", "W-10", "W-8"),
    "cutthroat-bid-whist": ("CT-4", "CT-4", "CT-4", "CT-4"),
    "bid-euchre": ("BE-7", "BE-6", "BE-14", "BE-15"),
    "solo-bid-euchre": ("S-5", "S-5", "S-5", "S-5"),
    "bid-fair": ("B-8", "B-8", "B-8", "B-8"),
}
_PLAY = ("highest-of-suit-led", "highest-trump", "trump-beats-suit")


@dataclass(frozen=True, slots=True)
class CardTable:
    """A game's cards. ``tricks`` is how many are played; the kitty's book comes on top of them.

    ``game`` is the key of the game, or, for a preset, of the game it is based on.
    """

    ruleset: Ruleset
    game: str
    pack: tuple[Card, ...]
    kitty: int
    tricks: int

    @property
    def kind(self) -> str:
        """Which family of card play the game is of."""
        return _KINDS[self.game]

    @property
    def seats(self) -> tuple[str, ...]:
        return self.ruleset.seats

    def side_of(self, seat: str) -> str:
        """The side that a seat plays for."""
        return next(side for side in self.ruleset.sides if seat in side)

    def partner_of(self, seat: str) -> str | None:
        """The other seat of the side; None for a lone player."""
        return next((other for other in self.side_of(seat) if other != seat), None)

    def dealer_at(self, seat: str | None) -> str:
        """The seat that deals: South or the last one, unless said otherwise.

        :raises ValueError: if there is no such seat.
        """
        if seat is None:
            return "S" if "S" in self.seats else self.seats[-1]
        if seat not in self.seats:
            raise ValueError(f"The dealer sits at {either(self.seats)}.")
        return seat

    def left_of(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def paragraph(self, rule: str) -> str:
        """The rulebook's paragraph for a rule of trick taking."""
        play, ranks, jokers, equals = _PARAGRAPHS[self.game]
        if rule in _PLAY:
            return play
        return {"joker": jokers, "joker-led": jokers, "first-of-equals": equals}.get(rule, ranks)

    def deal(self, dealer: str, rng: Random) -> Deal:
        """A legal deal."""
        aside = self.kind == SOLO
        return deal(self.pack, self.seats, dealer=dealer, rng=rng, kitty=self.kitty, rest_aside=aside)

    def auction(self, dealer: str) -> Auction:
        """The auction before the first call."""
        house = self.ruleset.house
        return Auction(
            ladder=self.ruleset.ladder,
            seats=self.seats,
            dealer=dealer,
            dealer_forced=str(house.get("all_pass")).startswith(FORCED)
            or bool(house.get("stick_the_dealer")),
            minimum_forced=house.get("all_pass") == FORCED_MINIMUM,
            dealer_may_match=bool(house.get("dealer_may_match")),
            goes_on=self.kind == SOLO,
        )

    def order(
        self, bid: str, trump: Suit | None, direction: str | None, aces: str | None = None
    ) -> CardOrder:
        """The order of the cards once the contract and its trumps, or its direction, are named.

        ``aces`` are good or bad where the bidder says it with the trumps.
        """
        rule = self.ruleset.house.get("downtown_aces")
        aces_good = (aces if rule == NAMED else rule) != "bad"
        if self.kind in (EUCHRE, SOLO):
            assert trump is not None
            return bowers(trump)
        strain = bid.partition(" ")[2]
        if strain == NO_TRUMP or trump is None:
            return no_trump(direction or "uptown", aces_good=aces_good)
        return downtown(trump, aces_good=aces_good) if strain == DOWNTOWN else uptown(trump)


def card_table(key: str, house: Mapping[str, object] = NO_HOUSE_RULES) -> CardTable:
    """The table of the game of that key under its house rules.

    :raises UnknownGame: if there is none.
    :raises BadHouseRule: if it has no such house rule or does not allow the value.
    """
    return table_for(find_ruleset(key, house))


def table_for(ruleset: Ruleset) -> CardTable:
    """The table at which a ruleset is played."""
    based_on = {game.key: game.based_on or game.key for game in all_games()}
    game = based_on[ruleset.key]
    kind, house = _KINDS[game], ruleset.house
    if kind == FAIR:
        return CardTable(ruleset, game, euchre_pack(), 0, 7)
    if kind == SOLO:
        return CardTable(ruleset, game, euchre_pack(), 4, 5)
    if kind == EUCHRE:
        double = bool(house.get("double_deck"))
        pack = euchre_pack(joker=bool(house.get("joker")), double=double)
        return CardTable(ruleset, game, pack, 0, 12 if double else 6)
    if kind == CUTTHROAT:
        kitty, tricks = (3, 17) if house["kitty"] else (0, 18)
        return CardTable(ruleset, game, whist_pack(2), kitty, tricks)
    jokers = int(str(house["jokers"]))
    kitty = 4 + jokers if house["kitty"] else 0
    pack = whist_pack(jokers) if kitty else whist_pack(jokers, without=RED_TWOS[:jokers])
    return CardTable(ruleset, game, pack, kitty, 12 if kitty else 13)
