"""Teams of three on the pages: signing up, who sits, and changing it (Rulebook E-121 to E-124)."""

from uuid import uuid4

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, opened, organizer_of, still_clock, wearing
from tournament.entries.commands_corrections import rename_team
from tournament.event.names import player_names


@pytest.fixture
def event():
    event = build.event(third_player=True, is_practice=True)
    still_clock(event, build.THREE)
    return event


@pytest.fixture
def katz(event):
    team = build.pair(event, "Ann", "Bo", "Cy")
    return rename_team(team=team, name="Kitty Katz", by=build.organizer(event), at=build.MEET)


@pytest.fixture
def game(event, katz):
    build.team(event, "Aces")
    return build.called_round(event).games.get()


@pytest.fixture
def desk(event):
    return organizer_of(event)


def test_people_sign_up_with_two_names_or_three(event, client):
    page = words(client.get(f"/{event.slug}/sign-up/"))
    sent = {"key": uuid4(), "player_1": "Ann", "player_2": "Bo"}
    with_two = words(client.post(f"/{event.slug}/sign-up/", {**sent, "player_3": ""}, follow=True))

    assert "Third player (if you like) Two play each game, and the three take turns." in page
    assert "when at least two of you are here" in with_two
    assert player_names(event.teams.get().players.all()) == ("Ann", "Bo")


def test_a_team_of_three_picks_who_sits_until_the_first_hand(event, katz, game):
    phone, other = wearing(katz.badge), wearing(event.teams.get(name="Aces").badge)
    address = f"/{event.slug}/team/who-sits/"
    ann, bo = ({"game": game.pk, "player": katz.players.get(name=name).pk} for name in ("Ann", "Bo"))

    page = words(phone.get(f"/{event.slug}/team/"))
    answer = words(phone.post(address, ann, headers=HTMX))
    of_others = other.post(address, bo)
    build.hand(game)
    late = phone.post(address, bo)

    assert "Ann sits" in page
    assert "against Aces · Cy sits out" in page
    assert "Who sits this game? Cy : you sit out this game. Ann and Bo sit. Cy sits out." in page
    assert "Bo and Cy sit. Ann sits out." in answer
    assert of_others.status_code == 404
    assert late.status_code == 422
    assert words(late).count("The first hand is dealt, so those who sit play this game.") == 2
    assert "sits out instead" not in words(late)


def test_seats_wall_and_tables_say_who_sits_out(event, katz, game, client):
    jo = wearing(build.referee(event).badge)
    pages = [(client, "seats/"), (client, "screen/"), (client, "seats/?find=Katz"), (jo, "tables/")]

    for browser, path in pages:
        assert "Cy sits out" in words(browser.get(f"/{event.slug}/{path}")), path
    assert "Ann & Bo" in words(client.get(f"/{event.slug}/games/{game.pk}/"))


def test_a_referee_and_the_desk_change_it_too(event, katz, game, desk):
    jo = wearing(build.referee(event).badge)
    ann, bo = katz.players.get(name="Ann"), katz.players.get(name="Bo")
    assert "Who sits for Kitty Katz?" in words(jo.get(f"/{event.slug}/game/{game.pk}/"))

    ruled = words(jo.post(f"/{event.slug}/game/{game.pk}/who-sits/", {"player": ann.pk}, follow=True))
    shown = words(desk.post(f"/{event.slug}/desk/{katz.pk}/who-sits/", {"player": bo.pk}, follow=True))

    assert "Bo and Cy sit. Ann sits out." in ruled
    assert "Bo sits out this game." in shown
    assert "Ann and Cy sit. Bo sits out." in shown


def test_the_desk_adds_a_third_player_and_lets_one_of_three_go(event, desk):
    team = build.team(event, "Aces")
    page = f"/{event.slug}/desk/{team.pk}/"
    assert "Add a third player" in words(desk.get(page))

    added = words(desk.post(f"{page}player/", {"key": uuid4(), "name": "Flo"}, follow=True))
    again = desk.post(f"{page}player/", {"key": uuid4(), "name": "Gus"})
    leaves = {"key": uuid4(), "player": team.players.first().pk, "name": "", "reason": "Ill"}
    gone = words(desk.post(f"{page}substitute/", leaves, follow=True))

    assert "Flo plays in Aces now." in added
    assert "Add a third player" not in added
    assert again.status_code == 422
    assert "Aces is full: a team has two or three players." in words(again)
    assert "Dee 1 has left. The other two go on, and the team keeps its results." in gone
    assert player_names(team.players.all()) == ("Ray 1", "Flo")
    assert event.log.last().words == "Dee 1 left Aces; the others go on: Ill"


def test_where_teams_are_of_two_nothing_is_asked_about_a_third():
    event = build.event(is_practice=True)
    game = build.game(event)
    phone, jo = wearing(game.team("NS").badge), wearing(build.referee(event).badge)

    assert "Third player" not in opened(event, "sign-up/").words
    assert "Who sits" not in opened(event, "team/", phone).words
    assert "Who sits" not in opened(event, f"game/{game.pk}/", jo).words
