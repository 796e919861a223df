"""A manual change of one round, under its lock.

A changed game is taken back and made again, so that both are on record; in a called round its five minutes
restart.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from scoring.hands.begun import begun
from scoring.rounds.commands_rounds import start_scores
from scoring.rounds.seating import round_to_change
from tournament.errors import Refused, refuse
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import chairs_for
from tournament.floor.calling import busy_elsewhere, free_tables
from tournament.floor.commands_drafts import remake_game
from tournament.floor.commands_seats import Chairs, keep_taken
from tournament.floor.commands_substitutes import end_help
from tournament.floor.seats_now import wishes
from tournament.log.audit_log import log
from tournament.log.locks import lock_phase
from tournament.models import Actor, Event, Game, Seat, Table, Team
from tournament.models.floor import GameKind
from tournament.schedule.commands_deadlines import finish_deadlines


class SeatingChange:
    """A manual change of the round that is drafted or on.

    :raises Refused: if there is none, it is over, or it was called and no reason is given.
    """

    def __init__(self, event: Event, teams: Iterable[Team], reason: str, at: datetime) -> None:
        self.event, self.at, self.reason = event, at, reason.strip()
        self.ruleset = ruleset_for(event)
        self.phase = lock_phase(event, "one")
        row = round_to_change(event)
        if row is None:
            raise Refused("seating.no-round")
        if row.called_at and not self.reason:
            raise Refused("seating.reason", field="reason")
        self.row = row
        mine = Game.objects.filter(round=row, recalled_at=None)
        self.is_open_play = not self.phase.has_rounds
        if self.is_open_play:
            # Finished games stay; their teams are on the waiting list or have the next game.
            mine = mine.filter(over_at=None)
        asked = mine.of(*teams) | mine.filter(kind=GameKind.BYE)
        self.games = list(asked.with_table_and_round().order_by("pk"))
        if self.row.called_at and self.row.whistle_at and self.row.whistle_at <= at:
            raise Refused("seating.whistled", round=self.row.number)
        self.begun = begun(self.games)

    def game_of(self, team: Team) -> Game | None:
        game = next((game for game in self.games if team.pk in game.everybody_ids()), None)
        if game and (game.pk in self.begun or (game.over_at and not game.is_bye)):
            raise Refused(
                "seating.over" if game.over_at else "seating.begun", game=game, entrant=self.event.entrant
            )
        return game

    def longest_resting(self) -> Game | None:
        """The bye of the present team that had most byes; if several had, of the lowest number."""
        here = [game for game in self.games if game.is_bye and _is_here(*game.everybody())]
        if len(here) < 2:
            return next(iter(here), None)
        byes = Game.objects.standing().filter(event=self.event, kind=GameKind.BYE)
        rested = list(Seat.objects.filter(game__in=byes).values_list("team", flat=True))

        def how_long(game: Game) -> tuple[int, int]:
            [team] = game.everybody()
            return -rested.count(team.pk), team.number

        return min(here, key=how_long)

    def check_is_here(self, *teams: Team) -> None:
        for team in Team.objects.filter(pk__in=[team.pk for team in teams]):
            if team.event_id != self.event.pk:
                raise Refused("seating.not-of-event", entrant=self.event.entrant)
            if not _is_here(team):
                raise Refused("team.withdrawn" if team.withdrawn_at else "seating.not-here", team=team)

    def table_for(self, *teams: Team) -> Table | None:
        """A free table for a new game, if possible one that meets the teams' wishes."""
        hall = list(self.event.tables.filter(is_out_of_use=False))
        used = Game.objects.filter(round=self.row, recalled_at=None, table__isnull=False).values("table")
        free = (
            free_tables(self.event)
            if self.row.called_at
            else [table for table in hall if table.pk not in set(used.values_list("table", flat=True))]
        )
        wished = wishes(teams, hall).values()
        fits = [table for table in free if all(table.number in numbers for numbers in wished)]
        return next(iter(fits or free), None)

    def take_back(self, *games: Game) -> None:
        for game in games:
            Game.objects.filter(pk=game.pk).update(recalled_at=self.at)
            keep_taken(game=game)
            finish_deadlines(game, at=self.at)

    def make_table(self, group: tuple[Team, ...], table: Table | None) -> Game:
        return self._made(Game(phase=self.phase, table=table), chairs_for(self.ruleset, group))

    def make_byes(self, teams: Iterable[Team]) -> list[Game]:
        return [self._made(Game(phase=self.phase), chairs_for(self.ruleset, (team,))) for team in teams]

    def remake(self, wanted: Mapping[Game, Chairs]) -> list[Game]:
        self.take_back(*wanted)
        return [self._made(game, chairs) for game, chairs in wanted.items()]

    def log(self, action: str, words: str, by: Actor) -> None:
        """Log the change, after freeing substitutes whose only game it took back."""
        end_help(self.event, by=by, at=self.at)
        log(
            self.event,
            action,
            by=by,
            at=self.at,
            round=self.row,
            name=str(self.row),
            what=words,
            reason=self.reason,
        )

    def _made(self, game: Game, chairs: Chairs) -> Game:
        if self.row.called_at and game.table and len(chairs) > 1:
            away = busy_elsewhere(self.event).teams
            refuse(next((away[team.pk] for team in chairs.values() if team.pk in away), None))
        made = remake_game(game, chairs=chairs, at=self.at, event=self.event, row=self.row)
        if self.row.called_at:
            start_scores([made])
        return made


def _is_here(team: Team) -> bool:
    return team.withdrawn_at is None and team.checked_in_at is not None
