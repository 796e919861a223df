"""The pages of a club's evening: who comes, the links, and a person's own page."""

from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from seasons.evenings.commands_evenings import ask_who_comes
from seasons.evenings.who_comes import link_secret
from tests import build
from tests.pages.reading import words
from tests.pages.visit import phone_of, statements
from tests.seasons.nights import FOUR, Night, person
from tools.rehearsal.browser import read

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_morning():
    with time_machine.travel(build.MEET, tick=False):
        yield


def asked(*names, user="ann", **plan):
    Night(*names, week=-1, user=user).known()
    night = Night(user=user, **plan)
    ask_who_comes(**night.press, is_on=True)
    return night


def page(night, path=""):
    return words(phone_of(night).get(f"/{night.event.slug}/club/evening/{path}"))


def press(night, path, **typed):
    return words(phone_of(night).post(f"/{night.event.slug}/club/{path}", typed, follow=True))


def link(name):
    return f"/mine/evenings/{link_secret(person(name))}/"


def says(night, name, comes, **more):
    typed = {"key": uuid4(), "event": night.event.pk, "comes": comes} | more
    return Client().post(f"{link(name)}answer/", typed, follow=True)


def test_nothing_is_asked_until_the_organizer_presses():
    Night(*FOUR, week=-1).known()
    night = Night()

    before, own = page(night), words(Client().get(link("Dee")))
    person_page = words(phone_of(night).get(f"/{night.event.slug}/club/{person('Dee').pk}/"))
    during = press(night, "evening/ask/", is_on="yes")
    theirs = words(Client().get(link("Dee")))
    after = press(night, "evening/ask/", is_on="no")

    assert "Ask who comes" in before
    assert "No evening to answer for now" in own
    assert "Their link to say who comes" not in person_page
    assert "The club asks who comes." in during
    assert "Guests No answer: 4 Dee Lou Mo Ray Regulars: nobody yet. Choose the regulars" in during
    assert "Week 0" in theirs
    assert "You haven’t answered yet." in theirs
    assert "Nobody is asked any more." in after


def test_a_person_answers_from_their_own_link_and_reads_no_names():
    night = asked(*FOUR)
    says(night, "Ray", "yes")
    says(night, "Mo", "maybe")

    answered = says(night, "Dee", "yes")
    again = says(night, "Dee", "no")

    assert "You said yes: a place is free for you." in words(answered)
    assert "2 people come, 2 more for a full table · 1 said maybe" in words(answered)
    assert "You said no." in words(again)
    assert not {"Ray", "Mo", "Lou"} & set(words(again).split())
    assert answered.headers["Cache-Control"].count("no-store")


def test_what_nobody_can_answer_is_refused_and_a_wrong_link_opens_nothing():
    night = asked(*FOUR)

    strange = says(night, "Dee", "perhaps")
    other = says(night, "Dee", "yes", event=Night(week=1).event.pk)
    wrong = Client().get("/mine/evenings/x/")

    assert strange.status_code == other.status_code == 422
    assert "Press Yes, Maybe or No." in words(strange)
    assert "doesn’t ask about this evening" in words(other)
    assert wrong.status_code == 404


def test_an_organizer_reads_who_comes_and_tells_who_said_maybe():
    night = asked(*FOUR)
    for name, contact in (("Mo", "mo@example.org"), ("Lou", "312 555 0100")):
        row = person(name)
        typed = {"name": name, "contact": contact, "may_contact": "on"}
        press(night, f"{row.pk}/correct/", **typed)
        says(night, name, "maybe")
    says(night, "Dee", "yes")

    answer = phone_of(night).get(f"/{night.event.slug}/club/evening/")
    links = [each.attributes["href"] for each in read(answer.content.decode()).find("a", href="*")]

    assert "1 person comes, 3 more for a full table" in words(answer)
    assert "Yes: 1 Dee a place is free Maybe: 2 Lou Mo No answer: 1 Ray" in words(answer)
    assert "Week 0: 1 comes, 3 more for a full table. Can you?" in words(answer)
    assert [each.partition("?")[0] for each in links if each.startswith(("sms", "mailto"))] == [
        "sms:3125550100",
        "mailto:",
    ]


