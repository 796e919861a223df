"""A called team's phone chimes and the big screen whistles, but only where somebody turned sound on."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site
from tests.journeys.heard import opened

pytestmark = pytest.mark.browser

CHIME = "Chime and buzz when our table is called"
SECONDS = 10_000
# Makes the tab look hidden behind another one.
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
build.teams(event, 2)
still_clock(event, build.at(15, 1))
print(json.dumps([event.slug, event.teams.first().badge.secret]))
"""
CALL = """
from tests import build
from tournament.models import Event
build.called_round(Event.objects.get(slug="{}"), at=build.at(15, 2))
"""
WHISTLE = """
from tests import build
from tests.pages.visit import still_clock
from tournament.models import Event
event = Event.objects.get(slug="{}")
build.called_round(event, at=build.at(15, 2))
still_clock(event, build.at(15, 30))
"""
BREAK = """
from tests import build
from tests.pages.visit import still_clock
from tournament.models import Event
still_clock(Event.objects.get(slug="{}"), build.at(16))
"""
PAUSE = """
from tests import build
from tournament.schedule.commands_schedule_changes import pause_day
from tournament.models import Event
event = Event.objects.get(slug="{}")
pause_day(event=event, by=build.organizer(event), at=build.at(16))
"""
PEA = 32  # The whistle's trill is an oscillator as well.


@pytest.fixture
def scene(live_site: Site) -> tuple[str, str]:
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


def test_a_phone_chimes_and_vibrates_once_somebody_asked_for_it(live_site: Site, browser: Browser, scene):
    slug, secret = scene
    asked, silent = (opened(live_site, browser, f"/join/{secret}/") for _ in range(2))
    asked.get_by_role("button", name=CHIME).tap()
    expect(asked.get_by_role("button", name="On: chimes")).to_have_attribute("aria-pressed", "true")
    expect(asked.get_by_text("This screen stays on while you wait.")).to_be_visible()
    tried = asked.evaluate("window.heard.length")
    assert tried > 0
    silent.evaluate(HIDE)

    live_site.shell(CALL.format(slug))

    for page in (asked, silent):
        expect(page.locator("[data-state=sitting]")).to_be_visible(timeout=SECONDS)
    assert asked.evaluate("window.heard.slice(-3)") == [659, 784, 988]
    assert asked.evaluate("window.felt.length") == 2
    assert silent.evaluate("[window.heard, window.felt]") == [[], []]
    expect(silent).to_have_title(re.compile("^Table 1 · now · "))
    asked.get_by_role("button", name="We’re seated").tap()
    expect(asked).not_to_have_title(re.compile("now"))
    assert asked.evaluate("window.locks") == ["kept", "released"]


def test_the_big_screen_plays_its_sounds_and_remembers_that_they_are_on(
    live_site: Site, browser: Browser, scene
):
    slug, _ = scene
    screen = opened(live_site, browser, f"/{slug}/screen/")
    screen.get_by_role("button", name="Sound off").tap()
    screen.reload()
    expect(screen.get_by_role("button", name="Tap once for sound")).to_be_visible()
    screen.locator("#panel-title").tap()
    expect(screen.get_by_role("button", name="Sound on")).to_be_visible()

    for action, cue, heard in (
        (WHISTLE, "whistle", [PEA, 2100, PEA, 2100]),
        (BREAK, "break", [784, 587]),
        (PAUSE, "pause", [494, 494]),
    ):
        live_site.shell(action.format(slug))
        expect(screen.locator(f"[data-cue^={cue}]")).to_be_attached(timeout=SECONDS)
        assert screen.evaluate("window.heard.splice(0)") == heard
