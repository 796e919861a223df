""" "Who wins this trick?" on a referee's phone."""

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, wearing

pytestmark = pytest.mark.django_db
LAID = "strain=uptown&trump=spades&leader=N&played=5H+KH+2S+AH"


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def jo(event):
    return wearing(build.referee(event).badge)


def test_a_trick_in_the_address_is_answered_with_the_paragraph(event, jo):
    address = f"/{event.slug}/trick/?{LAID}"
    page, swap = words(jo.get(address)), words(jo.get(address, headers=HTMX))

    said = "South takes it. The 2 of spades takes it: a trump beats every card that is not one. F-8"
    assert said in page
    assert said in swap


def test_a_tapped_card_is_added_and_the_last_one_taken_off(event, jo):
    tapped = jo.get(f"/{event.slug}/trick/?strain=uptown&trump=spades&leader=N&played=5H&add=KH")
    off = jo.get(f"/{event.slug}/trick/?strain=uptown&trump=spades&leader=N&played=5H+KH&off=played")

    assert 'name="played"' in tapped.content.decode()
    assert 'value="5H KH"' in tapped.content.decode()
    assert 'value="5H"' in off.content.decode()
    assert "East has it so far." in words(tapped)


def test_a_renege_is_told_from_the_cards_still_held(event, jo):
    page = words(jo.get(f"/{event.slug}/trick/?{LAID}&accused=S&held=3H+4C"))

    assert "A renege. The 2 of spades does not follow hearts, and South held the 3 of hearts." in page


@pytest.mark.parametrize("game", ["fahrenheit", "bid-euchre", "bid-fair", "columbus-no-kitty"])
def test_every_game_has_its_own_cards(game):
    event = build.event(game=game)
    page = wearing(build.referee(event).badge).get(f"/{event.slug}/trick/").content.decode()

    assert ('value="2H"' in page) == (game in ("fahrenheit", "columbus-no-kitty"))
    assert ('value="BJ"' in page) == (game == "fahrenheit")
    assert ('name="strain"' in page) == (game in ("fahrenheit", "columbus-no-kitty"))
    assert ('name="high"' in page) == (game == "bid-fair")
    assert ('name="out"' in page) == (game == "bid-euchre")


def test_where_the_aces_are_named_downtown_the_trick_asks_what_was_said(jo, event):
    named = build.event(name="The hall that names its aces", house_rules={"downtown_aces": "named"})
    referee = wearing(build.referee(named).badge)
    laid = "strain=downtown&trump=spades&leader=N&played=AH+KH+3H+4H"

    good = words(referee.get(f"/{named.slug}/trick/?{laid}&aces=good"))
    bad = words(referee.get(f"/{named.slug}/trick/?{laid}&aces=bad"))

    assert "North takes it." in good
    assert "South takes it." in bad
    assert "Aces bad downtown" in bad
    assert "Aces bad downtown" not in words(jo.get(f"/{event.slug}/trick/?{laid}"))
