"""Who plays: signing up, finding a partner, being here, leaving."""

from collections.abc import Sequence
from datetime import datetime
from itertools import combinations
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from rules.competition.taking_part import WayOfTakingPart
from tournament.commands.audit_log import log
from tournament.commands.badges import make_badge
from tournament.commands.locks import lock_event, lock_team
from tournament.errors import Refused, refuse
from tournament.models import Actor, Badge, Event, Game, Player, Role, Table, Team
from tournament.models.floor import GameQuerySet
from tournament.models.typed_names import LONGEST_NAME, after_its_players, written
from tournament.queries.teams import why_no_public_sign_up, why_no_sign_up


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
) -> Team:
    """Sign up a team: two players, or one where everybody plays alone. Sent twice, it is signed up once.

    ``home`` is where they are from, if they say so.

    :raises Refused: if a name is missing or taken, the players are not as many as the game asks, or the
        two are a team already.
    """
    event = lock_event(event.pk)
    known = Team.objects.filter(key=key).first()
    if known:
        return known
    names = _names(players, event.way)
    _check_public(event, by, at)
    _check_not_signed_up(event, names)
    team = _make_team(event, key, written(name) or after_its_players(names), at)
    team.home, team.needs_accessible = _home(home), needs_accessible
    Team.objects.filter(pk=team.pk).update(home=team.home, needs_accessible=needs_accessible)
    common = {"event": event, "team": team, "contact": written(contact), "signed_up_at": at}
    signed_up = Player.objects.bulk_create(
        Player(key=_player_key(key, seat), name=player, **common) for seat, player in enumerate(names)
    )
    log(event, "team.signed-up", by=by, at=at, team=team, players=signed_up)
    return team


@transaction.atomic
def register_walk_up(
    *,
    event: Event,
    key: UUID,
    name: str,
    players: Sequence[str],
    is_here: bool,
    by: Actor,
    at: datetime,
    contact: str = "",
    home: str = "",
    needs_accessible: bool = False,
) -> Team:
    """Register a team that stands at the desk, and check it in if both are here.

    :raises Refused: as signing up and checking in do.
    """
    team = sign_up_team(
        event=event,
        key=key,
        name=name,
        players=players,
        contact=contact,
        home=home,
        needs_accessible=needs_accessible,
        by=by,
        at=at,
    )
    return check_in_team(team=team, by=by, at=at) if is_here else team


@transaction.atomic
def sign_up_single(
    *, event: Event, key: UUID, name: str, by: Actor, at: datetime, contact: str = ""
) -> Player:
    """Put somebody on the list of people who look for a partner.

    :raises Refused: if the name is missing or on the list already, or nobody has a partner in this game.
    """
    event = lock_event(event.pk)
    known = Player.objects.filter(key=key).first()
    if known:
        return known
    name = written(name)
    if not name:
        raise Refused("player.name", field="player")
    if event.way.is_one:
        raise Refused("sign-up.alone")
    refuse(why_no_sign_up(event))
    _check_public(event, by, at)
    if event.players.filter(name__iexact=name, team=None, left_at=None).exists():
        # Who lost the page signs up again, and would be made a team with nobody but themselves.
        raise Refused("player.on-the-list", name=name, field="player")
    player = Player.objects.create(event=event, key=key, name=name, contact=written(contact), signed_up_at=at)
    log(event, "player.signed-up", by=by, at=at, player=player)
    return player


@transaction.atomic
def pair_singles(
    *, event: Event, key: UUID, players: Sequence[Player], name: str, by: Actor, at: datetime
) -> Team:
    """Make two people who looked for a partner into a team. Both have agreed at the desk.

    :raises Refused: if they are not two different people still looking.
    """
    event = lock_event(event.pk)
    known = Team.objects.filter(key=key).first()
    if known:
        return known
    pair = list(event.players.filter(pk__in=[p.pk for p in players], team=None, left_at=None))
    if len(pair) != 2:
        raise Refused("player.two-looking", field="players")
    team = _make_team(event, key, written(name) or after_its_players([player.name for player in pair]), at)
    Player.objects.filter(pk__in=[p.pk for p in pair]).update(team=team)
    log(event, "team.paired", by=by, at=at, team=team, players=pair)
    return team


