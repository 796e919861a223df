"""Who is here: check-in, the waiting list, withdrawing and returning."""

from datetime import datetime

from django.db import transaction

from tournament.badges.commands_badges import signs_at
from tournament.entries.places import has_room, why_no_sign_up
from tournament.errors import Refused
from tournament.event.names import who_sits
from tournament.event.rooms import other_in_room
from tournament.floor.calling import known_as
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, lock_team, write
from tournament.messages.commands_messages import notify_moved_up
from tournament.models import (
    Actor,
    Event,
    Game,
    Player,
    Team,
)
from tournament.models.floor import GameQuerySet


@transaction.atomic
def check_in_team(*, team: Team, by: Actor, at: datetime) -> Team:
    team = lock_team(team)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    if team.waits_since:
        raise Refused("team.waits-for-place", team=team)
    if team.checked_in_at is None:
        write(team, checked_in_at=at, part_here_at=None)
        log(team.event, "team.checked-in", by=by, at=at, team=team)
        _check_in_at_other(team, by=by, at=at)
    return team


def _check_in_at_other(team: Team, *, by: Actor, at: datetime) -> None:
    """Check the same people in at the other event of the room (Rulebook E-204). No query if there is none."""
    other = other_in_room(team.event)
    if other is None:
        return
    rooms = Team.objects.present().filter(event__in=(team.event_id, other.pk))
    here = {known_as(one) for one in who_sits(Player.objects.filter(team__in=rooms))}
    came = {known_as(one) for one in who_sits(team.players.all())}
    signed = signs_at(other, by)
    for each in other.teams.with_place().filter(checked_in_at=None).prefetch_related("players"):
        each.event = other
        names = {known_as(one) for one in who_sits(each.players.all())}
        if names & came and names <= here:
            write(each, checked_in_at=at, part_here_at=None)
            log(other, "team.checked-in", by=signed, at=at, team=each)
        elif names & came and not each.part_here_at:
            write(each, part_here_at=at)
            log(other, "team.part-here", by=signed, at=at, team=each)


@transaction.atomic
def undo_check_in(*, team: Team, by: Actor, at: datetime) -> Team:
    team = lock_team(team)
    if games_of(team).exists():
        raise Refused("team.seated", team=team, entrant=team.event.entrant)
    if team.checked_in_at is not None:
        write(team, checked_in_at=None)
        log(team.event, "team.not-here", by=by, at=at, team=team)
    return team


@transaction.atomic
def withdraw_team(*, team: Team, by: Actor, at: datetime) -> Team:
    """Withdraw a team. Its results stay; it isn't seated again until it returns."""
    team = lock_team(team)
    playing = games_of(team).open().select_related("table").first()
    if playing:
        raise Refused("team.in-a-game", team=team, table=playing.table.number if playing.table else 0)
    if games_of(team).waiting().exists():
        raise Refused("team.waits", team=team)
    if team.withdrawn_at is None:
        write(team, withdrawn_at=at)
        log(team.event, "team.withdrew", by=by, at=at, team=team)
        fill_places(event=team.event, by=by, at=at)
    return team


@transaction.atomic
def take_back_sign_up(*, team: Team, by: Actor, at: datetime) -> Team:
    """Withdraw a team that says on its own page that it won't come (Rulebook E-163)."""
    team = lock_team(team)
    if team.checked_in_at and not team.withdrawn_at:
        raise Refused("own.checked-in")
    return withdraw_team(team=team, by=by, at=at)


@transaction.atomic
def return_team(*, team: Team, by: Actor, at: datetime, waits_since: datetime | None = None) -> Team:
    """Let a withdrawn team return. It is in the next draw once it is checked in.

    A team that was never here goes to the waiting list if its place is taken: at the end, or at
    ``waits_since``.
    """
    team = lock_team(team)
    if team.merged_into:
        raise Refused("team.merged", team=team, other=team.merged_into)
    if team.withdrawn_at is not None:
        since = None if team.checked_in_at or has_room(team.event) else waits_since or at
        # Checked in as of now, so in open play it joins the end of the waiting list.
        here = at if team.checked_in_at else None
        write(team, withdrawn_at=None, checked_in_at=here, waits_since=since)
        write(team, sits_out_at=None, sits_out_round=None)
        log(team.event, "team.returned", by=by, at=at, team=team)
    return team


@transaction.atomic
def move_team_up(*, team: Team, by: Actor, at: datetime) -> Team:
    """Give a team on the waiting list a place, even out of turn or beyond the capacity."""
    team = lock_team(team)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    if team.waits_since:
        _move_up(team, by=by, at=at)
    return team


@transaction.atomic
def fill_places(*, event: Event, by: Actor, at: datetime) -> list[Team]:
    """Move teams up from the waiting list to the free places, in order (Rulebook E-162)."""
    event = lock_event(event.pk)
    if why_no_sign_up(event):
        return []
    waiting = list(event.teams.waiting())
    free = max(0, event.capacity - event.teams.with_place().count()) if event.capacity else len(waiting)
    for team in waiting[:free]:
        _move_up(team, by=by, at=at)
    return waiting[:free]


def _move_up(team: Team, *, by: Actor, at: datetime) -> None:
    write(team, waits_since=None, moved_up_at=at)
    log(team.event, "team.moved-up", by=by, at=at, team=team)
    notify_moved_up(team, by=by, at=at)


def games_of(team: Team) -> GameQuerySet:
    return Game.objects.standing().of(team)
