"""Create the demo event in the middle of its day, and start it over."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db import transaction

from scoring.demo.commands_playing import play_until
from scoring.demo.next_moves import PLAYERS
from simulation.people import people, team_name
from tournament.badges.commands_badges import give_badge
from tournament.entries.commands_sign_up import register_walk_up
from tournament.event.commands_erase import erase_demo
from tournament.log.announcements import announce
from tournament.models import Actor, Badge, Demo, Event, Role, Session
from tournament.money.commands_donations import take_donation
from tournament.sessions import BADGES, SessionStore
from tournament.settings.commands_event import clock_badge, open_event, set_clock
from tournament.settings.plan import DayPlan

NAME = "Pride South on the Lake (demo)"
TEAMS, TABLES = 16, 9
REFEREES = ("Ref Bea", "Ref Lou", "Ref Sam")
MIDDLE = timedelta(minutes=72)
"""From the start of Phase I to the middle of its third round."""
MINUTE = timedelta(minutes=1)


@transaction.atomic
def make_demo(*, at: datetime) -> Event:
    """Create the demo at real time ``at``: sixteen teams in the middle of Phase I, with a running clock."""
    today = at.astimezone(ZoneInfo(DayPlan.timezone)).date()
    plan = DayPlan(name=NAME, held_on=today, tables=TABLES, is_practice=True, calls_phase_two=True)
    event = open_event(plan=plan, user=None, device=PLAYERS, at=at)
    Event.objects.filter(pk=event.pk).update(demo=Demo.PLAYED)
    _meet_and_greet(event)
    middle = event.phases.get(kind="one").starts_at + MIDDLE
    play_until(event=event, at=middle, real=at)
    return set_clock(event=event, shown=middle, speed=1, real=at, by=Actor(clock_badge(event), PLAYERS))


def _meet_and_greet(event: Event) -> None:
    """Issue the crew's badges and register the teams; three of four donate."""
    begins = event.phases.get(kind="meet").starts_at
    organizer = Actor(event.badges.get(role=Role.ORGANIZER), PLAYERS)
    for name in REFEREES:
        give_badge(event=event, role=Role.REFEREE, name=name, by=organizer, at=begins)
    desk = give_badge(event=event, role=Role.DESK, name="Aunt Vi", by=organizer, at=begins)
    by, names = Actor(desk, PLAYERS), people()
    for number in range(1, TEAMS + 1):
        at = begins + 3 * number * MINUTE
        pair = list(islice(names, 2))
        team = register_walk_up(
            event=event, key=uuid4(), name=team_name(number), players=pair, is_here=True, by=by, at=at
        )
        if cents := (1000, 1000, 500, 0)[number % 4]:
            method = "cash" if number % 3 else "other"
            take_donation(
                event=event, key=uuid4(), amount_cents=cents, method=method, team=team, by=by, at=at
            )


@transaction.atomic
def start_demo_over(*, event: Event, at: datetime) -> tuple[Event, Mapping[int, int]]:
    """Replace the demo with a new one at real time ``at``. Safe to call twice at once.

    The old rows are erased. The new demo takes over the address, badge links and signed-in devices. Returns
    it, with the new badge id of each old one.
    """
    old = Event.objects.select_for_update(no_key=True).exclude(demo="").filter(pk=event.pk).first()
    if old is None:
        return Event.objects.exclude(demo="").latest("pk"), {}
    before = {_known_as(badge): badge for badge in old.badges.select_related("team")}
    erase_demo(old)
    new = make_demo(at=at)
    Event.objects.filter(pk=new.pk).update(slug=old.slug)
    moved: dict[int, int] = {}
    for badge in new.badges.select_related("team"):
        if was := before.get(_known_as(badge)):
            moved[was.pk] = badge.pk
            Badge.objects.filter(pk=badge.pk).update(nonce=was.nonce, hashed=was.hashed)
    for key, badges in _wearing(moved):
        session = SessionStore(key)
        session[BADGES] = badges
        session.save()
    transaction.on_commit(partial(announce, old.slug, None))
    new.refresh_from_db()
    return new, moved


def _known_as(badge: Badge) -> tuple[str, str | int]:
    """The identity of a badge across demos: a team's number, or a person's name."""
    return badge.role, badge.team.number if badge.team else badge.name


def _wearing(moved: Mapping[int, int]) -> Iterator[tuple[str, list[int]]]:
    for key, worn in list(Session.objects.exclude(worn="").values_list("session_key", "worn")):
        badges = [int(badge) for badge in worn.split()]
        if moved.keys() & set(badges):
            yield key, [moved.get(badge, badge) for badge in badges]
