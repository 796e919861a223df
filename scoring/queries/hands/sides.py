"""The sides of an event's game, for its rules and in a sentence."""

from rules.games.seats import own_side, sides_of
from tournament.models import Event, Game
from tournament.queries.game import ruleset_for
from tournament.queries.sitting import teams_on


def side_names(game: Game) -> dict[str, str]:
    """What each side of a game is called in a sentence, under the ruleset's own names."""
    ruleset = ruleset_for(game.event)
    named = zip(ruleset.sides, sides_of(ruleset), strict=True)
    return {own: " & ".join(team.name for team in teams_on(game, side)) for own, side in named}


def forfeit_facts(event: Event, side: str) -> dict[str, str]:
    """The facts of a hand that a side forfeits."""
    return {"forfeited_by": own_side(ruleset_for(event), side)}
