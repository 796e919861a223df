"""The people who run an event: badges, codes, invitations, and their devices."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.contrib.auth import get_user_model
from django.db.models import Count, Max, Q, QuerySet

from tournament.models import Badge, Event, Invitation, Role, Session
from tournament.models.keys import KEYS
from tournament.models.links import LEGACY, hash_of, secret_of
from tournament.schedule.clock import event_now

RUN_THE_DAY = (Role.ORGANIZER, Role.REFEREE, Role.DESK)


@dataclass(frozen=True, kw_only=True)
class CrewMember:
    """Somebody's badge."""

    pk: int
    name: str
    role: str
    role_name: str
    secret: str
    code_until: datetime | None
    """None without a valid code."""
    signs_in: bool
    revoked_at: datetime | None
    entries: int
    last_at: datetime | None
    is_head: bool
    plays_in_number: int | None
    plays_in: str
    may_rule: bool
    tables: tuple[int, ...]

    @property
    def only_tables(self) -> str:
        return ", ".join(map(str, self.tables))


@dataclass(frozen=True, kw_only=True)
class People:
    here: tuple[CrewMember, ...]
    gone: tuple[CrewMember, ...]
    invitations: tuple[Invitation, ...]


def has_account() -> bool:
    """Whether any organizer can sign in with a password. One query."""
    return get_user_model().objects.filter(is_staff=True).exclude(password__startswith="!").exists()


def people(event: Event, at: datetime) -> People:
    """Everybody who runs the event, organizers first. Three queries."""
    written = event.log.order_by().values_list("by").annotate(Count("pk"), Max("at"))
    entries = {badge: (count, last) for badge, count, last in written}
    rows = [
        CrewMember(
            pk=badge.pk,
            name=badge.name,
            role=badge.role,
            role_name=badge.get_role_display(),
            secret=badge.secret,
            code_until=badge.code_until if badge.code_until and badge.code_until >= at else None,
            signs_in=badge.user_id is not None,
            revoked_at=badge.revoked_at,
            entries=entries.get(badge.pk, (0, None))[0],
            last_at=entries.get(badge.pk, (0, None))[1],
            is_head=badge.is_head,
            plays_in_number=badge.plays_in.number if badge.plays_in else None,
            plays_in=badge.plays_in.name if badge.plays_in else "",
            may_rule=badge.role in KEYS["rule"].roles,
            tables=tuple(badge.only_at),
        )
        for badge in event.badges.filter(role__in=RUN_THE_DAY).select_related("plays_in").order_by("pk")
    ]
    rows.sort(key=lambda row: RUN_THE_DAY.index(Role(row.role)))
    return People(
        here=tuple(row for row in rows if not row.revoked_at),
        gone=tuple(row for row in rows if row.revoked_at),
        invitations=tuple(Invitation.objects.open(at).filter(event=event).order_by("-pk")),
    )


def tablets(event: Event) -> list[Badge]:
    """The tablets that are open, by table. One query."""
    return sorted(event.badges.worn().filter(role=Role.TABLET), key=lambda badge: badge.only_at)


def invitation_is_open(token: str, at: datetime) -> bool:
    """Whether an invitation can be accepted at the real time ``at``, by its event's clock. Two queries."""
    row = Invitation.objects.select_related("event").filter(hashed=hash_of(token)).first()
    if row is None:
        return False
    return Invitation.objects.open(event_now(row.event, at) if row.event else at).filter(pk=row.pk).exists()


def is_key_of_links(key: str) -> bool:
    """Whether this secret key made the private links; True if there are none. Two queries."""
    newest = (
        rows.exclude(nonce__startswith=LEGACY).order_by("-pk").values_list("nonce", "hashed").first()
        for rows in (Badge.objects.all(), Invitation.objects.all())
    )
    return all(hash_of(secret_of(row[0], key=key)) == row[1] for row in newest if row)


@dataclass(frozen=True, kw_only=True)
class Device:
    """A browser."""

    mark: str
    """Identifies it, but can't be used as its cookie."""
    name: str
    since: datetime | None
    is_this_one: bool


def devices(*, user_id: int | None, badges: Collection[int], here: str | None, at: datetime) -> list[Device]:
    """The devices with one of these badges or this user, this one first. One query."""
    rows = [
        Device(
            mark=mark_of(row.session_key),
            name=row.device or "A device",
            since=row.since,
            is_this_one=row.session_key == here,
        )
        for row in sessions_of(user_id=user_id, badges=badges, at=at).order_by("-since")
    ]
    return sorted(rows, key=lambda row: not row.is_this_one)


def sessions_of(*, user_id: int | None, badges: Collection[int], at: datetime) -> QuerySet[Session]:
    theirs = Q(pk=None) if user_id is None else Q(user_id=user_id)
    for badge in badges:
        theirs |= Q(worn__contains=f" {badge} ")
    return Session.objects.filter(theirs, expire_date__gt=at)


def mark_of(session_key: str) -> str:
    return sha256(session_key.encode()).hexdigest()[:16]
