"""Bid Whist as real events play it: their house rules and their own words, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards.bids import DOWNTOWN, NO_TRUMP, STRAIN_WORDS, UPTOWN


@dataclass(frozen=True, slots=True)
class Preset:
    """An event's rules. ``besides`` is what it prints beyond the house rules.

    ``calls`` are its words in a bid, ``words`` those it uses for ours anywhere else.
    """

    key: str
    name: str
    about: str
    source: str
    house: Mapping[str, object]
    besides: tuple[str, ...]
    calls: Mapping[str, str]
    words: Mapping[str, str]


# In these circles a bid is called "Four", "Four Special", "Four No".
SPECIAL_CALLS: Final[Mapping[str, str]] = {UPTOWN: "", DOWNTOWN: "Special", NO_TRUMP: "No"}
SPECIAL_WORDS: Final[Mapping[str, str]] = {"downtown": "special", "uptown": "straight"}

PRESETS: Final = (
    Preset(
        key="cardsharks-detroit",
        name="Cardsharks Detroit, five-card kitty",
        about="One joker and a kitty of five, points for what was bid, rounds of 15 minutes.",
        source="http://cardsharksinc.com/sharksinc/site/dj/detroit/kittyrules.html",
        house={
            "min_bid": 4,
            "downtown_beats_uptown": True,
            "all_pass": "forced",
            "jokers": 1,
            "made_points": "bid",
            "double_no_trump": True,
            "boston_points": 13,
            "game_end": "clock",
        },
        besides=(
            "A round is 15 minutes; its middle is announced. When time is up, the hand in play is the last.",
            "Rounds won decide who goes on, then points. A tied round is settled by one hand without points.",
            "Both teams check the score sheet and sign it; Bostons are circled.",
        ),
        calls=SPECIAL_CALLS,
        words=SPECIAL_WORDS,
    ),
    Preset(
        key="columbus-no-kitty",
        name="Columbus Whist, no kitty and no jokers",
        about="Thirteen cards each, games to five points either way, two sets end a game.",
        source="https://columbuswhist.com/no-kitty-nojoker-rules",
        house={
            "kitty": False,
            "jokers": 0,
            "double_no_trump": True,
            "points_to_win": 5,
            "sets_that_lose": 2,
        },
        besides=(
            "Six games are played, and games won decide who goes on. Points only break ties.",
            "A game won by two sets or by a renege gives the winners five more points on the event's list.",
            "A team that is not in its seats five minutes after the start loses that game.",
        ),
        calls={**STRAIN_WORDS, NO_TRUMP: "No"},
        words={},
    ),
    Preset(
        key="botb-4x4",
        name="Best of the Best, four by four",
        about="Four rounds of four hands on a sheet; sheets decide, then points.",
        source="https://bestofthebest21.com/about-botb",
        house={"game_end": "hands_played", "hands_in_game": 4},
        besides=("Four rounds are played. Sheets won decide, then points.",),
        calls=STRAIN_WORDS,
        words={"game": "sheet"},
    ),
)
