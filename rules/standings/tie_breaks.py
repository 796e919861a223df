"""The tie-breaks: figures that can rank teams, their order, and their words."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rules.competition.taking_part import TEAMS, WayOfTakingPart
from rules.numbers import plus_minus
from rules.ruleset.ruleset import Ruleset
from rules.standings.opponents import buchholz, median_buchholz, sonneborn_berger
from rules.standings.tie_break import (
    GAMES_WON,
    HANDS,
    POINTS,
    AmongTied,
    Changes,
    Counted,
    LotTieBreak,
    Opponents,
    OwnGames,
    TieBreak,
    lots_of,
    never,
    playoffs_among,
    wins_among,
)

TIE_BREAKS = ("games_won", "units", "unit_difference", "points", "head_to_head", "playoff", "lot")
"""The usual tie-breaks. Rulebook A-15 and E-3."""

SCORED_TIE_BREAKS = ("games_won", "scored", "score_difference", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a Bid Whist that is won by points: games, then points. Rulebook E-29."""

RACE_TIE_BREAKS = ("games_won", "score_difference", "scored", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a race to a number of points: games, then the difference. Rulebook E-29."""

LAST_TWO = ("playoff", "lot")
"""The last tie-breaks of every order. Rulebook A-16."""

BYE_UNITS = 3
"""The hands that a bye counts for, with a game won. Rulebook E-18."""


def _by_hands(ruleset: Ruleset, way: WayOfTakingPart) -> bool:
    return ruleset.ends.counts_hands


def _by_points(ruleset: Ruleset, way: WayOfTakingPart) -> bool:
    return not ruleset.ends.counts_hands


def _of_opponents(ruleset: Ruleset, way: WayOfTakingPart) -> bool:
    """Where partners change, opponents are half of the luck (Rulebook E-53)."""
    return way.weighs_opponents


_UNITS = OwnGames(
    key="units",
    name="Hands won",
    heading="Hands",
    sentence="More hands won; a Boston and a no trump count as two.",
    counts=HANDS,
    changes=Changes.RISES,
    offered=_by_hands,
    of=lambda got: got.units,
)
_POINTS = OwnGames(
    key="points",
    name="Points",
    heading="Points",
    sentence="More points: the books over six of every bid that was made.",
    counts=POINTS,
    changes=Changes.EITHER_WAY,
    offered=_by_hands,
    of=lambda got: got.points,
)
_POINT_DIFFERENCE = OwnGames(
    key="point_difference",
    name="Point difference",
    heading="Pts +/−",
    sentence="More points than the other side made: the larger difference.",
    counts=POINTS,
    changes=Changes.EITHER_WAY,
    offered=_by_hands,
    shows=plus_minus,
    of=lambda got: got.points - got.points_against,
)
_BUCHHOLZ = Opponents(
    key="buchholz",
    name="Opponents’ strength (Buchholz)",
    heading="Opponents",
    sentence="Opponents who won more games, on average.",
    by="opponents’ strength",
    offered=_of_opponents,
    of=buchholz,
)
_FORFEITS = Counted(
    key="forfeits",
    name="Fewest forfeits",
    heading="Forfeits",
    sentence="Fewer hands forfeited.",
    by="forfeits",
    is_fewest=True,
    changes=Changes.RISES,
)
_KNOWN = (
    OwnGames(
        key="games_won",
        name="Games won",
        heading="Games",
        sentence="More games won.",
        counts=GAMES_WON,
        changes=Changes.BY_WINS,
        of=lambda got: got.won,
    ),
    OwnGames(
        key="win_rate",
        name="Share of games won",
        heading="Win rate",
        sentence="More games won of those played.",
        counts=GAMES_WON,
        changes=Changes.BY_SHARE,
        shows=lambda share: f"{round(100 * share)} %",
        of=lambda got: got.won / got.games if got.games else 0.0,
    ),
    _UNITS,
    OwnGames(
        key="unit_difference",
        name="Hand difference",
        heading="+/−",
        sentence="More hands won than lost: the larger difference.",
        counts=HANDS,
        changes=Changes.EITHER_WAY,
        offered=_by_hands,
        shows=plus_minus,
        of=lambda got: got.units - got.units_against,
    ),
    _POINTS,
    _POINT_DIFFERENCE,
    replace(_POINTS, key="scored", sentence="More points.", offered=_by_points),
    replace(
        _POINT_DIFFERENCE,
        key="score_difference",
        heading="+/−",
        sentence="More points won than given away: the larger difference.",
        offered=_by_points,
    ),
    # The hands won in a game that points win. A total of such a game doesn't have them. Rulebook E-222.
    replace(
        _UNITS,
        key="hands_won",
        sentence="More hands won.",
        is_in_totals=False,
        offered=lambda ruleset, way: ruleset.play.has_cards and not ruleset.ends.counts_hands,
    ),
    AmongTied(
        key="head_to_head",
        name="Head-to-head",
        heading="Met",
        sentence="More games won among those tied, if all of them have met.",
        of=wins_among,
    ),
    _BUCHHOLZ,
    replace(
        _BUCHHOLZ,
        key="median_buchholz",
        name="Opponents’ strength, best and worst left out (median Buchholz)",
        heading="Mid opponents",
        sentence="Opponents who won more games, on average, without the best and the worst of them.",
        by="opponents’ strength without the best and the worst",
        of=median_buchholz,
    ),
    replace(
        _BUCHHOLZ,
        key="sonneborn_berger",
        name="Strength of those beaten (Sonneborn-Berger)",
        heading="Beaten",
        sentence="More games won by the opponents it beat, for each game it played.",
        by="strength of those beaten",
        of=sonneborn_berger,
    ),
    Counted(
        key="bostons",
        name="Bostons",
        heading="Bostons",
        sentence="More Bostons; one that a penalty made doesn’t count.",
        by="Bostons",
        changes=Changes.RISES,
        offered=lambda ruleset, way: knows_bostons(ruleset),
    ),
    Counted(
        key="game_points",
        name="Game points",
        heading="Gm pts",
        sentence="More game points: 2 for a game won, 3 if the others got nothing in it (a skunk), or with a "
        "Boston.",
        changes=Changes.RISES,
        offered=lambda ruleset, way: not ruleset.ends.less_wins,
    ),
    _FORFEITS,
    replace(
        _FORFEITS,
        key="penalties",
        name="Fewest penalties",
        heading="Penalties",
        sentence="Fewer penalties from referees; a warning is one.",
        by="penalties",
    ),
    AmongTied(
        key="playoff",
        name="Play-off",
        heading="Play-off",
        sentence="More play-offs won among those tied, once all of them have played.",
        by="the play-off",
        offered=never,
        of=playoffs_among,
    ),
    LotTieBreak(
        key="lot",
        name="Lot",
        heading="Lot",
        sentence="The earlier lot, drawn before witnesses and recorded.",
        by="a lot",
        is_fewest=True,
        offered=never,
        of=lots_of,
    ),
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
        by, is_fewest = counter[0].lower() + counter[1:], key.startswith("fewest:")
        most, more = ("Fewest", "Fewer") if is_fewest else ("Most", "More")
        return Counted(
            key=key,
            name=f"{most} {by}",
            heading=counter,
            sentence=f"{more} {by}.",
            by=by,
            is_fewest=is_fewest,
            offered=never,
        )


_BY_KEY = _Criteria()


def register(one: TieBreak) -> Callable[[], object]:
    """Add a tie-break; returns a function that removes it."""
    _BY_KEY[one.key] = one
    return lambda: _BY_KEY.pop(one.key)


for _each in _KNOWN:
    register(_each)

CRITERIA: Mapping[str, TieBreak] = MappingProxyType(_BY_KEY)


def is_counted_apart(key: str) -> bool:
    return isinstance(CRITERIA[key], Counted)


def in_totals(tie_breaks: Iterable[str]) -> tuple[str, ...]:
    """The tie-breaks that a total of the whole game has. Rulebook E-222."""
    return tuple(key for key in tie_breaks if CRITERIA[key].is_in_totals)


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
    choice = offered(ruleset, way, counters)
    choice, own = in_totals(choice) if by_totals else choice, dict[str, str]()
    for key in chosen:
        if key in choice:
            own.setdefault(counter_of(key) or key, key)
    return (*own.values(), *LAST_TWO) if own else _usual(ruleset, by_totals=by_totals)


def offered(ruleset: Ruleset, way: WayOfTakingPart = TEAMS, counters: Iterable[str] = ()) -> tuple[str, ...]:
    """The tie-breaks that an event may choose, without the last two, which always stay (Rulebook A-16)."""
    usual = (key for key, one in CRITERIA.items() if one.offered(ruleset, way))
    return (*usual, *(key for counter in counters for key in of_counter(counter)))


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
    if ruleset.ends.counts_hands:
        return TIE_BREAKS
    usual = SCORED_TIE_BREAKS if knows_bostons(ruleset) else RACE_TIE_BREAKS
    return usual if ruleset.play.has_cards and not by_totals else in_totals(usual)


def counts_hands_won(tie_breaks: Sequence[str]) -> bool:
    """Whether hands decide places: hands won, or their difference."""
    return any(CRITERIA[key].counts == HANDS for key in tie_breaks)


def ranks_by_games_won(tie_breaks: Sequence[str]) -> bool:
    """Whether games won come first, so that teams with equally many wins meet (Rulebook E-1)."""
    return tie_breaks[0] == "games_won"
