"""Printed pages: nothing is cut off at the side of a sheet, and no sheet is empty."""

import re
from math import ceil

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The largest total of left and right margins, and a script that counts slips wider than their box.
MARGINS_IN_POINTS = 80
CUT_OFF = "slips => slips.filter(slip => slip.scrollWidth > slip.clientWidth).length"

# Pictures below the fold load only when they are scrolled to, or printed.
LOADED = """async images => {
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map(image => image.decode()));
  return images.every(image => image.naturalWidth);
}"""


def test_score_slips_are_printed_whole_and_four_to_a_sheet(page: Page, demo_site: Site):
    page.goto(f"{demo_site.way_in('the event')}slips/")
    slips = page.locator(".slip").count()

    widths = sheets_of(page)
    page.set_viewport_size({"width": int((widths[0] - MARGINS_IN_POINTS) * 4 / 3), "height": 800})
    page.emulate_media(media="print")

    assert page.eval_on_selector_all(".slip", CUT_OFF) == 0
    assert len(widths) == ceil(slips / 4)


def test_the_rules_fit_on_two_sheets(page: Page, demo_site: Site):
    page.goto(f"{demo_site.way_in('the event')}rules/")

    assert len(sheets_of(page)) == 2


def test_the_guides_are_a_sheet_or_a_few_on_letter_and_a4(page: Page, demo_site: Site):
    for name, most in {"organizer": 4, "desk": 2, "money": 1, "referee": 2, "player": 1, "club": 2}.items():
        page.goto(f"{demo_site.way_in('the event')}guide/{name}/")
        page.emulate_media(media="print")
        assert page.eval_on_selector_all(".guide img", LOADED)
        for sheet in ("Letter", "A4"):
            assert len(re.findall(rb"/Type /Page\b", page.pdf(format=sheet))) <= most, (name, sheet)


def sheets_of(page: Page) -> list[float]:
    """The width of each printed sheet, in points."""
    printed = page.pdf(prefer_css_page_size=True)
    assert printed.count(b"/MediaBox") == len(re.findall(rb"/Type /Page\b", printed))
    return [float(width) for width in re.findall(rb"/MediaBox \[0 0 ([\d.]+)", printed)]


CERTIFICATE = """
from tests import build
event = build.event(is_practice=True, tables=6)
build.teams(event, 12)
build.played_phase_one(event, rounds=4)
build.cut_settled(event)
print(event.slug)
"""


RESULTS = CERTIFICATE.replace("print(", "build.bracket_played(event)\nprint(")


def test_the_results_of_twelve_teams_with_their_bracket_are_two_sheets(page: Page, live_site: Site):
    slug = live_site.shell(RESULTS)

    page.goto(f"{live_site.address}/{slug}/results/")

    assert len(sheets_of(page)) == 2


@pytest.mark.long
def test_the_certificate_of_twelve_teams_is_one_sheet(page: Page, live_site: Site):
    slug = live_site.shell(CERTIFICATE)

    page.goto(f"{live_site.address}/{slug}/certificate/")

    assert len(sheets_of(page)) == 1


FIVE_TABLES = """
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True, tables=5)
build.teams(event, 10)
build.called_round(event)
still_clock(event, build.at(15, 10))
for name in ("Jo", "Kim", "Lee", "Max", "Ray"):
    build.referee(event, name)
print(event.slug, build.organizer(event).badge.secret)
"""


@pytest.mark.long
def test_five_slips_are_one_sheet_and_standings_say_as_of_when(page: Page, live_site: Site):
    slug, secret = live_site.shell(FIVE_TABLES).split()
    page.goto(f"{live_site.address}/{slug}/slips/")
    assert len(sheets_of(page)) == 1

    page.goto(f"{live_site.address}/join/{secret}/")
    page.goto(f"{live_site.address}/{slug}/people/badges/")
    assert page.locator(".badge-card").count() == 5
    assert len(sheets_of(page)) <= 2
    page.goto(f"{live_site.address}/{slug}/people/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 950})
    assert page.locator("#crew .person").first.bounding_box()["y"] < 500
    assert (
        page.locator("#crew > .card").first.evaluate("card => getComputedStyle(card).breakInside") == "auto"
    )

    page.goto(f"{live_site.address}/{slug}/standings/")
    expect(page.locator(".as-of")).to_have_text(re.compile(r"as of \w+,? 3:1\d PM"))
    expect(page.locator(".as-of")).to_be_visible()
    page.emulate_media(media="screen")
    expect(page.locator(".as-of")).to_be_hidden()


ENVELOPES = """
from uuid import uuid4
from rules.money.pots import Pot
from tests import build
from tournament.money.commands_donations import take_donation
pot = Pot(prizes=(30, 20, 15, 10, 5, 5, 5, 5), club_percent=10)
event = build.event(is_practice=True, pots=[pot.as_json()], plays_phase_two=False)
build.teams(event, 8)
by = build.organizer(event)
given = {"key": uuid4(), "amount_cents": 33337, "method": "cash", "team": event.teams.first()}
take_donation(event=event, **given, by=by, at=build.MEET)
build.played_phase_one(event)
build.cut_settled(event)
print(event.slug, by.badge.secret)
"""


def test_a_slip_for_each_winner_is_printed_whole_on_letter_and_a4(page: Page, live_site: Site):
    slug, secret = live_site.shell(ENVELOPES).split()
    page.goto(f"{live_site.address}/join/{secret}/")
    page.goto(f"{live_site.address}/{slug}/desk/payouts/envelopes/")

    assert page.locator(".envelope").count() == 8
    page.emulate_media(media="print")
    for sheet, (width, pixels) in {"Letter": (612, 710), "A4": (596, 687)}.items():
        page.set_viewport_size({"width": pixels, "height": 900})
        printed = page.pdf(format=sheet)
        widths = [float(each) for each in re.findall(rb"/MediaBox \[0 0 ([\d.]+)", printed)]
        assert [round(each) for each in widths] == [width, width]
        assert page.eval_on_selector_all(".envelope", CUT_OFF) == 0
