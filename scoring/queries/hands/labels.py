"""What a game and its score are called on a page."""

from typing import Any

from rules.competition.bracket import Bracket
from rules.games.ruleset import counts_hands
from rules.games.seats import sides_of
from tournament.models import Event, Game
from tournament.models.floor import GameKind
from tournament.queries.game import ruleset_for
from tournament.queries.names import round_title
from tournament.queries.sitting import COLUMNS

# A place of the bracket has the same name whatever its size.
_PLACES = {place.key: place.label for place in Bracket.of(64).games}


def game_label(game: Game) -> str:
    """What the game is for: ``Round 2``, ``Semi-final``. No query if it comes with its round."""
    if game.kind == GameKind.PLAYOFF:
        return "Play-off hand"
    if game.bracket_position:
        return _PLACES.get(game.bracket_position, "Phase II")
    return round_title(game.round, game.phase) if game.round else str(game.phase)


def figures(event: Event, row: Any) -> tuple[int, ...]:
    """What the table calls the score, side by side: hands won, or points where points win. No query.

    ``row`` is a ``GameScore`` or a ``Hand``.
    """
    ruleset = ruleset_for(event)
    counted = "units" if counts_hands(ruleset) else "points"
    return tuple(getattr(row, f"{counted}_{COLUMNS[side]}") for side in sides_of(ruleset))


def own_figures(event: Event, row: Any, side: str) -> tuple[int, int]:
    """A side's score, and that of the other; of the best of the others, where there are several. No query."""
    shown = dict(zip(sides_of(ruleset_for(event)), figures(event, row), strict=True))
    return shown.pop(side), max(shown.values())


def score_words(*shown: int) -> str:
    """The score as it is written: ``3–1``; below zero ``−4 to 12``; of four ``12 · 7 · 0 · 5``."""
    if len(shown) > 2:
        return " · ".join(map(signless, shown))
    if min(shown) >= 0:
        return "–".join(map(str, shown))
    return " to ".join(map(signless, shown))


def signless(figure: int) -> str:
    """The figure with a minus that is as wide as a plus."""
    return str(figure).replace("-", "−")
