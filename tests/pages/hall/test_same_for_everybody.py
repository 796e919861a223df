"""A public page is the same for everybody: nothing in it depends on the visitor."""

import pytest
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.access import HOME
from scoring.bracket.commands_bracket import start_phase_two
from tests import build
from tests.attacks.addresses import ALL
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock, wearing
from tournament.badges.commands_badges import give_badge
from tournament.models import Badge, Event, Role

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVENT = "/pride-south-bid-whist/"
PREVIEW = {"description", "og:title", "og:description", "og:image", "twitter:card"}
# Pages that may differ: a form with its token, what a phone asks about itself, a placard's redirect, whether
# a phone got through, and the link in a message that stops more. This event has no league page and no
# receipt. The pages of somebody who signed up are private.
OWN = {
    "sign-up/", "sign-up/alone/", "phone/", "phone/held/", "phones/reached/felt-and-gold/", "table/1/",
    "league/", "league/players/", "series/1/table/",
    "receipt/felt-and-gold/", "stop/felt-and-gold/",
}  # fmt: skip
FOR_ALL = sorted(
    address.removeprefix(EVENT)
    for address, view in ALL
    if getattr(view, "access", "") == "everyone" and address.startswith(EVENT)
    if not address.startswith(f"{EVENT}signed-up/")
)


def test_a_public_page_is_the_same_for_a_stranger_a_team_and_the_crew():
    event = in_its_bracket()
    badges = everybodys(event)
    browsers = {name: told_something(signed_in(badge)) for name, badge in badges.items()}

    game = event.games.order_by("pk").first()
    pages = [path.replace("games/1/", f"games/{game.pk}/") for path in FOR_ALL if path not in OWN]
    as_stranger = {path: Client().get(f"{EVENT}{path}") for path in pages}
    found = [
        f"/{path} for {name}"
        for path in pages
        for name, browser in browsers.items()
        if browser.get(f"{EVENT}{path}").content != as_stranger[path].content
    ]

    assert len(pages) >= 20
    assert found == []
    for path, page in as_stranger.items():
        html = page.content.decode(errors="replace")  # One is a picture.
        assert page.status_code == 200, path
        assert "Cookie" not in page.headers.get("Vary", ""), path
        assert (page.cookies, "csrfmiddlewaretoken" in html) == ({}, False), path
        assert [name for name in (*badges, "Saved for you.") if name in html] == [], path
        if "<head>" in html:
            assert {name for name in PREVIEW if f'"{name}" content="' in html} == PREVIEW, path


def test_a_message_for_somebody_waits_for_a_page_of_theirs():
    event = build.event()
    browser = told_something(organizer_of(event))

    browser.get(f"/{event.slug}/standings/")

    assert "Saved for you." in words(browser.get(f"/{event.slug}/floor/"))


def in_its_bracket() -> Event:
    event = build.event(is_practice=True)
    build.teams(event, 8)
    build.played_phase_one(event)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    still_clock(event, build.at(17, 5))
    return event


def everybodys(event: Event) -> dict[str, Badge]:
    """A badge of each kind, by its name; a team's name is in the standings anyway."""
    olga = build.organizer(event)
    Badge.objects.filter(pk=olga.badge.pk).update(name="Organizer Olga")
    crew = {"Referee Ray": Role.REFEREE, "Desk Dora": Role.DESK}
    return {
        "a team’s badge": event.badges.filter(role=Role.TEAM).first(),
        "Organizer Olga": olga.badge,
        **{
            name: give_badge(event=event, role=role, name=name, by=olga, at=build.MEET)
            for name, role in crew.items()
        },
    }


def signed_in(badge: Badge) -> Client:
    """A browser with the badge; an organizer's is signed in, too."""
    browser = wearing(badge)
    if badge.role == Role.ORGANIZER:
        badge.user = get_user_model().objects.create_user("olga", is_staff=True)
        badge.save()
        browser.force_login(badge.user)
    browser.cookies[HOME] = badge.role
    return browser


def told_something(browser: Client) -> Client:
    """Give a browser a message that no page has shown yet."""
    request, answer = RequestFactory().get("/"), HttpResponse()
    request._messages = CookieStorage(request)
    messages.success(request, "Saved for you.")
    request._messages.update(answer)
    browser.cookies.update(answer.cookies)
    return browser
