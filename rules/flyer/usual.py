"""What an event has where its flyer says nothing: the settings that a flyer may tell, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.evenings.evening import USUAL as OF_AN_EVENING
from rules.evenings.known import EVENINGS
from rules.time.hours import HALF_HOURS, USUAL_LONG_BREAK

USUAL: Final[Mapping[str, Any]] = MappingProxyType(
    {
        **OF_AN_EVENING,
        "venue": "",
        "breaks_at": HALF_HOURS,
        "break_minutes": 5,
        "long_break_after": 0,
        "long_break_minutes": USUAL_LONG_BREAK,
        "ready_minutes": 5,
        "late_forfeits": "itself",
        "phase_two": {},
        "tables": 8,
        "capacity": 0,
        "money_word": "donation",
        "money_for": "",
        "donation_player_cents": 500,
        "donation_team_cents": 1000,
        "pots": (),
        "side_prizes": (),
        "sign_up_minutes": 0,
        "hands_from": "referees",
        "agreed_by": "referee",
        "standings_shown": "live",
    }
)
"""The defaults of ``DayPlan``. The hours follow from each other: ``told_hours``."""

FACTS: Final = frozenset(
    {
        *("rounds", "prizes", "trophy", "raffle", "referee", "sign_up_at", "sign_up_until", "walk_ins"),
        *("teams", "partner_list", "counts", "rule"),
    }
)
"""What is understood and no setting has: it changes nothing."""
UNSAID: Final = frozenset({"raffle", "sign_up_at", "sign_up_until"})
"""Those of them that no line of an event's flyer says: their sentences are its own lines."""

_OF_A_GAME: Final[Mapping[str, str]] = {
    "euchre-card": "progressive-euchre-ohio",
    "double-euchre-card": "haliburton",
    "pinochle-card": "pinochle-kansas-city",
    "spades-card": "spades",
}
"""The evening that is usual for a game."""
_FOLLOWS: Final = ("results_by", "tie_breaks", "bye_counts")


def follows_from(game: str) -> dict[str, Any]:
    """The settings that a game's usual evening has: how results come in, and what counts."""
    evening = EVENINGS.get(_OF_A_GAME.get(game, ""))
    return {name: evening.settings[name] for name in _FOLLOWS if name in evening.settings} if evening else {}


def round_minutes(game: str) -> int:
    evening = EVENINGS.get(_OF_A_GAME.get(game, ""))
    return evening.minutes if evening else 25