@transaction.atomic
def leave_list(*, player: Player, by: Actor, at: datetime) -> Player:
    """Take somebody off the list of people looking for a partner.

    :raises Refused: if they play in a team.
    """
    lock_event(player.event_id)
    player = Player.objects.select_related("event").get(pk=player.pk)
    if player.team_id:
        raise Refused("player.in-a-team", player=player)
    player.left_at = player.left_at or at
    Player.objects.filter(pk=player.pk).update(left_at=player.left_at)
    log(player.event, "player.left", by=by, at=at, player=player)
    return player


@transaction.atomic
def check_in_team(*, team: Team, by: Actor, at: datetime) -> Team:
    """Both players are here: the team is in the next draw.

    :raises Refused: if the team has withdrawn.
    """
    team = lock_team(team)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    if team.checked_in_at is None:
        team.checked_in_at = at
        Team.objects.filter(pk=team.pk).update(checked_in_at=at)
        log(team.event, "team.checked-in", by=by, at=at, team=team)
    return team


@transaction.atomic
def undo_check_in(*, team: Team, by: Actor, at: datetime) -> Team:
    """The team isn't here after all.

    :raises Refused: if it was seated in a round already.
    """
    team = lock_team(team)
    if _games_of(team).exists():
        raise Refused("team.seated", team=team, entrant=team.event.entrant)
    if team.checked_in_at is not None:
        team.checked_in_at = None
        Team.objects.filter(pk=team.pk).update(checked_in_at=None)
        log(team.event, "team.not-here", by=by, at=at, team=team)
    return team


@transaction.atomic
def withdraw_team(*, team: Team, by: Actor, at: datetime) -> Team:
    """The team leaves. What it played stays; it is not seated again until it returns.

    :raises Refused: if it is in the middle of a game, or has one that waits for its table.
    """
    team = lock_team(team)
    playing = _games_of(team).open().select_related("table").first()
    if playing:
        raise Refused("team.in-a-game", team=team, table=playing.table.number if playing.table else 0)
    if _games_of(team).waiting().exists():
        raise Refused("team.waits", team=team)
    if team.withdrawn_at is None:
        team.withdrawn_at = at
        Team.objects.filter(pk=team.pk).update(withdrawn_at=at)
        log(team.event, "team.withdrew", by=by, at=at, team=team)
    return team


@transaction.atomic
def return_team(*, team: Team, by: Actor, at: datetime) -> Team:
    """A team that withdrew is back, and in the next draw once it is checked in."""
    team = lock_team(team)
    if team.withdrawn_at is not None:
        team.withdrawn_at = None
        # Here again only from now on: where teams wait in line, it stands at the end.
        team.checked_in_at = at if team.checked_in_at else None
        Team.objects.filter(pk=team.pk).update(withdrawn_at=None, checked_in_at=team.checked_in_at)
        log(team.event, "team.returned", by=by, at=at, team=team)
    return team


@transaction.atomic
def rename_team(*, team: Team, name: str, by: Actor, at: datetime) -> Team:
    """Give a team another name; its number and emblem stay.

    :raises Refused: if the name is missing or taken.
    """
    event = lock_event(team.event_id)
    name = written(name)
    _check_name(event, name, but=team)
    old = Team.objects.get(pk=team.pk).name
    Team.objects.filter(pk=team.pk).update(name=name)
    Badge.objects.filter(team=team).update(name=name)
    team.name = name
    log(event, "team.renamed", by=by, at=at, team=team, before=old)
    team.refresh_from_db()
    return team


@transaction.atomic
def rename_player(*, player: Player, name: str, by: Actor, at: datetime) -> Player:
    """Correct the spelling of a player's name; a team that is called after its players follows.

    :raises Refused: if the name is missing, or somebody of the team, or another team, has it.
    """
    event = lock_event(player.event_id)
    player = Player.objects.select_related("team").get(pk=player.pk)
    name, old = written(name), player.name
    if not name:
        raise Refused("player.name", field="name")
    if len(name) > LONGEST_NAME:
        raise Refused("player.name-long", field="name")
    mates = list(Player.objects.filter(team=player.team).order_by("pk")) if player.team else []
    if any(mate.pk != player.pk and mate.name.casefold() == name.casefold() for mate in mates):
        raise Refused("player.name-taken", name=name, field="name")
    if name == old:
        return player
    Player.objects.filter(pk=player.pk).update(name=name)
    player.name = name
    log(event, "player.renamed", by=by, at=at, player=player, before=old, team=player.team)
    founders = [mate for mate in mates if mate.stands_in_for_id is None]
    if player.team and player.team.name == after_its_players([mate.name for mate in founders]):
        now = [name if mate.pk == player.pk else mate.name for mate in founders]
        rename_team(team=player.team, name=after_its_players(now), by=by, at=at)
    return player


