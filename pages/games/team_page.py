"""A team's public page: its place and why, and all of its games."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pages.games.held import held_rounds, is_held
from pages.games.listed import called_alone_at, how_it_ended, public_games
from pages.player.own_games import outcome_of, own_score, own_side_of, state_of
from scoring.bracket.bracket import bracket_page
from scoring.game.labels import bracket_labels, game_label, score_words
from scoring.game.table_state import ShownState
from scoring.standings.board import Board, BoardRow, board
from tournament.event.names import TeamName, count, everybody_who_played, name_of, ordinal, players_to_name
from tournament.event.sitting import partner_at, sides_at, teams_on
from tournament.models import Game, Team
from tournament.models.floor import TableState
from tournament.schedule.countdown import wall
from tournament.schedule.five_minutes import SittingDown, sitting_down

HELD = ShownState(key=TableState.OVER, word="Not shown yet")


@dataclass(frozen=True, kw_only=True)
class GameOfTeam:
    game_id: int
    label: str
    time: str
    """When it was called, if its label is that of others, as in open play."""
    where: str
    others: tuple[TeamName, ...]
    partner: TeamName | None
    outcome: ShownState
    score: str
    note: str

    @property
    def is_bye(self) -> bool:
        return self.outcome.key == TableState.BYE


@dataclass(frozen=True, kw_only=True)
class TeamPage:
    """A team's day."""

    team: TeamName
    players: tuple[str, ...]
    place: str
    """In words (``3rd``); empty before there are standings, or if the team left."""
    of: int
    figures: str
    """Its wins and hands."""
    why: str
    """What put it below the team above."""
    note: str
    has_left: bool
    prize: int
    """Its place on the podium, 0 without one."""
    games: tuple[GameOfTeam, ...]
    """Newest first."""
    as_of: str

    @property
    def game_ids(self) -> tuple[int, ...]:
        return tuple(game.game_id for game in self.games)


def team_page(team: Team, at: datetime) -> TeamPage:
    """A team's page. At most nineteen queries."""
    event = team.event
    table, held = board(event, at), held_rounds(event)
    games = list(public_games(event).of(team))
    for game in games:
        game.event = event
    downs, labels = sitting_down(event, at, games), bracket_labels(event, games)
    line = next((line for line in table.rows if line.row.team_id == team.pk), None)
    is_ranked = line is not None and table.has_begun and not line.row.is_gone
    bracket = bracket_page(event, at)
    # The podium lists a pair under its first member.
    first = bracket.partners.get(team.pk, team.pk)
    return TeamPage(
        team=name_of(team),
        players=()
        if event.way.is_one
        else players_to_name(team.name, everybody_who_played(team.players.all())),
        place=ordinal(line.row.rank) if line and is_ranked else "",
        of=table.here,
        figures=_figures(line, table) if line and table.has_begun else "",
        why=line.summary if line and is_ranked else "",
        note=line.note if line else "",
        has_left=team.withdrawn_at is not None,
        prize=next((placed.place for placed in bracket.podium if placed.team.team_id == first), 0),
        games=tuple(
            _game(team, game, labels, at, downs, held) for game in sorted(games, key=lambda game: -game.pk)
        ),
        as_of=wall(event, at),
    )


def _figures(line: BoardRow, table: Board) -> str:
    """``3 games won, 1 lost · 11 hands · 1 Boston``"""
    row = line.row
    main = count(row.units, "hand") if table.counts_hands else count(row.points, "point")
    bostons = [count(row.bostons, "Boston")] if row.bostons else []
    return " · ".join([f"{count(row.won, 'game')} won, {row.lost} lost", main, *bostons])


def _game(
    team: Team,
    game: Game,
    labels: Mapping[str, str],
    at: datetime,
    downs: Mapping[int, SittingDown],
    held: frozenset[int | None],
) -> GameOfTeam:
    mine, partner = own_side_of(team, game), partner_at(game, team.pk)
    is_hidden = is_held(game, held)
    outcome = outcome_of(team, game, state_of(game, at, downs, hides_hands=is_hidden))
    has_score = not is_hidden and not game.is_bye and bool(game.score.hands or game.over_at)
    return GameOfTeam(
        game_id=game.pk,
        label=game_label(game, labels),
        time="" if game.bracket_position else called_alone_at(game.event, game),
        where=f"Table {game.table.number}" if game.table else "",
        others=tuple(
            name_of(other) for side in sides_at(game) if side != mine for other in teams_on(game, side)
        ),
        partner=name_of(partner) if partner else None,
        outcome=HELD if is_hidden and game.over_at and not game.is_bye else outcome,
        score=score_words(*own_score(team, game)) if has_score else "",
        note="" if is_hidden else how_it_ended(game),
    )
