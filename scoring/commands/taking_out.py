"""Somebody asks to be taken out: their name goes, what they played stays."""

import re
from datetime import datetime
from itertools import count

from django.db import transaction
from django.db.models import Q

from tournament.commands.audit_log import erase_from_log, log
from tournament.commands.locks import lock_event
from tournament.errors import Refused
from tournament.models import Actor, Badge, Event, Player, Team
from tournament.models.typed_names import after_its_players


@transaction.atomic
def take_out_player(*, player: Player, by: Actor, at: datetime) -> Team:
    """Call a player ``Player 2 of team 7`` from now on, and erase how to reach them; answer their team.

    A team that carries the name is ``Team 7``. Pages make their sentences from the names that there are now.
    The names also go from the log, and its chain still verifies. A reason that somebody typed stays where it
    is shown, and goes from the log.

    :raises Refused: if they play in no team.
    """
    event = lock_event(player.event_id)
    player = event.players.select_related("team").get(pk=player.pk)
    team = player.team
    if team is None:
        raise Refused("player.no-team-to-take-out", player=player)
    players = list(team.players.order_by("pk"))
    number = [one.pk for one in players].index(player.pk) + 1
    name = f"Player {team.number}" if event.way.is_one else f"Player {number} of team {team.number}"
    replaced = {player.name: name}
    if _carries(team, player, players):
        replaced = {team.name: _free_name(event, team), player.name: name}
        team.name = replaced[team.name]
        Team.objects.filter(pk=team.pk).update(name=team.name)
        Badge.objects.filter(team=team).update(name=team.name)
    same = Q(pk=player.pk) | Q(same_as=player) | Q(pk=player.same_as_id)
    Player.objects.filter(same).update(name=name, contact="", about="")
    player.name = name
    erased = erase_from_log(event, replaced)
    log(event, "player.taken-out", by=by, at=at, team=team, player=player, erased=erased)
    return team


def _carries(team: Team, player: Player, players: list[Player]) -> bool:
    """Whether a team's name says who plays in it: by the whole name, or as it was made from its players'."""
    first_names = " & ".join(one.name.split()[0] for one in players)
    made_of = {after_its_players([one.name for one in players]), first_names}
    return team.name in made_of or _as_word(player.name).search(team.name) is not None


def _free_name(event: Event, team: Team) -> str:
    taken = {name.casefold() for name in event.teams.exclude(pk=team.pk).values_list("name", flat=True)}
    names = (f"{event.entrant.capitalize()} {team.number}{'*' * stars}" for stars in count())
    return next(name for name in names if name.casefold() not in taken)


def _as_word(name: str) -> "re.Pattern[str]":
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
