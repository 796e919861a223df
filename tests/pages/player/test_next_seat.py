from datetime import timedelta

import pytest

from pages.player.now import team_now
from tests import build
from tests.scoring.alone import games_of

pytestmark = pytest.mark.django_db

OVER = build.THREE + timedelta(minutes=12)


def test_the_card_of_a_team_whose_game_is_over_says_where_it_goes():
    event = build.event(seating="up")
    build.teams(event, 6)
    *_, two, three = games_of(build.called_round(event))
    build.won(three, "NS", at=OVER)

    card = team_now(event, three.team("NS"), OVER).card

    assert card.quiet.startswith("Next: table 2, once table 2 is done. The next round is called")
    assert two.table.number == 2
