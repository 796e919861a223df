"""Opening an event and changing its settings."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.text import slugify

from tournament.badges.commands_badges import make_badge
from tournament.errors import Refused, refuse
from tournament.event.rules_of_event import is_phase_one_played
from tournament.floor.commands_drafts import call_waiting_games
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Badge, Break, Event, HeldEntry, Phase, Role, Table
from tournament.models.schedule import PhaseKind
from tournament.models.typed_names import clean_name
from tournament.schedule.clock import event_now
from tournament.schedule.commands_deadlines import follow_schedule
from tournament.schedule.countdown import wall
from tournament.settings.commands_plan_checks import (
    check_counters,
    check_fit,
    check_pots_in_use,
    check_who_plays,
    settled_plan,
)
from tournament.settings.locked import LOCKS
from tournament.settings.plan import DayPlan, columns, plan_of

AWARDS_LAST = timedelta(hours=1)
LONG_OVER = timedelta(days=1)
MOST_HELD = 300
"""The most entries that a phone reports at a time, and that are stored of a badge: more than a day's."""


@transaction.atomic
def open_event(*, plan: DayPlan, user: Any, device: str = "", at: datetime) -> Event:
    """Open an event with its schedule, tables and an organizer's badge. Practice events need no ``user``."""
    plan = settled_plan(plan)
    check_fit(plan)
    clock: dict[str, Any] = {}
    if plan.is_practice:
        clock = {"clock_real": at, "clock_shown": plan.moment(plan.meet_at)}
        at = clock["clock_shown"]
    event = Event.objects.create(slug=_free_slug(plan.name), opened_at=at, **clock, **_columns(plan))
    _write_schedule(event, plan)
    Table.objects.bulk_create(Table(event=event, number=n) for n in range(1, plan.tables + 1))
    make_badge(event=event, role=Role.PUBLIC, name="Public page", at=at)
    make_badge(event=event, role=Role.CLOCK, name="The clock", at=at)
    organizer = make_badge(
        event=event, role=Role.ORGANIZER, name=user.get_username() if user else "Organizer", user=user, at=at
    )
    log(event, "event.opened", by=Actor(organizer, device), at=at, name=event.name)
    return event


@transaction.atomic
def change_event(*, event: Event, plan: DayPlan, by: Actor, at: datetime, reason: str = "") -> Event:
    """Change the event's settings, unless one of ``LOCKS`` refuses.

    Some changes during Phase I need a ``reason``, shown to the teams.
    """
    event = lock_event(event.pk)
    plan, before = replace(settled_plan(plan), is_practice=event.is_practice), plan_of(event)
    if plan.hours != before.hours:
        check_fit(plan)
    changed = [lock for lock in LOCKS if lock.decides(before) != lock.decides(plan)]
    for lock in changed:
        refuse(lock.why_not(event))
    check_who_plays(event, plan)
    check_counters(event, plan)
    check_pots_in_use(event, plan)
    news = " ".join(words for lock in changed for words in lock.announces(before, plan))
    if news and is_phase_one_played(event):
        _announce(event, news, reason=clean_name(reason), by=by, at=at)

    Event.objects.filter(pk=event.pk).update(**_columns(plan))
    event.refresh_from_db()
    _write_schedule(event, plan)
    _set_tables(event, plan.tables)
    follow_schedule(event, at=at)
    call_waiting_games(phase=event.phases.get(kind=PhaseKind.ONE), by=by, at=at)

    log(event, "event.changed", by=by, at=at)
    for lock in changed:
        if lock.action:
            log(event, lock.action, by=by, at=at, **lock.logs(before, event))
    return event


@transaction.atomic
def set_clock(*, event: Event, shown: datetime, speed: float, real: datetime, by: Actor) -> Event:
    """Move a practice event's clock to ``shown`` and let it run ``speed`` times as fast from ``real`` on."""
    event = lock_event(event.pk)
    if not event.is_practice:
        raise Refused("clock.real")
    if not 0 <= speed <= 3600:
        raise Refused("clock.speed", field="speed")
    last = _last_moment(event)
    if event.clock_shown and shown < last:
        # Rounded up, because only whole minutes can be typed.
        free = wall(event, last + timedelta(seconds=59))
        raise Refused("clock.backwards", free=free, field="shown")
    write(event, clock_real=real, clock_shown=shown, clock_speed=speed)
    log(event, "clock.moved", by=by, at=shown, shown=wall(event, shown), speed=f"{speed:g}")
    return event


@transaction.atomic
def choose_address(*, event: Event, address: str, network: str, by: Actor, at: datetime) -> Event:
    """Use this address of the server in the event's links and QR codes. The log has the ``network``."""
    event = lock_event(event.pk)
    write(event, phones_at=address)
    log(event, "event.address", by=by, at=at, address=address, network=network)
    return event


