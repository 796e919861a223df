"""A game's sheet on a referee's phone."""

from uuid import uuid4

import pytest

from tests import build
from tests.pages.visit import still_clock, wearing


@pytest.fixture
def game():
    event = build.event(is_rehearsal=True)
    build.team(event, "Kitty Katz")
    build.team(event, "Boston Bound")
    return build.game(event)


@pytest.fixture
def jo(game):
    still_clock(game.event, build.at(15, 10))
    return wearing(build.referee(game.event).badge)


def tapped(**more):
    """Four taps: North-South bid 5 no trump and win 11 books."""
    return {"hand_id": str(uuid4()), "place": "1", "bidder": "NS", "bid": "5 no_trump", "books": "11"} | more


def test_the_sheet_says_what_comes_next(game, jo):
    page = jo.get(f"/{game.event.slug}/game/{game.pk}/").content.decode()

    assert "Hand 1 of 5" in page
    assert "Save hand 1" in page
    assert page.count('name="bid"') == 12
