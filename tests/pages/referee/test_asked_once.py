"""Requests that a phone can skip: previews that have no answer yet, and the echo of an action it sent."""

import re
from uuid import uuid4

import pytest

from tests import build
from tests.other_games import sign_up
from tests.pages.visit import HTMX, still_clock, wearing

pytestmark = pytest.mark.django_db

WHIST = {"bidder": "NS", "bid": "4 uptown", "books": "10"}
EUCHRE = {"bidder": "NS", "bid": "4", "books": "5"}
SOLO = {"bidder": "S", "bid": "2", "tricks_s": "3", "tricks_n": "1", "tricks_w": "1"}
CUTTHROAT = {"bidder": "W", "strain": "downtown", "bid": "7", "books": "9"}
FAIR = {"bid_n": "KS", "bid_s": "AH", "trump": "clubs", "points_n": "90", "points_s": "39"}
GAMES = [
    pytest.param("fahrenheit", {}, WHIST, "bidder bid books", id="Bid Whist"),
    pytest.param("bid-euchre", {}, EUCHRE, "bidder bid books", id="Bid Euchre"),
    pytest.param("bid-euchre", {"renege_ends_hand": True}, EUCHRE, "bidder bid", id="a renege ends the hand"),
    pytest.param("solo-bid-euchre", {}, SOLO, "bidder bid", id="Solo Bid Euchre"),
    pytest.param("cutthroat-bid-whist", {}, CUTTHROAT, "bidder strain bid books", id="Cutthroat"),
    pytest.param("bid-fair", {}, FAIR, "bid_n bid_s trump points_n points_s", id="Bid Fair"),
]


def at_table(game, house):
    """The sheet of a game at table 1, and its referee's phone."""
    event = build.event(game=game, house_rules=house, is_practice=True)
    if event.way.is_one:
        build.people(event, 12)
    else:
        for number in (1, 2):
            sign_up(event, number)
    found = build.called_round(event).games.first()
    still_clock(event, build.at(15, 10))
    return f"/{event.slug}/game/{found.pk}/", wearing(build.referee(event).badge)


@pytest.mark.parametrize(("game", "house", "typed", "asked"), GAMES)
def test_without_what_is_waited_for_the_rules_can_say_nothing(game, house, typed, asked):
    sheet, jo = at_table(game, house)

    page = jo.get(sheet).content.decode()
    means = jo.post(f"{sheet}preview/", {"hand_id": uuid4(), **typed}, headers=HTMX).content.decode()

    assert "meaning--waiting" not in means
    assert re.findall(r'data-asks="([^"]*)"', page) == [asked]
    for name in asked.split():
        rest = {key: value for key, value in typed.items() if key != name}
        said = jo.post(f"{sheet}preview/", {"hand_id": uuid4(), **rest}, headers=HTMX).content.decode()
        assert 'class="meaning meaning--waiting"' in said


# --- the echo ----------------------------------------------------------------------------------------


def sheet_of(game):
    return f"/{game.event.slug}/game/{game.pk}/"


def version(browser, game):
    return browser.get(f"/live/{game.event.slug}?poll").json()["version"]


def test_a_sheet_that_comes_with_a_save_names_the_version_it_knows(game, jo):
    before = version(jo, game)

    answer = jo.post(f"{sheet_of(game)}hand/", {"hand_id": uuid4(), "sequence": 1, **WHIST}, headers=HTMX)

    assert answer["Uptown-Version"] == version(jo, game) != before
    build.hand(game)
    assert answer["Uptown-Version"] != version(jo, game)


def test_the_head_alone_names_no_version_for_the_hands_below_it(game, jo):
    answer = jo.post(f"{sheet_of(game)}answered/", headers={**HTMX, "HX-Target": "head"})

    assert 'id="head"' in answer.content.decode()
    assert 'id="hands"' not in answer.content.decode()
    assert "Uptown-Version" not in answer
