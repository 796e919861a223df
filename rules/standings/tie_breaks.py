"""The tie-breaks: figures that can rank teams, their order, and their words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rules.competition.taking_part import TEAMS, WayOfTakingPart
from rules.ruleset.ruleset import Ruleset, counts_hands

TIE_BREAKS = ("games_won", "units", "unit_difference", "points", "head_to_head", "playoff", "lot")
"""The usual tie-breaks. Rulebook A-15 and E-3."""

SCORED_TIE_BREAKS = ("games_won", "scored", "score_difference", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a Bid Whist that is won by points: games, then points. Rulebook E-29."""

RACE_TIE_BREAKS = ("games_won", "score_difference", "scored", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a race to a number of points: games, then the difference. Rulebook E-29."""

HANDS_OF_POINTS = "hands_won"
"""The hands won in a game that points win. A total of such a game doesn't have them. Rulebook E-222."""

LAST_TWO = ("playoff", "lot")
"""The last tie-breaks of every order. Rulebook A-16."""

BYE_UNITS = 3
"""The hands that a bye counts for, with a game won. Rulebook E-18."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One way to break a tie.

    ``heading`` is its column's, ``sentence`` its meaning. ``by`` explains a place: "8th on hand difference".
    With ``is_fewest`` the team with less of it is ahead.
    """

    key: str
    name: str
    heading: str
    sentence: str
    by: str = ""  # The name in lower case, if empty.
    is_fewest: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", self.by or self.name.lower())


_EVERY = (
    TieBreak("games_won", "Games won", "Games", "More games won.", by="games won"),
    TieBreak("win_rate", "Share of games won", "Win rate", "More games won of those played."),
    TieBreak("units", "Hands won", "Hands", "More hands won; a Boston and a no trump count as two."),
    TieBreak("unit_difference", "Hand difference", "+/−", "More hands won than lost: the larger difference."),
    TieBreak("points", "Points", "Points", "More points: the books over six of every bid that was made."),
    TieBreak(
        "point_difference",
        "Point difference",
        "Pts +/−",
        "More points than the other side made: the larger difference.",
    ),
    TieBreak("scored", "Points", "Points", "More points."),
    TieBreak(
        "score_difference",
        "Point difference",
        "+/−",
        "More points won than given away: the larger difference.",
    ),
    TieBreak("hands_won", "Hands won", "Hands", "More hands won."),
    TieBreak(
        "head_to_head", "Head-to-head", "Met", "More games won among those tied, if all of them have met."
    ),
    TieBreak(
        "buchholz",
        "Opponents’ strength (Buchholz)",
        "Opponents",
        "Opponents who won more games, on average.",
        by="opponents’ strength",
    ),
    TieBreak(
        "median_buchholz",
        "Opponents’ strength, best and worst left out (median Buchholz)",
        "Mid opponents",
        "Opponents who won more games, on average, without the best and the worst of them.",
        by="opponents’ strength without the best and the worst",
    ),
    TieBreak(
        "sonneborn_berger",
        "Strength of those beaten (Sonneborn-Berger)",
        "Beaten",
        "More games won by the opponents it beat, for each game it played.",
        by="strength of those beaten",
    ),
    TieBreak(
        "bostons",
        "Bostons",
        "Bostons",
        "More Bostons; one that a penalty made doesn’t count.",
        by="Bostons",
    ),
    TieBreak(
        "forfeits", "Fewest forfeits", "Forfeits", "Fewer hands forfeited.", by="forfeits", is_fewest=True
    ),
    TieBreak(
        "penalties",
        "Fewest penalties",
        "Penalties",
        "Fewer penalties from referees; a warning is one.",
        by="penalties",
        is_fewest=True,
    ),
    TieBreak(
        "playoff",
        "Play-off",
        "Play-off",
        "More play-offs won among those tied, once all of them have played.",
        by="the play-off",
    ),
    TieBreak("lot", "Lot", "Lot", "The earlier lot, drawn before witnesses and recorded.", by="a lot"),
)

_COUNTER = re.compile(r"(most|fewest):(\S+)")


def counter_of(key: str) -> str:
    """The counter's name in a tie-break's key such as ``fewest:Bags``; empty for other keys."""
    found = _COUNTER.fullmatch(key)
    return found[2].replace("_", " ") if found else ""


def of_counter(counter: str) -> tuple[str, str]:
    """The two keys of a counter's tie-breaks: the most of it, and the fewest (Rulebook E-143)."""
    word = counter.replace(" ", "_")
    return f"most:{word}", f"fewest:{word}"


class _Criteria(dict[str, TieBreak]):
    """The tie-breaks by key. Those by a counter are created when they are looked up."""

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (isinstance(key, str) and bool(counter_of(key)))

    def __missing__(self, key: str) -> TieBreak:
        counter = counter_of(key)
        if not counter:
            raise KeyError(key)
        by = counter[0].lower() + counter[1:]
        if key.startswith("fewest:"):
            return TieBreak(key, f"Fewest {by}", counter, f"Fewer {by}.", by=by, is_fewest=True)
        return TieBreak(key, f"Most {by}", counter, f"More {by}.", by=by)


CRITERIA: Mapping[str, TieBreak] = MappingProxyType(_Criteria({one.key: one for one in _EVERY}))

_OF_HANDS = ("games_won", "win_rate", "units", "unit_difference", "points", "point_difference")
_OF_POINTS = ("games_won", "win_rate", "scored", "score_difference", "hands_won")
OPPONENTS = ("buchholz", "median_buchholz", "sonneborn_berger")
"""The strength of a team's opponents. Rulebook A-18."""

COUNTED_APART = ("bostons", "forfeits", "penalties")
"""Figures that aren't in the standings' lines and are passed in as ``counts``. Rulebook A-19."""


def is_counted_apart(key: str) -> bool:
    return key in COUNTED_APART or bool(counter_of(key))


def tie_breaks_of(
    ruleset: Ruleset,
    chosen: Iterable[str] = (),
    way: WayOfTakingPart = TEAMS,
    counters: Iterable[str] = (),
    *,
    by_totals: bool = False,
) -> tuple[str, ...]:
    """The tie-breaks in their order (Rulebook A-15, E-29).

    ``chosen`` is an event's own order, without the last two; those that this game doesn't have are left out.
    If nothing remains, it is the usual order. ``counters`` are everything that is counted beside the score;
    of each, either the most or the fewest is used, the first that is chosen. With ``by_totals``, results may
    come in as totals, and then hands rank nobody where the total doesn't have them (E-222).
    """
    choice, own = set(offered(ruleset, way, counters)), dict[str, str]()
    for key in chosen:
        if key in choice and not (by_totals and key == HANDS_OF_POINTS):
            own.setdefault(counter_of(key) or key, key)
    return (*own.values(), *LAST_TWO) if own else _usual(ruleset, by_totals=by_totals)


def offered(ruleset: Ruleset, way: WayOfTakingPart = TEAMS, counters: Iterable[str] = ()) -> tuple[str, ...]:
    """The tie-breaks that an event may choose, without the last two, which always stay (Rulebook A-16).

    Games by hands have other figures than games by points, and only Bid Whist has Bostons. A game without
    cards has no hands. Where partners change, opponents are half of the luck, so their strength is no
    tie-break (E-53).
    """
    of_points = _OF_POINTS if ruleset.play.has_cards else tuple(k for k in _OF_POINTS if k != HANDS_OF_POINTS)
    return (
        *(_OF_HANDS if counts_hands(ruleset) else of_points),
        "head_to_head",
        *(OPPONENTS if way.weighs_opponents else ()),
        *(key for key in COUNTED_APART if key != "bostons" or knows_bostons(ruleset)),
        *(key for counter in counters for key in of_counter(counter)),
    )


def knows_bostons(ruleset: Ruleset) -> bool:
    return ruleset.play.has_bostons


def settled_by_figures(tie_breaks: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks without the play-off hand and the lot."""
    return tuple(key for key in tie_breaks if key not in LAST_TWO)


def order_in_words(tie_breaks: Sequence[str]) -> str:
    """The order in words: "games won, then hands won, then hand difference"."""
    return ", then ".join(CRITERIA[key].by for key in settled_by_figures(tie_breaks))


def own_order(
    ruleset: Ruleset,
    chosen: Iterable[str],
    way: WayOfTakingPart = TEAMS,
    counters: Iterable[str] = (),
    *,
    by_totals: bool = False,
) -> tuple[str, ...]:
    """The order to store for an event: the chosen one, or nothing if that is the usual order.

    It keeps hands that no total has, so that set-up can refuse them.
    """
    order = tie_breaks_of(ruleset, chosen, way, counters)
    usual = (_usual(ruleset, by_totals=False), _usual(ruleset, by_totals=by_totals))
    return () if order in usual else settled_by_figures(order)


def _usual(ruleset: Ruleset, *, by_totals: bool) -> tuple[str, ...]:
    if counts_hands(ruleset):
        return TIE_BREAKS
    usual = SCORED_TIE_BREAKS if knows_bostons(ruleset) else RACE_TIE_BREAKS
    if not by_totals and ruleset.play.has_cards:
        return usual
    return tuple(key for key in usual if key != HANDS_OF_POINTS)


def counts_hands_won(tie_breaks: Sequence[str]) -> bool:
    """Whether hands decide places: hands won, or their difference."""
    return not {"units", "unit_difference", "hands_won"}.isdisjoint(tie_breaks)


def ranks_by_games_won(tie_breaks: Sequence[str]) -> bool:
    """Whether games won come first, so that teams with equally many wins meet (Rulebook E-1)."""
    return tie_breaks[0] == "games_won"
