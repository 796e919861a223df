"""Entrants: signing up, finding a partner, checking in, leaving."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from tournament.commands.audit_log import log
from tournament.commands.badges import make_badge, signs_at
from tournament.commands.locks import lock_event, lock_team, write
from tournament.commands.messages import notify_moved_up
from tournament.errors import Refused, refuse
from tournament.models import (
    Actor,
    Badge,
    Event,
    Game,
    Namesakes,
    PartnerBlock,
    PartnerRequest,
    Player,
    Role,
    Table,
    Team,
)
from tournament.models.floor import GameQuerySet
from tournament.models.typed_names import LONGEST_NAME, after_its_players, clean_name
from tournament.queries.calling import known_as, other_in_room, why_at_two_tables
from tournament.queries.names import names_of_team, who_sits
from tournament.queries.teams import has_room, why_no_public_sign_up, why_no_sign_up


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
    home: str = "",
    needs_accessible: bool = False,
    may_message: bool = False,
) -> Team:
    """Sign up a team, or an individual. A repeated ``key`` returns the team it made.

    ``home`` is where they are from; ``may_message`` is their consent to messages (Rulebook E-182).
    """
    event = lock_event(event.pk)
    if known := Team.objects.filter(key=key).first():
        return known
    names = names_of_team(players, event.way)
    _check_public(event, by, at)
    _check_not_signed_up(event, names)
    team = _make_team(event, key, clean_name(name) or after_its_players(names), at)
    write(team, home=_home(home), needs_accessible=needs_accessible)
    common = {"event": event, "team": team, "signed_up_at": at, **_reached(contact, may_message, at)}
    signed_up = Player.objects.bulk_create(
        Player(key=_player_key(key, seat), name=player, **common) for seat, player in enumerate(names)
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
    if known := Player.objects.filter(key=key).first():
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
    said = {"about": clean_name(about), **_reached(contact, may_message, at)}
    player = event.players.create(key=key, name=name, signed_up_at=at, **said)
    log(event, "player.signed-up", by=by, at=at, player=player)
    return player


@transaction.atomic
def pair_singles(
    *, event: Event, key: UUID, players: Sequence[Player], name: str, by: Actor, at: datetime
) -> Team:
    """Make two people who look for a partner a team. Both have agreed, at the desk or on their pages."""
    event = lock_event(event.pk)
    if known := Team.objects.filter(key=key).first():
        return known
    pair = list(event.players.filter(pk__in=[p.pk for p in players], team=None, left_at=None))
    if len(pair) != 2:
        raise Refused("player.two-looking", field="players")
    if PartnerBlock.objects.filter(player__in=pair, blocked__in=pair).exists():
        raise Refused("partner.blocked", field="players")
    _check_not_signed_up(event, [player.name for player in pair])
    name = clean_name(name) or _free_name(event, after_its_players([player.name for player in pair]))
    team = _make_team(event, key, name, at)
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
    if known := Player.objects.filter(key=key).first():
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
    player = team.event.players.create(key=key, team=team, name=name, signed_up_at=at)
    log(team.event, "player.joined", by=by, at=at, player=player, team=team)
    refuse(why_at_two_tables(team))
    return player


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
    if _games_of(team).exists():
        raise Refused("team.seated", team=team, entrant=team.event.entrant)
    if team.checked_in_at is not None:
        write(team, checked_in_at=None)
        log(team.event, "team.not-here", by=by, at=at, team=team)
    return team


@transaction.atomic
def withdraw_team(*, team: Team, by: Actor, at: datetime) -> Team:
    """Withdraw a team. Its results stay; it isn't seated again until it returns."""
    team = lock_team(team)
    playing = _games_of(team).open().select_related("table").first()
    if playing:
        raise Refused("team.in-a-game", team=team, table=playing.table.number if playing.table else 0)
    if _games_of(team).waiting().exists():
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


@transaction.atomic
def rename_team(*, team: Team, name: str, by: Actor, at: datetime) -> Team:
    event = lock_event(team.event_id)
    name = clean_name(name)
    _check_name(event, name, but=team)
    old = Team.objects.get(pk=team.pk).name
    Team.objects.filter(pk=team.pk).update(name=name)
    Badge.objects.filter(team=team).update(name=name)
    team.name = name
    log(event, "team.renamed", by=by, at=at, team=team, before=old)
    team.refresh_from_db()
    return team


@transaction.atomic
def correct_entry(
    *,
    team: Team,
    name: str,
    players: Mapping[int, str],
    contact: str,
    home: str,
    by: Actor,
    at: datetime,
    may_message: bool = False,
) -> Team:
    """Correct a team's sign-up from its own page, until it is checked in (Rulebook E-165).

    ``players`` has the names by player id.
    """
    team = lock_team(team)
    if team.checked_in_at or team.withdrawn_at:
        raise Refused("own.checked-in")
    before = team.name
    for player in who_sits(team.players.all()):
        typed = players.get(player.pk, player.name)
        correct_player(player=player, name=typed, contact=contact, may_message=may_message, by=by, at=at)
    if clean_name(name) != before:
        rename_team(team=team, name=name, by=by, at=at)
    team.refresh_from_db()
    if team.home != _home(home):
        write(team, home=_home(home))
        log(team.event, "team.placed", by=by, at=at, team=team, home=team.home)
    return team