@transaction.atomic
def note_restore(*, copy: str, at: datetime) -> None:
    """Log at each event that isn't long over that the database was restored from a backup.

    Phones read ``restored_at`` and report what they have and the backup lacks.
    """
    is_current = Q(is_practice=True) | Q(phases__ends_at__gt=at - LONG_OVER)
    for event in Event.objects.filter(is_current).distinct().order_by("pk"):
        event, now = lock_event(event.pk), event_now(event, at)
        write(event, restored_at=now)
        log(event, "event.restored", by=Actor(clock_badge(event)), at=now, copy=copy)


@transaction.atomic
def note_held_entries(
    *, event: Event, held: Mapping[UUID, str], done: Collection[UUID], by: Actor, at: datetime
) -> None:
    """Store which entries a phone has and the restored database lacks, by key, and which are done."""
    event = lock_event(event.pk)
    known = set(event.held_entries.filter(key__in=held).values_list("key", flat=True))
    room = MOST_HELD - event.held_entries.filter(badge=by.badge).count()
    new = [
        HeldEntry(event=event, key=key, title=title[:120], badge=by.badge, at=at)
        for key, title in held.items()
        if key not in known
    ][: max(0, room)]
    HeldEntry.objects.bulk_create(new)
    ended = event.held_entries.filter(key__in=done, done_at=None).update(done_at=at)
    if new or ended:
        titles = "; ".join(row.title for row in new)
        log(event, "event.held", by=by, at=at, count=len(new), titles=titles, ended=ended)


def _last_moment(event: Event) -> datetime:
    latest = event.log.order_by("-at").values_list("at", flat=True).first()
    return latest or event.opened_at


def _columns(plan: DayPlan) -> dict[str, Any]:
    return {**columns(plan, Event), "takes_part": plan.way.key, "spans_days": plan.spans_days}


def _announce(event: Event, what: str, *, reason: str, by: Actor, at: datetime) -> None:
    if not reason:
        raise Refused("event.reason", change=what, field="reason")
    log(event, "phase-one.changed", by=by, at=at, what=what, reason=reason)


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "event"
    if not Event.objects.filter(slug=stem).exists() and stem not in RESERVED_SLUGS:
        return stem
    return f"{stem}-{secrets.token_hex(3)}"


# Other URLs begin with these words, so none may be a slug.
RESERVED_SLUGS = frozenset(
    {"account", "sign-in", "sign-out", "password", "key", "code", "join", "setup", "home", "mine", "events"}
    | {"new", "live", "static", "offline", "trust", "accessibility", "api", "text"}
    | {"healthz", "readyz", "metrics"}
)


def _write_schedule(event: Event, plan: DayPlan) -> None:
    walls, sessions = plan.local(), plan.spans()
    meet, two, awards = (plan.from_local(shown) for shown in (walls.meet, walls.two, walls.awards))
    starts = [meet, sessions[0].starts_at, two, awards]
    ends = [sessions[0].starts_at, sessions[-1].ends_at, awards, awards + AWARDS_LAST]
    for kind, starts_at, ends_at in zip(PhaseKind.values, starts, ends, strict=True):
        Phase.objects.update_or_create(
            event=event, kind=kind, defaults={"starts_at": starts_at, "ends_at": ends_at}
        )
    event.phases.filter(kind=PhaseKind.ONE).update(**columns(plan, Phase))
    event.breaks.all().delete()
    breaks = [Break(event=event, starts_at=rest.starts_at, ends_at=rest.ends_at) for rest in plan.rests()]
    between = zip(sessions[:-1], sessions[1:], (session.seating for session in plan.sessions), strict=True)
    gaps = [
        Break(event=event, starts_at=before.ends_at, ends_at=after.starts_at, is_gap=True, seating=seating)
        for before, after, seating in between
    ]
    Break.objects.bulk_create((*breaks, *gaps))


def _set_tables(event: Event, count: int) -> None:
    """Put ``count`` tables in use. The highest numbers go first; gaps made by hand stay."""
    used = [table.number for table in event.tables.all() if not table.is_out_of_use]
    if count < len(used):
        event.tables.filter(number__in=sorted(used)[count:]).update(is_out_of_use=True)
    above = event.tables.filter(is_out_of_use=True, number__gt=max(used, default=0))
    back = list(above.order_by("number").values_list("number", flat=True))[: max(0, count - len(used))]
    event.tables.filter(number__in=back).update(is_out_of_use=False)
    last = max([*used, *event.tables.values_list("number", flat=True)], default=0)
    missing = count - len(used) - len(back)
    Table.objects.bulk_create(Table(event=event, number=last + n) for n in range(1, missing + 1))


def clock_badge(event: Event) -> Badge:
    return event.badges.get(role=Role.CLOCK)
