"""The evenings that clubs are known to play."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.evenings.evening import Evening

_POINTS_FIRST: Final = ("scored", "games_won")
_CARD: Final = {"results_by": "totals"}

EVENINGS: Final[Mapping[str, Evening]] = MappingProxyType(
    {
        evening.key: evening
        for evening in (
            Evening(
                key="fahrenheit",
                name="Fahrenheit tournament",
                about="Two hours paired by standing, then the best seven in a bracket.",
                source="Fahrenheit Chicago, Pride South on the Lake",
                rounds=4,
                minutes=25,
                two=120,
            ),
            Evening(
                key="malt",
                name="MALT",
                about="Losers go to the first tables, winners to the last.",
                source="SetPlay",
                rounds=6,
                minutes=25,
                settings={"game": "bid-whist", "seating": "malt"},
            ),
            Evening(
                key="haliburton",
                name="Bid Euchre, winners up",
                about="Winners move up a table, losers stay; total points over seven rounds.",
                source="Haliburton, HOTG",
                rounds=7,
                minutes=20,
                settings={
                    "game": "double-euchre-card",
                    "seating": "up",
                    "tie_breaks": _POINTS_FIRST,
                    **_CARD,
                },
            ),
        )
    }
)
