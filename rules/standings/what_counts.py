"""How a bye, the best games, a substitute's game and a hand after a tie count in the standings.

Rulebook E-91 to E-93, E-141, E-151.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from types import MappingProxyType

from rules.competition.game_lines import GameLine, Line, Share
from rules.competition.team import Team
from rules.standings.tie_break import Changes, OwnGames
from rules.standings.tie_breaks import CRITERIA

WIN, NOTHING, AVERAGE, OWN = "win", "nothing", "average", "own"

BYES: Mapping[str, str] = MappingProxyType(
    {
        WIN: "counts as a game won",
        NOTHING: "counts for nothing",
        AVERAGE: "counts as the average of the round’s winners",
        OWN: "counts as a game won with the average of one’s own games",
    }
)
"""The end of the sentence "A bye …", by the worth of a bye."""

CHAIR, BOTH, NOBODY = "chair", "both", "nobody"

SUBSTITUTES: Mapping[str, str] = MappingProxyType(
    {
        CHAIR: "A game with a substitute counts as if the missing player had played.",
        BOTH: "A game with a substitute from the people here counts for their own standing, too.",
        NOBODY: "A game with a substitute from the people here counts only for the other side.",
    }
)
"""Which entrants a game counts for if somebody who is here substituted in it. Rulebook E-151."""


def counts_for(team: Team, own: Team | None, substitutes: str) -> tuple[Team, ...]:
    """The entrants that a game of ``team`` counts for; ``own`` is the substitute's own entrant, if any."""
    if substitutes == NOBODY:
        return ()
    return (team, own) if substitutes == BOTH and own is not None else (team,)


@dataclass(frozen=True, slots=True)
class WhatCounts:
    """An event's choices: ``byes`` is a key of ``BYES``, ``substitutes`` one of ``SUBSTITUTES``.

    Each team's ``best_of`` best games count; 0 for all of them.
    """

    byes: str = WIN
    best_of: int = 0
    substitutes: str = CHAIR
    extra_hand: bool = False
    """Whether the hand that decides a tied game adds its score."""

    @property
    def only_adds_up(self) -> bool:
        """Whether a new result changes only the figures of those who played, and only adds to them."""
        return not self.best_of and self.byes not in (AVERAGE, OWN)

    @property
    def bye(self) -> str:
        return BYES[self.byes]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences that aren't the usual ones, such as "A bye counts for nothing." """
        bye, games, substitutes, tie = self.whole
        is_other = (self.byes != WIN, self.best_of > 0, self.substitutes != CHAIR, self.extra_hand)
        return tuple(compress((bye, games, substitutes, tie), is_other))

    @property
    def whole(self) -> tuple[str, str, str, str]:
        best = "Your best game counts." if self.best_of == 1 else f"Your best {self.best_of} games count."
        return (
            f"A bye {self.bye}.",
            best if self.best_of else "All games count.",
            SUBSTITUTES[self.substitutes],
            self.tie,
        )

    @property
    def tie(self) -> str:
        adds = "adds what it scores" if self.extra_hand else "adds nothing to the score"
        return f"After a tie one more hand decides the game and {adds}."

    def instead_of(self, before: "WhatCounts") -> tuple[str, ...]:
        """The sentences that announce a change from ``before``; on substitutes and ties only if changed."""
        bye, games, substitutes, tie = self.whole
        is_said = (True, True, self.substitutes != before.substitutes, self.extra_hand != before.extra_hand)
        return tuple(compress((bye, games, substitutes, tie), is_said))


USUAL = WhatCounts()


def is_fair_bye(byes: str, tie_breaks: Sequence[str]) -> bool:
    """Whether sitting out brings about what a game does, by the first tie-break. Rulebook E-221."""
    match CRITERIA[tie_breaks[0]].changes:
        case Changes.BY_SHARE:
            return True
        case Changes.BY_WINS:
            return byes != NOTHING
    return byes in (AVERAGE, OWN)


def with_byes(lines: Sequence[Line[Team]], byes: str) -> Sequence[Line[Team]]:
    """The lines with every bye at its worth; a bye that counts for nothing is left out. Rulebook E-91.

    Averages are rounded to the nearest whole number, a half up. While there is no game to take it from, a bye
    counts as usual (E-18).
    """
    if byes == WIN:
        return lines
    if byes == NOTHING:
        return [line for line in lines if line.kind != "bye"]
    winners: dict[int | None, list[Share[Team]]] = defaultdict(list)
    own: dict[Team, list[Share[Team]]] = defaultdict(list)
    for line in lines:
        if line.kind == "game":
            over = [share for share in line.shares if share.is_over]
            winners[line.round] += (share for share in over if share.is_won)
            for share in over:
                for team in dict(line.elsewhere).get(share.team, (share.team,)):
                    own[team].append(share)

    def games_for(bye: GameLine[Team]) -> Sequence[Share[Team]]:
        if byes == OWN:
            return own[bye.ns]
        return winners[bye.round] if bye.round is not None else ()

    return [
        _averaged(line, games_for(line)) if isinstance(line, GameLine) and line.kind == "bye" else line
        for line in lines
    ]


def _averaged(bye: GameLine[Team], games: Sequence[Share[Team]]) -> GameLine[Team]:
    if not games:
        return bye
    return replace(
        bye,
        units_ns=_average(share.units for share in games),
        units_ew=_average(share.units_against for share in games),
        points_ns=_average(share.points for share in games),
        points_ew=_average(share.points_against for share in games),
    )


def _average(figures: Iterable[int]) -> int:
    each = list(figures)
    return (2 * sum(each) + len(each)) // (2 * len(each))


def best_games(shares: Sequence[Share[Team]], tie_breaks: Sequence[str], most: int) -> Sequence[Share[Team]]:
    """A team's ``most`` best games by the order of the tie-breaks; all if ``most`` is 0. Rulebook E-92.

    Games that are equal by the tie-breaks are compared by all other figures. If they are still equal, their
    results are the same, so it doesn't matter which of them counts.
    """
    if not most or len(shares) <= most:
        return shares
    asked = [CRITERIA[key] for key in (*tie_breaks, *CRITERIA)]
    own = [one for one in asked if isinstance(one, OwnGames)]
    return sorted(shares, key=lambda share: (*(one.order(one.of(share)) for one in own), not share.is_over))[
        :most
    ]
