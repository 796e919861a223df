"""What each team or person got at an event: the one sum of standings, series and people's pages."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from uuid import UUID

from rules.competition.game_lines import Sums
from rules.standings.standings import sums_of
from scoring.standings.played import games_of_phase
from tournament.event.rules_of_event import tie_breaks_for
from tournament.models import Event
from tournament.models.schedule import PhaseKind

NOTHING = Sums()


def sums(event: Event) -> Mapping[int, Sums]:
    """By team id, from games that are over. Four queries at most.

    Phase I as the standings count it: byes, the best games, own points, substitutes, no play-off hand. Each
    game of Phase II is added; a bye there counts as usual (Rulebook E-91).
    """
    one, two = (
        [game.line for game in games_of_phase(event, kind) if not game.is_running]
        for kind in (PhaseKind.ONE, PhaseKind.TWO)
    )
    found: dict[int, Sums] = defaultdict(Sums)
    for got in (sums_of(one, tie_breaks_for(event), event.what_counts), sums_of(two)):
        for team, its in got.items():
            found[team] += its
    return dict(found)


@lru_cache(maxsize=2048)
def sums_at(key: UUID, version: int) -> Mapping[int, Sums]:
    """``sums`` at this version of the event: every action that changes a result raises it."""
    return sums(Event.objects.get(key=key))
