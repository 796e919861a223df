"""What a game and its score are called on a page."""

from typing import Any

from rules.contest.brackets import Bracket
from rules.ruleset import Ruleset
from scoring.queries.sides import seats_of
from tournament.models import Event, Game, Team
from tournament.models.floor import GameKind
from tournament.queries.game import counts_hands, ruleset_for
from tournament.queries.names import round_title

# A place of the bracket has the same name whatever its size.
_PLACES = {place.key: place.label for place in Bracket.of(64).games}

SEAT_WORDS = {"N": "North", "E": "East", "S": "South", "W": "West"}


def game_label(game: Game) -> str:
    """What the game is for: ``Round 2``, ``Semi-final``. No query if it comes with its round."""
    if game.kind == GameKind.PLAYOFF:
        return "Play-off hand"
    if game.slot:
        return _PLACES.get(game.slot, "Phase II")
    return round_title(game.round, game.phase) if game.round else str(game.phase)


def other_team(game: Game, team: Team) -> Team:
    """Whom a team plays in a game between two. No query if it comes with its teams."""
    return team_on(game, "EW" if game.ns_id == team.pk else "NS")


def team_on(game: Game, side: str) -> Team:
    """The team on side ``NS`` or ``EW`` of a game that has both. No query if it comes with its teams."""
    return game.ns if side == "NS" or game.ew is None else game.ew


def seat_words(ruleset: Ruleset, side: str) -> tuple[str, ...]:
    """Where the side NS or EW sits, as people say it: ``North``, ``South``. No query."""
    return tuple(SEAT_WORDS[seat] for seat in seats_of(ruleset, side))


def figures(event: Event, row: Any) -> tuple[int, int]:
    """What the table calls the score, North-South first: hands won, or points where points win. No query.

    ``row`` is a ``GameScore`` or a ``Hand``.
    """
    if counts_hands(ruleset_for(event)):
        return row.units_ns, row.units_ew
    return row.points_ns, row.points_ew


def score_words(ns: int, ew: int) -> str:
    """The score as it is written: ``3–1``; with somebody below zero ``−4 to 12``."""
    if ns >= 0 and ew >= 0:
        return f"{ns}–{ew}"
    return f"{signless(ns)} to {signless(ew)}"


def signless(figure: int) -> str:
    """The figure with a minus that is as wide as a plus."""
    return str(figure).replace("-", "−")
