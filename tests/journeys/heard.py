"""A phone that records what it plays and when it buzzes."""

from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
# Records sounds and vibrations.
LISTEN = """
window.heard = []; window.felt = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  window.heard.push(Math.round(this.frequency.value));
  return start.call(this, when);
};
const vibrate = (buzz) => window.felt.push(buzz.length);
Object.defineProperty(navigator, "vibrate", { value: vibrate });
window.locks = [];
const lock = Object.assign(new EventTarget(), { release() {
  window.locks.push("released");
  this.dispatchEvent(new Event("release"));
} });
const request = async () => (window.locks.push("kept"), lock);
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


def opened(site: Site, browser: Browser, address: str) -> Page:
    """A page open on a separate device that records what it plays."""
    context = browser.new_context(**PHONE)
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(site.address + address)
    expect(page.locator("[data-fresh=live]").first).to_be_attached()
    return page
