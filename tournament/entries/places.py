"""Sign-up: its hours, free places, the waiting list, and the result of a sign-up; a team's current game."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.event.names import player_names, players_to_name
from tournament.models import Event, Player, Team
from tournament.models.events import SignUp
from tournament.models.links import hash_of, unsealed
from tournament.models.schedule import PhaseKind
from tournament.models.typed_names import first_name
from tournament.schedule.clock import day_and_face

MOVED_UP_SHOWN = timedelta(minutes=15)
"""How long the wall shows the teams that moved up from the waiting list."""


@dataclass(frozen=True, kw_only=True)
class SignedUp:
    """A team, or a person looking for a partner: ``is_off_the_list`` is whether the person left the list."""

    name: str
    is_team: bool = False
    is_off_the_list: bool = False
    number: int = 0
    emblem: str = ""
    players: tuple[str, ...] = ()
    secret: str = ""
    is_here: bool = False
    waiting_number: int = 0


def signed_up(event: Event, secret: str) -> SignedUp | None:
    """Who signed up and got the page with this secret, or None. At most four queries."""
    entries = ("merged_into__badge", "badge")
    worn = event.teams.filter(badge__hashed=hash_of(secret), badge__revoked_at=None)
    team = worn.select_related(*entries).first()
    player = None if team else player_with_page(event, secret)
    player = player.merged_into if player and player.merged_into else player
    team = player.team if player else team
    team = team.merged_into if team and team.merged_into else team
    if team:
        names = player_names(team.players.all())
        return SignedUp(
            name=team.name,
            is_team=True,
            number=team.number,
            emblem=team.emblem,
            players=players_to_name(team.name, names),
            secret=team.badge.secret,
            is_here=bool(team.checked_in_at and not team.waits_since and not team.withdrawn_at),
            waiting_number=waiting_number(team),
        )
    return SignedUp(name=player.name, is_off_the_list=player.left_at is not None) if player else None


def player_with_page(event: Event, secret: str) -> Player | None:
    """The player who signed up alone and got the page with this secret. At most one query."""
    key = unsealed("player", secret)
    found = event.players.select_related("team__badge", "merged_into__team__badge")
    return found.filter(key=key).first() if key else None


def first_names_looking(event: Event) -> tuple[str, ...]:
    """The first names of people looking for a partner, for the public page. One query."""
    looking = event.players.filter(team=None, left_at=None).values_list("name", flat=True)
    return tuple(first_name(name) for name in looking)


@dataclass(frozen=True, kw_only=True)
class Places:
    """The number of places in an event with a capacity, of free ones, and of teams that wait for one."""

    capacity: int
    free: int
    waiting: int


def places(event: Event) -> Places | None:
    """The event's places; None if it has no capacity. Two queries."""
    if not event.capacity:
        return None
    free = event.capacity - event.teams.with_place().count()
    return Places(capacity=event.capacity, free=max(0, free), waiting=event.teams.waiting().count())


def has_room(event: Event) -> bool:
    """Whether the next team that signs up gets a place. Nobody passes the waiting list (Rulebook E-162)."""
    now = places(event)
    return now is None or (now.free > 0 and now.waiting == 0)


def waiting_number(team: Team) -> int:
    """The team's place on the waiting list; 0 if it isn't on it. At most one query."""
    if not team.waits_since or team.withdrawn_at:
        return 0
    waiting = Team.objects.waiting().filter(event=team.event_id).values_list("pk", flat=True)
    return list(waiting).index(team.pk) + 1


def moved_up(event: Event, at: datetime) -> tuple[Team, ...]:
    """The teams that have moved up lately and aren't here yet. At most one query."""
    if not event.capacity:
        return ()
    lately = event.teams.with_place().filter(moved_up_at__gt=at - MOVED_UP_SHOWN, checked_in_at=None)
    return tuple(lately.order_by("moved_up_at", "number"))


def why_no_sign_up(event: Event) -> Refused | None:
    """Why nobody can sign up any more; None while they can. One query."""
    if phase(event, PhaseKind.ONE).closed_at:
        return Refused("sign-up.over", has_one=event.way.has_phase_one)
    return None


@dataclass(frozen=True, kw_only=True)
class SignUpEnd:
    """The end of public sign-up: at ``at``, or with ``is_start`` when play starts, planned for ``at``."""

    at: datetime | None
    """None if the start is late or paused."""
    is_start: bool


def sign_up_end(event: Event, at: datetime) -> SignUpEnd | None:
    """The end of public sign-up; None if no time is set (Rulebook E-22). Four queries."""
    if event.sign_up != SignUp.BY_THE_CLOCK or event.sign_up_minutes is None:
        return None
    day, shown = day_and_face(event, at)
    starts_at = day.phase(PhaseKind.ONE).starts_at
    if event.sign_up_minutes:
        return SignUpEnd(at=starts_at - timedelta(minutes=event.sign_up_minutes), is_start=False)
    return SignUpEnd(at=starts_at if at < starts_at and not shown.paused else None, is_start=True)


OPENS = "%A, %B %-d, %-I:%M %p"


def sign_up_opens(event: Event) -> datetime | None:
    """When public sign-up opens; None if no time is set (Rulebook E-161). At most one query."""
    if event.sign_up != SignUp.BY_THE_CLOCK or event.sign_up_hours is None:
        return None
    return phase(event, PhaseKind.ONE).starts_at - timedelta(hours=event.sign_up_hours)


def why_no_public_sign_up(event: Event, at: datetime) -> Refused | None:
    """Why public sign-up isn't open at ``at``; None if it is. At most six queries."""
    if why_not := why_no_sign_up(event):
        return why_not
    end = sign_up_end(event, at)
    if (opens_at := sign_up_opens(event)) and at < opens_at:
        return Refused("sign-up.opens", time=opens_at.astimezone(event.zone).strftime(OPENS))
    has_started = end is not None and phase(event, PhaseKind.ONE).started_at is not None
    is_time = end is not None and not end.is_start and end.at is not None and at >= end.at
    if event.sign_up == SignUp.CLOSED or has_started or is_time:
        return Refused("sign-up.closed")
    return None
