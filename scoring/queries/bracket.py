"""The bracket: who meets whom, and who is already known to."""

from collections.abc import Iterable

from rules.contest.brackets import Outcome
from tournament.models import Game, Team


def outcomes(games: Iterable[Game]) -> dict[str, Outcome[Team]]:
    """How the games of the bracket ended that are over, by their place. No query.

    The games come with their teams and score.
    """
    return {
        game.slot: _outcome(game)
        for game in games
        if game.over_at is not None and game.score.winner_id is not None
    }


def _outcome(game: Game) -> Outcome[Team]:
    ns, ew = game.teams()
    return Outcome(winner=ns, loser=ew) if game.score.winner_id == ns.pk else Outcome(winner=ew, loser=ns)
