"""Game points: two for a game won, three for a skunk or with a Boston (Rulebook A-20)."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from rules.competition.game_lines import Line
from rules.competition.team import Team
from rules.standings.what_counts import NOTHING

FOR_A_WIN: Final = 2
FOR_A_SKUNK: Final = 3


def game_points(
    line: Line[Team], bostons: Mapping[Team, int], *, by_hands: bool, byes: str
) -> Mapping[Team, int]:
    """The game points of those for whom this game counts; empty while it runs.

    It is a skunk if the others have no hand, or no point where points win the game.
    """
    if line.kind == "playoff" or (line.kind == "bye" and byes == NOTHING):
        return {}
    won, elsewhere = Counter[Team](), dict(line.elsewhere)
    for share in line.shares:
        if not share.is_won:
            continue
        against = share.units_against if by_hands else share.points_against
        is_skunk = line.kind == "game" and (against <= 0 or bostons.get(share.team, 0) > 0)
        for team in elsewhere.get(share.team, (share.team,)):
            won[team] += FOR_A_SKUNK if is_skunk else FOR_A_WIN
    return won
