"""Swap, seat and unseat by hand, before a game's first hand and with a reason (Rulebook E-1, E-52).

Works on a draft and on a called round, for teams and for people who come alone.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.hands.chairs import why_no_other_players
from scoring.rounds.commands_seating_change import SeatingChange
from tournament.errors import Refused, refuse
from tournament.event.names import chair_of, in_words, who_sits
from tournament.event.rules_of_event import group_size
from tournament.event.sitting import chairs_at, side_at
from tournament.floor.commands_drafts import seat_waiting
from tournament.log.audit_log import log
from tournament.log.locks import lock_game, write
from tournament.models import Actor, Event, Game, Player, Team


@transaction.atomic
def swap_teams(*, event: Event, one: Team, other: Team, reason: str, by: Actor, at: datetime) -> list[Game]:
    """Swap the places of two teams: at a table, on a bye, or sitting out. At the same table, partners change.

    :raises Refused: if nothing would change, or a game concerned has its first hand.
    """
    change = SeatingChange(event, (one, other), reason, at)
    ours, theirs = change.game_of(one), change.game_of(other)
    _check_swap(one, other, ours, theirs)
    change.check_is_here(*(team for team, game in ((one, theirs), (other, ours)) if game))
    swap = {one.pk: other, other.pk: one}
    made = change.remake(
        {
            game: {chair: swap.get(team.pk, team) for chair, team in chairs_at(game).items()}
            for game in (ours, theirs)
            if game
        }
    )
    change.log("seats.swapped", f"{one} and {other} swapped their places.", by)
    return made


def _check_swap(one: Team, other: Team, ours: Game | None, theirs: Game | None) -> None:
    if one == other:
        raise Refused("swap.same", entrant=one.event.entrant, field="other")
    if ours is None and theirs is None:
        raise Refused("swap.no-seat", one=one, other=other)
    if ours is None or ours != theirs:
        return
    if not ours.event.way.by_chair:
        raise Refused("swap.opponents", one=one, other=other)
    if side_at(ours, one.pk) == side_at(ours, other.pk):
        raise Refused("swap.partners", one=one, other=other)


@transaction.atomic
def seat_teams(*, event: Event, teams: Sequence[Team], reason: str, by: Actor, at: datetime) -> Game:
    """Make a table of teams that sit out or have the bye: two teams, or as many players as the game needs.

    ``teams`` are in chair order: North and East, then South and West where people come alone. If the event
    seats three leftover people at a table, West's chair may be empty.

    :raises Refused: if they are too few, or one of them plays or isn't here.
    """
    change = SeatingChange(event, teams, reason, at)
    needed = group_size(event)
    if len(set(teams)) < len(teams) or not needed - change.phase.seats_three <= len(teams) <= needed:
        if event.way.by_chair:
            raise Refused("seat.too-few-players", needed=needed, field="other")
        raise Refused("seat.no-opponent", field="other")
    games = [change.game_of(team) for team in teams]
    seated = next((team for team, game in zip(teams, games, strict=True) if game and not game.is_bye), None)
    if seated:
        raise Refused("seat.has-one", team=seated)
    change.check_is_here(*teams)
    table = change.table_for(*teams)
    if change.is_open_play and table is None:
        raise Refused("seat.no-table")
    change.take_back(*(game for game in games if game))
    made = change.make_table(tuple(teams), table)
    who = (
        f"{made} play at a table of their own."
        if event.way.by_chair
        else f"{in_words(teams)} play each other."
    )
    change.log("seats.filled", who, by)
    return made


@transaction.atomic
def unseat_team(*, event: Event, team: Team, reason: str, by: Actor, at: datetime) -> list[Game]:
    """Remove a team from the round. A team with the bye takes its place; otherwise the others get the bye.

    If several teams have the bye, the one that had it most often plays. Returns the games made. In open play
    there are none, and the opponent goes back on the waiting list.

    :raises Refused: if the team has no seat, or its game has its first hand.
    """
    change = SeatingChange(event, (team,), reason, at)
    game = change.game_of(team)
    if game is None:
        raise Refused("seat.none", team=team)
    others = [each for each in game.everybody() if each != team]
    left = in_words(others)
    bye = None if change.is_open_play or not others else change.longest_resting()
    if bye:
        change.take_back(bye)
        [rested] = bye.everybody()
        chairs = {chair: rested if each == team else each for chair, each in chairs_at(game).items()}
        made = change.remake({game: chairs})
        how = "with" if event.way.by_chair else "against"
        words = f"{team} sits out; {rested}, who had the bye, plays {how} {left}."
    else:
        change.take_back(game)
        made = [] if change.is_open_play else change.make_byes(others)
        words = f"{team} sits out{_rest(left, len(others), change)}."
    change.log("seats.emptied", words, by)
    seat_waiting(phase=change.phase, by=by, at=at)
    return made


@transaction.atomic
def choose_who_rests(*, game: Game, player: Player, by: Actor, at: datetime) -> Player:
    """Let a player of a team of three sit out this game; the other two play (Rulebook E-123).

    :raises Refused: once the first hand is dealt, or if the team has nobody else to sit.
    """
    game = lock_game(game)
    seat = next((each for each in game.seating if each.team_id == player.team_id), None)
    if seat is None:
        raise Refused("rests.not-theirs", player=player)
    refuse(why_no_other_players(game))
    players = who_sits(seat.team.players.all())
    if player not in players:
        raise Refused("substitute.no-player", player=player)
    if len(players) <= game.event.way.sits:
        raise Refused("rests.nobody-else", team=seat.team)
    if helper := Player.objects.filter(same_as__in=players, left_at=None).exclude(same_as=player).first():
        raise Refused("rests.lent", player=helper, team=helper.team)
    if seat.rests_id != chair_of(player):
        write(seat, rests_id=chair_of(player))
        log(game.event, "seats.rests", by=by, at=at, concerns=game, game=game, team=seat.team, player=player)
    return player


def _rest(left: str, count: int, change: SeatingChange) -> str:
    """The end of the sentence: what happens to the others at the table if nobody takes the place."""
    if not count:
        return " instead of having the bye"
    if change.is_open_play:
        return f", and {left} goes back on the waiting list"
    return f", and {left} {'has' if count == 1 else 'have'} the bye"
