"""An event opened as a copy of another."""

from datetime import date, time, timedelta
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from rules.competition.hours import DayHours, SessionPlan
from seasons.commands.copies import copy_event, keep_apart_again
from seasons.queries.copies import apart_last_time, copied_plan, crew_of, events_to_copy
from tests import build
from tests.pages.reading import words
from tests.pages.setup.test_event_paper import filled_in
from tournament.commands.badges import change_referee, give_badge, make_badge, revoke_badge
from tournament.commands.events import open_event
from tournament.commands.kept_apart import keep_apart
from tournament.commands.tables import change_table
from tournament.errors import Refused
from tournament.models import Event, KeptApart, Role
from tournament.queries.kept_apart import kept_apart
from tournament.queries.plan import DayPlan, plan_of

pytestmark = pytest.mark.django_db


def organizer(name="ann"):
    return get_user_model().objects.create_user(name, password="uptown at noon", is_staff=True)


def events_of(user, **plan):
    """An event of this organizer, with a head referee, a revoked referee, and a desk."""
    wanted = DayPlan(**{"name": "Tuesday Whist", "held_on": build.DAY, "sign_up_minutes": None} | plan)
    event = open_event(plan=wanted, user=user, at=build.MORNING)
    by = build.organizer(event)
    head = give_badge(event=event, role=Role.REFEREE, name="Jo", by=by, at=build.MORNING)
    change_referee(badge=head, is_head=True, plays_in=None, by=by, at=build.MORNING)
    gone = give_badge(event=event, role=Role.REFEREE, name="Al", by=by, at=build.MORNING)
    revoke_badge(badge=gone, by=by, at=build.MORNING)
    give_badge(event=event, role=Role.DESK, name="Dee", by=by, at=build.MORNING)
    return event


def copied(event, user, crew=None):
    plan = copied_plan(event, build.DAY)
    return copy_event(
        of=event, plan=plan, crew=crew_of(event) if crew is None else crew, user=user, at=build.at(20)
    )


def test_a_copy_is_the_same_event_a_week_later():
    ann = organizer()
    own = {"advance_count": 4, "tie_breaks": ["points", "games_won"], "tables": 5, "seating": "movement"}
    event = events_of(ann, **own)

    copy = copied(event, ann)

    assert plan_of(copy) == plan_of(event).with_(held_on=build.DAY + timedelta(days=7))
    assert (copy.name, copy.slug != event.slug) == (event.name, True)


@pytest.mark.parametrize(
    ("today", "held_on"),
    [
        pytest.param(date(2026, 6, 20), date(2026, 7, 4), id="before it was played"),
        pytest.param(date(2026, 6, 27), date(2026, 7, 4), id="on its day"),
        pytest.param(date(2026, 7, 4), date(2026, 7, 4), id="a week later"),
        pytest.param(date(2026, 7, 5), date(2026, 7, 11), id="eight days later"),
        pytest.param(date(2027, 1, 1), date(2027, 1, 2), id="months later"),
    ],
)
def test_its_day_is_the_same_weekday_and_never_past(today, held_on):
    assert copied_plan(build.event(), today).held_on == held_on


def test_every_day_of_it_moves_by_whole_weeks():
    later = SessionPlan(held_on=date(2026, 6, 28), starts_at=time(13))
    hours = DayHours(held_on=build.DAY, sessions=[later], phase_two_on=date(2026, 6, 29))

    moved = hours.moved(weeks=2)

    days = (moved.held_on, moved.sessions[0].held_on, moved.phase_two_on)
    assert days == (date(2026, 7, 11), date(2026, 7, 12), date(2026, 7, 13))
    assert DayHours(held_on=build.DAY).moved(weeks=1).phase_two_on is None


def test_the_crew_has_new_badges_and_who_lost_theirs_has_none():
    ann, bo = organizer(), organizer("bo")
    event = events_of(ann)
    make_badge(event=event, role=Role.ORGANIZER, name="bo", user=bo, at=build.MORNING)

    copy = copied(event, ann)

    here = [(badge.name, badge.role, badge.is_head) for badge in crew_of(copy)]
    assert here == [
        ("ann", "organizer", False),
        ("bo", "organizer", False),
        ("Jo", "referee", True),
        ("Dee", "desk", False),
    ]
    links = {badge.hashed for badge in (*event.badges.all(), *copy.badges.all())}
    assert len(links) == event.badges.count() + copy.badges.count()


