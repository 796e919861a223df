"""An event opened as a copy of another."""

from datetime import date, time, timedelta
from uuid import uuid4

import pytest

from rules.time.hours import DayHours, SessionPlan
from seasons.clubs.commands_copies import copy_event
from seasons.shelf.copied import copied_plan, crew_of
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import filled_in
from tests.pages.visit import signed_in
from tests.seasons.nights import account
from tests.seasons.shelf.shelved import events_of
from tournament.badges.commands_badges import make_badge
from tournament.errors import Refused
from tournament.floor.commands_kept_apart import keep_apart
from tournament.floor.kept_apart import kept_apart
from tournament.models import Event, KeptApart, Role
from tournament.settings.plan import plan_of

pytestmark = pytest.mark.django_db


def copied(event, user):
    plan = copied_plan(event, build.DAY)
    return copy_event(of=event, plan=plan, crew=crew_of(event), user=user, at=build.at(20))


@pytest.mark.both
def test_a_copy_is_the_event_a_week_later_with_its_tables_and_crew():
    ann, bo = account("ann"), account("bo")
    own = {"advance_count": 4, "tie_breaks": ["points", "games_won"], "tables": 5, "seating": "movement"}
    event = events_of(ann, **own)
    make_badge(event=event, role=Role.ORGANIZER, name="bo", user=bo, at=build.MORNING)
    event.tables.filter(number=3).update(zone="By the bar", is_accessible=True)

    copy = copied(event, ann)

    assert plan_of(copy) == plan_of(event).with_(held_on=build.DAY + timedelta(days=7))
    assert (copy.name, copy.slug != event.slug) == (event.name, True)
    table = copy.tables.get(number=3)
    assert (table.zone, table.is_accessible) == ("By the bar", True)
    # Who lost their badge has none, and the links are new.
    assert [(badge.name, badge.role, badge.is_head) for badge in crew_of(copy)] == [
        ("ann", "organizer", False),
        ("bo", "organizer", False),
        ("Jo", "referee", True),
        ("Dee", "desk", False),
    ]
    assert not {badge.hashed for badge in event.badges.all()} & {badge.hashed for badge in copy.badges.all()}


def test_its_day_is_the_same_weekday_and_never_past():
    event = build.event()
    days = {
        date(2026, 6, 20): date(2026, 7, 4),
        build.DAY: date(2026, 7, 4),
        date(2026, 7, 4): date(2026, 7, 4),
        date(2026, 7, 5): date(2026, 7, 11),
        date(2027, 1, 1): date(2027, 1, 2),
    }

    assert {today: copied_plan(event, today).held_on for today in days} == days


def test_every_day_of_it_moves_by_whole_weeks():
    later = SessionPlan(held_on=date(2026, 6, 28), starts_at=time(13))
    hours = DayHours(held_on=build.DAY, sessions=[later], phase_two_on=date(2026, 6, 29))

    moved = hours.moved(weeks=2)

    days = (moved.held_on, moved.sessions[0].held_on, moved.phase_two_on)
    assert days == (date(2026, 7, 11), date(2026, 7, 12), date(2026, 7, 13))
    assert DayHours(held_on=build.DAY).moved(weeks=1).phase_two_on is None


def test_nobody_copies_an_event_of_others():
    event = events_of(account("ann"))

    with pytest.raises(Refused, match="only copy an event that you organize"):
        copied(event, account("bo"))

    assert Event.objects.count() == 1


# --- the pages ---------------------------------------------------------------------------------


def test_an_event_is_copied_in_two_presses_without_anothers_crew():
    ann = account("ann")
    event, phone = events_of(ann, venue="South Shore", advance_count=4), signed_in(ann)
    stranger = build.referee(build.event(name="Another")).badge

    settings = phone.get(f"/{event.slug}/event/shelf/").content.decode()
    page = phone.get(f"/new/?copy={event.slug}")
    sent = filled_in(page)
    refused = phone.post(f"/new/?copy={event.slug}", sent | {"crew": [stranger.pk]})
    answer = phone.post(f"/new/?copy={event.slug}", sent | {"crew": [event.badges.get(name="Jo").pk]})

    assert f'href="/new/?copy={event.slug}"' in settings
    assert "A copy of Tuesday Whist" in words(page)
    assert "Give these badges again" in words(page)
    assert refused.status_code == 422
    copy = Event.objects.latest("pk")
    assert (answer.url, Event.objects.count()) == (f"/{copy.slug}/today/", 3)
    assert (copy.name, copy.venue, copy.advance_count) == ("Tuesday Whist", "South Shore", 4)
    assert [badge.name for badge in crew_of(copy)] == ["ann", "Jo"]


def test_a_new_event_can_copy_ones_own_events_and_nobody_elses_crew():
    ann = account("ann")
    event, clients = events_of(ann), (signed_in(ann), signed_in(account("bo")))

    pages = [client.get(f"/new/{query}") for client in clients for query in ("", f"?copy={event.slug}")]

    assert [f"?copy={event.slug}" in page.content.decode() for page in pages] == [True, True, False, False]
    assert "Tuesday Whist Saturday, June 27, 2026" in words(pages[0])
    assert ["Jo, head referee" in words(page) for page in pages] == [False, True, False, False]


@pytest.mark.slow
@pytest.mark.both
def test_the_seating_page_offers_to_keep_last_times_pairs_apart_again():
    ann = account("ann")
    event = events_of(ann)
    aces, kings, jacks = (build.team(event, name) for name in ("Aces", "Kings", "Jacks"))
    for other in (kings, jacks):
        keep_apart(event=event, one=aces, other=other, by=build.organizer(event), at=build.MEET)
    copy, phone = copied(event, ann), signed_in(ann)
    seating = f"/{copy.slug}/seating/"
    before = words(phone.get(seating))
    pair = {build.team(copy, name).pk for name in ("KINGS", "Aces")}

    offered = words(phone.get(seating))
    for _ in range(2):
        phone.post(f"{seating}apart/again/", {"key": uuid4()})

    assert "Kept apart last time: Aces and KINGS" in offered
    assert not any("Kept apart last time" in page for page in (before, words(phone.get(seating))))
    assert (kept_apart(copy), KeptApart.objects.filter(event=copy).count()) == ({frozenset(pair)}, 1)
