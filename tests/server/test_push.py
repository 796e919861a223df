"""Push notifications: a phone that asked gets its table's call, encrypted for it (E-186 to E-188)."""

from datetime import timedelta

import pytest
from django.utils import timezone
from py_vapid import Vapid02

from pages.messages.push import public_key
from server.messages import send_messages
from server.push import GONE
from tests import build
from tests.pages.visit import wearing
from tests.server.receivers import Phone
from tournament.badges.commands_badges import renew_link
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.messages.commands_contacts import erase_contacts
from tournament.messages.commands_messages import MOST_PHONES, send_again, show_message
from tournament.models import Message, Subscription

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(receiver):
    receiver.status = 201
    return Phone(receiver)


def asked(team, phone, **more):
    client = wearing(team.badge)
    return client.post(f"/{team.event.slug}/team/phone/", {**phone.asks, "is_on": "on", **more})


def shown_to_all(event, words="Pizza", at=build.MEET):
    show_message(event=event, key=event.key, words=words, by=build.organizer(event), at=at)


def test_a_phone_that_asked_gets_the_call_of_its_table_once_and_encrypted(phone):
    event = build.event()
    aces = build.teams(event, 2)[0]
    assert asked(aces, phone).status_code == 302
    build.called_round(event)

    sent = [send_messages(build.THREE + timedelta(seconds=later)) for later in range(3)]

    ((headers, _),), row = phone.service.messages, Message.objects.get()
    assert sent == [1, 0, 0]
    assert phone.shown() == [
        {
            "title": "Pride South Bid Whist",
            "body": f"{aces.name}: go to Table 1.",
            "address": f"/{event.slug}/team/",
            "tag": f"{event.slug} called",
            "id": row.sent_as.hex,
        }
    ]
    assert (headers["Content-Encoding"], headers["TTL"], headers["Urgency"]) == ("aes128gcm", "600", "high")
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={public_key()}")
    assert headers["Topic"] == row.sent_as.hex
    assert (row.goes_by, row.occasion, row.sent_at is not None) == ("push", "called", True)


def test_a_call_of_long_ago_and_a_practice_event_send_nothing(phone):
    late, practice = build.event(), build.event(name="Practice", is_practice=True)
    for event in (late, practice):
        asked(build.teams(event, 2)[0], phone)
    now = build.THREE + timedelta(minutes=5)
    build.called_round(late)
    build.called_round(practice, at=now)
    shown_to_all(practice, at=now)

    assert (send_messages(now), phone.service.messages) == (0, [])


def test_the_phone_shows_the_organizers_message_and_a_place_from_the_list(phone):
    event = build.event(capacity=1)
    first, second = build.team(event, "First", is_here=False), build.team(event, "Second", is_here=False)
    asked(second, phone)

    withdraw_team(team=first, by=build.organizer(event), at=build.MEET)
    shown_to_all(event, "Pizza is here")
    send_messages(timezone.now())

    second.refresh_from_db()
    assert second.waits_since is None
    words = [shown["body"] for shown in phone.shown()]
    assert words == ["Second has a place. Check in at the desk.", "Pizza is here"]


def test_a_phone_that_its_push_service_does_not_know_any_more_is_forgotten(phone):
    event = build.event()
    asked(build.team(event), phone)
    shown_to_all(event)

    phone.service.status = 410
    send_messages(timezone.now())

    message, gone = Message.objects.get(goes_by="push"), Subscription.objects.get()
    assert (message.sent_at, message.answer) == (None, GONE)
    assert (gone.endpoint, gone.user_key, gone.auth, gone.ended_at is None) == ("", "", "", False)
    with pytest.raises(Refused, match="ask again"):
        send_again(message=message, by=build.organizer(event), at=build.MEET)


def test_a_push_services_answer_is_the_reason_and_it_is_tried_twice_more(phone):
    event = build.event()
    asked(build.team(event), phone)
    shown_to_all(event)

    phone.service.status = 500
    tries = sum(send_messages(timezone.now() + timedelta(hours=later)) for later in range(5))
    phone.service.status = 201
    failed = Message.objects.get(goes_by="push")
    why = failed.answer
    send_again(message=failed, by=build.organizer(event), at=build.MEET)
    send_messages(timezone.now())

    assert (tries, why) == (3, "The phone’s push service answered 500.")
    assert Message.objects.get(goes_by="push").sent_at is not None


def test_a_phone_stops_by_its_own_tap_a_new_link_and_the_erasure(phone):
    event = build.event()
    team = build.team(event)
    by = {"by": build.organizer(event), "at": build.MEET}

    for end in (
        lambda: asked(team, phone, is_on="", user_key="", auth=""),
        lambda: renew_link(badge=team.badge, **by),
        lambda: erase_contacts(event=event, **by),
    ):
        team.badge.refresh_from_db()
        asked(team, phone)
        asked(team, phone)
        assert Subscription.objects.open().count() == 1
        end()
        assert not Subscription.objects.exclude(endpoint="", user_key="", auth="").exists()


def test_a_team_has_a_limited_number_of_phones_each_with_a_whole_address(phone):
    team = build.team(build.event())
    for number in range(MOST_PHONES + 1):
        asked(team, phone, endpoint=f"https://push.example.org/{number}")

    open_ones = [one.endpoint.rpartition("/")[2] for one in Subscription.objects.open()]
    assert open_ones == [str(number) for number in range(1, MOST_PHONES + 1)]
    for broken in ({"endpoint": "no"}, {"user_key": "AAAA"}, {"auth": "AAAA"}, {"user_key": "é"}):
        assert asked(team, phone, **broken).status_code == 422


def test_a_teams_page_has_the_push_key_but_not_in_a_practice_event():
    for is_practice in (False, True):
        event = build.event(name=f"An evening {is_practice}", is_practice=is_practice)
        page = wearing(build.team(event, "Aces").badge).get(f"/{event.slug}/team/").content.decode()
        assert (f'data-push="{public_key()}"' in page) is not is_practice
