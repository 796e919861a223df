"""The crew's navigation: four groups in the header, and the pages of one group above the page."""

from tests import build
from tests.pages.visit import opened, wearing

GROUPS = ["Floor", "Desk", "Settings", "Log"]


def labels(page, kind):
    return [link.words for link in page.one("nav", **{"class": kind}).find("a")]


FLOOR = ("Floor", ["Floor", "Seating", "Clock", "Tables", "Now"])
LOG = ("Log", ["Log", "Rulings", "Games"])


def test_an_organizer_finds_every_page_by_four_groups(event, organizer, subtests):
    for address, (here, group) in {
        "floor/": FLOOR,
        "seating/": FLOOR,
        "tables/": FLOOR,
        "trick/": FLOOR,
        "desk/money/": ("Desk", ["Desk", "Money", "Sign-up", "Messages"]),
        "floor/set-up/": ("Settings", ["Settings", "Hall", "People", "Phones"]),
        "log/": LOG,
        "rulings/": LOG,
    }.items():
        with subtests.test(address):
            page = opened(event, address, organizer)
            current = page.one("nav", **{"class": "site-nav"}).find("a", aria_current="*")
            assert labels(page, "site-nav") == GROUPS
            assert labels(page, "group-nav no-print") == group
            assert [link.words for link in current] == [here]


def test_the_page_of_phase_two_is_called_a_bracket_where_it_has_one(event):
    labels_of = {}
    for chosen in ("single", "groups", "swiss", "robin"):
        event.phase_two = {"format": chosen}
        event.save(update_fields=["phase_two"])
        [here] = opened(event, "bracket/").one("nav", **{"class": "site-nav"}).find("a", aria_current="page")
        labels_of[chosen] = here.words

    assert labels_of == {"single": "Bracket", "groups": "Bracket", "swiss": "Phase II", "robin": "Phase II"}


def test_an_organizer_finds_four_groups_and_a_referee_the_pages_anywhere(event, organizer):
    referee, game = wearing(build.referee(event).badge), build.game(event)
    sheet = f"game/{game.pk}/"

    for path in (sheet, f"{sheet}ruling/", f"{sheet}slip/"):
        assert labels(opened(event, path, organizer), "site-nav") == GROUPS
    for path in (sheet, "tables/", "rulings/", "trick/"):
        here = ["Tables", "Rulings", "Standings", "Bracket", "Rules", "Now"]
        assert labels(opened(event, path, referee), "site-nav") == here


def test_a_desk_volunteer_has_three_pages_and_no_groups(event, desk):
    page = opened(event, "desk/", desk)

    assert labels(page, "site-nav") == ["Desk", "Money", "Now"]
    assert not page.find("nav", **{"class": "group-nav no-print"})
