"""A spreadsheet of a hundred teams is pasted, reviewed, imported and undone, on a phone and a laptop."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site
from tests.looking import objections, too_wide
from tests.scenes import SCENE
from tests.tournament.lists.files import HUNDRED

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "size",
    [
        {"width": 360, "height": 740},
        pytest.param({"width": 1280, "height": 800}, marks=pytest.mark.long),
    ],
)
def test_a_hundred_teams_come_in_from_a_spreadsheet_and_go_again(live_site: Site, browser: Browser, size):
    slug, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])
    page = browser.new_context(viewport=size).new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    page.goto(f"{live_site.address}/{slug}/desk/")

    page.get_by_role("link", name="Lists").click()
    page.get_by_label("Or lines").fill(f"{HUNDRED}Bad\tJo\tJo\t\n")
    page.get_by_role("button", name="Preview").click()

    expect(page.get_by_text("100 teams would be added.")).to_be_visible()
    expect(page.get_by_text("Jo is there twice.")).to_be_visible()
    assert objections(page) == []
    assert too_wide(page) == []

    page.get_by_label("Leave out the 1 row with something wrong").check()
    page.get_by_role("button", name="Import the list").click()
    expect(page.get_by_text("Pasted lines: 100 teams")).to_be_visible()
    page.goto(f"{live_site.address}/{slug}/desk/?q=Team+100")
    expect(page.get_by_text("Ann 100").first).to_be_visible()

    page.goto(f"{live_site.address}/{slug}/desk/lists/")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("undone", exact=True)).to_be_visible()
    assert objections(page) == []
    assert too_wide(page) == []
