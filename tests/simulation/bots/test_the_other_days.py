"""Whole days of other games and other ways of seating, lived through the pages inside this process."""

import pytest
from django.conf import settings

from simulation.bots.browser import SmallBrowser
from simulation.bots.day import BotDay
from tests import build

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("one_connection")]


@pytest.mark.parametrize(
    ("game", "seating", "count"),
    [
        ("fahrenheit", "individuals", 5),
        ("solo-bid-euchre", "individuals", 5),
        ("bid-fair", "standing", 4),
        ("columbus-no-kitty", "standing", 2),
        ("botb-4x4", "standing", 2),
        ("cardsharks-detroit", "standing", 2),
    ],
)
def test_a_day_is_lived_from_the_sign_up_to_the_podium(game, seating, count):
    said = []
    day = BotDay(
        teams=count,
        seed=3,
        held_on=build.DAY,
        new_browser=SmallBrowser,
        say=said.append,
        seating=seating,
        game=game,
    )

    day.organizer.sign_in_with(settings.ORGANIZER_KEY)
    day.live()

    # The day itself holds every number of the pages against the facts as it goes.
    places = list(range(1, min(count, 3) + 1))
    assert [place for place, _ in day.visitor.podium()] == places
    assert said[-1].startswith(f"{places[-1]}. ")
