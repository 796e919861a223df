"""A game that a module's tests share; a module that needs another one overrides ``a_game``."""

import pytest

from tests import build


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game()


@pytest.fixture
def game(a_game):
    return build.again(a_game)
