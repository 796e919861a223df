"""The demo is alive: a visitor sees the middle of a day, until somebody takes it over."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring import tasks
from scoring.demo.commands_day import make_demo
from scoring.demo.commands_going_on import RESTARTS_AFTER, wake_demo
from scoring.demo.next_moves import PLAYERS
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_hands import record_hand
from scoring.tasks import tick, watched_tick
from tests import build
from tournament.badges.commands_badges import give_badge
from tournament.badges.commands_devices import log_sign_in
from tournament.event.commands_erase import erase_demo
from tournament.models import Actor, Demo, Event, Game, Role, Round
from tournament.schedule.clock import event_now

pytestmark = pytest.mark.django_db

# Far from all other tests' days, because the demo rests on the day of a real event.
START = datetime(2031, 6, 27, 15, 0, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _ticks_begin(monkeypatch):
    monkeypatch.setattr(tasks, "_demo_rests", {})


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """The demo, made once for all tests; each test's changes are rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_demo(at=START)
        transaction.set_rollback(True)


@pytest.fixture
def demo(made, db):
    return Event.objects.get(pk=made.pk)


def tick_through(begin, end, every=MINUTE):
    """Tick from one real moment to another, as a server without visitors does."""
    while begin <= end:
        tick(begin)
        begin += every


def the_demo():
    return Event.objects.exclude(demo="").get()


def shown(now):
    """The wall-clock time of the demo at a real moment."""
    event = the_demo()
    return f"{event_now(event, now).astimezone(event.zone):%H:%M}"


def act_as_referee(event, now):
    """Enter a hand as a visitor who opened the referee's link."""
    by = Actor(event.badges.filter(role=Role.REFEREE).earliest("pk"), "phone")
    game = Game.objects.open().filter(event=event).earliest("pk")
    at = event_now(event, now)
    return record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, by=by, at=at)


@pytest.mark.slow
@pytest.mark.embedded
def test_it_begins_in_the_middle_of_a_round_and_goes_on_at_a_real_pace(demo):
    assert (shown(START), demo.demo, demo.teams.present().count()) == ("16:12", Demo.PLAYED, 15)
    assert list(Round.objects.values_list("number", flat=True)) == [1, 2, 3]
    assert Game.objects.open().count() > 5
    assert integrity(demo) == []
    before, later = Hand.objects.count(), START + 15 * MINUTE

    tick_through(START, later)

    assert shown(later) == "16:27"
    assert 6 < Hand.objects.count() - before < 35
    assert event_now(demo, later) - Hand.objects.latest("at").at < 10 * MINUTE
    assert {*Hand.objects.values_list("device", flat=True)} == {PLAYERS}
    assert integrity(demo) == []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.embedded
def test_the_day_that_is_over_starts_over(demo):
    tick_through(START, START + 3 * HOUR)

    again = the_demo()
    assert again.pk != demo.pk
    assert (again.slug, again.demo, again.version) == (demo.slug, Demo.PLAYED, again.log.count())
    assert "16:12" <= shown(START + 3 * HOUR) < "18:00"


@pytest.mark.embedded
def test_a_server_that_was_off_for_an_hour_goes_on_where_it_was(demo):
    hands = Hand.objects.count()

    wake_demo(event=demo, now=START + HOUR)
    tick(START + HOUR)

    assert "16:12" <= shown(START + HOUR) <= "16:18"
    assert Hand.objects.count() <= hands + 1


@pytest.mark.embedded
def test_a_computer_that_slept_leaves_no_doubt_about_the_clock(demo):
    watched_tick(START)

    watched_tick(START + HOUR)
    tick(START + HOUR + timedelta(seconds=1))

    assert the_demo().clock_doubted_at is None
    assert shown(START + HOUR) <= "16:18"


@pytest.mark.embedded
def test_it_rests_while_a_real_event_is_on_and_goes_on_where_it_was(demo):
    hands = Hand.objects.count()
    real = build.event(held_on=START.date())
    give_badge(event=real, role=Role.REFEREE, name="Jo", by=build.organizer(real), at=START)

    tick_through(START, START + HOUR - MINUTE, every=29 * MINUTE)
    assert Hand.objects.count() == hands
    tick_through(START + HOUR + MINUTE, START + HOUR + 2 * MINUTE, every=timedelta(seconds=30))

    assert "16:12" <= shown(START + HOUR + 2 * MINUTE) <= "16:18"


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.embedded
def test_a_week_later_it_is_in_the_middle_of_that_day(demo):
    week = timedelta(days=7)

    wake_demo(event=demo, now=START + week)

    meets = the_demo().phases.get(kind="meet").starts_at
    assert (shown(START + week), meets.date()) == ("16:12", (START + week).date())


@pytest.mark.slow
@pytest.mark.embedded
def test_an_action_takes_the_demo_over_and_an_hour_later_it_restarts(demo):
    badge = demo.badges.get(role=Role.ORGANIZER)
    log_sign_in(badge=badge, how="the private link", device="phone", now=START)
    tick(START)
    assert the_demo().demo == Demo.PLAYED

    hand = act_as_referee(demo, START + MINUTE)
    tick_through(START + MINUTE, START + 20 * MINUTE)
    assert the_demo().demo == Demo.TAKEN_OVER
    assert {*Hand.objects.filter(at__gt=hand.at).values_list("device", flat=True)} <= {"clock"}

    left = START + 30 * MINUTE
    act_as_referee(demo, left)
    tick(left)
    tick(left + RESTARTS_AFTER - MINUTE)
    assert the_demo().demo == Demo.TAKEN_OVER
    tick(left + RESTARTS_AFTER)
    assert (the_demo().demo, shown(left + RESTARTS_AFTER)) == (Demo.PLAYED, "16:12")


@pytest.mark.both
@pytest.mark.slow
def test_one_press_starts_it_over_and_leaves_nothing_behind(demo, client):
    links = people_of(demo)
    build.team(demo, "Visitors")
    phone = Client()
    phone.get(reverse("site:join", args=[links["Ref Bea"]]))
    client.get(reverse("site:join", args=[links["Organizer"]]))

    answer = client.post(reverse("floor:start-demo-over", args=[demo.slug]), follow=True)

    assert answer.redirect_chain == [(reverse("floor:today", args=[demo.slug]), 302)]
    assert people_of(the_demo()) == links
    assert phone.get(reverse("referee:tables", args=[demo.slug])).status_code == 200
    assert not rows_of(demo.pk)


def people_of(event):
    """The private links of an event, by the name on each badge."""
    badges = event.badges.exclude(role__in=(Role.CLOCK, Role.PUBLIC))
    return {badge.name: badge.secret for badge in badges}


def rows_of(pk):
    """The models that still have a row of a deleted event."""
    return [
        model.__name__
        for label in ("tournament", "scoring", "seasons")
        for model in apps.get_app_config(label).get_models()
        for field in model._meta.get_fields()
        if field.many_to_one and field.related_model is Event
        if model._default_manager.filter(**{field.attname: pk}).exists()
    ]


@pytest.mark.both
def test_no_event_but_the_demo_is_ever_erased():
    event = build.event()

    with pytest.raises(ValueError, match="not the demo"):
        erase_demo(event)

    assert Event.objects.filter(pk=event.pk).exists()
