"""The catch-up page: a slip is typed in, read back and saved."""

import pytest

from scoring.models import Hand
from tests import build
from tests.other_games import one_game
from tests.pages.reading import words
from tests.pages.slip import sheet_of, typed
from tests.pages.visit import wearing

pytestmark = pytest.mark.django_db


MADE = {"bidder": "NS", "bid": "4 uptown", "books": "10"}


def test_a_slip_is_read_back_and_nothing_is_saved(game, jo):
    page = words(jo.post(sheet_of(game, "slip/check/"), typed(MADE, MADE | {"books": "9"})))

    assert "Kitty Katz bid 4 Uptown and took 10: made, counts one." in page
    assert "Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound." in page
    assert "With these hands it is 1–1, Kitty Katz against Boston Bound. The game goes on." in page
    assert not Hand.objects.exists()


def test_a_slip_is_saved_once_and_leads_back_to_the_sheet(game, jo):
    slip = typed(MADE, {}, MADE | {"sequence": "2"})

    answers = [jo.post(sheet_of(game, "slip/save/"), slip) for _ in range(2)]

    assert [(answer.status_code, answer.url) for answer in answers] == [(302, sheet_of(game))] * 2
    assert Hand.objects.count() == 2


def test_what_is_impossible_is_marked_on_its_line_and_what_was_typed_stays(game, jo):
    answer = jo.post(sheet_of(game, "slip/save/"), typed(MADE, MADE | {"sequence": 3}))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Nothing is saved yet" in page
    assert page.count("Hand 2 is missing") == 1
    assert page.count('<option value="4 uptown" selected>') == 2
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("key", "hand"),
    [
        ("fahrenheit", {"forfeited_by": "EW"}),
        ("bid-euchre", {"bidder": "NS", "bid": "3", "books": "5"}),
        ("bid-fair", {"bid_n": "KS", "bid_s": "AH", "trump": "clubs", "points_n": "90", "points_s": "39"}),
        ("bid-whist", MADE),
    ],
)
def test_every_game_has_its_slip(key, hand):
    game = one_game(key, {})
    phone = wearing(build.referee(game.event).badge)

    answer = phone.post(sheet_of(game, "slip/save/"), typed(hand, played="last"))

    assert answer.status_code == 302, answer.content.decode()
    assert Hand.objects.count() == 1
