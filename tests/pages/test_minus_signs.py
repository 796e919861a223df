"""Numbers below zero, on every page that shows a team's figures."""

import re

import pytest

from scoring.commands.ending import end_at_whistle
from tests import build
from tests.other_games import one_game
from tests.pages.reading import words
from tests.pages.visit import organizer_of

pytestmark = pytest.mark.django_db

SET = {"bidder": "NS", "bid": 5, "tricks": {"NS": 4, "EW": 2}}
PAGES = ("standings/", "screen/", "screen/?show=standings", "games/", "games/{game}/", "teams/1/", "teams/2/",
         "results/", "floor/", "cut/", "game/{game}/", "fairness/", "seats/")  # fmt: skip


@pytest.mark.parametrize("is_over", [False, True])
def test_a_figure_below_zero_has_a_minus_sign_on_every_page_and_a_hyphen_nowhere(is_over):
    game = one_game("bid-euchre", {})
    build.hand(game, SET)
    if is_over:
        end_at_whistle(game=game, by=build.organizer(game.event), at=build.at(15, 30))
    browser = organizer_of(game.event)

    shown = {page: words(browser.get(f"/{game.event.slug}/{page.format(game=game.pk)}")) for page in PAGES}

    assert {page: said for page, said in shown.items() if re.search(r"(?<![\w–-])-\d", said)} == {}
    assert "−5" in shown["standings/" if is_over else "games/{game}/"]
