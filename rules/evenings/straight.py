"""The evenings that are nothing but a bracket: everybody goes straight into it (Rulebook E-223)."""

from collections.abc import Mapping
from datetime import time
from typing import Any, Final

from rules.competition.phase_two.formats import Choice
from rules.evenings.evening import Evening

_BY_LOT: Final[Mapping[str, Any]] = {"seeds_by": "lot"}
_THREES: Final[Mapping[str, Any]] = {"semi_games": 3, "early_games": 3, "final_games": 5}

STRAIGHT: Final = (
    Evening(
        key="knock-out",
        name="Single elimination",
        about="No Phase I: the bracket is drawn by lot, and who loses is out. A meeting is the best of three "
        "games, the final the best of five.",
        source="cribbage and pool clubs, which draw a knock-out",
        rounds=0,
        minutes=25,
        two=270,
        settings={"phase_two": Choice(quarter_games=3, **_THREES).as_json(), **_BY_LOT},
    ),
    Evening(
        key="double-elimination",
        name="Double elimination",
        about="No Phase I: the bracket is drawn by lot, and who loses twice is out. A meeting is the best of "
        "three games, the final the best of five.",
        source="Retreat at Hope Farm, Spades",
        rounds=0,
        minutes=25,
        two=360,
        begins=time(13),
        settings={"phase_two": Choice(format="double", **_THREES).as_json(), **_BY_LOT},
    ),
    Evening(
        key="rook",
        name="Rook, double elimination",
        about="Teams are drawn into the bracket; who loses twice is out. Best two of three games, by score "
        "card.",
        source="Breckinridge County Fair, Rook",
        rounds=0,
        minutes=25,
        two=300,
        begins=time(12),
        settings={
            "game": "rook-card",
            "phase_two": Choice(format="double", **{**_THREES, "final_games": 3}).as_json(),
            **_BY_LOT,
            "results_by": "totals",
        },
    ),
    Evening(
        key="dominoes",
        name="Dominoes, single elimination",
        about="Teams are drawn into the bracket; who loses is out. Best two of three games, by score card.",
        source="CNY Latino, Dominoes",
        rounds=0,
        minutes=25,
        two=240,
        begins=time(13),
        settings={
            "game": "dominoes-card",
            "phase_two": Choice(quarter_games=3, **{**_THREES, "final_games": 3}).as_json(),
            **_BY_LOT,
            "results_by": "totals",
        },
    ),
)