@transaction.atomic
def place_team(
    *, team: Team, home: str, needs_accessible: bool, fixed_table: Table | None, by: Actor, at: datetime
) -> Team:
    """Say where a team is from, and at which tables it can sit. It counts from the next seating on.

    :raises Refused: if the table is not of this event.
    """
    team = lock_team(team)
    if fixed_table and fixed_table.event_id != team.event_id:
        raise Refused("team.fixed-table", field="fixed_table")
    team.home, team.needs_accessible, team.fixed_table = _home(home), needs_accessible, fixed_table
    Team.objects.filter(pk=team.pk).update(
        home=team.home, needs_accessible=needs_accessible, fixed_table=fixed_table
    )
    log(team.event, "team.placed", by=by, at=at, team=team, home=team.home, fixed_table=fixed_table)
    return team


def _home(home: str) -> str:
    home = written(home)
    if len(home) > 60:
        raise Refused("team.home", field="home")
    return home


def _make_team(event: Event, key: UUID, name: str, at: datetime) -> Team:
    """A team with the next number, and its private link. The caller holds the event's lock."""
    refuse(why_no_sign_up(event))
    _check_name(event, name)
    number = (event.teams.aggregate(last=Max("number"))["last"] or 0) + 1
    team = Team.objects.create(event=event, key=key, number=number, name=name, signed_up_at=at)
    make_badge(event=event, role=Role.TEAM, name=name, team=team, at=at)
    return team


def _check_name(event: Event, name: str, but: Team | None = None) -> None:
    if not name:
        raise Refused("team.name", entrant=event.entrant, field="name")
    if len(name) > LONGEST_NAME:
        raise Refused("team.name-long", entrant=event.entrant, field="name")
    taken = event.teams.filter(name__iexact=name)
    if (taken.exclude(pk=but.pk) if but else taken).exists():
        raise Refused("team.name-taken", entrant=event.entrant, name=name, field="name")


def _check_not_signed_up(event: Event, names: Sequence[str]) -> None:
    """Where both partners sign up, one of them would wait all day on the page of a team of nobody."""
    if len(names) < 2:
        return
    # One filter after the other: each name is another player of the same team.
    known = event.teams.all()
    for name in names:
        known = known.filter(players__name__iexact=name, players__left_at=None)
    if team := known.first():
        raise Refused("team.signed-up", one=names[0], other=names[1], number=team.number, team=team)


def _check_public(event: Event, by: Actor, at: datetime) -> None:
    """Who signs up by themselves does so in time; the desk takes anybody."""
    if by.badge.role == Role.PUBLIC:
        refuse(why_no_public_sign_up(event, at))


def _names(players: Sequence[str], way: WayOfTakingPart) -> list[str]:
    """:raises Refused: if they are not as many as enter together, or one is too long or there twice."""
    names = [name for name in map(written, players) if name]
    if len(names) != way.members:
        if way.is_one:
            raise Refused("sign-up.alone", field="players")
        raise Refused("team.names", entrant=way.entrant, number=way.size, both=way.both, field="players")
    for name, other in combinations(names, 2):
        if name.casefold() == other.casefold():
            raise Refused("team.same-name", name=name, field="players")
    if any(len(name) > LONGEST_NAME for name in names):
        raise Refused("player.name-long", field="players")
    return names


def _player_key(team_key: UUID, seat: int) -> UUID:
    """A key for each player of a team, made from the team's, so that a repeated sign-up finds them."""
    return UUID(int=(team_key.int + seat + 1) % (1 << 128))


def _games_of(team: Team) -> GameQuerySet:
    return Game.objects.standing().of(team)
