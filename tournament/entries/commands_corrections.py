"""Corrections of names, contacts, and where a team can sit."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.errors import Refused, refuse
from tournament.event.names import who_sits
from tournament.floor.calling import why_at_two_tables
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, lock_team, write
from tournament.models import (
    Actor,
    Badge,
    Event,
    Namesakes,
    Player,
    Table,
    Team,
)
from tournament.models.typed_names import LONGEST_NAME, after_its_players, clean_name, one_line


@transaction.atomic
def rename_team(*, team: Team, name: str, by: Actor, at: datetime) -> Team:
    event = lock_event(team.event_id)
    name = clean_name(name)
    check_name(event, name, but=team)
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
    needs_accessible: bool,
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
    if (team.home, team.needs_accessible) != (home_of_team(home), needs_accessible):
        write(team, home=home_of_team(home), needs_accessible=needs_accessible)
        log(team.event, "team.placed", by=by, at=at, team=team, home=team.home)
    return team


@transaction.atomic
def correct_player(
    *, player: Player, name: str, contact: str, by: Actor, at: datetime, may_message: bool = False
) -> Player:
    """Correct a player's name and how to reach them. The log has no contact data."""
    player = rename_player(player=player, name=name, by=by, at=at)
    now = contact_columns(contact, may_message, player.consent_at or at)
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
    write(team, home=home_of_team(home), needs_accessible=needs_accessible, fixed_table=fixed_table)
    log(team.event, "team.placed", by=by, at=at, team=team, home=team.home, fixed_table=fixed_table)
    return team


def contact_columns(contact: str, may_message: bool, at: datetime) -> dict[str, Any]:
    """The columns for contact and consent. There is no consent without an address."""
    contact = one_line(contact)
    return {"contact": contact, "consent_at": at if contact and may_message else None}


def home_of_team(home: str) -> str:
    home = clean_name(home)
    if len(home) > 60:
        raise Refused("team.home", field="home")
    return home


def check_name(event: Event, name: str, but: Team | None = None) -> None:
    if not name:
        raise Refused("team.name", entrant=event.entrant, field="name")
    if len(name) > LONGEST_NAME:
        raise Refused("team.name-long", entrant=event.entrant, field="name")
    taken = event.teams.filter(name__iexact=name)
    if (taken.exclude(pk=but.pk) if but else taken).exists():
        raise Refused("team.name-taken", entrant=event.entrant, name=name, field="name")
