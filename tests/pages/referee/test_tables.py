"""The list of tables on a referee's phone."""

import pytest

from tests import build
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.floor import call_referee


def a_hall(teams):
    event = build.event(is_rehearsal=True, tables=20)
    build.teams(event, teams)
    games = list(build.called_round(event).games.exclude(kind="bye"))
    still_clock(event, build.at(15, 10))
    return event, games, wearing(build.referee(event).badge)


def test_the_list_says_who_wants_a_referee_and_why():
    event, games, jo = a_hall(4)
    call_referee(game=games[1], why="A renege?", by=build.organizer(event), at=build.at(15, 9))

    page = jo.get(f"/{event.slug}/tables/").content.decode()

    assert page.index("Wants a referee") < page.index("Team 1")
    assert "A renege?" in page
    assert "Free: table 3, table 4" in page


def test_a_swap_leaves_the_list_as_a_reload_would():
    event, _, jo = a_hall(4)

    page = jo.get(f"/{event.slug}/tables/").content.decode()
    swapped = jo.get(f"/{event.slug}/tables/", headers=HTMX).content.decode()

    assert swapped.strip().splitlines()[-1] == "</section>"
    assert swapped.strip() in page


@pytest.mark.parametrize("teams", [2, 40])
def test_the_list_takes_a_fixed_number_of_queries(teams, django_assert_num_queries):
    event, _, jo = a_hall(teams)

    with django_assert_num_queries(10):
        jo.get(f"/{event.slug}/tables/")
