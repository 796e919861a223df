"""The way around for who runs the event: four groups in the header, the pages of one above the page."""

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.visit import wearing

GROUPS = ["Floor", "Desk", "Settings", "Records"]


def labels(page, kind):
    return [link.words for link in page.one("nav", **{"class": kind}).find("a")]


@pytest.mark.parametrize(
    ("address", "here", "group"),
    [
        ("floor/", "Floor", ["Floor", "Seating", "Clock", "Referee", "Hall"]),
        ("seating/", "Floor", ["Floor", "Seating", "Clock", "Referee", "Hall"]),
        ("desk/money/", "Desk", ["Desk", "Money", "Sign-up"]),
        ("floor/set-up/", "Settings", ["Settings", "Tables", "People"]),
        ("log/", "Records", ["Records", "Rulings", "Games"]),
        ("tables/", "Floor", ["Floor", "Seating", "Clock", "Referee", "Hall"]),
        ("trick/", "Floor", ["Floor", "Seating", "Clock", "Referee", "Hall"]),
        ("rulings/", "Records", ["Records", "Rulings", "Games"]),
    ],
)
def test_an_organizer_finds_every_page_by_four_groups(event, organizer, address, here, group):
    page = read(organizer.get(f"/{event.slug}/{address}").content.decode())

    assert labels(page, "site-nav") == GROUPS
    assert labels(page, "group-nav no-print") == group
    current = page.one("nav", **{"class": "site-nav"}).find("a", aria_current="*")
    assert [link.words for link in current] == [here]


@pytest.mark.parametrize(
    ("chosen", "label"),
    [("single", "Bracket"), ("groups", "Bracket"), ("swiss", "Phase II"), ("robin", "Phase II")],
)
def test_the_page_of_phase_two_is_called_a_bracket_where_it_has_one(event, client, chosen, label):
    event.phase_two = {"format": chosen}
    event.save(update_fields=["phase_two"])

    page = read(client.get(f"/{event.slug}/bracket/").content.decode())

    [here] = [
        link
        for link in page.one("nav", **{"class": "site-nav"}).find("a")
        if link.attributes.get("aria-current") == "page"
    ]
    assert here.words == label


def test_at_a_table_too_an_organizer_finds_the_four_groups(event, organizer):
    game = build.game(event)

    for address in ("", "ruling/", "slip/"):
        page = read(organizer.get(f"/{event.slug}/game/{game.pk}/{address}").content.decode())

        assert labels(page, "site-nav") == GROUPS


def test_a_referee_has_the_same_pages_everywhere(event):
    referee = wearing(build.referee(event).badge)
    game = build.game(event)

    for address in ("tables/", "rulings/", "trick/", f"game/{game.pk}/"):
        page = read(referee.get(f"/{event.slug}/{address}").content.decode())

        assert labels(page, "site-nav") == ["Tables", "Rulings", "Standings", "Bracket", "Rules", "Hall"]


def test_a_desk_volunteer_has_three_pages_and_no_groups(event, desk):
    page = read(desk.get(f"/{event.slug}/desk/").content.decode())

    assert labels(page, "site-nav") == ["Desk", "Money", "Hall"]
    assert not page.find("nav", **{"class": "group-nav no-print"})
