"""The server's computer dies in the middle of the day, and another one replaces it."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site, environment_of, served
from tests.journeys.hall import MADE_FIVE, MADE_FOUR, SCENES, Scene, is_in, save, tap_hand, waits

pytestmark = pytest.mark.browser


def test_a_new_computer_goes_on_from_the_copy_and_phones_send_what_waited(tmp_path, browser: Browser):
    with served(tmp_path / "old", "--no-demo") as old:
        scene = Scene(old, browser, json.loads(old.shell(SCENES.replace("range(12)", "range(1)")))[0])
        jo = scene.open(scene.phone())
        tap_hand(jo)
        save(jo, 1)
        is_in(jo, MADE_FIVE)
        copy = old.manage("backup").removeprefix("The copy is ").strip()

        old.server.kill()
        tap_hand(jo, bid="4 Uptown", books="10")
        save(jo, 2)
        waits(jo, "1 hand waiting")

    empty = tmp_path / "new"
    Site(address="", data=empty, output="", environment=environment_of(empty)).manage("restore", copy)
    # The new computer takes over the address that the phones know.
    with served(empty, "--no-demo", "--port", str(urlsplit(old.address).port)) as scene.site:
        is_in(jo, MADE_FOUR)
        kim = scene.open(scene.phone(scene.kim))
        expect(kim.locator("#hands").get_by_text(MADE_FOUR).first).to_be_visible()

    assert scene.hands() == [MADE_FIVE, MADE_FOUR]


ORGANIZER = """
from tournament.models import Event
print(Event.objects.get(slug="{slug}").badges.get(role="organizer").secret)
"""


def lose(old: Site, scene: Scene, folder: Path, jo: Page) -> Path:
    """Save a hand, back up, save two more hands, and restore the backup on a new computer."""
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 1)
    is_in(jo, MADE_FOUR)
    copy = old.manage("backup").removeprefix("The copy is ").strip()
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    expect(jo.locator("#hands").get_by_text(MADE_FOUR)).to_have_count(2)
    tap_hand(jo)
    save(jo, 3)
    is_in(jo, MADE_FIVE)
    old.server.kill()
    Site(address="", data=folder, output="", environment=environment_of(folder)).manage("restore", copy)
    return folder


def hands_and_an_organizer(scene: Scene) -> tuple[list[str], Page]:
    secret = scene.site.shell(ORGANIZER.format(slug=scene.slug)).split()[-1]
    floor = scene.open(scene.phone(secret), f"{scene.site.address}/{scene.slug}/floor/")
    return scene.hands(), floor


def test_phones_send_again_what_a_restored_computer_lacks(tmp_path, browser: Browser):
    with served(tmp_path / "old", "--no-demo") as old:
        scene = Scene(old, browser, json.loads(old.shell(SCENES.replace("range(12)", "range(1)")))[0])
        jo = scene.open(scene.phone())
        empty = lose(old, scene, tmp_path / "new", jo)

    with served(empty, "--no-demo", "--port", str(urlsplit(old.address).port)) as scene.site:
        expect(jo.locator("[data-lacking]")).to_contain_text("Table 1, hand 2")
        expect(jo.locator("[data-lacking]")).to_contain_text("Table 1, hand 3")
        hands, floor = hands_and_an_organizer(scene)
        assert hands == [MADE_FOUR]
        expect(floor.locator("#held")).to_contain_text("Table 1, hand 2: Jo’s phone")

        jo.get_by_role("button", name="Send them again").tap()

        expect(jo.locator("#hands .hand-headline")).to_have_text([MADE_FOUR, MADE_FOUR, MADE_FIVE])
        expect(jo.locator("[data-lacking]")).to_be_hidden()
        expect(floor.locator("#held")).to_have_count(0)

    assert scene.hands() == [MADE_FOUR, MADE_FOUR, MADE_FIVE]


def test_a_hand_that_was_entered_again_meanwhile_counts_once(tmp_path, browser: Browser):
    with served(tmp_path / "old", "--no-demo") as old:
        scene = Scene(old, browser, json.loads(old.shell(SCENES.replace("range(12)", "range(1)")))[0])
        jo = scene.open(scene.phone())
        empty = lose(old, scene, tmp_path / "new", jo)

    with served(empty, "--no-demo", "--port", str(urlsplit(old.address).port)) as scene.site:
        expect(jo.locator("[data-lacking]")).to_contain_text("Table 1, hand 3")
        kim = scene.open(scene.phone(scene.kim))
        tap_hand(kim, bid="4 Uptown", books="10")
        save(kim, 2)
        expect(kim.locator("#hands").get_by_text(MADE_FOUR)).to_have_count(2)
        _, floor = hands_and_an_organizer(scene)

        jo.get_by_role("button", name="Send them again").tap()

        expect(jo.locator("#hands .hand-headline")).to_have_text([MADE_FOUR, MADE_FOUR, MADE_FIVE])
        expect(floor.locator("#held")).to_have_count(0)

    assert scene.hands() == [MADE_FOUR, MADE_FOUR, MADE_FIVE]
