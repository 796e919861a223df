"""Teams of three on the pages: signing up, who sits, and changing it (Rulebook E-121 to E-124)."""

from uuid import uuid4

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.teams import sign_up_team
from tournament.models import Role
from tournament.queries.names import player_names


@pytest.fixture
def event():
    event = build.event(third_player=True, is_practice=True)
    still_clock(event, build.THREE)
    return event


@pytest.fixture
def katz(event):
    names = ("Ann", "Bo", "Cy")
    by = build.organizer(event)
    made = sign_up_team(event=event, key=uuid4(), name="Kitty Katz", players=names, by=by, at=build.MEET)
    return build.check_in(made, at=build.MEET)


@pytest.fixture
def game(event, katz):
    build.team(event, "Aces")
    return build.called_round(event).games.get()


@pytest.fixture
def desk(event):
    return wearing(build.organizer(event).badge)


def test_people_sign_up_with_two_names_or_three(event, client):
    page = words(client.get(f"/{event.slug}/sign-up/"))
    sent = {"key": uuid4(), "player_1": "Ann", "player_2": "Bo"}
    with_two = words(client.post(f"/{event.slug}/sign-up/", {**sent, "player_3": ""}, follow=True))

    assert "Third player (if you like) Two play each game, and the three take turns." in page
    assert "when at least two of you are here" in with_two
    assert player_names(event.teams.get().players.all()) == ("Ann", "Bo")


def test_a_teams_phone_says_who_sits_and_changes_it_in_one_tap(event, katz, game):
    phone = wearing(katz.badge)
    page = words(phone.get(f"/{event.slug}/team/"))
    assert "Ann sits" in page
    assert "against Aces · Cy sits out" in page
    assert "Who sits this game? Cy : you sit out this game. Ann and Bo sit. Cy sits out." in page

    sent = {"game": game.pk, "player": katz.players.get(name="Ann").pk}
    answer = phone.post(f"/{event.slug}/team/who-sits/", sent, headers=HTMX)

    assert "Bo and Cy sit. Ann sits out." in words(answer)


def test_seats_wall_and_tables_say_who_sits_out(event, katz, game, client):
    seats, wall = words(client.get(f"/{event.slug}/seats/")), words(client.get(f"/{event.slug}/screen/"))
    found = words(client.get(f"/{event.slug}/seats/?find=Katz"))
    tables = words(wearing(build.referee(event).badge).get(f"/{event.slug}/tables/"))
    played = words(client.get(f"/{event.slug}/games/{game.pk}/"))

    for page in (seats, wall, found, tables):
        assert "Cy sits out" in page
    assert "Ann & Bo" in played


def test_after_the_first_hand_the_phone_says_why_nothing_changes(event, katz, game):
    build.hand(game)
    phone = wearing(katz.badge)

    sent = {"game": game.pk, "player": katz.players.get(name="Ann").pk}
    answer = phone.post(f"/{event.slug}/team/who-sits/", sent)

    assert answer.status_code == 422
    assert words(answer).count("The first hand is dealt, so those who sit play this game.") == 2
    assert "sits out instead" not in words(answer)


def test_a_team_chooses_for_nobody_else(event, katz, game):
    phone = wearing(event.teams.get(name="Aces").badge)

    sent = {"game": game.pk, "player": katz.players.get(name="Ann").pk}

    assert phone.post(f"/{event.slug}/team/who-sits/", sent).status_code == 404


def test_a_referee_and_the_desk_change_it_too(event, katz, game, desk):
    jo = wearing(build.referee(event).badge)
    ann, bo = katz.players.get(name="Ann"), katz.players.get(name="Bo")
    assert "Who sits for Kitty Katz?" in words(jo.get(f"/{event.slug}/game/{game.pk}/"))

    ruled = words(jo.post(f"/{event.slug}/game/{game.pk}/who-sits/", {"player": ann.pk}, follow=True))
    told = words(desk.post(f"/{event.slug}/desk/{katz.pk}/who-sits/", {"player": bo.pk}, follow=True))

    assert "Bo and Cy sit. Ann sits out." in ruled
    assert "Bo sits out this game." in told
    assert "Ann and Cy sit. Bo sits out." in told


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


def test_where_teams_are_of_two_nothing_is_asked_about_a_third(client):
    event = build.event(is_practice=True)
    game = build.game(event)
    phone = wearing(event.badges.filter(role=Role.TEAM).first())

    assert "Third player" not in words(client.get(f"/{event.slug}/sign-up/"))
    assert "Who sits" not in words(phone.get(f"/{event.slug}/team/"))
    assert "Who sits" not in words(wearing(build.referee(event).badge).get(f"/{event.slug}/game/{game.pk}/"))
