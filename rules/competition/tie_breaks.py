"""The tie-breaks: what teams can be ranked by, in which order, and in what words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rules.competition.taking_part import TEAMS, WayOfTakingPart
from rules.games.ruleset import Ruleset, counts_hands

TIE_BREAKS = ("games_won", "units", "unit_difference", "points", "head_to_head", "playoff", "lot")
"""The usual tie-breaks. Rulebook A-15 and E-3."""

SCORED_TIE_BREAKS = ("games_won", "scored", "score_difference", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a Bid Whist that points win: games, then points. Rulebook E-29."""

RACE_TIE_BREAKS = ("games_won", "score_difference", "scored", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a race to a number of points: games, then the difference. Rulebook E-29."""

LAST_TWO = ("playoff", "lot")
"""What settles a tie that no figure parts: always these, in this order. Rulebook A-16."""

BYE_UNITS = 3
"""The hands that a bye counts for, with a game won. Rulebook E-18."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One way to tell tied teams apart.

    ``heading`` stands over its column, ``sentence`` says what it means, ``by`` how a place is explained by
    it: "8th on hand difference". Where ``is_fewest``, who has less of it is ahead.
    """

    key: str
    name: str
    heading: str
    sentence: str
    by: str
    is_fewest: bool = False


_EVERY = (
    TieBreak("games_won", "Games won", "Games", "More games won.", "games won"),
    TieBreak(
        "win_rate", "Share of games won", "Win rate", "More games won of those played.", "share of games won"
    ),
    TieBreak(
        "units", "Hands won", "Hands", "More hands won; a Boston and a no trump count as two.", "hands won"
    ),
    TieBreak(
        "unit_difference",
        "Hand difference",
        "+/−",
        "More hands won than lost: the larger difference.",
        "hand difference",
    ),
    TieBreak(
        "points", "Points", "Points", "More points: the books over six of every bid that was made.", "points"
    ),
    TieBreak(
        "point_difference",
        "Point difference",
        "Pts +/−",
        "More points than the other side made: the larger difference.",
        "point difference",
    ),
    TieBreak("scored", "Points", "Points", "More points.", "points"),
    TieBreak(
        "score_difference",
        "Point difference",
        "+/−",
        "More points won than given away: the larger difference.",
        "point difference",
    ),
    TieBreak("hands_won", "Hands won", "Hands", "More hands won.", "hands won"),
    TieBreak(
        "head_to_head",
        "Head-to-head",
        "Met",
        "More games won among those tied, if all of them have met.",
        "head-to-head",
    ),
    TieBreak(
        "buchholz",
        "Opponents’ strength (Buchholz)",
        "Opponents",
        "Opponents who won more games, on average.",
        "opponents’ strength",
    ),
    TieBreak(
        "median_buchholz",
        "Opponents’ strength, best and worst left out (median Buchholz)",
        "Mid opponents",
        "Opponents who won more games, on average, without the best and the worst of them.",
        "opponents’ strength without the best and the worst",
    ),
    TieBreak(
        "sonneborn_berger",
        "Strength of those beaten (Sonneborn-Berger)",
        "Beaten",
        "More games won by the opponents it beat, for each game it played.",
        "strength of those beaten",
    ),
    TieBreak(
        "bostons", "Bostons", "Bostons", "More Bostons; one that a penalty made doesn’t count.", "Bostons"
    ),
    TieBreak("forfeits", "Fewest forfeits", "Forfeits", "Fewer hands forfeited.", "forfeits", is_fewest=True),
    TieBreak(
        "penalties",
        "Fewest penalties",
        "Penalties",
        "Fewer penalties from referees; a warning is one.",
        "penalties",
        is_fewest=True,
    ),
    TieBreak(
        "playoff",
        "Play-off hand",
        "Play-off",
        "More play-off hands won among those tied, once all of them have played.",
        "the play-off hand",
    ),
    TieBreak("lot", "Lot", "Lot", "The earlier lot, drawn before witnesses and recorded.", "a lot"),
)

CRITERIA: Mapping[str, TieBreak] = MappingProxyType({one.key: one for one in _EVERY})

_OF_HANDS = ("games_won", "win_rate", "units", "unit_difference", "points", "point_difference")
_OF_POINTS = ("games_won", "win_rate", "scored", "score_difference", "hands_won")
OPPONENTS = ("buchholz", "median_buchholz", "sonneborn_berger")
"""The strength of those whom a team met. Rulebook A-18."""

COUNTED_APART = ("bostons", "forfeits", "penalties")
"""What no line of the standings tells and has to be counted beside them. Rulebook A-19."""


def tie_breaks_of(
    ruleset: Ruleset, chosen: Iterable[str] = (), way: WayOfTakingPart = TEAMS
) -> tuple[str, ...]:
    """By what teams are ranked, in that order (Rulebook A-15, E-29).

    ``chosen`` is an event's own order, without the last two. What this game does not offer is left out of it;
    without any, the usual order holds.
    """
    own = tuple(key for key in dict.fromkeys(chosen) if key in offered(ruleset, way))
    return (*own, *LAST_TWO) if own else _usual(ruleset)


def offered(ruleset: Ruleset, way: WayOfTakingPart = TEAMS) -> tuple[str, ...]:
    """What an event may choose from, without the last two, which always stay (Rulebook A-16).

    Games that hands win have other figures than those that points win, and only Bid Whist knows Bostons.
    Where partners change, opponents are half of the luck, so their strength is no tie-break (E-53).
    """
    return (
        *(_OF_HANDS if counts_hands(ruleset) else _OF_POINTS),
        "head_to_head",
        *(OPPONENTS if way.weighs_opponents else ()),
        *(key for key in COUNTED_APART if key != "bostons" or knows_bostons(ruleset)),
    )


def knows_bostons(ruleset: Ruleset) -> bool:
    """Whether somebody can make a Boston: only Bid Whist has them."""
    return ruleset.play.has_bostons


def settled_by_figures(tie_breaks: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks as far as they go without another hand or a lot."""
    return tuple(key for key in tie_breaks if key not in LAST_TWO)


def order_in_words(tie_breaks: Sequence[str]) -> str:
    """The order in a row: "games won, then hands won, then hand difference"."""
    return ", then ".join(CRITERIA[key].by for key in settled_by_figures(tie_breaks))


def own_order(ruleset: Ruleset, chosen: Iterable[str], way: WayOfTakingPart = TEAMS) -> tuple[str, ...]:
    """The order to be kept for an event: what was chosen, or nothing where that is the usual order."""
    order = tie_breaks_of(ruleset, chosen, way)
    return () if order == _usual(ruleset) else settled_by_figures(order)


def _usual(ruleset: Ruleset) -> tuple[str, ...]:
    if counts_hands(ruleset):
        return TIE_BREAKS
    return SCORED_TIE_BREAKS if knows_bostons(ruleset) else RACE_TIE_BREAKS


def ranks_by_games_won(tie_breaks: Sequence[str]) -> bool:
    """Whether games won come before everything else, so that teams of as many wins meet (Rulebook E-1)."""
    return tie_breaks[0] == "games_won"
