"""The hands of a game whose total was entered (Rulebook E-99, E-100)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ruleset.hands import HandFacts
from rules.ruleset.totals import is_total
from scoring.game.labels import hand_figures, score_words
from scoring.hands.tally import adds_up
from scoring.models import Hand
from tournament.event.rules_of_event import game_ruleset
from tournament.models import Game


@dataclass(frozen=True, kw_only=True)
class BesideTotal:
    """A game's total and its hands."""

    total: Hand
    hands: tuple[Hand, ...]
    late: tuple[Hand, ...]
    """The hands entered after the total."""
    adds_up: bool
    figures: str
    words: str

    @property
    def is_disputed(self) -> bool:
        return bool(self.late) and not self.adds_up

    @property
    def may_be_entered(self) -> bool:
        """Whether more hands of the game may be entered."""
        return not self.late and not self.adds_up


def beside_total(game: Game, standing: Sequence[Hand]) -> BesideTotal | None:
    """The total among a game's counting hands, with the other hands; None if there is no total. No query."""
    total = next((hand for hand in standing if is_total(hand.parsed)), None)
    if total is None:
        return None
    hands = tuple(hand for hand in standing if hand.pk != total.pk)
    figures = _of_total(game, total)
    return BesideTotal(
        total=total,
        hands=hands,
        late=tuple(hand for hand in hands if hand.sequence > total.sequence),
        adds_up=adds_up(game, total, hands),
        figures=figures,
        words=f"The total says {figures}, these hands give {_sums(game, total, hands)}.",
    )


def _of_total(game: Game, total: Hand) -> str:
    ruleset = game_ruleset(game)
    # Not in the order of the JSON object, because PostgreSQL sorts its keys.
    points = [total.points[side] for side in ruleset.sides]
    return _with_points(game, total.parsed, score_words(*hand_figures(ruleset, total)), points)


def _sums(game: Game, total: Hand, hands: Sequence[Hand]) -> str:
    ruleset = game_ruleset(game)
    rows = [hand_figures(ruleset, hand) for hand in hands] or [(0,) * len(ruleset.sides)]
    points = [sum(hand.points[side] for hand in hands) for side in ruleset.sides]
    return _with_points(
        game, total.parsed, score_words(*(sum(row) for row in zip(*rows, strict=True))), points
    )


def _with_points(game: Game, facts: HandFacts, shown: str, points: Sequence[int]) -> str:
    """The score in words; with points if hands win the game and the total has points, too."""
    if not (game_ruleset(game).ends.counts_hands and facts.total_points):
        return shown
    return f"{shown} ({score_words(*points)} points)"
