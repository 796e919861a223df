"""The guides: pages of the docs, with pictures and with links into the event."""

import pytest
from django.contrib.staticfiles import finders
from django.urls import resolve

from pages.hall.guides import DOCS, GUIDES, guide
from tests import build
from tests.pages.visit import wearing
from tools.rehearsal.browser import read

pytestmark = pytest.mark.slow


def test_each_guide_has_the_title_and_first_words_of_its_doc(client, event, subtests):
    for name in GUIDES:
        with subtests.test(name):
            page = read(client.get(f"/{event.slug}/guide/{name}/").content.decode())
            article = page.one("article")
            title, _, text = (DOCS / f"{name}.md").read_text().partition("\n\n")
            assert article.one("h1").words == title.removeprefix("# ")
            assert article.find("p")[0].words.split()[:3] == text.split()[:3]
            assert "<event>" not in article.words


@pytest.mark.parametrize("name", GUIDES)
def test_each_link_of_a_guide_leads_to_a_page_and_each_picture_is_there(name):
    page = read(guide(name, "pride-south").html)

    for link in page.find("a"):
        address, _, anchor = link.attributes["href"].partition("#")
        linked = page
        if address:
            assert address.startswith("/pride-south/")
            found = resolve(address)
            if found.url_name.startswith("guide-"):
                linked = read(guide(found.url_name.removeprefix("guide-"), "pride-south").html)
        assert not anchor or linked.find(id=anchor)
    for picture in page.find("img"):
        assert picture.attributes["alt"]
        assert finders.find(picture.attributes["src"].removeprefix("/static/"))


def test_a_guide_links_names_of_pages_and_keeps_other_names_as_text():
    desk, organizer = (guide(name, "pride-south").html for name in ("desk", "organizer"))

    assert '<a href="/pride-south/desk/money/"><em>Money</em></a>, <em>Take back…</em>' in desk
    assert '<a href="/pride-south/guide/organizer/#lists-in-and-out">lists in and out</a>' in desk
    assert "Tell the operator." in organizer


def test_each_of_the_crew_has_their_own_guide_at_hand(event, organizer, desk):
    referee, team = (
        wearing(badge) for badge in (build.referee(event).badge, build.team(event, "Aces").badge)
    )

    for client, path, name in (
        (organizer, "floor/", "organizer"),
        (desk, "desk/", "desk"),
        (referee, "tables/", "referee"),
        (team, "team/", "player"),
    ):
        page = client.get(f"/{event.slug}/{path}").content.decode()
        assert f'href="/{event.slug}/guide/{name}/"' in page
