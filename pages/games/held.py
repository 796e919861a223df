"""Scores that stay hidden while their round is played, or until the reveal (Rulebook E-26, E-94)."""

from scoring.standings.hidden import is_hidden
from tournament.models import Event, Game
from tournament.models.events import StandingsShown
from tournament.models.schedule import PhaseKind


def held_rounds(event: Event) -> frozenset[int | None]:
    """The rounds of Phase I that hide their scores: until their games are over, or until the reveal.

    None in the set means all play-off hands, which have no round. One query, if the event hides scores.
    """
    games = Game.objects.filter(event=event, phase__kind=PhaseKind.ONE, recalled_at=None, score__isnull=False)
    if event.standings_shown == StandingsShown.AFTER_ROUND:
        games = games.filter(over_at=None)
    elif not is_hidden(event):
        return frozenset()
    return frozenset(games.values_list("round_id", flat=True))


def is_held(game: Game, rounds: frozenset[int | None]) -> bool:
    """Whether a game's score is hidden. No query, if its phase is loaded."""
    return game.phase.kind == PhaseKind.ONE and game.round_id in rounds
