"""The page of messages, the caller's sheet, and the link that stops messages."""

from uuid import uuid4

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from pages.messages.caller import unmoved
from pages.messages.rows import batches
from pages.messages.texts import stop_link
from server.messages import send_messages
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import opened, organizer_of, still_clock, wearing
from tests.tournament.messages.writing import signed_up, written
from tournament.floor.commands_floor import mark_seated
from tournament.messages.audience import key_of_test
from tournament.models import Message, Player

pytestmark = pytest.mark.django_db


def test_a_message_is_on_every_page_and_on_the_wall_until_it_is_removed():
    event = build.event(is_practice=True)
    still_clock(event, build.MEET)
    phone, team, here = organizer_of(event), build.team(event, "Aces"), f"/{event.slug}/"
    pages = {path: Client() for path in ("", "standings/", "rules/", "sign-up/", "screen/", "notice/")}
    pages |= {"team/": wearing(team.badge), "floor/": phone, "desk/": phone}

    def where():
        return [path for path, who in pages.items() if "Pizza is here" in words(who.get(here + path))]

    phone.post(f"{here}messages/show/", {"key": uuid4(), "words": "Pizza is here"})
    shown = where()
    phone.post(f"{here}messages/remove/")

    assert (shown, where()) == (list(pages), [])


def test_where_nobody_wants_messages_the_one_for_every_phone_comes_first():
    event = build.event()
    phone = organizer_of(event)

    def in_black():
        parts = opened(event, "messages/", phone).one(id="messages").find("button", **{"class": "*"})
        return [part.words for part in parts if "button--action" in part.attributes["class"].split()]

    before = in_black()
    signed_up(event, "Aces", "312 555 0100")

    assert (before, in_black()) == (["Show it"], ["Write to them"])


def test_an_organizer_writes_to_people_and_every_message_has_a_row():
    event = build.event()
    signed_up(event, "Aces", "312 555 0100")
    phone, address = organizer_of(event), f"/{event.slug}/messages/"
    typed = {"who": "all", "occasion": "words", "words": "Bring a chair"}

    phone.post(f"{address}write/", typed | {"key": uuid4()})
    page = phone.get(address)
    pk = Message.objects.get().pk
    phone.post(f"{address}sent/", {"messages": f"{pk}"})
    after = words(phone.get(address))
    phone.post(f"{address}{pk}/again/")
    again = words(phone.get(address))
    refused = phone.post(f"{address}write/", typed | {"key": uuid4(), "who": "waiting"})

    assert 'href="sms:3125550100?body=Bring%20a%20chair"' in page.content.decode()
    assert "Dee of Aces · Aces Your own words, text from the organizer’s phone: Bring a chair" in words(page)
    assert "555" not in words(page)
    assert "Sent" in after
    to_send = ["To send from your phone" in each for each in (words(page), after, again)]
    assert to_send == [True, False, True]
    assert (refused.status_code, "None of them gave an address" in words(refused)) == (422, True)


def test_texts_go_out_ten_at_a_time_but_private_links_one_by_one():
    event = build.event()
    for number in range(12):
        signed_up(event, f"Team {number}", f"312 555 01{number:02}")
    written(event)

    together = batches(event, "http://hall", is_apple=True)
    written(event, "link")
    alone = batches(event, "http://hall", is_apple=False)[2:]

    assert [len(batch.names) for batch in together] == [10, 2]
    assert together[1].href == "sms:/open?addresses=3125550110,3125550111&body=Bring%20a%20chair"
    assert [len(batch.names) for batch in alone] == [1] * 12
    assert f"http://hall/join/{event.teams.get(number=1).badge.secret}/" in alone[0].text


def test_the_callers_sheet_is_by_table_and_name_with_the_oldest_first():
    event = build.event(is_practice=True, tables=2)
    build.teams(event, 4)
    games = list(build.called_round(event).games.with_everybody().order_by("table__number"))
    for game in games:
        mark_seated(game=game, team=game.team("NS"), by=build.organizer(event), at=build.at(15, 1))
    event.games.filter(pk=games[1].pk).update(called_at=build.at(14, 59))
    still_clock(event, build.at(15, 2, 30))
    address = f"/{event.slug}/caller/"

    page = words(part(organizer_of(event).get(address), "caller"))

    first, second = (game.team("EW").name for game in games)
    assert page.startswith("Haven’t moved Called two minutes ago or more, longest first. Table 2")
    assert f"Table 2 {second} 3 min Table 1 {first} 2 min" in page
    assert "Table 1: Team 1 and Team 4." in page
    assert "By name Team 1 Table 1 Team 2 Table 2" in page
    assert unmoved(event, build.at(15, 1, 30))[0].table == 2
    others = (wearing(build.referee(event).badge), Client())
    assert [who.get(address).status_code for who in others] == [200, 403]


def test_the_link_in_a_message_stops_messages_and_a_wrong_one_does_not():
    event = build.event()
    signed_up(event, "Aces", "aces@x.org")
    (message,) = written(event)
    address = stop_link(message, "http://testserver")

    asks = words(Client().get(address))
    wrong = Client().post(address[:-2] + "x/").status_code
    still = Player.objects.exclude(consent_at=None).count()
    stopped = words(Client().post(address))

    assert "Stop messages?" in asks
    assert (wrong, still) == (404, 2)
    assert "No more messages" in stopped
    assert not Player.objects.exclude(consent_at=None).exists()


def test_an_answer_of_stop_to_a_text_takes_the_yes_back_at_every_event(settings):
    settings.TEXT_IN = "a-long-word"
    for name, contact in (("One", "(312) 555-0100"), ("Two", "+1 312 555 0100"), ("Three", "312 555 0199")):
        signed_up(build.event(name=name), "Aces", contact)

    def answers(words, number="+13125550100", secret="a-long-word"):
        status = Client().post(f"/text/in/{secret}/", {"From": number, "Body": words}).status_code
        return status, Player.objects.exclude(consent_at=None).count()

    assert answers("Stop by at five?") == (204, 6)
    assert answers("stop", number="0100") == (204, 6)
    assert answers("stop", secret="another") == (404, 6)
    assert answers(" Stop. ") == (204, 2)
    settings.TEXT_IN = ""
    assert answers("STOP", number="312 555 0199", secret="x") == (404, 2)


def test_an_organizer_proves_that_e_mail_works_or_reads_the_servers_error(settings):
    event = build.event()
    organizer = organizer_of(event)

    def prove():
        sent = {"to": "me@example.org"}
        pressed = organizer.post(f"/{event.slug}/messages/prove/", sent, follow=True)
        under_way = words(pressed), "every 2s" in pressed.content.decode()
        send_messages(timezone.now())
        page = organizer.get(f"/{event.slug}/messages/")
        return under_way, words(page), "every 2s" in page.content.decode()

    without = organizer.post(f"/{event.slug}/messages/prove/", {"to": "me@example.org"})
    settings.EMAIL_HOST = "mail.example.org"
    (shown, is_looking), took, looks_on = prove()

    assert (without.status_code, mail.outbox[0].to) == (422, ["me@example.org"])
    assert "Its row below says what the mail server answers" in shown
    assert (is_looking, looks_on) == (True, False)
    assert "✔ sent" in took
    assert [cache.get(key_of_test(message)) for message in event.messages.all()] == [None]

    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    _, failed, _ = prove()

    assert "The mail server said: [Errno 111] Connection refused" in failed
