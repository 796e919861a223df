"""A running game, and a referee who looks at its sheet."""

import pytest

from tests import build
from tests.pages.visit import still_clock, wearing


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game_between(build.event(is_practice=True), "Kitty Katz", "Boston Bound")


@pytest.fixture
def game(a_game):
    return build.again(a_game)


@pytest.fixture
def jo(game):
    still_clock(game.event, build.at(15, 10))
    return wearing(build.referee(game.event).badge)
