"""Who may do what: badges, codes and invitations."""

import unicodedata
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event
from tournament.errors import Refused
from tournament.models import Actor, Badge, Event, Invitation, Role, Session, Team
from tournament.models.codes import digits_of, hash_of_code, new_code
from tournament.models.links import hash_of, new_link
from tournament.models.typed_names import LONGEST_NAME, looks, written
from tournament.queries.clock import event_now
from tournament.queries.contacts import ends_at
from tournament.queries.people import invitation_is_open

CODE_LASTS = timedelta(hours=12)
INVITATION_LASTS = timedelta(days=3)
CREW = {Role.REFEREE, Role.DESK}
HOUSE = "house"
RULES_ON_GAMES = {Role.REFEREE, Role.ORGANIZER}


def make_badge(
    *, event: Event, role: Role, name: str, at: datetime, user: Any = None, team: Team | None = None
) -> Badge:
    """A new badge with its private link. Part of a larger action; ``give_badge`` is the action itself."""
    return Badge.objects.create(
        event=event, role=role, name=name, user=user, team=team, made_at=at, **new_link()
    )


@transaction.atomic
def give_badge(*, event: Event, role: str, name: str, by: Actor, at: datetime) -> Badge:
    """Give a referee or a desk volunteer a badge with a link and a code.

    :raises Refused: if the role is not one that joins by a link, or the name is empty.
    """
    if role not in CREW:
        raise Refused("badge.role", field="role")
    name = written(name)
    if not name:
        raise Refused("badge.name", field="name")
    lock_event(event.pk)
    badge = make_badge(event=event, role=Role(role), name=name, at=at)
    _new_code(badge, at)
    log(event, "badge.given", by=by, at=at, badge=badge, role=badge.get_role_display())
    return badge


