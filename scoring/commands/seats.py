"""Seating by hand: swap, seat, unseat and move, before a game's first hand and with a reason (Rulebook E-1).

They work on a draft and on a called round. A changed game is taken back and made anew, so that the record
keeps both; in a called round its five minutes begin again.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from scoring.commands.rounds import lock_phase_one, start_scores
from scoring.models import Hand
from scoring.queries.seating import round_to_change
from tournament.commands.deadlines import finish_deadlines, set_deadline
from tournament.commands.floor import SeatingRefused, free_tables
from tournament.commands.logbook import log
from tournament.commands.seats import call_waiting_games, remake_game, seat_waiting
from tournament.models import By, Event, Game, Phase, Round, Table, Team
from tournament.models.schedule import WITHOUT_ROUNDS
from tournament.queries.seats import wishes
from tournament.queries.sitting import COLUMNS


@transaction.atomic
def swap_teams(*, event: Event, one: Team, other: Team, reason: str, by: By, at: datetime) -> list[Game]:
    """Each of two teams takes the other's place: at a table, on a bye, or among those who sit out.

    :raises SeatingRefused: if both sit together or nowhere, or a game concerned has its first hand.
    """
    change = _Change(event, (one, other), reason, at)
    ours, theirs = change.game_of(one), change.game_of(other)
    if one == other:
        raise SeatingRefused("Choose two different teams to swap.", field="other")
    if ours == theirs:
        raise SeatingRefused(
            f"{one} and {other} play each other already."
            if ours
            else f"Neither {one} nor {other} has a seat."
        )
    change.check_is_here(*(team for team, game in ((one, theirs), (other, ours)) if game))
    swap = {one.pk: other, other.pk: one}
    made = change.remake(
        {
            game: (swap.get(game.ns_id, game.ns), swap.get(game.ew_id or 0, game.ew))
            for game in (ours, theirs)
            if game
        }
    )
    change.log("seats.swapped", f"{one} and {other} swapped their places.", by)
    return made


@transaction.atomic
def seat_team(*, event: Event, team: Team, against: Team, reason: str, by: By, at: datetime) -> Game:
    """Seat a team that sits out against one that has the bye, or sits out as well.

    :raises SeatingRefused: if the team has a game, the other one plays, or either isn't here.
    """
    change = _Change(event, (team, against), reason, at)
    if team == against:
        raise SeatingRefused("Choose somebody for them to play against.", field="other")
    bye = change.game_of(against)
    if change.game_of(team) and not bye:
        # Said the other way round, it means the same.
        team, against, bye = against, team, change.game_of(team)
    seated = change.game_of(team) or (bye if bye and bye.ew_id else None)
    if seated:
        who = team if change.game_of(team) else against
        raise SeatingRefused(f"{who} has a seat already. Swap them with somebody, or unseat them first.")
    change.check_is_here(team, against)
    game = bye or Game(event=event, phase=change.phase, round=change.row)
    table = change.table_for(team, against)
    if change.is_open_play and table is None:
        raise SeatingRefused("No table is free. They are called from the line as soon as one is.")
    made = change.make(game, team, against, table)
    change.log("seats.filled", f"{team} and {against} play each other.", by)
    return made


@transaction.atomic
def unseat_team(*, event: Event, team: Team, reason: str, by: By, at: datetime) -> Game | None:
    """Take a team out of the round. Its opponent plays whoever has the bye, or has it itself.

    Returns the game that the opponent has now. In open play it has none, and waits in line again.

    :raises SeatingRefused: if the team has no seat, or its game has its first hand.
    """
    change = _Change(event, (team,), reason, at)
    game = change.game_of(team)
    if game is None:
        raise SeatingRefused(f"{team} has no seat in this round.")
    opponent = game.ew if game.ns_id == team.pk else game.ns
    if game.ew is None or opponent is None:
        change.take_back(game)
        change.log("seats.emptied", f"{team} sits out instead of having the bye.", by)
        return None
    bye = next((other for other in change.games if other.ew_id is None), None)
    if change.is_open_play:
        change.take_back(game)
        change.log("seats.emptied", f"{team} sits out, and {opponent} waits in line again.", by)
        return None
    if bye:
        change.take_back(bye)
        made = change.make(game, bye.ns, opponent, game.table)
        words = f"{team} sits out; {opponent} and {bye.ns}, who had the bye, play each other."
    else:
        made = change.make(game, opponent, None, None)
        words = f"{team} sits out, and {opponent} has the bye."
    change.log("seats.emptied", words, by)
    seat_waiting(phase=change.phase, by=by, at=at)
    return made


@transaction.atomic
def move_game(*, game: Game, table: Table, reason: str, by: By, at: datetime) -> Game:
    """Move a game to another table; two games that haven't begun may swap theirs.

    One that has begun goes on there as it stands. For one that hasn't, the five minutes begin again.

    :raises SeatingRefused: if the game is over, or the other table is taken or out of use.
    """
    if not reason.strip():
        raise SeatingRefused("Write why the game moves: it stays on the record.", field="reason")
    there = Game.objects.filter(event=game.event_id, table=table, over_at=None, recalled_at=None)
    there = there.filter(round=game.round_id).exclude(pk=game.pk) if game.round_id else there.none()
    game, *others = sorted(
        _locked([game.pk, *there.values_list("pk", flat=True)]), key=lambda each: each.pk != game.pk
    )
    phase = Phase.objects.select_for_update(of=("self",)).select_related("event").get(pk=game.phase_id)
    table = Table.objects.get(pk=table.pk)
    _check_can_move(game, table)
    begun = set(Hand.objects.filter(game__in=[game, *others]).values_list("game", flat=True))
    is_free = bool(others) or _is_draft(game) or table in free_tables(phase.event)
    if not is_free or (others and begun):
        raise SeatingRefused(_taken(table, phase.event))
    _log_move(game, table, reason, by=by, at=at)
    old = game.table
    for each in (game, *others):
        Game.objects.filter(pk=each.pk).update(table=None)
    for each, to in ((game, table), *((other, old) for other in others)):
        _sit_at(each, to, has_begun=each.pk in begun, at=at)
    call_waiting_games(phase=phase, by=by, at=at)
    return game


def _sit_at(game: Game, table: Table | None, *, has_begun: bool, at: datetime) -> None:
    """Put a game at a table; unless it has begun or is drafted only, it is called to it anew."""
    game.table = table
    Game.objects.filter(pk=game.pk).update(table=table)
    if has_begun or _is_draft(game):
        return
    game.called_at = game.called_at if game.called_at and table else at if table else None
    nobody_sits = {f"{column}_seated_at": None for column in COLUMNS.values()}
    Game.objects.filter(pk=game.pk).update(called_at=game.called_at, **nobody_sits)
    for name, value in nobody_sits.items():
        setattr(game, name, value)
    calls = game.deadlines.aggregate(last=Max("call"))["last"] or 0
    finish_deadlines(game, at=at)
    if table:
        set_deadline(game, step=1, call=calls + 1, from_at=at)


def _is_draft(game: Game) -> bool:
    return game.round is not None and game.round.called_at is None


def _check_can_move(game: Game, table: Table) -> None:
    if game.recalled_at:
        raise SeatingRefused("This game was taken back. Look at the seating as it is now.")
    if game.over_at or game.ew_id is None:
        raise SeatingRefused(f"{game} is over, so it needs no table.")
    if game.called_at is None and not game.round:
        raise SeatingRefused(f"{game} hasn't been called yet. Call it to the table you like.")
    if game.table_id == table.pk:
        raise SeatingRefused(f"{game} is at {table} already.", field="table")
    if table.is_out_of_use:
        raise SeatingRefused(f"{table} is out of use. Choose another, or put it back into use first.")


def _taken(table: Table, event: Event) -> str:
    numbers = ", ".join(str(each.number) for each in free_tables(event)[:8])
    return f"{table} is taken. " + (f"Free now: {numbers}." if numbers else "No table is free just now.")


def _log_move(game: Game, table: Table, reason: str, *, by: By, at: datetime) -> None:
    place = f"from {game.table} to {table}" if game.table else f"to {table}"
    log(game.event, "game.moved", f"{game} moved {place}: {reason.strip()}", by=by, at=at, game=game.pk)


def _locked(keys: Iterable[int]) -> list[Game]:
    """These games, locked, in the order of their keys; with all that a deed asks of them."""
    return list(
        Game.objects.select_for_update(of=("self",))
        .filter(pk__in=keys)
        .select_related("event", "round", "table", "ns", "ew", "south", "west")
        .order_by("pk")
    )


def _take_back(game: Game, at: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(recalled_at=at)
    finish_deadlines(game, at=at)


class _Change:
    """A deed by hand on one round: what it looks at, under its lock, and how it changes it."""

    def __init__(self, event: Event, teams: tuple[Team, ...], reason: str, at: datetime) -> None:
        self.event, self.at, self.reason = event, at, reason.strip()
        if not self.reason:
            raise SeatingRefused("Write why the seating is changed: it stays on the record.", field="reason")
        if event.is_individual:
            raise SeatingRefused(
                "People who come alone are seated by the movement, so that partners and opponents change. "
                "Draft the round again once somebody has come or left; a called one is recalled first."
            )
        row = round_to_change(event)
        if row is None:
            raise SeatingRefused("No round is drafted or on. Draft the next one first.")
        mine = Game.objects.filter(round=row, recalled_at=None)
        self.is_open_play = row.phase.seating in WITHOUT_ROUNDS
        if self.is_open_play:
            # What is over has been played; whoever played it waits in line or has the next game.
            mine = mine.filter(over_at=None)
        asked = mine.filter(ns__in=teams) | mine.filter(ew__in=teams) | mine.filter(ew=None)
        # The games first and then the phase, in the order in which a hand that ends a game takes them.
        self.games = _locked(list(asked.values_list("pk", flat=True)))
        self.phase = lock_phase_one(event)
        self.row = Round.objects.get(pk=row.pk)
        is_as_looked_at = {game.pk for game in self.games} == set(asked.values_list("pk", flat=True))
        if self.row.recalled_at or round_to_change(event) != self.row or not is_as_looked_at:
            raise SeatingRefused("The seating has changed meanwhile. Look at it as it is now.")
        if self.row.called_at and self.row.whistle_at and self.row.whistle_at <= at:
            raise SeatingRefused(f"The whistle of {self.row} has gone. Change the next round instead.")
        self.begun = set(Hand.objects.filter(game__in=self.games).values_list("game", flat=True))

    def game_of(self, team: Team) -> Game | None:
        """Where a team sits in this round; checked to be without a hand."""
        game = next((game for game in self.games if team.pk in (game.ns_id, game.ew_id)), None)
        if game and (game.pk in self.begun or (game.over_at and game.ew_id)):
            raise SeatingRefused(
                f"{game} {'is over' if game.over_at else 'has its first hand already'}, so its teams stay. "
                "Change the next round instead."
            )
        return game

    def check_is_here(self, *teams: Team) -> None:
        """Only who is here is seated."""
        for team in Team.objects.filter(pk__in=[team.pk for team in teams]):
            if team.event_id != self.event.pk:
                raise SeatingRefused("Choose a team of this event.")
            if team.withdrawn_at or not team.checked_in_at:
                raise SeatingRefused(
                    f"{team} {'has withdrawn' if team.withdrawn_at else 'is not checked in'}. "
                    "The desk lets them in first."
                )

    def table_for(self, *teams: Team) -> Table | None:
        """A table that a new game of this round can have, one at which its teams can sit if there is one."""
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

    def take_back(self, game: Game) -> None:
        """This game is not to be."""
        _take_back(game, self.at)

    def make(self, game: Game, ns: Team, ew: Team | None, table: Table | None) -> Game:
        """A game in the place of another, or of none."""
        if game.pk:
            self.take_back(game)
        game.table = table
        return self._made(game, ns, ew)

    def remake(self, wanted: dict[Game, tuple[Team, Team | None]]) -> list[Game]:
        """These games with other teams, at their own tables."""
        for game in wanted:
            self.take_back(game)
        return [self._made(game, ns, ew) for game, (ns, ew) in wanted.items()]

    def log(self, action: str, words: str, by: By) -> None:
        """Write down what was done and why."""
        what = f"{self.row}: {words} {self.reason}"
        log(self.event, action, what, by=by, at=self.at, round=self.row.pk)

    def _made(self, game: Game, ns: Team, ew: Team | None) -> Game:
        made = remake_game(game, ns=ns, ew=ew, at=self.at, event=self.event, row=self.row)
        if self.row.called_at:
            start_scores([made])
        return made
