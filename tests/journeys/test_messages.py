"""The organizer's message is on the wall and phones until it is removed; a phone asks for notifications."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site
from tests.journeys.heard import LISTEN, PHONE, opened

pytestmark = pytest.mark.browser

SECONDS = 10_000
WORDS = "Pizza is here"
SCENE = """
import json
from tests import build
event = build.event(contact_days=30_000)
team = build.team(event, "Aces & Eights")
print(json.dumps([event.slug, build.organizer(event).badge.secret, team.badge.secret]))
"""
ASKED = """
from tournament.models import Subscription
print(*Subscription.objects.filter(event__slug="{}", ended_at=None).values_list("endpoint", flat=True))
"""
# A headless browser refuses notifications and has no push service: this imitates one that has.
PUSH_SERVICE = """
const keys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
let permission = localStorage.getItem("permission") ?? "default";
Object.defineProperty(Notification, "permission", { get: () => permission });
Notification.requestPermission = async () => {
  localStorage.setItem("permission", "granted");
  return (permission = "granted");
};
const made = { endpoint: "https://push.invalid/1", keys };
PushManager.prototype.subscribe = async () => ({ toJSON: () => made });
"""
# The notification that the worker shows for a push, and the page that a tap on it opens.
PUSHED = """async (said) => {
  const shown = [];
  let done = Promise.resolve();
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data, tag }) => {
    shown.push(title, body);
    const click = new Event("notificationclick");
    click.notification = { data, close: () => shown.push("closed") };
    click.waitUntil = (opening) => (done = opening);
    Clients.prototype.openWindow = async (address) => shown.push(address);
    Clients.prototype.matchAll = async () => [];
    self.dispatchEvent(click);
  };
  const push = new Event("push");
  push.data = { json: () => JSON.parse(said) };
  let showing;
  push.waitUntil = (made) => (showing = made);
  self.dispatchEvent(push);
  await showing;
  await done;
  return shown;
}
"""


@pytest.fixture
def scene(live_site: Site) -> tuple[str, str, str]:
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


def test_a_message_is_on_wall_and_phone_until_removed_and_chimes_once(
    live_site: Site, browser: Browser, scene
):
    slug, organizer, team = scene
    wall = opened(live_site, browser, f"/{slug}/screen/")
    phone = opened(live_site, browser, f"/join/{team}/")
    desk = opened(live_site, browser, f"/join/{organizer}/")
    desk.goto(f"{live_site.address}/{slug}/messages/")
    wall.get_by_role("button", name="Sound off").tap()
    wall.evaluate("window.heard.splice(0)")

    desk.get_by_label("Message", exact=True).fill(WORDS)
    desk.get_by_role("button", name="Show it").tap()
    for page in (wall, phone):
        expect(page.locator("[data-cue^=message]")).to_contain_text(WORDS, timeout=SECONDS)
    assert wall.evaluate("window.heard") == [880, 880, 1175]
    assert phone.evaluate("window.heard") == []

    desk.get_by_role("button", name="Remove it").tap()
    for page in (wall, phone):
        expect(page.locator("[data-cue^=message]")).to_have_count(0, timeout=SECONDS)
    assert wall.evaluate("window.heard.length") == 3


def test_one_button_asks_for_notifications_and_the_worker_shows_them(
    live_site: Site, browser: Browser, scene
):
    slug, _, team = scene
    context = browser.new_context(**PHONE)
    context.add_init_script(LISTEN + PUSH_SERVICE)
    phone = context.new_page()
    phone.goto(f"{live_site.address}/join/{team}/")
    ask = phone.get_by_role("button", name="Tell this phone when our table is called")
    ask.tap()
    switch = phone.get_by_role("button", name="On: this phone tells you when our table is called")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(phone.get_by_text("You may close this page")).to_be_visible()
    assert live_site.shell(ASKED.format(slug)).split()[-1:] == ["https://push.invalid/1"]

    (worker,) = context.service_workers
    message = {"title": "Pride", "body": "Aces: go to Table 9.", "address": f"/{slug}/team/", "tag": "called"}
    assert worker.evaluate(PUSHED, json.dumps(message)) == [
        "Pride",
        message["body"],
        "closed",
        f"/{slug}/team/",
    ]

    switch.tap()
    expect(ask).to_have_attribute("aria-pressed", "false")
    phone.reload()
    expect(ask).to_be_visible()
    assert live_site.shell(ASKED.format(slug)).strip() == ""
