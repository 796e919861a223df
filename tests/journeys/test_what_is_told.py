"""A press gets its answer, and what it says stays until it is read, even if the page changes meanwhile."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.hall import until

pytestmark = pytest.mark.browser

SCENE = """
import json
from uuid import uuid4
from tests import build
from tournament.badges.commands_badges import give_badge
from tournament.entries.commands_sign_up import sign_up_single
# A server that starts tidies: of a day in June, it would erase the names of who found no partner.
event = build.event(contact_days=30_000)
by = build.organizer(event)
for name in ("Kim", "Jo"):
    sign_up_single(event=event, key=uuid4(), name=name, by=by, at=build.MEET)
desk = give_badge(event=event, role="desk", name="Opal", by=by, at=build.MEET)
print(json.dumps([event.slug, desk.secret]))
"""
SIMULATED = """
import json
from tests import build
event = build.event(is_practice=True)
build.teams(event, 4)
print(json.dumps([event.slug, build.organizer(event).badge.secret]))
"""
ASKED_TOO_EARLY = """
window.asked = 0;
document.addEventListener("htmx:beforeSend", ({ detail: { elt } }) => {
  if (elt.hasAttribute("hx-get") && elt.querySelector("[data-told], form.htmx-request")) window.asked += 1;
});
"""


def test_a_refresh_keeps_the_notice_with_the_new_teams_number(live_site, browser):
    slug, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])
    desk = browser.new_context().new_page()
    desk.goto(f"{live_site.address}/join/{secret}/")
    desk.goto(f"{live_site.address}/{slug}/desk/")
    desk.evaluate(ASKED_TOO_EARLY)

    desk.locator("summary", has_text="Looking for a partner").click()
    desk.get_by_role("checkbox", name=re.compile("^Kim")).check()
    desk.get_by_role("checkbox", name=re.compile("^Jo")).check()
    desk.get_by_role("button", name="Make the two a team").click()
    message = desk.locator("#desk-board [data-told]")
    expect(message).to_have_text("Kim & Jo is team 1.")
    desk.evaluate("document.body.dispatchEvent(new CustomEvent('uptown:changed'))")

    assert desk.evaluate("window.asked") == 0
    expect(message).to_have_text("Kim & Jo is team 1.")


def test_a_page_that_is_fetched_every_second_waits_for_a_press_on_it(live_site, browser):
    slug, secret = json.loads(live_site.shell(SIMULATED).splitlines()[-1])
    page = browser.new_context(base_url=live_site.address).new_page()
    page.clock.install()
    page.goto(f"/join/{secret}/")
    page.goto(f"/{slug}/simulate/")
    page.evaluate(ASKED_TOO_EARLY)
    page.get_by_label("Days").fill("1000")
    page.get_by_role("button", name=re.compile("^Run")).click()
    held: list[Route] = []
    page.route("**/simulate/stop/", lambda route: held.append(route))
    page.get_by_role("button", name="Stop").click()
    until(page, lambda: bool(held))

    page.clock.run_for(5000)
    assert page.evaluate("window.asked") == 0
    with page.expect_response("**/simulate/stop/"):
        held[0].continue_()

    expect(page.get_by_role("button", name=re.compile("^Run"))).to_be_visible()
