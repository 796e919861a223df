"""Replays a hand of Bid Fair card by card: the bid cards, the cut, the exchange, the tricks, the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards.bids import PASS
from rules.cards.cards import Card, Rank, in_order, write_cards
from rules.cards.order import CardOrder, bid_fair
from rules.cards.tricks import legal_plays, taker
from rules.replay.card_table import CardTable
from rules.replay.record_fair import FairRecord, read_fair
from rules.replay.replayed import Irregularity, PlayedTrick
from rules.ruleset.hands import FieldError, HandScore, ImpossibleHand

CARD_POINTS: Final[Mapping[Rank, int]] = {
    Rank.ACE: 1, Rank.KING: 10, Rank.QUEEN: 10, Rank.JACK: 10, Rank.TEN: 10, Rank.NINE: 9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LaidCards:
    """The auction of Bid Fair: the seats and the cards they laid, in order. None is a card laid face down.

    If the first player passes, the dealer lays first. If both pass, the cards are dealt again.
    """

    calls: tuple[tuple[str, Card | None], ...]

    def bid_of(self, seat: str) -> Card | None:
        return dict(self.calls).get(seat)

    @property
    def best(self) -> tuple[str, Card] | None:
        bids = [(seat, card) for seat, card in self.calls if card is not None]
        return max(bids, key=lambda bid: bid[1].rank, default=None)

    def holder(self, seats: tuple[str, ...]) -> str | None:
        """The contract's holder: the player with the lower bid, or without a bid. None if nobody bid."""
        return None if self.best is None else next(seat for seat in seats if seat != self.best[0])


@dataclass(frozen=True, slots=True)
class FairReplay:
    laid: LaidCards
    holder: str | None
    order: CardOrder | None
    exchanged: bool
    tricks: tuple[PlayedTrick, ...]
    irregularities: tuple[Irregularity, ...]
    trick_points: Mapping[str, int]
    report: Mapping[str, object] | None
    score: HandScore | None

    def as_json(self) -> dict[str, object]:
        best = self.laid.best
        contract = None
        if best is not None and self.holder is not None:
            own = self.laid.bid_of(self.holder)
            contract = {"seat": self.holder, "set_by": str(own or best[1]), "high_rank": best[1].rank.letter}
        return {
            "complete": self.report is not None,
            "contract": contract,
            "trump": self.order.trump.value if self.order and self.order.trump else None,
            "exchanged": self.exchanged,
            "tricks": [trick.as_json() for trick in self.tricks],
            "illegal": [each.as_json() for each in self.irregularities if each.kind != "renege"],
            "reneges": [each.as_json() for each in self.irregularities if each.kind == "renege"],
            "trick_points": dict(self.trick_points),
            "report": None if self.report is None else dict(self.report),
            "score": None if self.score is None else self.score.as_json(),
        }


def replay_fair(record: Mapping[str, object], table: CardTable) -> FairReplay:
    """:raises ImpossibleHand: if the record can't be read, or is no hand of this game."""
    hand = read_fair(record, table)
    laid, wrong = _lay(hand, table)
    if (
        hand.bids is not None
        and not wrong
        and any(laid.bid_of(seat) != bid for seat, bid in hand.bids.items())
    ):
        raise ImpossibleHand([FieldError("bids", "The calls and the bids disagree: give only one of them.")])
    trump = hand.cut.suit if hand.cut else hand.trump
    holder = laid.holder(table.seats)
    zero = dict.fromkeys(table.seats, 0)
    if len(laid.calls) < len(table.seats) or trump is None:
        if hand.tricks:
            field = "cut" if trump is None else "calls"
            raise ImpossibleHand(
                [FieldError(field, "The hand is played only after both cards are laid and the cut.")]
            )
        return FairReplay(laid, holder, None, False, (), tuple(wrong), zero, None, None)
    if hand.exchanged and holder is None:
        raise ImpossibleHand([FieldError("exchange", "Without a contract nobody takes the crib.")])
    best = laid.best
    order = bid_fair(trump, best[1].rank if best else Rank.KING)
    leader = holder or table.left_of(hand.dealer)
    tricks, points, misplayed = _play(hand, laid, holder, leader, order, table)
    wrong += misplayed
    done = (laid, holder, order, hand.exchanged, tricks, tuple(wrong), points)
    if len(tricks) < table.tricks:
        return FairReplay(*done, None, None)
    report = {
        "dealer": hand.dealer,
        "bids": {seat: None if (bid := laid.bid_of(seat)) is None else str(bid) for seat in table.seats},
        "trump": trump.value,
        "trick_points": points,
    }
    return FairReplay(*done, report, table.ruleset.score(report))


