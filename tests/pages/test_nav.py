"""The crew's navigation: five places in the header, and the pages of one place above the page."""

import re

import pytest

from pages.nav import HOMES, PLACES
from tests import build
from tests.house.reading import ROOT, TEMPLATES
from tests.pages.screens import SCREENS
from tests.pages.visit import opened, organizer_of, still_clock, wearing
from tournament.models import Role

PLACE_NAMES = ["Today", "Desk", "Floor", "Wall", "Set-up"]
FLOOR = ("Floor", ["Floor", "Seating", "Clock", "The cut", "Tables", "Games"])
TODAY = ("Today", ["Today", "Log", "Rulings"])


def labels(page, kind):
    return [link.words for link in page.one("nav", **{"class": kind}).find("a")]


def addresses(page, kind):
    return [link.attributes["href"] for link in page.one("nav", **{"class": kind}).find("a")]


def test_an_organizer_finds_every_page_by_five_places(event, organizer, subtests):
    for address, (here, group) in {
        "today/": TODAY,
        "log/": TODAY,
        "rulings/": TODAY,
        "floor/": FLOOR,
        "seating/": FLOOR,
        "cut/": FLOOR,
        "tables/": FLOOR,
        "trick/": FLOOR,
        "desk/money/": ("Desk", ["Desk", "Money", "Sign-up", "Messages"]),
        "wall/": ("Wall", ["Wall", "Paper and more"]),
        "tablets/": ("Wall", ["Wall", "Paper and more"]),
        "floor/set-up/": ("Set-up", ["Settings", "Hall", "People", "Phones"]),
    }.items():
        with subtests.test(address):
            page = opened(event, address, organizer)
            current = page.one("nav", **{"class": "site-nav"}).find("a", aria_current="*")
            assert labels(page, "site-nav") == PLACE_NAMES
            assert labels(page, "group-nav no-print") == group
            assert [link.words for link in current] == [here]


A_LINK = re.compile(r"""<a [^>]*{% url "([\w:-]+)"[^>]*>\s*([^<{]*?)\s*</a>""")
NAMES = {name: label for place in PLACES for name, label in place.pages}


def test_a_link_names_a_page_of_the_menu_as_the_menu_does():
    found = []
    for path in TEMPLATES:
        for name, label in A_LINK.findall((ROOT / path).read_text()):
            wanted = NAMES.get(name, "")
            nearly = re.fullmatch(rf"(← |to |back to )?the {re.escape(wanted)}", label, flags=re.IGNORECASE)
            if wanted and nearly:
                found.append(f"{path}: {label}, not {wanted}")

    assert not found, "\n".join(found)


@pytest.mark.parametrize("more", [{}, {"plays_phase_two": False}], ids=["a bracket", "no bracket"])
def test_each_page_of_the_menu_is_called_what_its_link_says(more, subtests):
    event = build.event(is_practice=True, **more)
    build.teams(event, 8)
    build.played_phase_one(event)
    build.cut_settled(event)
    still_clock(event, build.at(17, 5))
    organizer = organizer_of(event)
    organizer.post(f"/{event.slug}/phase-two/")
    seen = []

    for place in addresses(opened(event, "today/", organizer), "site-nav"):
        home = opened(event, place.removeprefix(f"/{event.slug}/"), organizer)
        for address, label in zip(
            addresses(home, "group-nav no-print"), labels(home, "group-nav no-print"), strict=True
        ):
            with subtests.test(label):
                page = opened(event, address.removeprefix(f"/{event.slug}/"), organizer)
                # A public page is the same for everybody, so it has no group.
                groups = page.find("nav", **{"class": "group-nav no-print"})
                current = [link.words for nav in groups for link in nav.find("a", aria_current="*")]
                assert (page.one("h1").words, current) == (label, [label] * len(groups))
            seen.append(address)

    assert len(seen) == len(set(seen)) == sum(len(place.pages) for place in PLACES) - bool(more)


def test_the_bracket_is_in_the_menu_only_once_there_is_one():
    event = build.event(is_practice=True)
    build.teams(event, 8)
    build.played_phase_one(event)
    build.cut_settled(event)
    still_clock(event, build.at(17, 5))
    organizer = organizer_of(event)

    before = labels(opened(event, "floor/", organizer), "group-nav no-print")
    organizer.post(f"/{event.slug}/phase-two/")
    after = labels(opened(event, "floor/", organizer), "group-nav no-print")

    assert [link for link in after if link not in before] == ["Bracket"]


def test_an_organizers_home_is_today(event, organizer):
    [home] = opened(event, "").one("nav", **{"class": "site-nav"}).find(data_only="organizer")

    assert home.words == "Today"
    assert HOMES[Role.ORGANIZER][0] == "floor:today"
    assert organizer.get("/home/").url == f"/{event.slug}/today/"


@pytest.mark.slow
def test_what_is_public_or_printed_leads_an_organizer_back_to_today(event, organizer, subtests):
    build.team(event)
    # The big screen and a part of another website lead nowhere. There is no certificate yet.
    alone = {"screen/", "embed/", "certificate/"}

    for path in (*SCREENS["stranger"], *SCREENS["desk"]):
        if "{" not in path and path not in alone:
            with subtests.test(path):
                home = [link for link in opened(event, path, organizer).find("a") if link.words == "Today"]
                assert {link.attributes["href"] for link in home} == {f"/{event.slug}/today/"}


def test_the_page_of_phase_two_is_called_a_bracket_where_it_has_one(event):
    labels_of = {}
    for chosen in ("single", "groups", "swiss", "robin"):
        build.rewritten(event, phase_two={"format": chosen})
        [here] = opened(event, "bracket/").one("nav", **{"class": "site-nav"}).find("a", aria_current="page")
        labels_of[chosen] = here.words

    assert labels_of == {"single": "Bracket", "groups": "Bracket", "swiss": "Phase II", "robin": "Phase II"}


def test_an_organizer_finds_five_places_and_a_referee_the_pages_anywhere(event, organizer):
    referee, game = wearing(build.referee(event).badge), build.game(event)
    sheet = f"game/{game.pk}/"

    for path in (sheet, f"{sheet}ruling/", f"{sheet}slip/"):
        assert labels(opened(event, path, organizer), "site-nav") == PLACE_NAMES
    for path in (sheet, "tables/", "rulings/", "trick/"):
        here = ["Tables", "Rulings", "Standings", "Bracket", "Rules", "Now"]
        assert labels(opened(event, path, referee), "site-nav") == here


def test_a_desk_volunteer_has_three_pages_and_no_groups(event, desk):
    page = opened(event, "desk/", desk)

    assert labels(page, "site-nav") == ["Desk", "Money", "Now"]
    assert not page.find("nav", **{"class": "group-nav no-print"})
