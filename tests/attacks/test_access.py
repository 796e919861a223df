"""Access to every URL: each admits the right badges and refuses all other visitors."""

import pytest

from accounts.access import BADGES, HOME
from tests import build
from tests.attacks.addresses import ALL
from tests.pages.visit import organizer_of, wearing
from tournament.badges.commands_badges import give_badge
from tournament.models import Badge, Role
from tournament.models.keys import KEYS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

GUARDED = [(address, view.access) for address, view in ALL if getattr(view, "access", "") in KEYS]
CREW_AND_TEAMS = (Role.ORGANIZER, Role.DESK, Role.REFEREE, Role.TEAM)


def test_no_address_hides_another():
    addresses = [address for address, _ in ALL]

    assert sorted(set(addresses)) == sorted(addresses)


def test_every_view_says_who_it_lets_in():
    known = {"everyone", "anybody", "organizers", "token", *KEYS}

    assert [address for address, view in ALL if getattr(view, "access", None) not in known] == []


def test_a_strangers_post_is_refused_and_the_page_is_not_shown(client):
    build.event()

    answers = [
        (method.__name__, address, method(address).status_code)
        for address, _ in GUARDED
        for method in (client.post, client.get)
    ]

    assert len(answers) > 60
    assert [answer for answer in answers if answer[-1] != 403] == []


def test_a_call_without_a_token_is_refused_also_to_an_organizers_badge(client):
    event = build.event()
    calls = [address for address, view in ALL if view.access == "token"]
    clients = (client, organizer_of(event))

    answers = [
        (address, answer.status_code)
        for address in calls
        for each in clients
        for answer in (each.get(address), each.post(address, {}, content_type="application/json"))
    ]

    assert len(calls) > 15
    assert [answer for answer in answers if answer[1] not in (401, 405)] == []


def test_a_badge_of_another_kind_or_of_another_event_opens_nothing(client, longer):
    """The browser has all of the wrong badges at once; with ``--long`` each by itself, at both events."""
    event, other = build.event(), build.event(name="Another Hall")
    badges = {at: [given(at, role) for role in Role if role in CREW_AND_TEAMS] for at in (event, other)}
    session, answers = client.session, []

    for here in (event,) if longer == 1 else (event, other):
        for address, access in GUARDED:
            shut = [
                badge
                for at in badges
                for badge in badges[at]
                if at != here or badge.role not in KEYS[access].roles
            ]
            for worn in [shut] if longer == 1 else [[badge] for badge in shut]:
                session[BADGES] = [badge.pk for badge in worn]
                session.save()
                target = address.replace(event.slug, here.slug)
                answers += [
                    (ask.__name__, target, ask(target).status_code) for ask in (client.post, client.get)
                ]

    assert len(answers) >= 2 * len(GUARDED)
    assert [answer for answer in answers if answer[-1] != 403] == []


def given(event, role):
    if role == Role.ORGANIZER:
        return build.organizer(event).badge
    if role == Role.TEAM:
        return build.team(event).badge
    return give_badge(event=event, role=role, name=role, by=build.organizer(event), at=build.MEET)


def test_a_badge_taken_back_closes_every_door():
    event = build.event()
    badge = given(event, Role.REFEREE)
    client = wearing(badge)
    assert client.get(f"/{event.slug}/tables/").status_code == 200

    Badge.objects.filter(pk=badge.pk).update(revoked_at=build.MEET)

    assert client.get(f"/{event.slug}/tables/").status_code == 403


# --- a browser learns what kind of badge it has ------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "page"),
    [(Role.ORGANIZER, "today"), (Role.DESK, "desk"), (Role.REFEREE, "tables"), (Role.TEAM, "team")],
)
def test_the_page_of_a_badge_tells_the_browser_once_what_kind_it_is(role, page, settings):
    settings.SESSION_COOKIE_SECURE = role == Role.ORGANIZER
    event = build.event()
    browser = wearing(build.organizer(event).badge if role == Role.ORGANIZER else given(event, role))

    first = browser.get(f"/{event.slug}/{page}/")
    again = browser.get(f"/{event.slug}/{page}/")

    cookie = first.cookies[HOME]
    assert (cookie.value, cookie["path"], cookie["samesite"]) == (role, f"/{event.slug}/", "Lax")
    assert bool(cookie["secure"]) == (role == Role.ORGANIZER)  # Over https only.
    assert cookie["httponly"] == ""  # A script reads it.
    assert HOME not in again.cookies


def test_a_badge_taken_back_is_forgotten_and_a_stranger_learns_nothing(client):
    event = build.event()
    strangers = [client.get(address) for address in (f"/{event.slug}/", f"/{event.slug}/floor/", "/")]
    client.cookies[HOME] = Role.REFEREE

    elsewhere = client.get(f"/{event.slug}/team/")
    tables = client.get(f"/{event.slug}/tables/")

    assert [HOME in answer.cookies for answer in (*strangers, elsewhere)] == [False] * 4
    assert (tables.cookies[HOME].value, tables.cookies[HOME]["path"]) == ("", f"/{event.slug}/")


def test_who_signed_in_finds_the_way_back_from_the_front_door(client, django_user_model):
    event = build.event()
    user = django_user_model.objects.create_user("olga", is_staff=True)
    Badge.objects.filter(pk=build.organizer(event).badge.pk).update(user=user)
    client.force_login(user)

    cookie = client.get("/").cookies[HOME]

    assert (cookie.value, cookie["path"]) == (Role.ORGANIZER, f"/{event.slug}/")