@transaction.atomic
def correct_player(
    *, player: Player, name: str, contact: str, by: Actor, at: datetime, may_message: bool = False
) -> Player:
    """Correct a player's name and how to reach them. The log has no contact data."""
    player = rename_player(player=player, name=name, by=by, at=at)
    now = _reached(contact, may_message, player.consent_at or at)
    if any(value != getattr(player, field) for field, value in now.items()):
        write(player, **now)
        log(player.event, "player.contact", by=by, at=at, player=player)
    return player


@transaction.atomic
def mark_namesakes_apart(*, player: Player, by: Actor, at: datetime) -> Player:
    """Record that a player and everybody else with that name at the event are different people."""
    event = lock_event(player.event_id)
    same = event.players.filter(name__iexact=player.name, left_at=None).exclude(pk=player.pk)
    Namesakes.objects.bulk_create(
        Namesakes(event=event, one=player, other=other, at=at, by=by.badge) for other in same
    )
    log(event, "player.namesakes", by=by, at=at, player=player, many=len(same) + 1)
    return player


@transaction.atomic
def rename_player(*, player: Player, name: str, by: Actor, at: datetime) -> Player:
    """Correct a player's name; a team that is named after its players is renamed as well."""
    event = lock_event(player.event_id)
    player = Player.objects.select_related("team").get(pk=player.pk)
    name, old = clean_name(name), player.name
    if not name:
        raise Refused("player.name", field="name")
    if len(name) > LONGEST_NAME:
        raise Refused("player.name-long", field="name")
    mates = list(Player.objects.filter(team=player.team).order_by("pk")) if player.team else []
    if any(mate.pk != player.pk and mate.name.casefold() == name.casefold() for mate in mates):
        raise Refused("player.name-taken", name=name, field="name")
    if name == old:
        return player
    write(player, name=name)
    log(event, "player.renamed", by=by, at=at, player=player, before=old, team=player.team)
    refuse(why_at_two_tables(player.team) if player.team else None)
    founders = [mate for mate in mates if mate.stands_in_for_id is None]
    if player.team and player.team.name == after_its_players([mate.name for mate in founders]):
        now = [name if mate.pk == player.pk else mate.name for mate in founders]
        rename_team(team=player.team, name=after_its_players(now), by=by, at=at)
    return player


@transaction.atomic
def place_team(
    *, team: Team, home: str, needs_accessible: bool, fixed_table: Table | None, by: Actor, at: datetime
) -> Team:
    """Set where a team is from, and at which tables it can sit, from the next seating on."""
    team = lock_team(team)
    if fixed_table and fixed_table.event_id != team.event_id:
        raise Refused("team.fixed-table", field="fixed_table")
    write(team, home=_home(home), needs_accessible=needs_accessible, fixed_table=fixed_table)
    log(team.event, "team.placed", by=by, at=at, team=team, home=team.home, fixed_table=fixed_table)
    return team


def _reached(contact: str, may_message: bool, at: datetime) -> dict[str, Any]:
    """The columns for contact and consent. There is no consent without an address."""
    contact = clean_name(contact)
    return {"contact": contact, "consent_at": at if contact and may_message else None}


def _home(home: str) -> str:
    home = clean_name(home)
    if len(home) > 60:
        raise Refused("team.home", field="home")
    return home


def _make_team(event: Event, key: UUID, name: str, at: datetime) -> Team:
    """Create a team with the next number and a private link. The caller holds the event's lock."""
    refuse(why_no_sign_up(event))
    _check_name(event, name)
    number = (event.teams.aggregate(last=Max("number"))["last"] or 0) + 1
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


def _check_name(event: Event, name: str, but: Team | None = None) -> None:
    if not name:
        raise Refused("team.name", entrant=event.entrant, field="name")
    if len(name) > LONGEST_NAME:
        raise Refused("team.name-long", entrant=event.entrant, field="name")
    taken = event.teams.filter(name__iexact=name)
    if (taken.exclude(pk=but.pk) if but else taken).exists():
        raise Refused("team.name-taken", entrant=event.entrant, name=name, field="name")


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


def _player_key(team_key: UUID, seat: int) -> UUID:
    """A player's key, made from the team's, so that a repeated sign-up finds the same players."""
    return UUID(int=(team_key.int + seat + 1) % (1 << 128))


def _games_of(team: Team) -> GameQuerySet:
    return Game.objects.standing().of(team)
