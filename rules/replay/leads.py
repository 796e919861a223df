"""Finds the leader of each trick. A record has the cards of a trick in order, but not the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

from rules.cards.cards import Card
from rules.cards.order import CardOrder
from rules.cards.tricks import legal_plays, taker

Hands = Mapping[str, Counter[Card]]


def turn_from(leader: str, at_play: Sequence[str]) -> list[str]:
    """The seats in the order in which they play, beginning with ``leader``."""
    first = at_play.index(leader)
    return [*at_play[first:], *at_play[:first]]


def who_led(
    tricks: Sequence[tuple[Card, ...]],
    first: str,
    at_play: Sequence[str],
    hands: Hands,
    order: CardOrder,
    unknown: Collection[str] = (),
) -> tuple[str, ...]:
    """The leader of each trick. ``first`` has the first lead; after that the taker of a trick leads.

    A record may have leads out of turn. In double deck two players may also hold the same card, so that a
    trick fits two leaders, and only a later trick shows which of them it was. Each choice of leaders is a
    reading of the record. A best-first search finds the one with the lowest cost: the fewest tricks that
    nobody can have led, then the fewest leads out of turn, then the fewest reneges. The hands of the
    ``unknown`` seats are not known exactly, so their reneges don't count.
    """
    takers = [taker(cards, order).index for cards in tricks]
    number = count()
    to_read: list[tuple[tuple[int, int, int], int, int, tuple[str, ...], str, Hands]] = []
    heappush(to_read, ((0, 0, 0), 0, next(number), (), first, hands))
    read = set()
    while True:
        # Among equal costs the longest reading comes first, so a hand without errors needs no search.
        (impossible, wrong, reneges), _, _, leaders, due, left = heappop(to_read)
        if len(leaders) == len(tricks):
            return leaders
        state = (len(leaders), due, *(frozenset(left[seat].items()) for seat in at_play))
        if state in read:
            continue
        read.add(state)
        cards = tricks[len(leaders)]
        possible = [seat for seat in turn_from(due, at_play) if _can_lead(seat, cards, at_play, left)]
        # Reneges only choose between readings, so a single reading doesn't count them.
        has_rival = len(possible) > 1 or bool(to_read)
        for seat in possible or [due]:
            turn = turn_from(seat, at_play)
            cost = (
                impossible + (not possible),
                wrong + (seat != due),
                reneges + (has_rival and _reneges(turn, cards, left, order, unknown)),
            )
            to_lead = turn[takers[len(leaders)]]
            after = _after(turn, cards, left)
            heappush(to_read, (cost, -len(leaders), next(number), (*leaders, seat), to_lead, after))


def _can_lead(seat: str, cards: Sequence[Card], at_play: Sequence[str], left: Hands) -> bool:
    return all(left[holder][card] > 0 for holder, card in zip(turn_from(seat, at_play), cards, strict=False))


def _reneges(
    turn: Sequence[str], cards: Sequence[Card], left: Hands, order: CardOrder, unknown: Collection[str]
) -> int:
    return sum(
        seat not in unknown
        and left[seat][card] > 0
        and card not in legal_plays(+left[seat], cards[:index], order)
        for index, (seat, card) in enumerate(zip(turn, cards, strict=False))
    )


def _after(turn: Sequence[str], cards: Sequence[Card], left: Hands) -> Hands:
    after = {seat: hand.copy() for seat, hand in left.items()}
    for seat, card in zip(turn, cards, strict=False):
        after[seat][card] -= 1
    return after
