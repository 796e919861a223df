"""A message after a press at the desk stays until it is read, even if the event changes meanwhile."""

import json
import re

import pytest
from playwright.sync_api import expect

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
ASKED_TOO_EARLY = """
window.asked = 0;
document.addEventListener("htmx:beforeSend", ({ detail: { elt } }) => {
  if (elt.id === "desk-board" && elt.querySelector("[data-told]")) window.asked += 1;
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
