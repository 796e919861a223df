"""The evenings that clubs are known to play."""

from collections.abc import Mapping
from datetime import time
from types import MappingProxyType
from typing import Any, Final

from rules.competition.phase_two.formats import Choice
from rules.counted.side_prizes import BOSTONS, COUNTER, SidePrize
from rules.evenings.evening import Evening
from rules.evenings.straight import STRAIGHT
from rules.money.pots import MAIN, Pot
from rules.standings.what_counts import AVERAGE, OWN

_GAMES_THEN_POINTS: Final = ("games_won", "scored")
_POINTS_FIRST: Final = ("scored", "games_won")
_NO_PHASE_TWO: Final[Mapping[str, Any]] = {"plays_phase_two": False}
_TOTALS: Final[Mapping[str, Any]] = {"results_by": "totals"}
_FOR_POINTS: Final[Mapping[str, Any]] = {"tie_breaks": _POINTS_FIRST, "bye_counts": OWN}
"""Points decide, so a bye brings as many as a game of one's own does. Rulebook E-221."""
_EUCHRE: Final[Mapping[str, Any]] = {"game": "euchre-card", **_FOR_POINTS, **_TOTALS}

_EVERY: Final = (
    Evening(
        key="fahrenheit",
        name="Fahrenheit tournament",
        about="Two hours of Bid Whist paired by standing, then the best seven in a bracket.",
        source="Fahrenheit Chicago, Pride South on the Lake",
        rounds=4,
        minutes=25,
        two=120,
        is_on_the_half_hour=True,
        begins=time(15),
    ),
    Evening(
        key="national",
        name="National Bid Whist",
        about="One side moves for four rounds; the best 16 play on, then 8, then 4. Standings stay hidden "
        "until the cut.",
        source="Cardsharks, National Bid Whist rules 2.0",
        rounds=4,
        minutes=15,
        two=160,
        begins=time(12),
        settings={
            "game": "cardsharks-detroit",
            "seating": "movement",
            "advance_count": 16,
            "standings_shown": "hidden",
            "phase_two": Choice(format="shrinking").as_json(),
        },
    ),
    Evening(
        key="columbus",
        name="Columbus Whist, no kitty",
        about="Six games to five points either way; most games won go through, and a tie plays a game. Not "
        "seated in five minutes costs the game and five points. Most Bostons by game 4 win the Boston pot.",
        source="Columbus Whist",
        rounds=6,
        minutes=20,
        two=120,
        begins=time(13),
        settings={
            "game": "columbus-no-kitty",
            "seating": "movement",
            "tie_breaks": ("games_won",),
            "late_forfeits": "game",
            "plays_off_games": True,
            "advance_count": 8,
            "side_prizes": (
                SidePrize(name="Boston pot", decides=BOSTONS, by_game=4, else_best=True).as_json(),
            ),
        },
    ),
    Evening(
        key="seven-in",
        name="7 in, 7 out, five hands at most",
        about="Bid Whist to seven points either way, five hands at most: then the leader has won. The "
        "best eight go through to a bracket.",
        source="Bid Whist as quoted from pagat.com, with a limit as at Best of the Best",
        rounds=4,
        minutes=25,
        two=150,
        begins=time(14),
        settings={
            "game": "bid-whist",
            "house_rules": {"game_end": "points_or_hands", "hands_in_game": 5},
            "advance_count": 8,
        },
    ),
    Evening(
        key="malt",
        name="MALT",
        about="Losers go to the first tables, winners to the last; wins, then hands, then points.",
        source="SetPlay",
        rounds=6,
        minutes=25,
        settings={
            "game": "bid-whist",
            "seating": "malt",
            "tie_breaks": ("games_won", "hands_won", "scored"),
            **_NO_PHASE_TWO,
        },
    ),
    Evening(
        key="league-night",
        name="Bid Whist league night",
        about="Any two free teams play the next game; games come in as totals, wins count first.",
        source="SetPlay",
        rounds=5,
        minutes=25,
        settings={
            "game": "bid-whist",
            "seating": "open",
            "tie_breaks": _GAMES_THEN_POINTS,
            "rematch_minutes": 600,
            "hands_from": "teams",
            "agreed_by": "teams",
            **_NO_PHASE_TWO,
            **_TOTALS,
        },
    ),
    Evening(
        key="pinochle-kansas-city",
        name="Pinochle, Kansas City",
        about="A stays, B goes to the next table; eight rounds of 50 minutes or 500 points.",
        source="Pinochle in Kansas City",
        rounds=8,
        minutes=50,
        begins=time(10),
        settings={
            "game": "pinochle-card",
            "seating": "movement",
            "tie_breaks": _GAMES_THEN_POINTS,
            "bye_counts": AVERAGE,
            "standings_shown": "hidden",
            **_NO_PHASE_TWO,
            **_TOTALS,
        },
    ),
    Evening(
        key="pinochle-spokane",
        name="Pinochle, Spokane",
        about="The winner of the first game keeps its table all day, the others move; games of six "
        "hands, total points. A set costs 50 cents, which go to the pot.",
        source="Pinochle in Spokane",
        rounds=8,
        minutes=30,
        begins=time(13),
        settings={
            "game": "pinochle-card",
            "house_rules": {"game_end": "hands_played", "hands_in_game": 6},
            **_NO_PHASE_TWO,
            "seating": "keep",
            "counters": ("Sets",),
            "pots": (Pot(name="Sets", fine_cents=50, fine_counter="Sets", unwon=MAIN).as_json(),),
            **_FOR_POINTS,
            **_TOTALS,
        },
    ),
    Evening(
        key="haliburton",
        name="Bid Euchre, Haliburton",
        about="Winners go up a table, losers stay; total points over seven rounds.",
        source="Haliburton, HOTG",
        rounds=7,
        minutes=25,
        settings={
            "game": "double-euchre-card",
            **_NO_PHASE_TWO,
            "seating": "up",
            **_FOR_POINTS,
            **_TOTALS,
        },
    ),
    Evening(
        key="progressive-euchre",
        name="Progressive euchre",
        about="North stays, South goes down a table, East up one, West up two; own points over 12 games with "
        "a break after 6. A loner counts 5 for its caller and 4 for the partner; most loners win a prize.",
        source="Chatgamers",
        rounds=12,
        minutes=17,
        rest=3,
        long_after=6,
        begins=time(18),
        settings={
            "seating": "one-seat",
            "house_rules": {"own_counter_points": 1},
            "side_prizes": (SidePrize(name="Most loners", decides=COUNTER, counter="Loners").as_json(),),
            **_EUCHRE,
        },
    ),
    Evening(
        key="progressive-euchre-ohio",
        name="Progressive euchre, Ohio",
        about="Winners go up a table, losers stay, and partners part; own points over ten games.",
        source="Progressive euchre in Ohio and Aurora",
        rounds=10,
        minutes=17,
        rest=3,
        settings={"seating": "one-up", **_EUCHRE},
    ),
    Evening(
        key="blue-jackets",
        name="Blue Jackets euchre",
        about="Winners with a red sheet go up a table, those with a white one down; red plays with white.",
        source="Blue Jackets",
        rounds=8,
        minutes=17,
        rest=3,
        settings={"seating": "one-red", **_EUCHRE},
    ),
    Evening(
        key="miet-euchre",
        name="MIET euchre",
        about="Winners stay and change partners, losers move; own points, then games won. A tied game plays "
        "one more hand that scores nothing.",
        source="MIET",
        rounds=8,
        minutes=17,
        rest=3,
        settings={"seating": "one-stay", "extra_hand_counts": False, **_EUCHRE},
    ),
    Evening(
        key="everybody-with-everybody",
        name="Everybody with everybody",
        about="Eleven rounds in which each of 12 people is everybody’s partner once; own points count.",
        source="Case",
        rounds=11,
        minutes=17,
        rest=3,
        settings={"seating": "alone", "tables": 3, **_EUCHRE},
    ),
    Evening(
        key="switch-and-pair-up",
        name="Switch, then pair up",
        about="Four rounds of Bid Whist with a new partner each; then first and last pair up "
        "for a knock-out.",
        source="Scoreholio’s Switcholio",
        rounds=4,
        minutes=25,
        two=90,
        settings={"seating": "alone", "pairs_up": "last", "advance_count": 16},
    ),
    Evening(
        key="spades",
        name="Spades",
        about="Two hours of games of ten hands; most wins, then fewest bags go through to a bracket of "
        "eight, where a team that loses may buy back in once.",
        source="Cookout Spades and Spades Connection",
        rounds=3,
        minutes=35,
        two=280,
        begins=time(14),
        settings={
            "game": "spades-card",
            "tie_breaks": ("games_won", "fewest:Bags"),
            "advance_count": 8,
            "phase_two": Choice(format="double", buys_back=True).as_json(),
            **_TOTALS,
        },
    ),
)

EVENINGS: Final[Mapping[str, Evening]] = MappingProxyType(
    {evening.key: evening for evening in (*_EVERY, *STRAIGHT)}
)
