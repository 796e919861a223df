"""Substitutes for players who leave (Rulebook E-20, E-58)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event, write
from tournament.errors import Refused
from tournament.models import Actor, Player, Team
from tournament.models.typed_names import clean_name
from tournament.queries.names import who_sits


@transaction.atomic
def seat_substitute(*, key: UUID, player: Player, name: str, reason: str, by: Actor, at: datetime) -> Player:
    """Substitute for a player; the entrant keeps its results. Once for each ``key``."""
    team, players = _locked(player)
    if known := Player.objects.filter(key=key).first():
        return known
    leaving, way = next((each for each in players if each.pk == player.pk), None), team.event.way
    name, reason = clean_name(name), reason.strip()
    if leaving is None:
        raise Refused("substitute.no-player", player=player)
    if not name:
        raise Refused("substitute.name", field="name")
    if len(name) > 60:
        raise Refused("player.name-long", field="name")
    if any(each.name.casefold() == name.casefold() for each in players):
        raise Refused("player.name-taken", name=name, field="name")
    if not reason:
        raise Refused("substitute.reason", field="reason")
    originals = [each for each in players if each.stands_in_for_id is None and each != leaving]
    if not originals and not way.by_chair:
        raise Refused("substitute.no-original", leaving=leaving, team=team)
    write(leaving, left_at=at)
    chair = leaving.stands_in_for_id or leaving.pk
    substitute = team.event.players.create(
        key=key, team=team, name=name, signed_up_at=at, stands_in_for_id=chair
    )
    facts: dict[str, Any] = {
        "leaving": str(team if way.by_chair else leaving),
        "place": "" if way.by_chair else team.name,
    }
    log(team.event, "player.sits-in", by=by, at=at, team=team, player=substitute, **facts, reason=reason)
    return substitute


@transaction.atomic
def let_player_leave(*, player: Player, reason: str, by: Actor, at: datetime) -> Player:
    """A player of a team of three leaves, and the other two go on without a substitute (Rulebook E-124)."""
    team, players = _locked(player)
    leaving, reason = next((each for each in players if each.pk == player.pk), None), reason.strip()
    if leaving is None:
        raise Refused("substitute.no-player", player=player)
    if len(players) <= team.event.way.sits:
        raise Refused("substitute.name", field="name")
    if not reason:
        raise Refused("substitute.leaves", field="reason")
    originals = [each for each in players if each.stands_in_for_id is None and each != leaving]
    if not originals:
        raise Refused("substitute.no-original", leaving=leaving, team=team)
    write(leaving, left_at=at)
    log(team.event, "player.leaves-two", by=by, at=at, team=team, player=leaving, reason=reason)
    return leaving


@transaction.atomic
def return_player(*, player: Player, by: Actor, at: datetime) -> Player:
    team, players = _locked(player)
    substitute = next((each for each in players if each.stands_in_for_id == player.pk), None)
    if substitute is None:
        raise Refused("substitute.none", player=player)
    write(substitute, left_at=at)
    write(player, left_at=None)
    facts: dict[str, Any] = {"player": player, "substitute": substitute}
    place = "" if team.event.way.by_chair else team.name
    log(team.event, "player.is-back", by=by, at=at, team=team, place=place, **facts)
    return player


def _locked(player: Player) -> tuple[Team, list[Player]]:
    if player.team_id is None:
        raise Refused("player.no-team", player=player)
    # Locked before the checks, or two substitutes get the same chair.
    lock_event(player.event_id)
    team = Team.objects.select_related("event").get(pk=player.team_id)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    return team, who_sits(team.players.all())
