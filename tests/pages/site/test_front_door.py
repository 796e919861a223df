"""The home page: the events, and the ways to sign in."""

from datetime import timedelta
from typing import ClassVar

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import MD5PasswordHasher, check_password, make_password
from django.test import Client
from django.utils import timezone

from accounts.rate_limits import SIGN_UP, count_try
from config import settings as real
from server.limits.guesses import KNOWN, known_account
from tests import build
from tests.pages.reading import words
from tests.pages.visit import joined
from tournament.badges.commands_badges import give_badge, invite_organizer, revoke_badge
from tournament.models import Badge, Event, Role
from tournament.models.codes import in_groups

WRONG = "0000 0000 0001"


def desk_of(event):
    return give_badge(event=event, role=Role.DESK, name="Jo", by=build.organizer(event), at=build.MEET)


def test_the_front_door_says_what_uptown_is_and_lists_the_events(client):
    empty = words(client.get("/"))
    build.event(venue="South Shore Cultural Center")

    page = words(client.get("/"))

    assert "No event yet An organizer signs in and opens the first one." in empty
    assert "Run your Bid Whist tournament, live in the room." in page
    assert "Pride South Bid Whist Saturday, June 27, 2026, 2:00 PM to 7:00 PM South Shore" in page


def test_without_accounts_the_front_page_says_where_the_first_link_is(client):
    without = client.get("/")
    get_user_model().objects.create_user("mo", password="uptown at noon", is_staff=True)

    with_account = client.get("/")

    assert ["/sign-in/" in page.content.decode() for page in (without, with_account)] == [False, True]
    assert "The window in which Uptown was started shows the link that makes the first one." in words(without)


def test_an_invitation_makes_one_account_and_leads_to_a_new_event(client):
    now, too_long = timezone.now(), timedelta(days=3, minutes=1)
    new, old = (f"/setup/{invite_organizer(event=None, at=at).token}/" for at in (now, now - too_long))
    typed = {"username": "ann", "password": "uptown at noon"}

    too_late = client.post(old, typed)
    refused = client.post(new, {**typed, "password": "123"})
    answer = client.post(new, typed)
    again = client.get(new)

    assert [each.status_code for each in (too_late, refused, again)] == [404, 422, 404]
    assert 'value="ann"' in refused.content.decode()
    assert "too short" in words(refused)
    assert answer.url == "/new/"
    assert client.get("/new/").status_code == 200
    assert get_user_model().objects.get().is_staff
    assert (
        "This link was used already, a newer one was made, or its three days are over. "
        "Ask an organizer for a new one"
    ) in words(again)


# --- by a private link ----------------------------------------------------------------------------


def test_a_private_link_and_then_the_front_page_lead_to_the_badges_page():
    event = build.event()

    for badge, home in (
        (build.organizer(event).badge, "today/"),
        (desk_of(event), "desk/"),
        (build.referee(event).badge, "tables/"),
        (build.team(event).badge, "team/"),
    ):
        client = Client()
        answer = client.get(f"/join/{badge.secret}/")
        page = client.get("/").content.decode()

        assert answer.url == f"/{event.slug}/{home}"
        assert client.get(answer.url).status_code == 200
        assert f'href="{answer.url}"' in page.split("Your pages")[1].split("</nav>")[0]


def test_links_of_revoked_badges_and_of_the_event_itself_are_closed(client):
    event = build.event()
    taken_back = desk_of(event)
    revoke_badge(badge=taken_back, by=build.organizer(event), at=build.MEET)

    for badge in (taken_back, *event.badges.filter(role__in=(Role.PUBLIC, Role.CLOCK))):
        answer = client.get(f"/join/{badge.secret}/")

        assert answer.status_code == 404
        assert "This link is closed. Ask the desk for a new one." in words(answer)


def test_a_link_that_outlived_its_event_says_where_the_results_are(client, settings):
    settings.LINKS_LAST = timedelta(days=30)
    badge = build.referee(build.event()).badge

    with time_machine.travel(build.MEET + timedelta(days=31)):
        answer = client.get(f"/join/{badge.secret}/")

    assert answer.status_code == 404
    assert "is over, and its private links closed 30 days after it. The results are still on" in words(answer)