@transaction.atomic
def renew_code(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Give a badge a new code, good for twelve hours, in place of the old one.

    :raises Refused: if the badge was taken back.
    """
    badge = _locked(badge)
    if badge.revoked_at:
        raise Refused("badge.revoked", badge=badge)
    _new_code(badge, at)
    log(badge.event, "code.renewed", by=by, at=at, badge=badge)
    return badge


@transaction.atomic
def renew_codes(*, event: Event, only: int | None, by: Actor, at: datetime) -> dict[int, str]:
    lock_event(event.pk)
    badges = event.badges.worn().filter(role__in=CREW).order_by("pk")
    chosen = badges if only is None else badges.filter(pk=only)
    return {badge.pk: renew_code(badge=badge, by=by, at=at).code for badge in chosen}


@transaction.atomic
def renew_link(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Give a badge a new private link. The old one closes, and every device that wears the badge is out.

    :raises Refused: if it was taken back, is one's own, or opens with a password.
    """
    badge = _locked(badge)
    if badge.revoked_at:
        raise Refused("badge.revoked", badge=badge)
    if badge.pk == by.badge.pk:
        raise Refused("badge.own-link")
    if badge.user_id or badge.role in {Role.CLOCK, Role.PUBLIC}:
        raise Refused("badge.no-link")
    _put_under_new_link(badge)
    log(badge.event, "link.renewed", by=by, at=at, badge=badge)
    badge.refresh_from_db()
    return badge


@transaction.atomic
def revoke_badge(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Take a badge back: its link and code stop working at once. What it wrote stays.

    :raises Refused: if it is one's own, or one the event can't do without.
    """
    badge = _locked(badge)
    if badge.pk == by.badge.pk:
        raise Refused("badge.own")
    if badge.role in {Role.CLOCK, Role.PUBLIC}:
        raise Refused("badge.of-the-event")
    if badge.revoked_at:
        raise Refused("badge.revoked-already", badge=badge)
    Badge.objects.filter(pk=badge.pk).update(revoked_at=at, code_hash=None, code_until=None)
    log(badge.event, "badge.revoked", by=by, at=at, badge=badge)
    badge.refresh_from_db()
    return badge


@transaction.atomic
def give_badge_back(*, badge: Badge, by: Actor, at: datetime) -> Badge:
    """Give somebody the badge back that was taken from them, with a new link and a new code.

    What still waits on a phone, entered with this badge, can go out again. No device wears it by itself.

    :raises Refused: if nobody took it back, or it is not one that joins by a link.
    """
    badge = _locked(badge)
    if badge.revoked_at is None:
        raise Refused("badge.worn", badge=badge)
    if badge.role not in CREW:
        raise Refused("badge.password")
    _put_under_new_link(badge, revoked_at=None)
    badge.refresh_from_db()
    _new_code(badge, at)
    log(badge.event, "badge.returned", by=by, at=at, badge=badge)
    return badge


@transaction.atomic
def change_referee(*, badge: Badge, is_head: bool, plays_in: Team | None, by: Actor, at: datetime) -> Badge:
    """Say whether somebody is a head referee, and in which team they play themselves (Rulebook R-7).

    :raises Refused: if they are no referee, the badge was taken back, or the team is of another event.
    """
    badge = _locked(badge)
    if badge.role not in RULES_ON_GAMES:
        raise Refused("badge.no-rulings")
    if badge.revoked_at:
        raise Refused("badge.revoked", badge=badge)
    if plays_in and plays_in.event_id != badge.event_id:
        raise Refused("badge.team", field="plays_in")
    if (badge.is_head, badge.plays_in_id) == (is_head, plays_in.pk if plays_in else None):
        return badge
    badge.is_head, badge.plays_in = is_head, plays_in
    Badge.objects.filter(pk=badge.pk).update(is_head=is_head, plays_in=plays_in)
    log(
        badge.event,
        "badge.changed",
        by=by,
        at=at,
        badge=badge,
        role="head referee" if is_head else badge.get_role_display(),
        plays_in=plays_in,
    )
    return badge


def badge_with_secret(secret: str, at: datetime, *, lasts: timedelta | None = None) -> Badge:
    """The badge a private link opens at a real moment. It ``lasts`` so long beyond its event; None: for ever.

    A practice event is never over: its clock is moved by hand.

    :raises Refused: if there is none, it was taken back, or its event is over for so long.
    """
    badge = Badge.objects.worn().select_related("event").filter(hashed=hash_of(secret)).first()
    if badge is None or badge.role in {Role.CLOCK, Role.PUBLIC}:
        raise Refused("link.closed")
    if lasts is not None and not badge.event.is_practice and at > ends_at(badge.event) + lasts:
        days = lasts // timedelta(days=1)
        raise Refused("link.event-over", name=badge.event.name, days=days)
    return badge


def badge_with_code(code: str, at: datetime) -> Badge:
    """The badge a code opens at a real moment; its twelve hours are those of the event's clock. One query.

    :raises Refused: if there is none, or its twelve hours are over.
    """
    hashed = hash_of_code(digits_of(code))
    badge = Badge.objects.worn().select_related("event").filter(code_hash=hashed).first()
    if badge is None or badge.code_until is None or badge.code_until < event_now(badge.event, at):
        raise Refused("code.wrong", field="code")
    return badge


def _locked(badge: Badge) -> Badge:
    lock_event(badge.event_id)
    return Badge.objects.select_related("event").get(pk=badge.pk)


def _put_under_new_link(badge: Badge, **more: Any) -> None:
    Badge.objects.filter(pk=badge.pk).update(**new_link(), **more)
    Session.objects.filter(worn__contains=f" {badge.pk} ").delete()


def _new_code(badge: Badge, at: datetime) -> None:
    badge.code, badge.code_until = new_code(), at + CODE_LASTS
    badge.code_hash = hash_of_code(badge.code)
    Badge.objects.filter(pk=badge.pk).update(code_hash=badge.code_hash, code_until=badge.code_until)


@transaction.atomic
def renew_all_links(*, at: datetime) -> None:
    """Give everybody a new link and sign every device out, as the secret key is another one.

    Codes were hashed with the old key: they open nothing any more.
    """
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
    """A one-time link that makes an organizer's account, for one event or for the whole house.

    Nobody signs the house's first link; it is made by the one who started the server.
    """
    if event:
        lock_event(event.pk)
    invitation = Invitation.objects.create(
        event=event, made_at=at, expires_at=at + INVITATION_LASTS, **new_link()
    )
    if event and by:
        log(event, "organizer.invited", by=by, at=at)
    return invitation


def _name_to_sign_in_with(typed: str) -> str:
    """The name as it will be read.

    :raises Refused: if nothing is left of it, it is too long, or it reads like somebody else's.
    """
    name = written(typed)
    if not name:
        raise Refused("username.missing", field="username")
    if len(name) > LONGEST_NAME:
        raise Refused("username.long", field="username")
    taken = {looks(one) for one in [HOUSE, *get_user_model().objects.values_list("username", flat=True)]}
    if looks(name) in taken:
        raise Refused("username.taken", field="username")
    return name


@transaction.atomic
def withdraw_invitation(*, event: Event, pk: int, by: Actor, at: datetime) -> None:
    """Let an invitation make no account any more.

    :raises Refused: if it is none of the event's, was used, or is closed already.
    """
    lock_event(event.pk)
    if not Invitation.objects.open(at).filter(event=event, pk=pk).update(withdrawn_at=at):
        raise Refused("invitation.closed")
    log(event, "invitation.withdrawn", by=by, at=at)


def house_account() -> Any:
    account, is_new = get_user_model().objects.get_or_create(username=HOUSE, defaults={"is_staff": True})
    if is_new:
        account.set_unusable_password()
        account.save(update_fields=["password"])
    return account


@transaction.atomic
def accept_invitation(*, token: str, username: str, password: str, at: datetime) -> Any:
    """Make the account an invitation promises. It works once.

    :raises Refused: if the link was used, the name is taken, or the password is too easy.
    """
    # Before its event: no action asks for an invitation once it has the event.
    invitation = Invitation.objects.select_for_update().filter(hashed=hash_of(token)).first()
    if invitation is None or not invitation_is_open(token, at):
        raise Refused("invitation.used")
    users = get_user_model()
    # As Django keeps it: full-width letters are the same as plain ones.
    username = _name_to_sign_in_with(unicodedata.normalize("NFKC", username))
    try:
        validate_password(password, users(username=username))
    except ValidationError as weak:
        raise Refused("password.weak", weak=" ".join(weak.messages), field="password") from weak
    user = users.objects.create_user(username, password=password, is_staff=True)
    Invitation.objects.filter(pk=invitation.pk).update(used_at=at, used_by=user)
    if invitation.event_id is None:
        # Each computer printed its own. The house has its organizer now, who invites everybody else.
        Invitation.objects.open(at).filter(event=None).update(withdrawn_at=at)
    else:
        event = lock_event(invitation.event_id)
        badge = make_badge(event=event, role=Role.ORGANIZER, name=user.username, user=user, at=at)
        log(event, "organizer.joined", by=Actor(badge), at=at, badge=badge)
    return user
