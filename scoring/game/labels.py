"""The labels of games, and scores in words."""

from collections.abc import Iterable, Mapping

from rules.competition.phase_two.formats import SIZES
from rules.competition.phase_two.games import label_of
from rules.numbers import minus
from rules.ruleset.ruleset import Ruleset
from scoring.models import Hand, Seed
from tournament.event.names import round_title
from tournament.event.rules_of_event import plan_for, ruleset_for
from tournament.models import Event, Game
from tournament.models.floor import GameKind


def bracket_labels(event: Event, games: Iterable[Game | None]) -> Mapping[str, str]:
    """The labels of the bracket's games by position, for ``game_label``.

    One query; none if no game of ``games`` is in the bracket.
    """
    if not any(game and game.bracket_position for game in games):
        return {}
    seeds = Seed.objects.standing().filter(cut__phase__event=event, cut__reopened_at=None)
    missed = list(seeds.order_by().values_list("is_second_chance", flat=True))
    size = missed.count(False)
    return plan_for(event, size, missed.count(True)).labels if size in SIZES else {}


def game_label(game: Game, labels: Mapping[str, str]) -> str:
    """A game's label: ``Round 2``; ``Semi-final 1, game 2 of 3``. No query if it comes with its round.

    ``labels`` are the event's ``bracket_labels``. A game from before the cut was reopened may be in none.
    """
    if game.kind == GameKind.PLAYOFF:
        return "Play-off hand" if game.is_one_hand else "Play-off game"
    if game.bracket_position:
        position = game.bracket_position
        return in_series(labels.get(position) or label_of(position), game.number, game.best_of)
    return round_title(game.round, game.phase) if game.round else str(game.phase)


def in_series(label: str, number: int, best_of: int) -> str:
    return f"{label}, game {number} of {best_of}" if best_of > 1 else label


def figures(event: Event, game: Game) -> tuple[int, ...]:
    """The score by side: hands won, or points where points win. No query."""
    counts = ruleset_for(event).ends.counts_hands
    return tuple(side.units if counts else side.points for side in game.by_side().values())


def hand_figures(ruleset: Ruleset, hand: Hand) -> tuple[int, ...]:
    earned = hand.units if ruleset.ends.counts_hands else hand.points
    return tuple(earned[side] for side in ruleset.sides)


def own_figures(event: Event, game: Game, side: str) -> tuple[int, int]:
    """A side's score, and the best score of the other sides. No query."""
    shown = dict(zip(game.by_side(), figures(event, game), strict=True))
    return shown.pop(side), max(shown.values(), default=0)


def score_words(*shown: int) -> str:
    """A score in words: ``3–1``; with a negative one ``−4 to 12``; of four sides ``12 · 7 · 0 · 5``."""
    if len(shown) > 2:
        return " · ".join(map(minus, shown))
    if min(shown) >= 0:
        return "–".join(map(str, shown))
    return " to ".join(map(minus, shown))


def ahead_words(own: int, other: int) -> str:
    """The winner's lead at the whistle, in words: on points if hands are tied (Rulebook E-8)."""
    return "ahead on points" if own == other else "ahead"
