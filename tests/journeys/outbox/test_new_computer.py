"""The server's computer dies in the middle of the day, and another one replaces it."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site, environment_of, served
from tests.journeys.hall import MADE_FIVE, MADE_FOUR, SCENES, Scene, is_in, save, tap_hand, waits

pytestmark = pytest.mark.browser


def test_a_new_computer_goes_on_from_the_copy_with_the_same_links_and_phones_send_what_waited(
    tmp_path, browser: Browser
):
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
    Site(address="", data=empty, said="", environment=environment_of(empty)).manage("restore", copy)
    # The new computer takes over the address that the phones know.
    with served(empty, "--no-demo", "--port", str(urlsplit(old.address).port)) as scene.site:
        is_in(jo, MADE_FOUR)
        kim = scene.open(scene.phone(scene.kim))
        expect(kim.locator("#hands").get_by_text(MADE_FOUR).first).to_be_visible()

    assert scene.hands() == [MADE_FIVE, MADE_FOUR]
