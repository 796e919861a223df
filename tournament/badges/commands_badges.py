"""Badges, their links and codes, and organizers' invitations."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q

from tournament.badges.crew import invitation_is_open, tablets
from tournament.errors import Refused
from tournament.event.rooms import other_in_room
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Badge, Event, Invitation, Role, Session, Subscription, Team
from tournament.models.badges import NO_LINK
from tournament.models.codes import digits_of, hash_of_code, new_code
from tournament.models.keys import KEYS
from tournament.models.links import hash_of, new_link
from tournament.models.typed_names import LONGEST_NAME, clean_name, lookalike_key, one_line
from tournament.schedule.clock import ends_at, event_now

CODE_LASTS = timedelta(hours=12)
"""From the planned end of its event, because cards are printed days before; if that is over, from now."""
INVITATION_LASTS = timedelta(days=3)
VOLUNTEERS = {Role.REFEREE, Role.DESK}
SERVER_ACCOUNT = "house"
"""The user name of the server's own account, which signs in with the key beside the database."""


def make_badge(
    *,
    event: Event,
    role: Role,
    name: str,
    at: datetime,
    user: Any = None,
    team: Team | None = None,
    tables: Sequence[int] = (),
) -> Badge:
    """Create a badge with its private link. Part of a larger action."""
    return Badge.objects.create(
        event=event,
        role=role,
        name=name,
        user=user,
        team=team,
        only_at=list(tables),
        made_at=at,
        **new_link(),
    )


@transaction.atomic
def give_badge(
    *, event: Event, role: str, name: str, by: Actor, at: datetime, tables: Sequence[int] = ()
) -> Badge:
    """Give a volunteer a badge; a referee's may be limited to some ``tables`` (Rulebook E-192)."""
    if role not in VOLUNTEERS:
        raise Refused("badge.role", field="role")
    name = clean_name(name)
    if not name:
        raise Refused("badge.name", field="name")
    lock_event(event.pk)
    if role != Role.REFEREE and tables:
        raise Refused("badge.desk-tables", field="tables")
    badge = make_badge(event=event, role=Role(role), name=name, tables=_there(event, tables), at=at)
    _new_code(badge, at)
    role = badge.get_role_display()
    log(event, "badge.given", by=by, at=at, badge=badge, role=role, tables=badge.only_at)
    give_twin(badge, by=by, at=at)
    return badge


def give_twin(badge: Badge, *, by: Actor, at: datetime) -> None:
    """Give the badge's holder a badge at the other event of the room, too (Rulebook E-205).

    Part of a larger action. Does nothing without another event, or if the account already has a badge there.
    """
    other = other_in_room(badge.event)
    if other is None or (badge.user_id and other.badges.filter(user=badge.user_id).exists()):
        return
    twin = make_badge(
        event=other, role=Role(badge.role), name=badge.name, user=badge.user, tables=badge.only_at, at=at
    )
    write(twin, twin_of=badge.key, is_head=badge.is_head)
    role = twin.get_role_display()
    log(other, "badge.given", by=signs_at(other, by), at=at, badge=twin, role=role, tables=twin.only_at)


def signs_at(event: Event, by: Actor) -> Actor:
    """The same person as an actor at ``event``: their badge there, else the clock's or the public page's."""
    if by.badge.event_id == event.pk:
        return by
    mine = Q(user=by.badge.user_id, user__isnull=False) | Q(twin_of=by.badge.key)
    mine |= Q(key=by.badge.twin_of, key__isnull=False)
    badge = event.badges.worn().filter(mine).order_by("pk").first()
    role = Role.CLOCK if by.badge.role == Role.CLOCK else Role.PUBLIC
    return Actor(badge or event.badges.get(role=role), by.device)


def twins(badge: Badge) -> list[Badge]:
    """The badge, and its twin at the other event of the room. One query."""
    both = Q(pk=badge.pk) | Q(twin_of=badge.key) | Q(key=badge.twin_of, key__isnull=False)
    return list(Badge.objects.filter(both).select_related("event").order_by("pk"))