def test_who_said_yes_is_signed_up_by_a_press_and_a_changed_mind_is_listed():
    night = asked(*FOUR)
    says(night, "Dee", "yes")
    says(night, "Ray", "yes")

    signed_up = press(night, "evening/sign-up/")
    again = press(night, "evening/sign-up/")
    says(night, "Ray", "no")

    assert "2 who said yes signed up." in signed_up
    assert "Yes: 2 Dee signed up Ray signed up" in signed_up
    assert "is on the list already" in again
    assert "Ray is on the list and now says no." in page(night)
    assert "and you said no" in words(Client().get(link("Ray")))


def test_regulars_and_guests_are_listed_apart():
    night = asked(*FOUR)

    guest = press(night, "evening/guest/", name="Di", contact="", may_contact="")
    nameless = press(night, "evening/guest/", name="")
    chosen = press(night, "evening/regulars/", people=[person(name).pk for name in ("Dee", "Ray")])
    strange = press(night, "evening/regulars/", people=[0])

    assert "Di is a guest of" in guest
    assert "Write the person’s name." in nameless
    assert "Regulars No answer: 2 Dee Ray Guests No answer: 3 Di Lou Mo" in chosen
    assert "Choose people of the list." in strange


def test_each_person_has_a_card_and_a_new_link_closes_the_old_one():
    night = asked(*FOUR)
    old = link("Dee")

    cards = page(night, "cards/")
    renewed = press(night, f"{person('Dee').pk}/link/", has_page=1)

    assert all(f"{name} Do you come to the next evening" in cards for name in FOUR)
    assert "730 days" in cards
    assert "Dee has another link. The old one is closed." in renewed
    assert Client().get(old).status_code == 404
    assert Client().get(link("Dee")).status_code == 200


def test_another_club_sees_and_changes_nothing():
    night, theirs = asked(*FOUR), Night("Bo", "Cy", user="bo", week=2)

    for path in ("", "cards/"):
        assert phone_of(theirs).get(f"/{night.event.slug}/club/evening/{path}").status_code in {403, 302}
    for path in ("ask/", "sign-up/", "regulars/", "guest/"):
        assert phone_of(theirs).post(f"/{night.event.slug}/club/evening/{path}").status_code in {403, 302}


def test_an_evenings_pages_take_as_many_statements_for_many_as_for_few():
    found = []
    for names in (FOUR, (*FOUR, "Al", "Bo", "Cy", "Di")):
        night = asked(*names, user=f"u{len(names)}", capacity=2)
        whom = night.club.people.get(name="Dee")
        client = phone_of(night)
        for one in night.club.people.all():
            Client().post(
                f"/mine/evenings/{link_secret(one)}/answer/",
                {"key": uuid4(), "event": night.event.pk, "comes": "yes"},
            )
        address = f"/{night.event.slug}/club/evening/"
        own = f"/mine/evenings/{link_secret(whom)}/"
        found.append(
            [statements(client, address), statements(client, f"{address}cards/"), statements(Client(), own)]
        )

    assert found[0] == found[1]


def test_an_entry_waits_on_the_waiting_list_and_a_yes_behind_it_is_in_line():
    night = asked(*FOUR, capacity=1, game="cutthroat-bid-whist")
    for name in ("Mo", "Ray"):
        night.team(name)
    night.known()

    answered = says(night, "Dee", "yes")

    assert "You are number 1 on the waiting list." in words(Client().get(link("Ray")))
    assert "You said yes: number 2 in line for a place." in words(answered)
    assert "Ray number 1 on the waiting list" in page(night)
    assert "Dee number 2 in line for a place" in page(night)
    assert "1 is on it" in words(Client().get(f"/{night.event.slug}/sign-up/"))
