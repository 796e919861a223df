"""What a game is called on a page."""

from rules.contest.brackets import Bracket
from tournament.models import Game, Team
from tournament.models.floor import GameKind

# A place of the bracket has the same name whatever its size.
_PLACES = {place.key: place.label for place in Bracket.of(64).games}

SEATS = {"NS": ("North", "South"), "EW": ("East", "West")}
SEAT_LETTERS = {"NS": ("N", "S"), "EW": ("E", "W")}


def game_label(game: Game) -> str:
    """What the game is for: ``Round 2``, ``Semi-final``. No query if it comes with its round."""
    if game.kind == GameKind.PLAYOFF:
        return "Play-off hand"
    if game.slot:
        return _PLACES.get(game.slot, "Phase II")
    return str(game.round) if game.round else str(game.phase)


def other_team(game: Game, team: Team) -> Team:
    """Whom a team plays in a game between two. No query if it comes with its teams."""
    return team_on(game, "EW" if game.ns_id == team.pk else "NS")


def team_on(game: Game, side: str) -> Team:
    """The team on side ``NS`` or ``EW`` of a game that has both. No query if it comes with its teams."""
    return game.ns if side == "NS" or game.ew is None else game.ew
