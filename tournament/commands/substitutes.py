"""Substitutes: somebody sits in for a player who leaves (Rulebook E-20, E-58)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event
from tournament.errors import Refused
from tournament.models import Actor, Player, Team
from tournament.models.typed_names import written
from tournament.queries.names import who_sits


@transaction.atomic
def seat_substitute(*, key: UUID, player: Player, name: str, reason: str, by: Actor, at: datetime) -> Player:
    """Substitute for a player; the team, or who came alone, keeps what is won. Sent twice, it is once.

    :raises Refused: if no original player of a team would remain, or the player doesn't sit there now.
    """
    team, players = _locked(player)
    known = Player.objects.filter(key=key).first()
    if known:
        return known
    leaving, way = next((each for each in players if each.pk == player.pk), None), team.event.way
    name, reason = written(name), reason.strip()
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
    Player.objects.filter(pk=leaving.pk).update(left_at=at)
    substitute = Player.objects.create(
        event=team.event,
        key=key,
        team=team,
        name=name,
        signed_up_at=at,
        stands_in_for_id=leaving.stands_in_for_id or leaving.pk,
    )
    log(
        team.event,
        "player.sits-in",
        by=by,
        at=at,
        team=team,
        player=substitute,
        leaving=str(team if way.by_chair else leaving),
        place="" if way.by_chair else team.name,
        reason=reason,
    )
    return substitute


@transaction.atomic
def return_player(*, player: Player, by: Actor, at: datetime) -> Player:
    """A player for whom somebody sat in is back in the own chair.

    :raises Refused: if nobody sits in for them.
    """
    team, players = _locked(player)
    substitute = next((each for each in players if each.stands_in_for_id == player.pk), None)
    if substitute is None:
        raise Refused("substitute.none", player=player)
    Player.objects.filter(pk=substitute.pk).update(left_at=at)
    Player.objects.filter(pk=player.pk).update(left_at=None)
    player.left_at = None
    log(
        team.event,
        "player.is-back",
        by=by,
        at=at,
        team=team,
        player=player,
        substitute=substitute,
        place="" if team.event.way.by_chair else team.name,
    )
    return player


def _locked(player: Player) -> tuple[Team, list[Player]]:
    """The player's team, locked, and who sits for it now."""
    if player.team_id is None:
        raise Refused("player.no-team", player=player)
    # Locked before looking, or two substitutes sit in one chair.
    lock_event(player.event_id)
    team = Team.objects.select_related("event").get(pk=player.team_id)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    return team, who_sits(team.players.all())
