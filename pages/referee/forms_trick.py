"""A trick that a referee lays out, card by card. Its state is in the query string; nothing is stored."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from pages.referee.asked import TilesField, plain_tiles
from pages.referee.trick import TrickAsked
from rules.cards.bids import DIRECTIONS, STRAIN_WORDS
from rules.cards.cards import SUITS, Rank, UnreadableCard, in_order, read_cards, write_cards
from rules.cards.order import HIGH_RANKS
from rules.replay.card_table import CardTable
from rules.ruleset.entry import Tile, card_tile, suit_tiles
from rules.ruleset.seats import SEAT_WORDS

HIGH = {
    letter: rank.word.capitalize() + (", or no bid" if rank is Rank.KING else "")
    for letter, rank in HIGH_RANKS.items()
}


class TrickForm(forms.Form):
    """The contract, the leader, the cards in order, and the player accused of a renege."""

    strain = TilesField(plain_tiles(STRAIN_WORDS))
    trump = TilesField(suit_tiles())
    direction = TilesField(plain_tiles({way: f"No trump, {way}" for way in DIRECTIONS}), DIRECTIONS[0])
    aces = TilesField(plain_tiles({"good": "Aces good downtown", "bad": "Aces bad downtown"}), "good")
    high = TilesField(plain_tiles(HIGH), "K")
    played = forms.CharField(required=False, max_length=60, label="Cards in the order played")
    held = forms.CharField(required=False, max_length=80, label="Cards that player still held")

    def __init__(self, typed: Mapping[str, Any], *, table: CardTable) -> None:
        super().__init__(_with_taps(typed))
        self.table = table
        seats = {seat: SEAT_WORDS[seat] for seat in table.seats}
        self.fields["leader"] = TilesField(plain_tiles(seats))
        self.fields["accused"] = TilesField(plain_tiles({"": "Nobody’s", **seats}))
        self.fields["out"] = TilesField(plain_tiles({"": "Nobody", **seats}))

    @property
    def names_aces(self) -> bool:
        return self.table.names_aces

    @property
    def rows(self) -> list[list[tuple[Tile, bool]]]:
        left = Counter(self.table.pack) - Counter(self._lying())
        pack = in_order(set(self.table.pack))
        return [
            [(card_tile(card), left[card] > 0) for card in pack if card.suit is suit]
            for suit in (*SUITS, None)
            if any(card.suit is suit for card in pack)
        ]

    def _lying(self) -> list[Any]:
        try:
            return [card for name in ("played", "held") for card in read_cards(str(self.data.get(name, "")))]
        except UnreadableCard:
            return []

    def asked(self) -> TrickAsked:
        typed = {name: str(value) for name, value in self.cleaned_data.items()}
        return TrickAsked(**typed)


def _with_taps(typed: Mapping[str, Any]) -> dict[str, Any]:
    plain = typed.dict() if isinstance(typed, QueryDict) else dict(typed)
    tapped = {name: str(plain.pop(name, "")).strip() for name in ("add", "hold", "off", "fresh")}
    for line, name in (("played", "add"), ("held", "hold")):
        if tapped[name]:
            plain[line] = f"{plain.get(line, '')} {tapped[name]}".strip()
    if tapped["off"] in ("played", "held"):
        try:
            plain[tapped["off"]] = write_cards(read_cards(plain.get(tapped["off"], ""))[:-1])
        except UnreadableCard:
            plain[tapped["off"]] = " ".join(str(plain.get(tapped["off"], "")).split()[:-1])
    if tapped["fresh"]:
        plain |= {"played": "", "held": "", "accused": ""}
    return plain
