"""Scores that stay hidden while their round is played, if the event wants that (Rulebook E-26)."""

from tournament.models import Event, Game
from tournament.models.events import StandingsShown
from tournament.models.schedule import PhaseKind


def held_rounds(event: Event) -> frozenset[int | None]:
    """The rounds of Phase I that still hide their scores: one of their games is not over.

    Play-off hands have no round and are held back together, as None. One query, if the event hides scores.
    """
    if event.standings_shown != StandingsShown.AFTER_ROUND:
        return frozenset()
    running = Game.objects.filter(
        event=event, phase__kind=PhaseKind.ONE, recalled_at=None, over_at=None, score__isnull=False
    )
    return frozenset(running.values_list("round_id", flat=True))


def is_held(game: Game, rounds: frozenset[int | None]) -> bool:
    """Whether a game's score is hidden. No query, if its phase is loaded."""
    return game.phase.kind == PhaseKind.ONE and game.round_id in rounds
