"""Games that only the clock ends, where no whistle goes: in the bracket a referee keeps their time."""

from simulation.days.hands import is_clocked
from tournament.models import Game
from tournament.queries.game import ruleset_for


def is_timed_by_hand(game: Game) -> bool:
    """Whether a referee says when this game's time is up (Rulebook E-7). No query."""
    return bool(game.bracket_position) and is_clocked(ruleset_for(game.event))
