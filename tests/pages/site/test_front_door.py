"""The home page: the events, and the ways to sign in."""

from dataclasses import replace
from datetime import timedelta
from typing import ClassVar

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import MD5PasswordHasher, check_password, make_password
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.rate_limits import SIGN_UP
from config import settings as real
from pages.hall import views_sign_up
from server.limits.guesses import KNOWN, known_account
from tests import build
from tests.pages.reading import words
from tournament.commands.badges import give_badge, invite_organizer, revoke_badge
from tournament.models import Badge, Event, Role
from tournament.models.codes import in_groups

WRONG = "0000 0000 0001"


@pytest.fixture(autouse=True)
def nobody_has_tried():
    cache.clear()


def test_the_front_door_says_what_uptown_is_and_lists_the_events(client):
    empty = words(client.get("/"))
    build.event(venue="South Shore Cultural Center")

    page = words(client.get("/"))

    assert "No event yet An organizer signs in and opens the first one." in empty
    assert "Run your Bid Whist tournament, live in the room." in page
    assert "Pride South Bid Whist Saturday, June 27, 2026, 2:00 PM to 7:00 PM South Shore" in page


def test_an_invitation_makes_an_account_once_signs_in_and_leads_to_a_new_event(client):
    token = invite_organizer(event=None, at=timezone.now()).token
    old = invite_organizer(event=None, at=timezone.now() - timedelta(days=3, minutes=1)).token
    too_late = client.post(f"/setup/{old}/", {"username": "ann", "password": "uptown at noon"})
    refused = client.post(f"/setup/{token}/", {"username": "ann", "password": "123"})

    answer = client.post(f"/setup/{token}/", {"username": "ann", "password": "uptown at noon"})
    again = client.get(f"/setup/{token}/")

    assert [each.status_code for each in (too_late, refused, again)] == [404, 422, 404]
    assert 'value="ann"' in refused.content.decode()
    assert "too short" in words(refused)
    assert answer.url == "/new/"
    assert client.get("/new/").status_code == 200
    assert get_user_model().objects.get().is_staff
    assert (
        "This link was used already, a newer one was made, or its three days are over. "
        "Ask an organizer for a new one" in words(again)
    )


@pytest.mark.parametrize(
    ("role", "home"),
    [(Role.ORGANIZER, "floor/"), (Role.DESK, "desk/"), (Role.REFEREE, "tables/"), (Role.TEAM, "team/")],
)
def test_a_private_link_leads_to_the_page_of_its_badge_and_so_does_the_front_page(client, role, home):
    event = build.event()
    build.team(event)
    for crew in (Role.DESK, Role.REFEREE):
        give_badge(event=event, role=crew, name="Jo", by=build.organizer(event), at=build.MEET)

    answer = client.get(f"/join/{event.badges.get(role=role).secret}/")
    page = client.get("/").content.decode()

    assert answer.url == f"/{event.slug}/{home}"
    assert client.get(answer.url).status_code == 200
    assert f'href="{answer.url}"' in page.split("Your pages")[1].split("</nav>")[0]


def test_the_events_own_badges_open_nothing(client):
    event = build.event()
    secrets = [event.badges.get(role=role).secret for role in (Role.PUBLIC, Role.CLOCK)]

    assert [client.get(f"/join/{secret}/").status_code for secret in secrets] == [404, 404]


def test_a_link_taken_back_is_closed_and_says_where_to_go(client):
    event = build.event()
    badge = give_badge(event=event, role=Role.DESK, name="Jo", by=build.organizer(event), at=build.MEET)
    revoke_badge(badge=badge, by=build.organizer(event), at=build.MEET)

    answer = client.get(f"/join/{badge.secret}/")

    assert answer.status_code == 404
    assert "This link is closed. Ask the desk for a new one." in words(answer)


def test_a_code_typed_with_spaces_opens_the_badges_page_and_a_wrong_one_is_kept(client):
    badge = _badge_with_code_now(build.event())

    wrong = client.post("/code/", {"code": WRONG})
    short = client.post("/code/", {"code": "12345"})
    right = client.post("/code/", {"code": in_groups(badge.code)})

    assert wrong.status_code == 422
    assert "That code doesn't work. Ask the organizer for a new one." in words(wrong)
    assert 'value="0000 0000 0001"' in wrong.content.decode()
    assert "A code is twelve digits, as in 4829 1350 7216." in words(short)
    assert right.url == f"/{badge.event.slug}/tables/"


@pytest.mark.slow
def test_wrong_codes_close_no_code_and_no_key(client, settings):
    settings.ORGANIZER_KEY = "felt-and-gold"
    mine, other = _badge_with_code_now(build.event()), _badge_with_code_now(build.event(name="Another"))

    answers = {client.post("/code/", {"code": WRONG}).status_code for _ in range(400)}

    assert answers == {422}
    assert [client.post("/code/", {"code": badge.code}).status_code for badge in (mine, other)] == [302, 302]
    assert Client().post("/key/", {"key": "felt-and-gold"}).url == "/new/"


def test_nobody_speaks_for_another_address(client):
    event = _badge_with_code_now(build.event()).event

    client.post("/code/", {"code": WRONG}, headers={"x-forwarded-for": "192.0.2.1"})

    assert event.log.last().words == "A wrong code was typed. It came from 127.0.0.1."


