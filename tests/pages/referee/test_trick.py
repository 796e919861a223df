""" "Who wins this trick?" on a referee's phone."""

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, wearing

pytestmark = pytest.mark.django_db
LAID = "strain=uptown&trump=spades&leader=N&played=5H+KH+2S+AH"


@pytest.fixture
def jo(event):
    return wearing(build.referee(event).badge)


def test_a_trick_by_address_gets_its_paragraph_and_a_renege_by_the_cards(event, jo):
    address = f"/{event.slug}/trick/?{LAID}"

    page, swap = words(jo.get(address)), words(jo.get(address, headers=HTMX))
    accused = words(jo.get(f"{address}&accused=S&held=3H+4C"))

    sentence = "South takes it. The 2 of spades takes it: a trump beats every card that is not one. F-8"
    assert sentence in page
    assert sentence in swap
    assert "A renege. The 2 of spades does not follow hearts, and South held the 3 of hearts." in accused


def test_a_tapped_card_is_added_and_the_last_one_taken_off(event, jo):
    address = f"/{event.slug}/trick/?strain=uptown&trump=spades&leader=N"

    tapped = jo.get(f"{address}&played=5H&add=KH")
    off = jo.get(f"{address}&played=5H+KH&off=played")

    assert 'name="played"' in tapped.content.decode()
    assert 'value="5H KH"' in tapped.content.decode()
    assert 'value="5H"' in off.content.decode()
    assert "East has it so far." in words(tapped)


@pytest.mark.parametrize(
    ("game", "offered"),
    [
        ("fahrenheit", ['value="2H"', 'value="BJ"', 'name="strain"']),
        ("bid-euchre", ['name="out"']),
        ("bid-fair", ['name="high"']),
        ("columbus-no-kitty", ['value="2H"', 'name="strain"']),
    ],
)
def test_every_game_has_its_own_cards(game, offered):
    event = build.event(game=game)

    page = wearing(build.referee(event).badge).get(f"/{event.slug}/trick/").content.decode()

    of_some = ('value="2H"', 'value="BJ"', 'name="strain"', 'name="high"', 'name="out"')
    assert [each for each in of_some if each in page] == offered


def test_where_aces_are_named_downtown_the_trick_asks_for_the_direction(jo, event):
    named = build.event(name="The hall that names its aces", house_rules={"downtown_aces": "named"})
    referee = wearing(build.referee(named).badge)
    laid = "strain=downtown&trump=spades&leader=N&played=AH+KH+3H+4H"

    good = words(referee.get(f"/{named.slug}/trick/?{laid}&aces=good"))
    bad = words(referee.get(f"/{named.slug}/trick/?{laid}&aces=bad"))

    assert "North takes it." in good
    assert "South takes it." in bad
    assert "Aces bad downtown" in bad
    assert "Aces bad downtown" not in words(jo.get(f"/{event.slug}/trick/?{laid}"))
