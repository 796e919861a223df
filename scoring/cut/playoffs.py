"""The play-off hands of a cut."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.standings.hidden import is_hidden
from scoring.standings.standings import standings
from tournament.errors import Refused
from tournament.event.names import TeamName
from tournament.event.sitting import names_at
from tournament.floor.calling import why_waits
from tournament.models import Event, Game
from tournament.models.floor import GameKind


@dataclass(frozen=True, kw_only=True)
class PlayoffHand:
    """``waits`` is why it has no table yet, in a note's words."""

    game_id: int
    teams: tuple[TeamName, ...]
    table: int | None
    winner: str
    waits: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayoffsOn:
    """A tie that is being played off, as the public sees it.

    Where results are hidden it has no stake, and only the hands still to come (Rulebook E-94).
    """

    stake: str
    hands: tuple[PlayoffHand, ...]
    """Includes those played."""


def why_no_other_playoff(games: Iterable[Game]) -> Refused | None:
    """Why a tie with these play-off hands gets no more of them. One query, if they aren't loaded."""
    over = [bool(game.over_at) for game in games]
    if not all(over):
        return Refused("playoff.made")
    return Refused("playoff.tied") if over else None


def playoff_hand(game: Game, waits: str = "") -> PlayoffHand:
    names, winner = names_at(game), game.score.winner_id
    return PlayoffHand(
        game_id=game.pk,
        teams=names,
        table=game.table.number if game.table and not game.over_at else None,
        winner=next((name.name for name in names if name.team_id == winner), ""),
        waits=waits,
    )


def playoffs_of(event: Event) -> list[Game]:
    games = Game.objects.standing().filter(event=event, kind=GameKind.PLAYOFF)
    return list(games.select_related("table", "score").with_everybody().order_by("pk"))


def playoffs_on(event: Event) -> tuple[PlayoffsOn, ...]:
    """The ties being played off, while one of their hands is still to come. Thirteen queries at most."""
    games = playoffs_of(event)
    if all(game.over_at for game in games):
        return ()
    notes = why_waits(event, games)
    table, hides = standings(event), is_hidden(event)
    ranks = {row.team_id: row.rank for row in table.rows}
    groups: list[set[int]] = []
    for game in games:
        mine = set(game.everybody_ids())
        touched = [group for group in groups if group & mine]
        groups = [group for group in groups if group not in touched] + [mine.union(*touched)]
    waited_for = [set(game.everybody_ids()) for game in games if not game.over_at]
    on = [group for group in groups if any(group >= couple for couple in waited_for)]
    return tuple(
        PlayoffsOn(
            stake=""
            if hides
            else _stake_in_the_hall(min(ranks[pk] for pk in group), len(group), table.cutoff),
            hands=tuple(
                playoff_hand(game, notes.get(game.pk, ""))
                for game in games
                if group >= set(game.everybody_ids()) and not (hides and game.over_at)
            ),
        )
        for group in on
    )


def _stake_in_the_hall(first: int, teams: int, cutoff: int) -> str:
    last, places = first + teams - 1, cutoff - first + 1
    if first <= cutoff < last:
        return f"for {f'the last {places} places' if places > 1 else 'the last place'} in the top {cutoff}"
    return f"for places {first} {'to' if teams > 2 else 'and'} {last}"
