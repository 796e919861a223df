"""A game's stage, and the state that every page shows for the game and its table."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules.ruleset.hands import HandFacts
from rules.ruleset.totals import is_total
from scoring.models import Ending, GameScore
from tournament.errors import Refused
from tournament.event.rules_of_event import game_ruleset
from tournament.floor.calling import has_whistled
from tournament.models import Game
from tournament.models.events import ResultsBy
from tournament.models.floor import RefereeCall, TableState
from tournament.schedule.countdown import Countdown
from tournament.schedule.five_minutes import SittingDown

FOR_REFEREES = {
    TableState.WHISTLE: "Time’s up: enter the hand in progress, or say that there was none.",
    TableState.DECIDER: "Tied at the whistle: one hand decides the game.",
}
TOTAL_AT_WHISTLE = "Time’s up: enter the total."
NOT_ALL_SEATED = "Tied, and not everybody is seated: forfeit the game, or give no result."
FOR_PLAYERS = {
    TableState.WHISTLE: "Deal complete? Finish that hand. No new deal.",
    TableState.DECIDER: "One more hand decides.",
}


class GameStage(StrEnum):
    """The progress of a game, which decides what may happen to it."""

    RECALLED = "recalled"
    UNCALLED = "uncalled"
    OPEN = "open"
    WHISTLE = "whistle"
    """Time’s up; it isn't known yet whether a hand was in progress."""
    DECIDER = "decider"
    """Tied at the whistle: one hand decides."""
    OVER = "over"
    VOID = "void"


ENTERING = frozenset({GameStage.OPEN, GameStage.WHISTLE, GameStage.DECIDER})


@dataclass(frozen=True, kw_only=True)
class ShownState:
    """A state with its label."""

    key: TableState
    word: str
    left: Countdown | None = None
    """The rest of an absent team's five minutes."""
    for_referees: str = ""
    """Says what a referee has to do after the whistle."""

    @property
    def is_pressing(self) -> bool:
        return self.key in (TableState.CALLED, TableState.LATE)


FREE = ShownState(key=TableState.FREE, word=TableState.FREE.label)


def table_state(
    game: Game, at: datetime, down: SittingDown | None, *, is_missing: bool, hides_hands: bool = False
) -> ShownState:
    """The state of a game and its table. No query if the game comes with its round and score.

    ``down`` are the five minutes, if they run; ``is_missing`` is whether a side isn't seated. ``hides_hands``
    leaves out the number of the hand, for events that hold scores back (Rulebook E-26).
    """
    stage = stage_of(game, game.score, at)
    if game.is_bye:
        key = TableState.BYE
    elif stage in (GameStage.UNCALLED, GameStage.RECALLED):
        key = TableState.WAITING
    else:
        key = key_of(
            is_over=stage in (GameStage.OVER, GameStage.VOID),
            wants_referee=game.referee_called_at is not None,
            is_deciding=stage == GameStage.DECIDER,
            has_whistled=stage == GameStage.WHISTLE,
            is_missing=is_missing,
            is_late=down is not None and down.is_late,
        )
    word, for_referees = key.label, FOR_REFEREES.get(key, "")
    if stage == GameStage.VOID:
        word = "No result"
    elif key == TableState.PLAYING and not hides_hands and game.event.results_by != ResultsBy.TOTALS:
        word = f"Hand {game.score.hands + 1}"
    elif key == TableState.CALLED and game.referee_call == RefereeCall.HEAD:
        word = "Wants the head referee"
    elif key == TableState.DECIDER and is_missing:
        word, for_referees = "Tied, not all seated", NOT_ALL_SEATED
    elif key == TableState.WHISTLE and is_by_total(game):
        for_referees = TOTAL_AT_WHISTLE
    is_counted = key in (TableState.SITTING, TableState.LATE)
    left = down.left if down and is_counted else None
    return ShownState(key=key, word=word, left=left, for_referees=for_referees)


def key_of(
    *,
    is_over: bool = False,
    wants_referee: bool,
    is_deciding: bool,
    has_whistled: bool,
    is_missing: bool,
    is_late: bool = False,
) -> TableState:
    """The state of a called game: the most urgent one."""
    if is_over:
        return TableState.OVER
    if wants_referee:
        return TableState.CALLED
    if is_deciding:
        return TableState.DECIDER
    if has_whistled:
        return TableState.WHISTLE
    if is_missing:
        return TableState.LATE if is_late else TableState.SITTING
    return TableState.PLAYING


def is_timed_by_hand(game: Game) -> bool:
    """Whether a referee says when time is up, because the bracket has no whistle (Rulebook E-7). No query."""
    return bool(game.bracket_position) and game_ruleset(game).ends.is_clocked


def stage_of(game: Game, score: GameScore, at: datetime) -> GameStage:
    """The stage of a game at ``at``. No query if the game comes with its round."""
    if game.recalled_at:
        return GameStage.RECALLED
    if game.called_at is None and game.over_at is None:
        return GameStage.UNCALLED
    if game.over_at:
        return GameStage.VOID if score.ending == Ending.VOID else GameStage.OVER
    if score.whistled_at:
        return GameStage.DECIDER
    return GameStage.WHISTLE if has_whistled(game, at) else GameStage.OPEN


def is_by_total(game: Game) -> bool:
    """Whether only its total can be entered, apart from forfeited hands (Rulebook E-98). No query."""
    return game.event.results_by == ResultsBy.TOTALS and not game.is_one_hand


def why_no_end(game: Game, score: GameScore) -> Refused | None:
    """Why a referee can't end the game by its score when time is up (Rulebook E-8). No query.

    Where only totals are entered, a game without a forfeited hand has no score before its total.
    """
    return Refused("game.needs-total") if is_by_total(game) and not score.hands else None


def why_not_so(game: Game, facts: HandFacts) -> Refused | None:
    """Why the event doesn't accept this kind of result (Rulebook E-98); None if it does. No query.

    A forfeited hand is always entered as a hand, and so is a play-off hand.
    """
    by = game.event.results_by
    if is_total(facts):
        return Refused("hand.no-totals") if by == ResultsBy.HANDS else None
    if is_by_total(game) and not facts.forfeited_by:
        return Refused("hand.by-total")
    return None


def why_no_correction(game: Game) -> Refused | None:
    """Why no hand of a game can be changed any more; None if it can. No query, with its phase."""
    if game.phase.closed_at and not game.event.way.has_bracket:
        return Refused("hand.places-settled")
    if game.phase.closed_at and not game.bracket_position:
        return Refused("hand.cut-settled")
    return None
