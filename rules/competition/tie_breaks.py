"""The tie-breaks: in which order teams are compared, and in what words."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules.games.card_table import WHIST, table_for
from rules.games.ruleset import Ruleset, counts_hands

TIE_BREAKS = ("games_won", "units", "unit_difference", "points", "head_to_head", "playoff", "lot")
"""The printed tie-breaks. Rulebook A-15 and E-3."""

SCORED_TIE_BREAKS = ("games_won", "scored", "score_difference", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a Bid Whist that points win: games, then points. Rulebook E-29."""

RACE_TIE_BREAKS = ("games_won", "score_difference", "scored", "hands_won", "head_to_head", "playoff", "lot")
"""The tie-breaks of a race to a number of points: games, then the difference. Rulebook E-29."""

BYE_UNITS = 3
"""The hands that a bye counts for, with a game won. Rulebook E-18."""

PRIZES = 3
"""Who comes alone plays no bracket: the first three take the prizes. Rulebook E-53."""

CRITERIA: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "games_won": ("Games", "More games won."),
        "win_rate": ("Win rate", "More games won of those played."),
        "units": ("Hands", "More hands won; a Boston and a no trump count as two."),
        "unit_difference": ("+/−", "More hands won than lost: the larger difference."),
        "points": ("Points", "More points: the books over six of every bid that was made."),
        "scored": ("Points", "More points."),
        "score_difference": ("+/−", "More points won than given away: the larger difference."),
        "hands_won": ("Hands", "More hands won."),
        "head_to_head": ("Met", "More games won among the tied teams, if all of them have met."),
        "playoff": (
            "Play-off",
            "More play-off hands won among the tied teams, once all of them have played.",
        ),
        "lot": ("Lot", "The earlier lot, drawn before witnesses and recorded."),
    }
)


def tie_breaks_of(ruleset: Ruleset) -> tuple[str, ...]:
    """By what teams are ranked, in that order (Rulebook A-15, E-29)."""
    if counts_hands(ruleset):
        return TIE_BREAKS
    return SCORED_TIE_BREAKS if table_for(ruleset).kind == WHIST else RACE_TIE_BREAKS


def settled_by_figures(tie_breaks: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks as far as they go without another hand or a lot."""
    return tuple(key for key in tie_breaks if key not in ("playoff", "lot"))
