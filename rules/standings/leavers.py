"""The games of a team that leaves a round robin early (Rulebook E-224)."""

from collections import Counter
from collections.abc import Collection, Iterable

from rules.competition.game_lines import Line
from rules.competition.team import Team

VOIDED = "The games of a team that leaves before half of them are played count for nobody."
STAY = "The games of a team that leaves stay."


def void_teams(lines: Iterable[Line[Team]], gone: Collection[Team], entrants: int) -> frozenset[Team]:
    """The teams that have left before half of their games, of which there is one against each other team."""
    played = Counter(
        share.team for line in lines if line.kind == "game" for share in line.shares if share.is_over
    )
    return frozenset(team for team in gone if 2 * played[team] < entrants - 1)


def is_void(line: Line[Team], teams: Collection[Team]) -> bool:
    """Whether one of these teams played in it. A play-off only breaks a tie."""
    return line.kind != "playoff" and any(share.team in teams for share in line.shares)
