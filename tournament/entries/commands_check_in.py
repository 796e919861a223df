"""Check-in by code, teams that are partly here, and sitting out (Rulebook E-169, E-170)."""

import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournament.badges.commands_badges import badge_with_secret
from tournament.entries.commands_presence import check_in_team
from tournament.entries.found_teams import found_teams
from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, lock_team, write
from tournament.models import Actor, Event, Team
from tournament.models.codes import is_check_in_code
from tournament.models.schedule import PhaseKind

ROUND, BACK, END = "round", "back", "end"
LINK = re.compile(r"/join/([^/]+)/?$")


@transaction.atomic
def check_in_by_code(*, event: Event, code: str, by: Actor, at: datetime) -> Team:
    """Check in the team whose private link was scanned, or whose number was typed."""
    event, code = lock_event(event.pk), code.strip()
    link, team = LINK.search(code), None
    if link:
        team = badge_with_secret(link[1], at).team
    elif code.isascii() and code.isdigit() and len(code) < 6:
        team = event.teams.filter(number=int(code)).first()
    if team is None or team.event_id != event.pk:
        raise Refused("check-in.code", entrant=event.entrant, field="q")
    return check_in_team(team=team, by=by, at=at)


@dataclass(frozen=True, kw_only=True)
class CheckedIn:
    """A team that is here, and whether that was known before."""

    team: Team
    was_here: bool


@transaction.atomic
def check_in_found(*, event: Event, typed: str, state: str, by: Actor, at: datetime) -> CheckedIn:
    """Check in the team that the desk means: by its scanned private link, its number, or a part of a name.

    Checks in nobody if that could be several teams. ``state`` is the state of the teams in view: if only one
    of several is in view, it is meant.
    """
    event, typed = lock_event(event.pk), typed.strip()
    here = set(event.teams.filter(checked_in_at__isnull=False).values_list("pk", flat=True))
    if LINK.search(typed):
        team = check_in_by_code(event=event, code=typed, by=by, at=at)
    else:
        team = check_in_team(team=_of_name(event, typed, state), by=by, at=at)
    return CheckedIn(team=team, was_here=team.pk in here)


def _of_name(event: Event, typed: str, state: str) -> Team:
    found = found_teams(event, typed, state)
    if not found:
        if typed.isdecimal():
            raise Refused("check-in.no-number", entrant=event.entrant, typed=typed, field="q")
        raise Refused("check-in.no-name", typed=typed, field="q")
    if len(found) > 1:
        raise Refused("check-in.several", entrant=event.entrant, typed=typed, many=len(found), field="q")
    return found[0]


@transaction.atomic
def check_in_here(*, team: Team, code: str, is_everybody: bool, by: Actor, at: datetime) -> Team:
    """Check in a team, or unless ``is_everybody`` a part of it, on its own phone by the poster's code."""
    if not is_check_in_code(team.event.key, code):
        raise Refused("check-in.poster")
    act = check_in_team if is_everybody else mark_part_here
    return act(team=team, by=by, at=at)


@transaction.atomic
def check_in_all(*, event: Event, by: Actor, at: datetime) -> int:
    """Check in every team that has a place; returns how many. The desk can undo it for each."""
    event = lock_event(event.pk)
    missing = list(event.teams.with_place().filter(checked_in_at=None))
    if not missing:
        raise Refused("check-in.nobody")
    for team in missing:
        check_in_team(team=team, by=by, at=at)
    return len(missing)


@transaction.atomic
def mark_part_here(*, team: Team, by: Actor, at: datetime) -> Team:
    """Mark a team as partly here: it waits for its other players and isn't in the draw yet."""
    team = lock_team(team)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    if not team.checked_in_at and not team.part_here_at:
        write(team, part_here_at=at)
        log(team.event, "team.part-here", by=by, at=at, team=team)
    return team


@transaction.atomic
def sit_out(*, team: Team, until: str, by: Actor, at: datetime) -> Team:
    """Leave a team out of the next round of Phase I (``ROUND``), or until it is ``BACK``; or ``END`` that.

    After one round it plays again automatically (Rulebook E-195). Without rounds, ``ROUND`` means ``BACK``.
    """
    team = lock_team(team)
    if team.withdrawn_at:
        raise Refused("team.withdrawn", team=team)
    if not team.checked_in_at:
        raise Refused("team.not-checked-in", team=team)
    one = phase(team.event, PhaseKind.ONE)
    number = one.rounds.called().count() + 1
    is_one = until == ROUND and one.has_rounds
    if until == END and team.sits_out_at is None:
        return team
    if until != END and team.sits_out_of(number) and (team.sits_out_round is not None) == is_one:
        return team
    is_out = until != END
    write(team, sits_out_at=at if is_out else None, sits_out_round=number if is_one else None)
    if is_one:
        log(team.event, "team.sits-out-once", by=by, at=at, team=team, number=number)
    else:
        log(team.event, "team.sits-out", by=by, at=at, team=team, is_out=is_out)
    return team
