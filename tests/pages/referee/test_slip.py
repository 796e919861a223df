"""The catch-up page: a slip is typed in, read back and saved."""

import pytest

from scoring.models import Hand
from tests import build
from tests.other_games import one_game
from tests.pages.slip import typed
from tests.pages.visit import wearing

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(game, jo):
    return jo, f"/{game.event.slug}/game/{game.pk}/slip/", game


MADE = {"bidder": "NS", "bid": "4 uptown", "books": "10"}


def test_a_slip_is_read_back_and_nothing_is_saved(scene):
    phone, address, _ = scene

    page = phone.post(f"{address}check/", typed(MADE, MADE | {"books": "9"})).content.decode()

    assert "Kitty Katz bid 4 Uptown and took 10: made, counts one." in page
    assert "Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound." in page
    assert "With these hands it is 1–1, Kitty Katz against Boston Bound. The game goes on." in page
    assert not Hand.objects.exists()


def test_a_slip_is_saved_and_leads_back_to_the_sheet(scene):
    phone, address, game = scene
    slip = typed(MADE, {}, MADE | {"sequence": "2"})

    answer = phone.post(f"{address}save/", slip)
    again = phone.post(f"{address}save/", slip)

    assert answer.status_code == again.status_code == 302
    assert answer.url == f"/{game.event.slug}/game/{game.pk}/"
    assert Hand.objects.count() == 2


def test_what_is_impossible_is_marked_on_its_line_and_what_was_typed_stays(scene):
    phone, address, _ = scene

    answer = phone.post(f"{address}save/", typed(MADE, MADE | {"sequence": 3}))
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "Nothing is saved yet" in page
    assert page.count("Hand 2 is missing") == 1
    assert page.count('<option value="4 uptown" selected>') == 2
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("fahrenheit", {"forfeited_by": "EW"}),
        ("bid-euchre", {"bidder": "NS", "bid": "3", "books": "5"}),
        ("bid-fair", {"bid_n": "KS", "bid_s": "AH", "trump": "clubs", "points_n": "90", "points_s": "39"}),
        ("bid-whist", MADE),
    ],
)
def test_every_game_has_its_slip(key, told):
    game = one_game(key, {})
    phone = wearing(build.referee(game.event).badge)

    answer = phone.post(f"/{game.event.slug}/game/{game.pk}/slip/save/", typed(told, played="last"))

    assert answer.status_code == 302, answer.content.decode()
    assert Hand.objects.count() == 1
