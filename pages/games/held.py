"""What the hall doesn't see yet, where the event shows its standings after each round (Rulebook E-26)."""

from tournament.models import Event, Game
from tournament.models.events import StandingsShown
from tournament.models.schedule import PhaseKind


def held_rounds(event: Event) -> frozenset[int | None]:
    """The rounds of Phase I whose scores are held back while one of their games is played.

    Play-off hands are of no round, and held back together. One query where the event holds anything back.
    """
    if event.standings_shown != StandingsShown.AFTER_ROUND:
        return frozenset()
    running = Game.objects.filter(
        event=event, phase__kind=PhaseKind.ONE, recalled_at=None, over_at=None, score__isnull=False
    )
    return frozenset(running.values_list("round_id", flat=True))


def is_held(game: Game, rounds: frozenset[int | None]) -> bool:
    """Whether a game's score is held back. No query, if its phase came with it."""
    return game.phase.kind == PhaseKind.ONE and game.round_id in rounds
