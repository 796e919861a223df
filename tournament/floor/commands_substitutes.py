"""Substitutes for players who leave: newcomers, or people at the event (Rulebook E-20, E-58, E-125)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from tournament.errors import Refused, refuse
from tournament.event.names import chair_of, who_sits
from tournament.event.sitting import FreePerson, free_people
from tournament.floor.calling import game_to_play, why_at_two_tables
from tournament.floor.commands_seats import keep_helper
from tournament.log.audit_log import log
from tournament.log.commands_sent import known_player, sent_before
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event, Game, Player, Role, SubstituteRequest, Team
from tournament.models.typed_names import clean_name


@transaction.atomic
def seat_substitute(
    *,
    key: UUID,
    player: Player,
    name: str = "",
    reason: str,
    by: Actor,
    at: datetime,
    person: Player | None = None,
    is_agreed_here: bool = True,
    may_replace_all: bool = False,
) -> Player:
    """Seat a substitute for a player; the entrant keeps its results. Idempotent by ``key``.

    A ``person`` who is at the event already needs no ``name``. They have agreed, either in person
    (``is_agreed_here``) or on their own page (Rulebook E-125). With ``may_replace_all``, none of the
    original players has to stay (L-41).
    """
    team, players = _locked(player)
    now = f"{person or name} for {player}"
    known, made = known_player("player.sits-in", key, (player, name, person, reason.strip()), now)
    if known:
        return known
    leaving, way = next((each for each in players if each.pk == player.pk), None), team.event.way
    free = _free(team, person) if person else None
    name, reason = free.player.name if free else clean_name(name), reason.strip()
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
    if not originals and not way.by_chair and not may_replace_all:
        raise Refused("substitute.no-original", leaving=leaving, team=team)
    write(leaving, left_at=at)
    _let_go(leaving)
    substitute = team.event.players.create(
        key=made,
        team=team,
        name=name,
        signed_up_at=at,
        stands_in_for_id=chair_of(leaving),
        same_as=free.player if free else None,
        for_game=game_to_play(team) if free and free.is_busy_later else None,
    )
    keep_helper(team)
    if free and free.player.team_id is None:
        write(free.player, left_at=at)  # Off the list of people who look for a partner.
    _answer(SubstituteRequest.objects.open().filter(player=leaving), None, at)
    if free and is_agreed_here:
        where = "at the table" if by.badge.role == Role.REFEREE else "at the desk"
        facts = {"person": free.player, "where": where, **_whose_chair(team, leaving)}
        log(team.event, "substitute.agreed", by=by, at=at, team=team, **facts)
    _log_who_sits(team, leaving, substitute, reason, by=by, at=at)
    refuse(why_at_two_tables(team))
    return substitute


def _whose_chair(team: Team, leaving: Player) -> dict[str, Any]:
    by_chair = team.event.way.by_chair
    return {"leaving": str(team if by_chair else leaving), "place": "" if by_chair else team.name}


def _log_who_sits(
    team: Team, leaving: Player, substitute: Player, reason: str, *, by: Actor, at: datetime
) -> None:
    facts = _whose_chair(team, leaving)
    log(team.event, "player.sits-in", by=by, at=at, team=team, player=substitute, **facts, reason=reason)


@transaction.atomic
def ask_to_substitute(
    *, key: UUID, player: Player, person: Player, reason: str, by: Actor, at: datetime
) -> SubstituteRequest:
    """Ask a person at the event, on their own phone, to substitute for a player. Idempotent by ``key``.

    An earlier request for the same player is closed.
    """
    team, players = _locked(player)
    asked = SubstituteRequest.objects.filter(key=key).select_related("person").first()
    content, now = (player, person, reason.strip()), f"{person} for {player}"
    if known := sent_before("substitute.asked", asked, key=key, content=content, now=now, was=_whom):
        return known
    if player not in players:
        raise Refused("substitute.no-player", player=player)
    if not reason.strip():
        raise Refused("substitute.reason", field="reason")
    free = _free(team, person)
    if not free.has_page:
        raise Refused("substitute.no-phone", person=person)
    _answer(SubstituteRequest.objects.open().filter(player=player), None, at)
    asked = SubstituteRequest.objects.create(
        key=key, event=team.event, player=player, person=person, reason=reason.strip(), at=at, by=by.badge
    )
    log(team.event, "substitute.asked", by=by, at=at, person=person, player=player, team=team)
    return asked


@transaction.atomic
def answer_request(
    *, request: SubstituteRequest, is_accepted: bool, by: Actor, at: datetime
) -> Player | None:
    """Accept or decline a request to substitute. Accepting it seats the person at once."""
    lock_event(request.event_id)
    request = SubstituteRequest.objects.select_related("player__team", "person").get(pk=request.pk)
    if request.answered_at:
        raise Refused("substitute.answered")
    player, person = request.player, request.person
    _answer(SubstituteRequest.objects.filter(pk=request.pk), is_accepted, at)
    if not is_accepted:
        log(
            request.event, "substitute.declined", by=by, at=at, person=person, player=player, team=player.team
        )
        return None
    return seat_substitute(
        key=request.key,
        player=player,
        person=person,
        reason=request.reason,
        by=by,
        at=at,
        is_agreed_here=False,
    )


def end_help(event: Event, *, by: Actor, at: datetime) -> None:
    """Release substitutes whose only game is over or was taken back (Rulebook E-126)."""
    is_off = Q(for_game__over_at__isnull=False) | Q(for_game__recalled_at__isnull=False)
    for helper in event.players.filter(is_off, left_at=None).select_related("stands_in_for", "team__event"):
        if helper.stands_in_for and helper.team:
            _bring_back(helper.stands_in_for, helper, helper.team, by=by, at=at)


def resume_help(game: Game, *, ended_at: datetime, by: Actor, at: datetime) -> None:
    """Bring back the substitutes of a reopened game, if they are free (Rulebook E-126).

    Part of a larger action. ``ended_at`` is when the game had ended.
    """
    helpers = Player.objects.filter(for_game=game, left_at=ended_at, stands_in_for__left_at=None)
    for helper in helpers.select_related("stands_in_for", "same_as", "team__event"):
        team, player = helper.team, helper.stands_in_for
        free = {each.player.pk for each in free_people(game.event, but=game)}
        if team and player and not team.withdrawn_at and helper.same_as_id in free:
            write(player, left_at=at)
            write(helper, left_at=None)
            keep_helper(team)
            _log_who_sits(team, player, helper, "The game goes on.", by=by, at=at)


def _whom(request: SubstituteRequest) -> str:
    return f"{request.person} for {request.player}"


def _free(team: Team, person: Player) -> FreePerson:
    game = game_to_play(team)
    everybody = free_people(team.event, but=game)
    free = next((each for each in everybody if each.player.pk == person.pk), None)
    if free is None or free.player.team_id == team.pk:
        raise Refused("substitute.not-free", person=person)
    if free.is_busy_later and game is None:
        raise Refused("substitute.no-game", person=person, team=team)
    return free


def _answer(requests: QuerySet[SubstituteRequest], is_accepted: bool | None, at: datetime) -> None:
    requests.update(answered_at=at, is_accepted=is_accepted)


def _let_go(leaving: Player) -> None:
    """Put a substitute who used to look for a partner back on that list."""
    if leaving.same_as and leaving.same_as.team_id is None:
        write(leaving.same_as, left_at=None)


@transaction.atomic
def let_player_leave(*, player: Player, reason: str, by: Actor, at: datetime) -> Player:
    """Let a player leave a team of three. The other two go on without a substitute (Rulebook E-124)."""
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
    keep_helper(team)
    log(team.event, "player.leaves-two", by=by, at=at, team=team, player=leaving, reason=reason)
    return leaving


@transaction.atomic
def return_player(*, player: Player, by: Actor, at: datetime) -> Player:
    team, players = _locked(player)
    substitute = next((each for each in players if each.stands_in_for_id == player.pk), None)
    if substitute is None:
        raise Refused("substitute.none", player=player)
    _bring_back(player, substitute, team, by=by, at=at)
    refuse(why_at_two_tables(team))
    return player


def _bring_back(player: Player, substitute: Player, team: Team, *, by: Actor, at: datetime) -> None:
    write(substitute, left_at=at)
    _let_go(substitute)
    write(player, left_at=None)
    keep_helper(team)
    facts: dict[str, Any] = {"player": player, "substitute": substitute}
    of_team = "" if team.event.way.by_chair else team.name
    log(team.event, "player.is-back", by=by, at=at, team=team, place=of_team, **facts)


def _locked(player: Player) -> tuple[Team, list[Player]]:
    if player.team_id is None:
        raise Refused("player.no-team", player=player)
    # Locked before the checks, or two substitutes could get the same chair.
    lock_event(player.event_id)
    team = Team.objects.select_related("event").get(pk=player.team_id)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    return team, who_sits(team.players.all())
