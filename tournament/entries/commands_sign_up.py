"""Sign-up: teams, people who look for a partner, and walk-ups."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max

from tournament.badges.commands_badges import make_badge
from tournament.entries.commands_corrections import check_name, contact_columns, home_of_team
from tournament.entries.commands_presence import check_in_team
from tournament.entries.places import has_room, why_no_public_sign_up, why_no_sign_up
from tournament.errors import Refused, refuse
from tournament.event.names import names_of_team, who_sits
from tournament.event.rooms import events_in_room
from tournament.floor.calling import why_at_two_tables
from tournament.log.audit_log import log
from tournament.log.commands_sent import known_player, known_team
from tournament.log.locks import lock_event, lock_team, write
from tournament.models import (
    Actor,
    Event,
    PartnerBlock,
    PartnerRequest,
    Player,
    Role,
    Team,
)
from tournament.models.teams import IN_ONE_ROOM
from tournament.models.typed_names import LONGEST_NAME, after_its_players, clean_name, one_line


@transaction.atomic
def sign_up_team(
    *,
    event: Event,
    key: UUID,
    name: str,
    players: Sequence[str],
    by: Actor,
    at: datetime,
    contact: str = "",
    contacts: Sequence[str] = (),
    home: str = "",
    needs_accessible: bool = False,
    may_message: bool = False,
) -> Team:
    """Sign up a team, or an individual. Sent twice with the same ``key``, it is done once.

    ``contact`` is that of each player who has none in ``contacts``. ``home`` is where they are from;
    ``may_message`` is their consent to messages (Rulebook E-182).
    """
    event = lock_event(event.pk)
    content = (event, name, list(players), contact, home, needs_accessible, may_message, *contacts)
    now = ", ".join(filter(None, (name, *players)))
    known, made = known_team("team.signed-up", key, content, now)
    if known:
        return known
    names = names_of_team(players, event.way)
    _check_public(event, by, at)
    _check_not_signed_up(event, names)
    team = _make_team(event, made, clean_name(name) or after_its_players(names), at)
    write(team, home=home_of_team(home), needs_accessible=needs_accessible)
    common = {"event": event, "team": team, "signed_up_at": at}
    signed_up = Player.objects.bulk_create(
        Player(
            key=uuid4(),
            name=player,
            **common,
            **contact_columns("".join(contacts[seat : seat + 1]) or contact, may_message, at),
        )
        for seat, player in enumerate(names)
    )
    waits = team.waits_since is not None
    log(event, "team.signed-up", by=by, at=at, team=team, players=signed_up, waits=waits)
    return team


@transaction.atomic
def register_walk_up(*, is_here: bool, by: Actor, at: datetime, **entry: Any) -> Team:
    """Sign up a team at the desk; check it in if it ``is_here`` and has a place.

    ``entry`` goes to ``sign_up_team``.
    """
    team = sign_up_team(**entry, by=by, at=at)
    return check_in_team(team=team, by=by, at=at) if is_here and not team.waits_since else team


@transaction.atomic
def sign_up_single(
    *,
    event: Event,
    key: UUID,
    name: str,
    by: Actor,
    at: datetime,
    contact: str = "",
    about: str = "",
    may_message: bool = False,
) -> Player:
    event = lock_event(event.pk)
    content = (event, name, contact, about, may_message)
    known, made = known_player("player.signed-up", key, content, name)
    if known:
        return known
    name = clean_name(name)
    if not name:
        raise Refused("player.name", field="player")
    if event.way.is_one:
        raise Refused("sign-up.alone")
    refuse(why_no_sign_up(event))
    _check_public(event, by, at)
    if event.players.filter(name__iexact=name, team=None, left_at=None).exists():
        # Somebody who lost the page and signs up again could be paired with themselves.
        raise Refused("player.on-the-list", name=name, field="player")
    details = {"about": one_line(about), **contact_columns(contact, may_message, at)}
    player = event.players.create(key=made, name=name, signed_up_at=at, **details)
    log(event, "player.signed-up", by=by, at=at, player=player)
    return player


@transaction.atomic
def pair_singles(
    *, event: Event, key: UUID, players: Sequence[Player], name: str, by: Actor, at: datetime
) -> Team:
    """Make two people who look for a partner a team. Both have agreed, at the desk or on their pages."""
    event = lock_event(event.pk)
    now = ", ".join(player.name for player in players)
    known, made = known_team("team.paired", key, (event, list(players), name), now)
    if known:
        return known
    pair = list(event.players.filter(pk__in=[p.pk for p in players], team=None, left_at=None))
    if len(pair) != 2:
        raise Refused("player.two-looking", field="players")
    if PartnerBlock.objects.filter(player__in=pair, blocked__in=pair).exists():
        raise Refused("partner.blocked", field="players")
    _check_not_signed_up(event, [player.name for player in pair])
    name = clean_name(name) or _free_name(event, after_its_players([player.name for player in pair]))
    team = _make_team(event, made, name, at)
    _end_requests(pair, at)
    Player.objects.filter(pk__in=[p.pk for p in pair]).update(team=team)
    log(event, "team.paired", by=by, at=at, team=team, players=pair)
    return team


@transaction.atomic
def leave_list(*, player: Player, by: Actor, at: datetime) -> Player:
    lock_event(player.event_id)
    player = Player.objects.select_related("event").get(pk=player.pk)
    if player.team_id:
        raise Refused("player.in-a-team", player=player)
    write(player, left_at=player.left_at or at)
    _end_requests([player], at)
    log(player.event, "player.left", by=by, at=at, player=player)
    return player


@transaction.atomic
def add_player(*, team: Team, key: UUID, name: str, by: Actor, at: datetime) -> Player:
    """Add a third player to a team, if the event allows one (Rulebook E-121). Idempotent by ``key``."""
    team = lock_team(team)
    known, made = known_player("player.joined", key, (team, name), name)
    if known:
        return known
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    name, mates = clean_name(name), who_sits(team.players.all())
    if not name:
        raise Refused("player.name", field="name")
    if len(name) > LONGEST_NAME:
        raise Refused("player.name-long", field="name")
    if len(mates) >= team.event.way.members:
        raise Refused("team.full", team=team, number=team.event.way.size, field="name")
    if any(mate.name.casefold() == name.casefold() for mate in mates):
        raise Refused("player.name-taken", name=name, field="name")
    player = team.event.players.create(key=made, team=team, name=name, signed_up_at=at)
    log(team.event, "player.joined", by=by, at=at, player=player, team=team)
    refuse(why_at_two_tables(team))
    return player


def _make_team(event: Event, key: UUID, name: str, at: datetime) -> Team:
    """Create a team with the next number and a private link. The caller holds the event's lock."""
    refuse(why_no_sign_up(event))
    check_name(event, name)
    last = event.teams.aggregate(last=Max("number"))["last"] or 0
    # Rulebook E-201: the numbers and emblems of the room's older event are its own.
    number = max(last, IN_ONE_ROOM if event != events_in_room(event)[0] else 0) + 1
    since = None if has_room(event) else at
    team = Team.objects.create(
        event=event, key=key, number=number, name=name, signed_up_at=at, waits_since=since
    )
    make_badge(event=event, role=Role.TEAM, name=name, team=team, at=at)
    return team


def _free_name(event: Event, name: str) -> str:
    """The name, with a number if it is taken, because a pair that agrees by phone can't choose another."""
    taken = event.teams.filter(name__istartswith=name).count()
    return (
        f"{name[: LONGEST_NAME - 4]} {taken + 1}" if event.teams.filter(name__iexact=name).exists() else name
    )


def _end_requests(players: Sequence[Player], at: datetime) -> None:
    """Close the open partner requests of and to these players."""
    PartnerRequest.objects.open().of(*(player.pk for player in players)).update(answered_at=at)


def _check_not_signed_up(event: Event, names: Sequence[str]) -> None:
    """Refuse a second sign-up by the other partner, who would see an empty page all day."""
    if len(names) < 2:
        return
    # Separate filters, so that each name is another player of the same team.
    known = event.teams.all()
    for name in names:
        known = known.filter(players__name__iexact=name, players__left_at=None)
    if team := known.first():
        raise Refused("team.signed-up", one=names[0], other=names[1], number=team.number, team=team)


def _check_public(event: Event, by: Actor, at: datetime) -> None:
    """Refuse public sign-up after its end. The desk can still sign people up."""
    if by.badge.role == Role.PUBLIC:
        refuse(why_no_public_sign_up(event, at))
