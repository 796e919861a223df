"""The result of a replay: the contract, the tricks, the irregularities and the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.cards.bids import wording
from rules.cards.cards import Card
from rules.cards.order import CardOrder
from rules.cards.tricks import Taken
from rules.ruleset.hands import HandScore, Reason


@dataclass(frozen=True, slots=True)
class Contract:
    """The bidder's ``seat``, the bid, and how it is played."""

    seat: str
    side: str
    bid: str
    order: CardOrder
    direction: str | None
    out: str | None
    """The seat that sits out, or None."""

    def as_json(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "side": self.side,
            "bid": self.bid,
            "words": wording(self.bid),
            "trump": self.order.trump.value if self.order.trump else None,
            "direction": self.direction,
            "sits_out": self.out,
        }


@dataclass(frozen=True, slots=True)
class Irregularity:
    """An illegal action, with the number of its call or trick."""

    kind: str  # "call", "discard", "exchange", "lead", "play" or "renege"
    number: int
    seat: str
    side: str
    made: str
    """The illegal call or card."""
    instead: tuple[str, ...]
    """Has the legal ones at that point."""
    sentence: str

    def as_json(self) -> dict[str, object]:
        what = "call" if self.kind == "call" else "trick"
        return {
            "kind": self.kind,
            what: self.number,
            "seat": self.seat,
            "side": self.side,
            "played" if what == "trick" else "called": self.made,
            "should_have_played" if what == "trick" else "could_have_called": list(self.instead),
            "sentence": self.sentence,
        }


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick, led by ``leader`` and taken by ``seat``."""

    number: int
    leader: str
    cards: tuple[Card, ...]
    seat: str
    side: str
    taken: Taken
    source: str
    """The paragraph that explains it."""

    def as_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "leader": self.leader,
            "cards": [str(card) for card in self.cards],
            "taken_by": self.seat,
            "side": self.side,
            "card": str(self.taken.card),
            "because": Reason(self.taken.sentence, self.taken.rule, self.source).as_json(),
        }


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed hand."""

    contract: Contract | None
    auction: tuple[tuple[str, str], ...]
    tricks: tuple[PlayedTrick, ...]
    irregularities: tuple[Irregularity, ...]
    books: Mapping[str, int]
    report: Mapping[str, object] | None
    """The hand as a referee reports it; None if the hand is unfinished."""
    score: HandScore | None
    thrown_in: Reason | None = None
    """The reason why the hand was thrown in before it was played."""

    @property
    def reneges(self) -> tuple[Irregularity, ...]:
        return tuple(each for each in self.irregularities if each.kind == "renege")

    def as_json(self) -> dict[str, object]:
        return {
            "complete": self.report is not None,
            "contract": None if self.contract is None else self.contract.as_json(),
            **({"thrown_in": self.thrown_in.as_json()} if self.thrown_in else {}),
            "auction": [{"seat": seat, "call": call} for seat, call in self.auction],
            "tricks": [trick.as_json() for trick in self.tricks],
            "illegal": [each.as_json() for each in self.irregularities if each.kind != "renege"],
            "reneges": [each.as_json() for each in self.reneges],
            "books": dict(self.books),
            "report": None if self.report is None else dict(self.report),
            "score": None if self.score is None else self.score.as_json(),
        }