def test_wrong_passwords_lock_no_organizer_out_of_a_new_device():
    get_user_model().objects.create_user("ann", password="a kitty of seven", is_staff=True)
    right = {"login": "ann", "password": "a kitty of seven"}
    for _ in range(20):
        Client().post("/sign-in/", {"login": "Ann", "password": "wrong"})

    device = Client()

    assert device.post("/sign-in/", right).status_code == 302
    assert known_account({KNOWN: device.cookies[KNOWN].value}) == "ann"


class Counted(MD5PasswordHasher):
    hashed: ClassVar[list[str]] = []

    def encode(self, password, salt):
        self.hashed.append(password)
        return super().encode(password, salt)


def test_a_wrong_password_is_hashed_once_and_one_of_a_name_that_nobody_has_as_well(client, settings):
    settings.PASSWORD_HASHERS = [f"{__name__}.Counted"]
    get_user_model().objects.create_user("ann", password="a kitty of seven", is_staff=True)
    Counted.hashed.clear()

    for name in ("ann", "nobody"):
        client.post("/sign-in/", {"login": name, "password": f"wrong for {name}"})

    assert Counted.hashed == ["wrong for ann", "wrong for nobody"]


def test_passwords_are_stored_as_owasp_recommends(settings):
    settings.PASSWORD_HASHERS = real.PASSWORD_HASHERS

    assert make_password("a kitty of seven").startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password("a kitty of seven", make_password("a kitty of seven", hasher="pbkdf2_sha256"))


def test_one_network_signs_up_no_hundreds_of_teams(client, monkeypatch):
    few = replace(SIGN_UP, free=2)
    monkeypatch.setattr(views_sign_up, "SIGN_UP", few)
    event = build.event()

    answers = [client.post(f"/{event.slug}/sign-up/", {"name": "Katz"}) for _ in range(few.free + 2)]

    waits = [few.wait in words(answer) for answer in answers]
    assert waits == [False, False, False, True]


def test_the_key_beside_the_database_signs_in_an_organizer_and_no_other_does(client, settings):
    settings.ORGANIZER_KEY = "felt-and-gold"

    wrong = client.post("/key/", {"key": "paper"})
    stranger = client.get("/new/").status_code
    right = client.post("/key/", {"key": "felt-and-gold\n"})

    assert (wrong.status_code, stranger) == (422, 403)
    assert "That is not this computer's key." in words(wrong)
    assert right.url == "/new/"
    assert client.get("/new/").status_code == 200


def test_a_stranger_is_told_how_to_get_in(client):
    event = build.event()

    answer = client.get(f"/{event.slug}/desk/")

    assert answer.status_code == 403
    assert "This page is for the desk. Ask the organizer for a link or a code." in words(answer)
    assert 'href="/code/"' in answer.content.decode()
    assert f'href="/sign-in/?next=/{event.slug}/desk/"' in answer.content.decode()


def _badge_with_code_now(event: Event) -> Badge:
    now = timezone.now()
    badge = give_badge(event=event, role=Role.REFEREE, name="Jo", by=build.organizer(event), at=now)
    assert badge.code_until > now + timedelta(hours=11)
    return badge


def test_a_link_of_another_referee_asks_before_it_changes_who_signs(client):
    event = build.event()
    jo, bo = (build.referee(event, name).badge for name in ("Jo", "Bo"))
    client.get(f"/join/{jo.secret}/")

    asked = client.get(f"/join/{bo.secret}/")
    still = client.get(f"/{event.slug}/phone/").json()["badge"]
    answer = client.post(f"/join/{bo.secret}/")

    assert "Jo is signed in here" in words(asked)
    assert still == jo.pk
    assert answer.url == f"/{event.slug}/tables/"
    assert client.get(f"/{event.slug}/phone/").json()["badge"] == bo.pk


def test_a_referee_opens_the_link_of_their_own_team_without_a_question(client):
    event = build.event()
    client.get(f"/join/{build.referee(event).badge.secret}/")

    assert client.get(f"/join/{build.team(event).badge.secret}/").url == f"/{event.slug}/team/"


def test_a_team_learns_no_name_of_the_crew(client):
    event = build.event()
    referee = build.referee(event, "Jo").badge
    client.get(f"/join/{build.team(event).badge.secret}/")

    answer = client.post(f"/{event.slug}/team/seated/", {"entered_by": referee.pk})

    assert answer.status_code == 409
    assert "Entered by somebody else." in words(answer)


def test_who_reads_the_database_alone_opens_no_link(client):
    badge = build.referee(build.event()).badge

    assert badge.secret not in {badge.nonce, badge.hashed}
    assert [client.get(f"/join/{word}/").status_code for word in (badge.nonce, badge.hashed)] == [404, 404]


def test_a_link_that_outlived_its_event_says_where_the_results_are(client, settings):
    settings.LINKS_LAST = timedelta(days=30)
    badge = build.referee(build.event()).badge

    with time_machine.travel(build.MEET + timedelta(days=31)):
        answer = client.get(f"/join/{badge.secret}/")

    assert answer.status_code == 404
    assert "is over, and its private links closed 30 days after it. The results are still on" in words(answer)
