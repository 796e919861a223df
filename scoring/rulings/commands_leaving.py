"""Withdraw a team, during a game or between two, and give the game back when it returns."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules.time.five_minutes import HANDS
from scoring.bracket.commands_bracket import advance, reopen_walkovers, start_phase_two, take_back_after
from scoring.cut.commands_cut import reopen_cut, settle_cut
from scoring.recording.commands_ending import forfeit_game
from scoring.recording.commands_hands import strike_hand
from scoring.rounds.commands_rounds import take_back_waiting
from scoring.rounds.commands_seating_by_hand import unseat_team
from scoring.rulings.left_games import is_forfeited, left_game, moves_up
from scoring.sheet.pending_reports import pending_reports
from scoring.standings.standings import standings
from tournament.entries.commands_presence import return_team, withdraw_team
from tournament.errors import Refused, refuse
from tournament.event.sitting import side_at
from tournament.floor.calling import has_whistled
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event
from tournament.models import Actor, Event, Game, Team
from tournament.models.floor import GameKind


@transaction.atomic
def leave_game(*, team: Team, key: UUID, by: Actor, at: datetime) -> Team:
    """Withdraw a team, also from its open game. Sent twice with the same ``key``, the game is forfeited once.

    A game with its first hand is forfeited, and so is every bracket game. A round's game without a hand goes
    on without the team: the team with the bye takes the place, or the others get the bye (Rulebook E-20,
    E-56). Until the first hand of Phase II the next in line moves up (E-4); after that, the opponents get
    walkovers (E-77).

    :raises Refused: if the round can't be changed any more, or one side's entry waits for the other side.
    """
    event = lock_event(team.event_id)
    gone = event.teams.exclude(withdrawn_at=None).filter(pk=team.pk).first()
    if sent_before("team.leaves", gone, key=key, content=team, now=str(team)):
        return team
    if moves_up(event, team):
        return _leave_before_the_first_hand(event, team, by=by, at=at)
    mine = Game.objects.standing().of(team)
    game = (mine.open() | mine.waiting()).exclude(kind=GameKind.BYE).with_table_and_round().first()
    if game is None:
        return _leave_for_good(event, team, by=by, at=at)
    if pending_reports(game):
        # Otherwise that side's entry would be lost with the game.
        raise Refused("leave.entry-waits", team=team, table=game.table.number if game.table else 0)
    is_late = has_whistled(game, at)
    if is_late and game.called_at is None:
        take_back_waiting(game.phase, by=by, at=at)
    elif is_forfeited(game, at):
        side = side_at(game, team.pk) or ""
        hand_ids = [uuid5(key, str(number)) for number in range(HANDS)]
        game = forfeit_game(game=game, side=side, hand_ids=hand_ids, by=by, at=at)
        # The next game of a series was called automatically; it is a walkover instead (Rulebook E-80).
        take_back_after(game, by=by, at=at)
    else:
        unseat_team(event=event, team=team, reason=f"{team} withdrew.", by=by, at=at)
    return _leave_for_good(event, team, by=by, at=at)


@transaction.atomic
def leave_day(*, team: Team, by: Actor, at: datetime) -> Team:
    """Withdraw a team that has no game. Phase II goes on without it, as in ``leave_game``.

    :raises Refused: if it is in the middle of a game, or has one that waits for its table.
    """
    event = lock_event(team.event_id)
    if not Game.objects.open().of(team).exists() and moves_up(event, team):
        return _leave_before_the_first_hand(event, team, by=by, at=at)
    return _leave_for_good(event, team, by=by, at=at)


@transaction.atomic
def return_to_game(*, team: Team, by: Actor, at: datetime) -> Game:
    """Let a team return, if it hasn't, and give back the game that it forfeited by leaving.

    Its walkovers of that moment are games again, too.

    :raises Refused: if it forfeited none, or something was built on the result.
    """
    event = lock_event(team.event_id)
    team = Team.objects.select_related("event").get(pk=team.pk)
    left = left_game(team, at)
    if left is None:
        raise Refused("leave.no-game", team=team)
    refuse(left.why_stays)
    return_team(team=team, by=by, at=at)
    reopen_walkovers(event, [team], given_at=left.left_at)
    # Last hand first, because no hand comes after the end of a game.
    for hand in reversed(left.hands):
        hand_id = uuid5(hand.pk, "given back")
        strike_hand(hand=hand, hand_id=hand_id, reason=f"{team} came back.", by=by, at=at)
    return left.game


def _leave_for_good(event: Event, team: Team, *, by: Actor, at: datetime) -> Team:
    """Withdraw the team. Its Phase II opponents get walkovers (Rulebook E-77)."""
    team = withdraw_team(team=team, by=by, at=at)
    two = event.phases.get(kind="two")
    # Also after the final: the second chance may go on (Rulebook E-227).
    if two.started_at and event.way.has_bracket:
        advance(two, by=by, at=at)
    return team


def _leave_before_the_first_hand(event: Event, team: Team, *, by: Actor, at: datetime) -> Team:
    """Withdraw the team and settle the cut again: the next in line moves up (E-4). A tie leaves it open."""
    is_on = event.phases.filter(kind="two", started_at__isnull=False).exists()
    reopen_cut(event=event, by=by, at=at)
    team = withdraw_team(team=team, by=by, at=at)
    table = standings(event)
    if table.ties or event.way.in_phase_two(table.cutoff) < 2:
        return team
    settle_cut(event=event, by=by, at=at)
    if is_on:
        start_phase_two(event=event, by=by, at=at)
    return team