def test_who_reads_the_database_alone_opens_no_link(client):
    badge = build.referee(build.event()).badge

    assert badge.secret not in {badge.nonce, badge.hashed}
    assert [client.get(f"/join/{word}/").status_code for word in (badge.nonce, badge.hashed)] == [404, 404]


def test_another_referees_link_asks_before_it_changes_who_signs():
    event = build.event()
    jo, bo = (build.referee(event, name).badge for name in ("Jo", "Bo"))
    phone, link = joined(jo), f"/join/{bo.secret}/"

    def worn():
        return phone.get(f"/{event.slug}/phone/").json()["badge"]

    asked, still = words(phone.get(link)), worn()
    answer = phone.post(link)

    assert "Jo is signed in here" in asked
    assert still == jo.pk
    assert answer.url == f"/{event.slug}/tables/"
    assert worn() == bo.pk
    assert phone.get(f"/join/{build.team(event).badge.secret}/").url == f"/{event.slug}/team/"


def test_a_team_learns_no_name_of_the_crew():
    event = build.event()
    phone = joined(build.team(event).badge)

    answer = phone.post(f"/{event.slug}/team/seated/", {"entered_by": build.referee(event, "Jo").badge.pk})

    assert answer.status_code == 409
    assert "Entered with another badge." in words(answer)


# --- by a code, a key or a password ---------------------------------------------------------------


def _badge_with_code_now(event: Event) -> Badge:
    now = timezone.now()
    badge = give_badge(event=event, role=Role.REFEREE, name="Jo", by=build.organizer(event), at=now)
    assert badge.code_until > now + timedelta(hours=11)
    return badge


def test_a_code_may_have_spaces_and_a_wrong_one_stays_in_the_field(client):
    badge = _badge_with_code_now(build.event())

    wrong, short, right = (
        client.post("/code/", {"code": code}) for code in (WRONG, "12345", in_groups(badge.code))
    )

    assert wrong.status_code == 422
    assert "That code doesn’t work. Ask the organizer for a new one." in words(wrong)
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


def test_only_the_key_beside_the_database_signs_in_an_organizer(client, settings):
    settings.ORGANIZER_KEY = "felt-and-gold"

    wrong = client.post("/key/", {"key": "paper"})
    stranger = client.get("/new/").status_code
    right = client.post("/key/", {"key": "felt-and-gold\n"})

    assert (wrong.status_code, stranger) == (422, 403)
    assert "That is not this computer’s key." in words(wrong)
    assert right.url == "/new/"
    assert client.get("/new/").status_code == 200


def test_wrong_passwords_lock_no_organizer_out_of_a_new_device():
    get_user_model().objects.create_user("ann", password="a kitty of seven", is_staff=True)
    for _ in range(20):
        Client().post("/sign-in/", {"login": "Ann", "password": "wrong"})

    device = Client()

    assert device.post("/sign-in/", {"login": "ann", "password": "a kitty of seven"}).status_code == 302
    assert known_account({KNOWN: device.cookies[KNOWN].value}) == "ann"


class Counted(MD5PasswordHasher):
    hashed: ClassVar[list[str]] = []

    def encode(self, password, salt):
        self.hashed.append(password)
        return super().encode(password, salt)


def test_a_password_is_hashed_once_even_for_an_unknown_name(client, settings):
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


# --- who may not come in --------------------------------------------------------------------------


def test_one_network_signs_up_no_hundreds_of_teams(client, rf):
    event = build.event()
    for _ in range(SIGN_UP.free - 1):
        count_try(rf.post("/"), SIGN_UP, f"{event.slug} 127.0.0.1")

    answers = [client.post(f"/{event.slug}/sign-up/", {"name": "Katz"}) for _ in range(3)]

    assert [SIGN_UP.wait in words(answer) for answer in answers] == [False, False, True]


def test_a_stranger_reads_how_to_get_in(client):
    event = build.event()

    answer = client.get(f"/{event.slug}/desk/")

    assert answer.status_code == 403
    assert "This page is for the desk. Ask the organizer for a link or a code." in words(answer)
    assert 'href="/code/"' in answer.content.decode()
    assert f'href="/sign-in/?next=/{event.slug}/desk/"' in answer.content.decode()
