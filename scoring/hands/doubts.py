"""Warnings before a hand is saved. They never prevent it.

The page shows them next to the hand's meaning; the log records those that were overridden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from rules.counted.counters import with_worth
from rules.counted.reachable import odd_sum
from rules.ruleset.hands import HandFacts
from rules.ruleset.totals import is_total, odd_total
from scoring.models import Hand
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import side_names
from tournament.floor.calling import has_whistled
from tournament.models import Badge, Game, Role

SAME_HAND_WITHIN = timedelta(minutes=2)
SHORTEST_HAND = timedelta(minutes=3)
BESIDE_THE_POINT = {"dealer", "bidder_seat", "calls"}


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """Something odd about an entry."""

    key: str
    """Identifies it in the log."""
    sentence: str


def doubts(
    game: Game, hands: Sequence[Hand], facts: HandFacts, at: datetime, badge: Badge | None
) -> tuple[Doubt, ...]:
    """The doubts about ``facts`` as the next hand.

    No query, if the game comes with round, table and its referee.
    """
    if is_total(facts):
        found = [odd(game, facts, at), _hands_count_more(hands, facts)]
    else:
        found = [_same_hand(hands, facts, at) or _too_fast(game, hands, facts, at)]
    return tuple(doubt for doubt in (*found, _other_table(game, badge)) if doubt)


def odd(game: Game, facts: HandFacts, at: datetime) -> Doubt | None:
    """The doubt about a total, entered at ``at``, that is odd by the game's own rules; None for a hand.

    No query, if the game comes with its round.
    """
    if not is_total(facts):
        return None
    ruleset = game_ruleset(game)
    names, is_time_up = side_names(game), has_whistled(game, at)
    asks = odd_total(ruleset, with_worth(ruleset, facts), names, is_time_up=is_time_up)
    asks = asks or odd_sum(ruleset, facts, is_time_up=is_time_up)
    return Doubt(key="odd-total", sentence=asks) if asks else None


def _hands_count_more(hands: Sequence[Hand], facts: HandFacts) -> Doubt | None:
    total = facts.total_hands or {}
    if not any(sum(hand.units.get(side, 0) for hand in hands) > won for side, won in total.items()):
        return None
    return Doubt(
        key="hands-count-more", sentence="The hands so far count more than this total. Which is right?"
    )


def _same_hand(hands: Sequence[Hand], facts: HandFacts, at: datetime) -> Doubt | None:
    last = max(hands, key=lambda hand: hand.at, default=None)
    if last is None or at - last.at >= SAME_HAND_WITHIN or _compared(last.parsed) != _compared(facts):
        return None
    return Doubt(
        key="same-hand",
        sentence=f"This is the same as hand {len(hands)}, entered {_ago(at - last.at)}. "
        "If it is that hand, it is saved already.",
    )


def _too_fast(game: Game, hands: Sequence[Hand], facts: HandFacts, at: datetime) -> Doubt | None:
    if facts.forfeited_by:
        return None
    began = game.round.play_from if game.round else game.called_at
    since = max((moment for moment in (began, *(hand.at for hand in hands)) if moment), default=None)
    if since is None or at - since >= SHORTEST_HAND:
        return None
    if hands:
        sentence = f"Hand {len(hands)} was entered {_ago(at - since)}."
    elif since > at:
        return Doubt(key="too-fast", sentence="Play hasn’t begun yet. Was a hand really played?")
    else:
        sentence = f"Play began {_ago(at - since)}."
    return Doubt(key="too-fast", sentence=f"{sentence} Was another hand played since?")


def _other_table(game: Game, badge: Badge | None) -> Doubt | None:
    if game.table is None or badge is None or badge.role != Role.REFEREE:
        return None
    if game.table.referee_id in (None, badge.pk):
        return None
    return Doubt(key="other-table", sentence=f"{game.table.referee} looks after {game.table}.")


def _compared(facts: HandFacts) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key not in BESIDE_THE_POINT}


def _ago(passed: timedelta) -> str:
    seconds = max(0, int(passed.total_seconds()))
    if seconds < 60:
        return f"{seconds} second{'' if seconds == 1 else 's'} ago"
    return f"{seconds // 60} minute{'' if seconds < 120 else 's'} ago"
