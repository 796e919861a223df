"""Whether a table waits for the head referee."""

from tournament.models import Game

HEAD_WANTED = "The head referee is wanted"


def wants_head(game: Game) -> bool:
    """Whether the head referee was called to the game, and hasn't been there yet. No query."""
    return game.referee_called_at is not None and game.referee_called_for.startswith(HEAD_WANTED)
