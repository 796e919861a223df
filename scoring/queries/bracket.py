"""The bracket: who meets whom, and who is already known to."""

from collections.abc import Mapping

from rules.contest.brackets import BracketGame, LoserOf, Seed, WinnerOf
from tournament.models import Game, Team


def resolve_slots(
    place: BracketGame, seeds: Mapping[int, Team], games: Mapping[str, Game]
) -> tuple[Team | None, Team | None]:
    """The two teams of a game of the bracket, as far as they are known. No query."""
    return _team(place.upper, seeds, games), _team(place.lower, seeds, games)


def _team(slot: Seed | WinnerOf | LoserOf, seeds: Mapping[int, Team], games: Mapping[str, Game]) -> Team | None:
    if isinstance(slot, Seed):
        return seeds[slot.number]
    game = games.get(slot.key)
    if game is None or not game.over_at or game.score.winner_id is None:
        return None
    winner, loser = (game.ns, game.ew) if game.score.winner_id == game.ns_id else (game.ew, game.ns)
    return winner if isinstance(slot, WinnerOf) else loser
