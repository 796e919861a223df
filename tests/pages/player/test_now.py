"""A team's private page."""

import pytest

from tests import build
from tests.pages.reading import tags, words
from tests.pages.visit import HTMX, still_clock, wearing
from tools.rehearsal.browser import read
from tournament.models import Game


@pytest.fixture
def game():
    return build.game_between(build.event(is_practice=True), "Kitty Katz", "Boston Bound")


@pytest.fixture
def katz(game):
    still_clock(game.event, build.at(15, 1, 2))
    return wearing(game.team("NS").badge)


def page_of(game, action=""):
    return f"/{game.event.slug}/team/{action}"


def test_we_are_seated_stops_the_minutes_once_and_the_title_says_the_table(game, katz):
    before = [tags(katz.get(page_of(game), headers=headers)) for headers in ({}, HTMX)]

    seated = katz.post(page_of(game, "seated/"), headers=HTMX)
    again = katz.post(page_of(game, "seated/"))

    title = "<title>Table 1 · now · Kitty Katz · Pride South Bid Whist</title>"
    assert [page.count(title) for page in before] == [1, 1]
    assert "<title>Kitty Katz · Pride South Bid Whist</title>" in tags(seated)
    assert "You’re seated. Boston Bound are on their way" in words(seated)
    assert "We’re seated" not in words(seated)
    assert Game.objects.get(pk=game.pk).side("NS").seated_at == build.at(15, 1, 2)
    assert again.status_code == 302
    assert game.event.log.filter(action="team.seated").count() == 1


def test_a_team_calls_a_referee_and_reads_that_one_comes(game, katz):
    page = words(katz.post(page_of(game, "referee/"), {"why": "A renege is claimed."}, follow=True))

    assert "A referee is on the way." in page
    assert Game.objects.get(pk=game.pk).referee_called_for == "Kitty Katz: A renege is claimed."


def test_the_teams_own_line_stands_out_in_the_standings(game, katz):
    build.won(game)

    page = katz.get(page_of(game)).content.decode()
    standings = read(katz.get(f"/{game.event.slug}/standings/near/").content.decode())

    # Everybody gets the same standings; a script marks the page's own line (static/js/parts/own.js).
    own = game.team("NS").number
    assert f'data-own="{own}"' in page
    assert 'id="standings-near" hx-get' in page
    assert "Kitty Katz" in standings.one(id="standings-near").words
    assert len(standings.find("tr", data_team=str(own))) == 1


def test_a_team_corrects_its_own_sign_up_until_it_is_checked_in():
    event = build.event()
    team = build.team(event, "Kitty Katz", is_here=False)
    dee, ray = team.players.order_by("pk")
    phone = wearing(team.badge)

    def correct(name_of_ray):
        typed = {"name": "Kitty Cats", "home": "Hyde Park", "contact": "555-0199"}
        names = {f"player_{dee.pk}": "Dee Hall", f"player_{ray.pk}": name_of_ray}
        return phone.post(f"/{event.slug}/team/correct/", typed | names, follow=True)

    refused, done = correct(""), correct(ray.name)
    team.refresh_from_db()
    build.check_in(team, at=build.MEET)
    late = correct("Roy")

    assert (refused.status_code, "Write the player’s name." in words(refused)) == (422, True)
    assert "It is corrected." in words(done)
    assert (team.name, team.home) == ("Kitty Cats", "Hyde Park")
    assert list(team.players.order_by("pk").values_list("name", "contact")) == [
        ("Dee Hall", "555-0199"),
        (ray.name, "555-0199"),
    ]
    assert "555-0199" not in str([entry.texts for entry in event.log.all()])
    assert (late.status_code, "The desk does it for you." in words(late)) == (422, True)
