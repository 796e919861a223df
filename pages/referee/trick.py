"""Who takes a trick, and whether a card was a renege, by the rules. Nothing is stored; no query."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.cards.bids import NO_TRUMP
from rules.cards.cards import Card, Rank, Suit, UnreadableCard, read_cards, write_cards
from rules.cards.order import HIGH_RANKS, CardOrder
from rules.cards.packs import missing_and_extra
from rules.cards.tricks import legal_plays, taker
from rules.replay.card_table import CardTable, table_for
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.seats import SEAT_WORDS
from tournament.errors import Refused


@dataclass(frozen=True, kw_only=True)
class TrickAsked:
    """A trick that a referee laid out."""

    strain: str = ""
    """Empty in a game that only has trumps."""
    trump: str = ""
    direction: str = ""
    aces: str = ""
    high: str = ""
    leader: str
    out: str = ""
    """The seat that sits out because its partner plays alone."""
    played: str
    accused: str = ""
    """The seat whose card is doubted."""
    held: str = ""
    """The cards left in that hand after the card was played."""


@dataclass(frozen=True, kw_only=True)
class PlayedCard:
    seat: str
    who: str
    card: str
    name: str
    takes: bool
    is_accused: bool


@dataclass(frozen=True, kw_only=True)
class TrickAnswer:
    """Who takes the trick and why; if asked, whether a card was a renege."""

    cards: tuple[PlayedCard, ...]
    headline: str
    sentence: str
    source: str
    is_whole: bool
    renege: str = ""
    """``yes``, ``no``, ``open`` (the cards still held are unknown) or empty."""
    renege_sentence: str = ""


def answer_trick(ruleset: Ruleset, asked: TrickAsked) -> TrickAnswer:
    """Who takes the trick, and whether the accused card was a renege.

    :raises Refused: if the cards can't be in one trick of the game, or something is missing.
    """
    table = table_for(ruleset)
    order = _order(table, asked)
    played, held = _cards(asked.played, "played"), _cards(asked.held, "held")
    seats = _seats(table, asked)
    _check(table, seats, played, held, asked)
    taken = taker(played, order)
    who = SEAT_WORDS[seats[taken.index]]
    verdict, sentence = _renege(table, order, seats, played, held, asked)
    is_whole = len(played) == len(seats)
    return TrickAnswer(
        cards=tuple(
            PlayedCard(
                seat=seat,
                who=SEAT_WORDS[seat],
                card=str(card),
                name=card.name,
                takes=index == taken.index,
                is_accused=seat == asked.accused,
            )
            for index, (seat, card) in enumerate(zip(seats, played, strict=False))
        ),
        headline=f"{who} takes it." if is_whole else f"{who} has it so far.",
        sentence=taken.sentence,
        source=table.paragraph(taken.rule),
        is_whole=is_whole,
        renege=verdict,
        renege_sentence=sentence,
    )


def _order(table: CardTable, asked: TrickAsked) -> CardOrder:
    trump = next((suit for suit in Suit if suit.value == asked.trump), None)
    if table.play.has_strains and not asked.strain:
        raise Refused("trick.strain", field="strain")
    if asked.strain == NO_TRUMP:
        return table.order(f"4 {NO_TRUMP}", None, asked.direction or "uptown", asked.aces)
    if trump is None:
        raise Refused("trick.trump", field="trump")
    high = HIGH_RANKS.get(asked.high, Rank.KING)
    return table.order(f"4 {asked.strain}", trump, None, asked.aces, high)


def _cards(text: str, field: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except UnreadableCard as unreadable:
        raise Refused("rules", words=str(unreadable), field=field) from unreadable


def _seats(table: CardTable, asked: TrickAsked) -> tuple[str, ...]:
    if asked.leader not in table.seats:
        raise Refused("trick.leader", field="leader")
    first = table.seats.index(asked.leader)
    seats = [*table.seats[first:], *table.seats[:first]]
    if asked.out == asked.leader:
        raise Refused("trick.leader-out", field="out")
    return tuple(seat for seat in seats if seat != asked.out)


def _check(
    table: CardTable,
    seats: Sequence[str],
    played: tuple[Card, ...],
    held: tuple[Card, ...],
    asked: TrickAsked,
) -> None:
    if not played:
        raise Refused("trick.no-cards", field="played")
    if len(played) > len(seats):
        raise Refused("trick.too-many", most=len(seats), cards=len(played), field="played")
    extra = missing_and_extra(table.pack, (*played, *held))[1]
    if extra:
        raise Refused("trick.not-in-pack", cards=write_cards(extra), field="held" if held else "played")
    if asked.accused and asked.accused not in seats[: len(played)]:
        raise Refused("trick.no-card", who=SEAT_WORDS.get(asked.accused, "That player"), field="accused")
    if held and not asked.accused:
        raise Refused("trick.accused", field="accused")


def _renege(
    table: CardTable,
    order: CardOrder,
    seats: Sequence[str],
    played: tuple[Card, ...],
    held: tuple[Card, ...],
    asked: TrickAsked,
) -> tuple[str, str]:
    if not asked.accused:
        return "", ""
    index = list(seats).index(asked.accused)
    card, before, who = played[index], played[:index], SEAT_WORDS[asked.accused]
    name = card.name[0].upper() + card.name[1:]
    if not before:
        return "no", f"{name} was led, and the leader may lead anything."
    led = next((suit for suit in map(order.suit_of, before) if suit is not None), None)
    if led is None:
        return "no", f"Only jokers had been played, so {who} was free to play anything."
    if order.suit_of(card) is led:
        return "no", f"{name} follows {led.value}."
    could = [each for each in legal_plays((*held, card), before, order) if each != card]
    if not held:
        return "open", (
            f"{name} does not follow {led.value}. It was a renege if {who} still held a card that counts as "
            f"{led.value}. Give the cards that {who} still held."
        )
    if could and card not in legal_plays((*held, card), before, order):
        cards = ", ".join(each.name for each in could)
        return "yes", f"{name} does not follow {led.value}, and {who} held {cards}."
    return "no", f"{who} held no card that counts as {led.value}, and could play anything."
