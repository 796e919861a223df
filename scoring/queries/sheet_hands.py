"""The hands on a game's sheet: as they stand, and what stood there before."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.models import Hand
from scoring.queries.labels import team_on
from tournament.models import Event, Game
from tournament.queries.countdown import wall


@dataclass(frozen=True, kw_only=True)
class OlderHand:
    """What stood in a hand's place before it was corrected or taken back."""

    headline: str
    by: str
    clock: str


@dataclass(frozen=True, kw_only=True)
class SheetHand:
    """A hand as it stands, with what stood there before. ``number`` is 0 where it was taken back.

    Of one taken back it shows the hand that it was, and who took it back. ``score`` is where the game
    stood after it; empty where the hand adds nothing.
    """

    id: UUID
    number: int
    headline: str
    because: tuple[dict[str, str], ...]
    score: str
    winner: str
    is_decider: bool
    is_struck: bool
    reason: str
    by: str
    device: str
    clock: str
    older: tuple[OlderHand, ...]


def standing_of(hands: Sequence[Hand]) -> list[Hand]:
    """The hands that count, in order, of all those ever written for a game. No query."""
    replaced = {hand.replaces_id for hand in hands}
    return sorted(
        (hand for hand in hands if hand.pk not in replaced and not hand.is_struck),
        key=lambda hand: hand.place,
    )


def sheet_hands(event: Event, game: Game, hands: list[Hand]) -> tuple[SheetHand, ...]:
    """The rows of a game's hands, in order, with where the game stood after each. No query."""
    by_id = {hand.pk: hand for hand in hands}
    replaced = {hand.replaces_id for hand in hands}
    rows: list[SheetHand] = []
    number, units = 0, [0, 0]
    for hand in sorted((hand for hand in hands if hand.pk not in replaced), key=lambda hand: hand.place):
        if not hand.is_struck:
            number += 1
        if not (hand.is_struck or hand.is_decider):
            units[0] += hand.units_ns
            units[1] += hand.units_ew
        rows.append(_row(event, game, hand, by_id, number=0 if hand.is_struck else number, units=units))
    return tuple(rows)


def _row(
    event: Event, game: Game, hand: Hand, by_id: dict[UUID, Hand], *, number: int, units: list[int]
) -> SheetHand:
    before = _before(hand, by_id)
    shown = before.pop(0) if hand.is_struck else hand
    return SheetHand(
        id=hand.pk,
        number=number,
        headline=shown.headline,
        because=tuple(hand.because),
        score="" if hand.is_struck or hand.is_decider else f"{units[0]}–{units[1]}",
        winner=team_on(game, hand.winner_side).name if hand.winner_side else "",
        is_decider=hand.is_decider,
        is_struck=hand.is_struck,
        reason=hand.reason,
        by=hand.by.name,
        device=hand.device,
        clock=wall(event, hand.at),
        older=tuple(
            OlderHand(headline=old.headline, by=old.by.name, clock=wall(event, old.at)) for old in before
        ),
    )


def _before(hand: Hand, by_id: dict[UUID, Hand]) -> list[Hand]:
    """What stood in a hand's place before it, newest first."""
    old = by_id.get(hand.replaces_id) if hand.replaces_id else None
    return [old, *_before(old, by_id)] if old else []