@transaction.atomic
def renew_code(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    badge = _locked(badge)
    if badge.revoked_at:
        raise Refused("badge.revoked", badge=badge)
    _new_code(badge, at)
    log(badge.event, "code.renewed", by=by, at=at, badge=badge)
    return badge


@transaction.atomic
def renew_codes(*, event: Event, only: int | None, by: Actor, at: datetime) -> dict[int, str]:
    lock_event(event.pk)
    badges = event.badges.worn().filter(role__in=VOLUNTEERS).order_by("pk")
    chosen = badges if only is None else badges.filter(pk=only)
    return {badge.pk: renew_code(badge=badge, by=by, at=at).code for badge in chosen}


@transaction.atomic
def renew_link(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Replace a badge's private link, and sign out every device that wears the badge."""
    badge = _locked(badge)
    if badge.revoked_at:
        raise Refused("badge.revoked", badge=badge)
    if badge.pk == by.badge.pk:
        raise Refused("badge.own-link")
    if badge.user_id or badge.role in NO_LINK:
        raise Refused("badge.no-link")
    for each in twins(badge):
        _put_under_new_link(each, at)
        log(each.event, "link.renewed", by=signs_at(each.event, by), at=at, badge=each)
    badge.refresh_from_db()
    return badge


@transaction.atomic
def revoke_badge(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Take a badge back: its link and code stop working at once. What it wrote stays."""
    badge = _locked(badge)
    if badge.pk == by.badge.pk:
        raise Refused("badge.own")
    if badge.role in {Role.CLOCK, Role.PUBLIC}:
        raise Refused("badge.of-the-event")
    if badge.revoked_at:
        raise Refused("badge.revoked-already", badge=badge)
    for each in twins(badge):
        if each.revoked_at is None:
            Badge.objects.filter(pk=each.pk).update(revoked_at=at, code_hash=None, code_until=None)
            log(each.event, "badge.revoked", by=signs_at(each.event, by), at=at, badge=each)
    badge.refresh_from_db()
    return badge


@transaction.atomic
def give_badge_back(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Undo a revocation, with a new link and code. Entries that wait on a phone can then be sent."""
    badge = _locked(badge)
    if badge.revoked_at is None:
        raise Refused("badge.worn", badge=badge)
    if badge.role not in VOLUNTEERS:
        raise Refused("badge.password")
    for each in twins(badge):
        _put_under_new_link(each, at, revoked_at=None)
        log(each.event, "badge.returned", by=signs_at(each.event, by), at=at, badge=each)
    badge.refresh_from_db()
    _new_code(badge, at)
    return badge


@transaction.atomic
def change_referee(
    *,
    badge: Badge,
    is_head: bool,
    plays_in: Team | None,
    by: Actor,
    at: datetime,
    tables: Sequence[int] = (),
) -> Badge:
    """Set whether somebody is a head referee, the team they play in (Rulebook R-7), and their tables."""
    badge = _locked(badge)
    if badge.role not in KEYS["rule"].roles:
        raise Refused("badge.no-rulings")
    if badge.revoked_at:
        raise Refused("badge.revoked", badge=badge)
    if plays_in and plays_in.event_id != badge.event_id:
        raise Refused("badge.team", field="plays_in")
    if badge.role != Role.REFEREE and tables:
        raise Refused("badge.organizer-tables", field="tables")
    numbers = _there(badge.event, tables)
    is_same = (badge.is_head, badge.plays_in_id) == (is_head, plays_in.pk if plays_in else None)
    if is_same and badge.only_at == numbers:
        return badge
    write(badge, is_head=is_head, plays_in=plays_in, only_at=numbers)
    role = "head referee" if is_head else badge.get_role_display()
    log(badge.event, "badge.changed", by=by, at=at, badge=badge, role=role, plays_in=plays_in, tables=numbers)
    return badge


def badge_with_secret(secret: str, at: datetime, *, lasts: timedelta | None = None) -> Badge:
    """The badge that a private link opens. A link ``lasts`` this long after its event; None: forever."""
    worn = Badge.objects.worn().select_related("event", "team__merged_into__badge__event")
    badge = worn.filter(hashed=hash_of(secret)).first()
    if badge and badge.team and badge.team.merged_into:
        badge = badge.team.merged_into.badge
    if badge is None or badge.role in NO_LINK:
        raise Refused("link.closed")
    if lasts is not None and not badge.event.is_practice and at > ends_at(badge.event) + lasts:
        days = lasts // timedelta(days=1)
        raise Refused("link.event-over", name=badge.event.name, days=days)
    return badge


def badge_with_code(code: str, at: datetime) -> Badge:
    """The badge that a code opens. The code's hours run on the event's clock. One query."""
    hashed = hash_of_code(digits_of(code))
    badge = Badge.objects.worn().select_related("event").filter(code_hash=hashed).first()
    if badge is None or badge.code_until is None or badge.code_until < event_now(badge.event, at):
        raise Refused("code.wrong", field="code")
    return badge


@transaction.atomic
def open_tablet(*, event: Event, number: int, by: Actor, at: datetime) -> Badge:
    """Open a tablet at a table, without sign-in (Rulebook E-193), or return the one that is open."""
    event = lock_event(event.pk)
    _there(event, [number])
    for badge in tablets(event):
        if badge.only_at == [number]:
            return badge
    name = f"Tablet at table {number}"
    badge = make_badge(event=event, role=Role.TABLET, name=name, tables=[number], at=at)
    log(event, "tablet.opened", by=by, at=at, number=number)
    return badge


@transaction.atomic
def end_tablet(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Revoke a tablet's badge: it shows and enters nothing more. Repeating it changes nothing."""
    badge = _locked(badge)
    return badge if badge.revoked_at else revoke_badge(badge=badge, by=by, at=at)


def _there(event: Event, tables: Sequence[int]) -> list[int]:
    """The table numbers in order.

    :raises Refused: if the event has no such table.
    """
    known = set(event.tables.values_list("number", flat=True)) if tables else set()
    unknown = sorted(set(tables) - known)
    if unknown:
        raise Refused("badge.no-table", number=unknown[0], field="tables")
    return sorted(set(tables))


def _locked(badge: Badge) -> Badge:
    lock_event(badge.event_id)
    return Badge.objects.select_related("event").get(pk=badge.pk)


def _put_under_new_link(badge: Badge, at: datetime, **more: Any) -> None:
    Badge.objects.filter(pk=badge.pk).update(**new_link(), **more)
    Subscription.objects.filter(badge=badge).end(at)
    Session.objects.filter(worn__contains=f" {badge.pk} ").delete()


def _new_code(badge: Badge, at: datetime) -> None:
    badge.code = new_code()
    until = max(at, ends_at(badge.event)) + CODE_LASTS
    write(badge, code_hash=hash_of_code(badge.code), code_until=until)


@transaction.atomic
def renew_all_links(*, at: datetime) -> None:
    """Give everybody a new link and sign out every device, after the secret key was lost."""
    for event in Event.objects.order_by("pk"):
        lock_event(event.pk)
        clock = Actor(event.badges.get(role=Role.CLOCK), "clock")
        log(event, "links.renewed", by=clock, at=event_now(event, at))
    for rows in (Badge.objects.all(), Invitation.objects.all()):
        for row in rows:
            rows.filter(pk=row.pk).update(**new_link())
    Badge.objects.update(code_hash=None, code_until=None)
    Session.objects.all().delete()


@transaction.atomic
def invite_organizer(*, event: Event | None, at: datetime, by: Actor | None = None) -> Invitation:
    """Create a one-time link to an organizer's account, for one event or for the whole site."""
    if event:
        lock_event(event.pk)
    invitation = Invitation.objects.create(
        event=event, made_at=at, expires_at=at + INVITATION_LASTS, **new_link()
    )
    if event and by:
        log(event, "organizer.invited", by=by, at=at)
    return invitation


def _name_to_sign_in_with(typed: str) -> str:
    name = one_line(typed)
    if not name:
        raise Refused("username.missing", field="username")
    if len(name) > LONGEST_NAME:
        raise Refused("username.long", field="username")
    names = get_user_model().objects.values_list("username", flat=True)
    if lookalike_key(name) in {lookalike_key(one) for one in (SERVER_ACCOUNT, *names)}:
        raise Refused("username.taken", field="username")
    return name


@transaction.atomic
def withdraw_invitation(*, event: Event, pk: int, by: Actor, at: datetime) -> None:
    lock_event(event.pk)
    if not Invitation.objects.open(at).filter(event=event, pk=pk).update(withdrawn_at=at):
        raise Refused("invitation.closed")
    log(event, "invitation.withdrawn", by=by, at=at)


def house_account() -> Any:
    account, is_new = get_user_model().objects.get_or_create(
        username=SERVER_ACCOUNT, defaults={"is_staff": True}
    )
    if is_new:
        account.set_unusable_password()
        account.save(update_fields=["password"])
    return account


@transaction.atomic
def accept_invitation(*, token: str, username: str, password: str, at: datetime) -> Any:
    """Create the account that an invitation is for. An invitation works once."""
    # Locked before the event. No action locks an invitation after an event, so there is no deadlock.
    invitation = Invitation.objects.select_for_update().filter(hashed=hash_of(token)).first()
    if invitation is None or not invitation_is_open(token, at):
        raise Refused("invitation.used")
    users = get_user_model()
    # Normalized as Django does: full-width letters are the same as plain ones.
    username = _name_to_sign_in_with(unicodedata.normalize("NFKC", username))
    try:
        validate_password(password, users(username=username))
    except ValidationError as weak:
        raise Refused("password.weak", weak=" ".join(weak.messages), field="password") from weak
    user = users.objects.create_user(username, password=password, is_staff=True)
    Invitation.objects.filter(pk=invitation.pk).update(used_at=at, used_by=user)
    if invitation.event_id is None:
        # Servers with other keys may have printed more links. The first organizer invites everybody else.
        Invitation.objects.open(at).filter(event=None).update(withdrawn_at=at)
    else:
        event = lock_event(invitation.event_id)
        badge = make_badge(event=event, role=Role.ORGANIZER, name=user.username, user=user, at=at)
        log(event, "organizer.joined", by=Actor(badge), at=at, badge=badge)
        give_twin(badge, by=Actor(badge), at=at)
    return user