def _lay(hand: FairRecord, table: CardTable) -> tuple[LaidCards, list[Irregularity]]:
    """The cards laid, and the illegal calls. An illegal bid counts as a card laid face down."""
    calls: list[tuple[str, Card | None]] = []
    passed: list[str] = []
    wrong: list[Irregularity] = []
    turn = table.left_of(hand.dealer)
    for number, call in enumerate(hand.calls, 1):
        if len(calls) == len(table.seats) or len(passed) == len(table.seats):
            wrong.append(_illegal(number, turn, str(call), "Both players had laid a card or passed."))
            break
        objection = _objection(call, turn, calls, passed, hand)
        if objection:
            wrong.append(_illegal(number, turn, str(call), objection))
        if call == PASS and not objection:
            passed.append(turn)
        else:
            calls.append((turn, call if isinstance(call, Card) and not objection else None))
        turn = table.left_of(turn)
    return LaidCards(tuple(calls)), wrong


def _objection(
    call: Card | str | None,
    seat: str,
    calls: list[tuple[str, Card | None]],
    passed: list[str],
    hand: FairRecord,
) -> str | None:
    """The reason why a call is illegal; None if it is legal."""
    if call == PASS:
        if calls or seat in passed:
            return f"{seat} may not pass: a card must be laid, face up or down."
        return None
    if not isinstance(call, Card):
        return None
    if call not in hand.kept[seat]:
        return f"{seat} bid {call.name} without holding it."
    standing = next((card for _, card in calls if card is not None), None)
    if standing is not None and call.rank <= standing.rank:
        return f"{_shown(call)} does not outrank {standing.name}."
    return None


def _illegal(number: int, seat: str, made: str, sentence: str) -> Irregularity:
    return Irregularity("call", number, seat, seat, made, (), sentence)


def _play(
    hand: FairRecord, laid: LaidCards, holder: str | None, leader: str, order: CardOrder, table: CardTable
) -> tuple[tuple[PlayedTrick, ...], dict[str, int], list[Irregularity]]:
    """The finished tricks, the points in them by seat, and the illegal plays."""
    points = dict.fromkeys(table.seats, 0)
    tricks: list[PlayedTrick] = []
    plays: list[tuple[int, str, Card, tuple[Card, ...]]] = []
    for number, cards in enumerate(hand.tricks, 1):
        turn = (leader, table.left_of(leader))
        plays += [(number, turn[index], card, cards[:index]) for index, card in enumerate(cards)]
        if len(cards) < len(turn):
            break
        taken = taker(cards, order)
        winner = turn[taken.index]
        points[winner] += sum(CARD_POINTS[card.rank] for card in cards)
        tricks.append(PlayedTrick(number, leader, cards, winner, winner, taken, table.paragraph(taken.rule)))
        leader = winner
    laid_down = {seat: [card for _, player, card, _ in plays if player == seat] for seat in table.seats}
    held = {seat: _held(hand, laid, holder, seat, laid_down[seat], table.tricks) for seat in table.seats}
    wrong = [each for play in plays for each in _judge(*play, held[play[1]], order)]
    return tuple(tricks), points, wrong


def _held(
    hand: FairRecord, laid: LaidCards, holder: str | None, seat: str, played: list[Card], tricks: int
) -> list[Card]:
    """The player's seven cards at the first lead.

    After an exchange they are the crib without the cut card, otherwise the kept cards without the one laid.
    If the cut card, or the one laid face down, was not recorded, only the cards that were played are certain.
    """
    if hand.exchanged and seat == holder:
        could = [card for card in hand.crib if card != hand.cut]
    else:
        gone = laid.bid_of(seat) or hand.down.get(seat)
        could = [card for card in hand.kept[seat] if card != gone]
    return could if len(could) == tricks else [card for card in could if card in played]


def _judge(
    number: int, seat: str, card: Card, before: tuple[Card, ...], held: list[Card], order: CardOrder
) -> list[Irregularity]:
    """What is wrong with a play. Removes the card from ``held``."""
    could = legal_plays(held, before, order)
    instead = tuple(str(legal) for legal in could)
    if card not in held:
        sentence = f"{seat} played {card.name} without holding it."
        return [Irregularity("play", number, seat, seat, str(card), instead, sentence)]
    held.remove(card)
    if card in could:
        return []
    sentence = f"{seat} reneged with {card.name}, holding {write_cards(in_order(could))}."
    return [Irregularity("renege", number, seat, seat, str(card), instead, sentence)]


def _shown(card: Card) -> str:
    return card.name[0].upper() + card.name[1:]
