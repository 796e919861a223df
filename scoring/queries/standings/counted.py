"""Counts for tie-breaks beside the games: Bostons, forfeited hands, penalties (Rulebook A-19)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from django.db.models import F, Q

from rules.competition.penalties import NONE
from scoring.models import Hand, Ruling
from scoring.queries.standings.played import PlayedGame
from tournament.models import Event
from tournament.models.schedule import PhaseKind

Counts = Mapping[str, Mapping[int, int]]


def counted(event: Event, tie_breaks: Sequence[str], games: Sequence[PlayedGame]) -> Counts:
    """The counts that the tie-breaks need, by team. One query each for forfeits and penalties."""
    shown = {game.game_id for game in games}
    return {
        **({"bostons": bostons_in(games)} if "bostons" in tie_breaks else {}),
        **({"forfeits": _forfeits(event, shown)} if "forfeits" in tie_breaks else {}),
        **({"penalties": _penalties(event, shown)} if "penalties" in tie_breaks else {}),
    }


def bostons_in(games: Sequence[PlayedGame]) -> Counter[int]:
    """The Bostons of each team, without those awarded as a penalty. No query."""
    made = Counter[int]()
    for game in games:
        made.update(dict(game.bostons))
    return made


def _forfeits(event: Event, games: Collection[int]) -> Counter[int]:
    """The hands of these games that each team forfeited. One query."""
    hands = Hand.objects.standing().filter(game__event=event, game__phase__kind=PhaseKind.ONE)
    seats = hands.filter(facts__forfeited_by__isnull=False).values_list(
        "game_id", "facts__forfeited_by", "game__seats__side__name", "game__seats__team_id"
    )
    return Counter(team for game, gone, side, team in seats if game in games and side == gone)


def _penalties(event: Event, games: Collection[int]) -> Counter[int]:
    """Each team's penalties in these games, or without a game until Phase I was closed. One query."""
    given = Ruling.objects.filter(event=event, superseded_by=None, against__isnull=False).exclude(
        penalty__in=("", NONE)
    )
    while_it_ran = Q(event__phases__closed_at=None) | Q(at__lte=F("event__phases__closed_at"))
    said = given.filter(while_it_ran, event__phases__kind=PhaseKind.ONE).values_list("game_id", "against_id")
    return Counter(team for game, team in said if game is None or game in games)