def test_tables_keep_their_zones():
    ann = organizer()
    event = events_of(ann)
    change_table(
        table=event.tables.get(number=3), zone="By the bar", is_accessible=True, is_out_of_use=False,
        referee=None, by=build.organizer(event), at=build.MEET,
    )  # fmt: skip

    table = copied(event, ann).tables.get(number=3)

    assert (table.zone, table.is_accessible) == ("By the bar", True)


def test_who_was_kept_apart_last_time_is_kept_apart_again_when_both_are_here():
    ann = organizer()
    event = events_of(ann)
    aces, kings, jacks = (build.team(event, name) for name in ("Aces", "Kings", "Jacks"))
    for other in (kings, jacks):
        keep_apart(event=event, one=aces, other=other, by=build.organizer(event), at=build.MEET)
    copy = copied(event, ann)
    assert apart_last_time(copy) == ()
    one, other = build.team(copy, "KINGS"), build.team(copy, "Aces")

    [pair] = apart_last_time(copy)
    done = [keep_apart_again(event=copy, by=build.organizer(copy), at=build.MEET) for _ in range(2)]

    assert {pair.one, pair.other} == {one, other}
    assert done == [1, 0]
    assert kept_apart(copy) == {frozenset((one.pk, other.pk))}


def test_nobody_copies_an_event_of_others():
    ann, bo = organizer(), organizer("bo")
    event = events_of(ann)

    with pytest.raises(Refused, match="only copy an event that you organize"):
        copied(event, bo)

    assert [[own.event for own in events_to_copy(user)] for user in (ann, bo)] == [[event], []]
    assert Event.objects.count() == 1


# --- the pages ---------------------------------------------------------------------------------


def test_an_event_is_copied_from_its_settings_in_two_presses():
    ann = organizer()
    event = events_of(ann, venue="South Shore", advance_count=4)
    phone = Client()
    phone.force_login(ann)

    settings = phone.get(f"/{event.slug}/event/").content.decode()
    page = phone.get(f"/new/?copy={event.slug}")

    assert f'href="/new/?copy={event.slug}"' in settings
    assert "A copy of Tuesday Whist" in words(page)
    assert "Give these badges again" in words(page)
    sent = filled_in(page) | {"crew": [event.badges.get(name="Jo").pk]}
    answer = phone.post(f"/new/?copy={event.slug}", sent)

    copy = Event.objects.latest("pk")
    assert answer.url == f"/{copy.slug}/people/"
    assert (copy.name, copy.venue, copy.advance_count) == ("Tuesday Whist", "South Shore", 4)
    assert [badge.name for badge in crew_of(copy)] == ["ann", "Jo"]


def test_opening_an_event_offers_ones_own_last_events_and_shows_no_crew_of_others():
    ann, bo = organizer(), organizer("bo")
    event = events_of(ann)
    mine, others = Client(), Client()
    mine.force_login(ann)
    others.force_login(bo)

    pages = [
        client.get(f"/new/{query}") for client in (mine, others) for query in ("", f"?copy={event.slug}")
    ]

    assert [f"?copy={event.slug}" in page.content.decode() for page in pages] == [True, True, False, False]
    assert "Tuesday Whist Saturday, June 27, 2026" in words(pages[0])
    assert ["Jo, head referee" in words(page) for page in pages] == [False, True, False, False]


def test_a_crew_of_somebody_else_is_refused_in_words():
    ann = organizer()
    event = events_of(ann)
    phone = Client()
    phone.force_login(ann)
    stranger = build.referee(build.event(name="Another")).badge

    answer = phone.post(f"/new/?copy={event.slug}", {"name": "X", "crew": [stranger.pk]})

    assert answer.status_code == 422
    assert Event.objects.count() == 2


def test_the_seating_page_offers_to_keep_them_apart_again():
    ann = organizer()
    event = events_of(ann)
    pair = [build.team(event, name) for name in ("Aces", "Kings")]
    keep_apart(event=event, one=pair[0], other=pair[1], by=build.organizer(event), at=build.MEET)
    copy = copied(event, ann)
    build.team(copy, "Aces")
    build.team(copy, "Kings")
    phone = Client()
    phone.force_login(ann)

    offered = words(phone.get(f"/{copy.slug}/seating/"))
    phone.post(f"/{copy.slug}/seating/apart/again/", {"key": uuid4()})

    assert "Kept apart last time: Aces and Kings" in offered
    assert KeptApart.objects.filter(event=copy).count() == 1
    assert "Kept apart last time" not in words(phone.get(f"/{copy.slug}/seating/"))
