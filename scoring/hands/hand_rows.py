"""The hands on a game's sheet, and the ones they replaced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from rules.ruleset.hands import Reason
from rules.ruleset.totals import is_total
from scoring.game.labels import hand_figures, score_words
from scoring.hands.chairs import note_words
from scoring.hands.tally import adds_to_score, score_with_names
from scoring.models import Hand
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import name_on
from tournament.models import Event, Game, Role
from tournament.schedule.countdown import wall_with_sent


@dataclass(frozen=True, kw_only=True)
class OlderHand:
    headline: str
    by: str
    clock: str


@dataclass(frozen=True, kw_only=True)
class SheetHand:
    """A hand on the sheet, with the hands it replaced.

    A total has the number of the hand after it, and is no part of the running ``score``. A hand taken back
    shows what it was, and who took it back.
    """

    id: UUID
    number: int
    """0 if it was taken back."""
    headline: str
    because: tuple[Reason, ...]
    score: str
    """The game's score after the hand; empty if the hand adds nothing."""
    winner: str
    is_decider: bool
    is_struck: bool
    is_total: bool
    reason: str
    by: str
    device: str
    clock: str
    older: tuple[OlderHand, ...]
    notes: str
    """Say who bid, and give the auction."""


def counting_hands(hands: Sequence[Hand]) -> list[Hand]:
    """The hands that count, in order, out of all of a game's hands. No query."""
    replaced = {hand.replaces_id for hand in hands}
    return sorted(
        (hand for hand in hands if hand.pk not in replaced and not hand.is_struck),
        key=lambda hand: hand.sequence,
    )


def sheet_hands(
    event: Event, game: Game, hands: list[Hand], players: Mapping[str, Sequence[str]]
) -> tuple[SheetHand, ...]:
    """The rows of a game's hands, in order, with the score after each. No query."""
    by_id = {hand.pk: hand for hand in hands}
    replaced = {hand.replaces_id for hand in hands}
    ruleset = ruleset_for(event)
    rows, number, score = [], 0, [0] * len(ruleset.sides)
    for hand in sorted((hand for hand in hands if hand.pk not in replaced), key=lambda hand: hand.sequence):
        is_whole = is_total(hand.parsed) and not hand.is_struck
        number += not (hand.is_struck or is_whole)
        shown = score
        if is_whole:
            shown = list(hand_figures(ruleset, hand))
        elif adds_to_score(event, hand) and not hand.is_struck:
            shown = score = [sum(pair) for pair in zip(score, hand_figures(ruleset, hand), strict=True)]
        notes = note_words(game, hand.parsed, players)
        rows.append(_row(event, game, hand, by_id, number=number + is_whole, score=shown, notes=notes))
    return tuple(rows)


def _row(
    event: Event,
    game: Game,
    hand: Hand,
    by_id: dict[UUID, Hand],
    *,
    number: int,
    score: Sequence[int],
    notes: str,
) -> SheetHand:
    before = _before(hand, by_id)
    hand_score = score_with_names(game, (before.pop(0) if hand.is_struck else hand).parsed)
    return SheetHand(
        id=hand.pk,
        number=0 if hand.is_struck else number,
        headline=hand_score.headline,
        because=() if hand.is_struck else hand_score.because,
        score=score_words(*score) if adds_to_score(event, hand) and not hand.is_struck else "",
        winner=name_on(game, hand.winner_side).name if hand.winner_side else "",
        is_decider=hand.is_decider,
        is_struck=hand.is_struck,
        is_total=is_total(hand.parsed),
        reason=hand.reason,
        by=_who(hand),
        device=hand.device,
        clock=wall_with_sent(event, hand.at, hand.sent_at),
        older=tuple(
            OlderHand(
                headline=score_with_names(game, old.parsed).headline,
                by=_who(old),
                clock=wall_with_sent(event, old.at, old.sent_at),
            )
            for old in before
        ),
        notes=notes,
    )


def _who(hand: Hand) -> str:
    return "Agreed by the teams" if hand.by.role == Role.TEAM else hand.by.name


def _before(hand: Hand, by_id: dict[UUID, Hand]) -> list[Hand]:
    old = by_id.get(hand.replaces_id) if hand.replaces_id else None
    return [old, *_before(old, by_id)] if old else []
