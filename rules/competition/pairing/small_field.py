"""The best round of a small field of people who come alone: an exhaustive search."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter

from rules.competition.pairing.fours import Four, IndividualRound, Past
from rules.competition.team import Team, listed


def best_of_all(here: Sequence[Team], past: Past[Team]) -> IndividualRound[Team]:
    """The round with the least weight; among equals the first."""

    @cache
    def table(players: tuple[Team, ...]) -> tuple[int, Four[Team]]:
        one, two, three, four = players
        orders = ((one, two, three, four), (one, three, two, four), (one, two, four, three))
        return min(((past.weight(order), Four(*order)) for order in orders), key=itemgetter(0))

    @cache
    def seated(players: tuple[Team, ...]) -> tuple[int, tuple[Four[Team], ...]]:
        if not players:
            return 0, ()
        ways = []
        for three in combinations(players[1:], 3):
            weight, four = table((players[0], *three))
            others, fours = seated(tuple(one for one in players[1:] if one not in three))
            ways.append((weight + others, (four, *fours)))
        return min(ways, key=itemgetter(0))

    choices = [(out, seated(tuple(one for one in here if one not in out))) for out in past.who_may_rest(here)]
    out, (_, fours) = min(choices, key=lambda choice: choice[1][0])
    return IndividualRound(fours, tuple(sorted(out, key=listed)))
