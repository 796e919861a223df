"""What may happen to a game now: one state, asked by every screen and every command."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules.games.ruleset import is_clocked
from scoring.models import Ending, GameScore
from tournament.models import Game
from tournament.queries.calling import has_whistled
from tournament.queries.game import game_ruleset
from tournament.queries.sitting import late_at


class Stage(StrEnum):
    """How far a game is."""

    RECALLED = "recalled"
    UNCALLED = "uncalled"
    OPEN = "open"
    WHISTLE = "whistle"
    """It has gone, and nobody has said yet whether a hand was in progress."""
    DECIDER = "decider"
    """Tied at the whistle: one hand decides."""
    OVER = "over"
    VOID = "void"


ENTERING = frozenset({Stage.OPEN, Stage.WHISTLE, Stage.DECIDER})


@dataclass(frozen=True, kw_only=True)
class TableState:
    """A game as it is at a moment. ``late`` are the sides that don't sit yet, while it is played."""

    stage: Stage
    wants_referee: bool
    late: tuple[str, ...] = ()

    @property
    def is_entering(self) -> bool:
        """Whether a hand may be entered now."""
        return self.stage in ENTERING


def game_state(game: Game, score: GameScore, at: datetime) -> TableState:
    """The state of a game at ``at``. No query, if its round and its sides came with it."""
    stage = stage_of(game, score, at)
    return TableState(
        stage=stage,
        wants_referee=game.referee_called_at is not None,
        late=late_at(game) if stage in ENTERING else (),
    )


def is_timed_by_hand(game: Game) -> bool:
    """Whether a referee says when this game's time is up: in the bracket no whistle goes. No query.

    Rulebook E-7.
    """
    return bool(game.bracket_position) and is_clocked(game_ruleset(game))


def stage_of(game: Game, score: GameScore, at: datetime) -> Stage:
    """How far a game is at ``at``. No query, if its round came with it."""
    if game.recalled_at:
        return Stage.RECALLED
    if game.called_at is None and game.over_at is None:
        return Stage.UNCALLED
    if game.over_at:
        return Stage.VOID if score.ending == Ending.VOID else Stage.OVER
    if score.whistled_at:
        return Stage.DECIDER
    return Stage.WHISTLE if has_whistled(game, at) else Stage.OPEN
