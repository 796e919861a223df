"""The desk: forty people in a queue."""

from uuid import uuid4

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX
from tournament.commands.teams import sign_up_single, withdraw_team
from tournament.models import Team

WALK_UP = {"player_1": "Dee Hall", "player_2": "Ray Ortiz", "name": "Kitty Katz", "contact": "555-0123"}


def single(event, name):
    return sign_up_single(
        event=event, key=uuid4(), name=name, contact="555", by=build.organizer(event), at=build.MEET
    )


def test_a_walk_up_team_is_registered_and_here_in_one_go(event, desk):
    answer = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4(), "is_here": "on"}, follow=True)

    page = words(answer)
    assert "Kitty Katz is team 1, and here." in page
    assert "▲ 1 Kitty Katz Here Dee Hall & Ray Ortiz" in page
    assert Team.objects.get().checked_in_at is not None


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["reloaded", "swapped"])
def test_a_refused_walk_up_keeps_everything_that_was_typed(event, desk, headers):
    build.team(event, "Kitty Katz")

    answer = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()}, headers=headers)

    form = part(answer, "walk-up-team")
    assert answer.status_code == 422
    assert "There is a team called Kitty Katz already. Choose another name." in words(form)
    for typed in ("Dee Hall", "Ray Ortiz", "555-0123"):
        assert f'value="{typed}"' in form


def test_a_swapped_walk_up_says_so_empties_the_form_for_the_next_and_calls_for_the_list(event, desk):
    swap = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4(), "is_here": "on"}, headers=HTMX)

    assert "Kitty Katz is team 1, and here." in words(swap)
    assert "Dee Hall" not in swap.content.decode()
    assert "autofocus" in swap.content.decode()
    assert swap["HX-Trigger"] == '{"uptown:changed": {}}'


def test_a_walk_up_that_waits_for_a_partner_is_not_here_and_its_page_is_a_tap_away(event, desk):
    swap = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()}, headers=HTMX)

    [link] = read(swap.content.decode()).one("div", **{"class": "notice"}).find("a")
    assert link.words == "Open team 1"
    assert "Kitty Katz" in words(desk.get(link.attributes["href"]))
    assert Team.objects.get().checked_in_at is None


def test_a_name_that_stands_in_two_teams_is_asked_about_and_keeps_nobody_from_playing(event, desk):
    desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()})
    twice = WALK_UP | {"key": uuid4(), "name": "Boston Bound", "player_1": "dee  hall", "player_2": "Mo"}
    desk.post(f"/{event.slug}/desk/team/", twice)

    page = words(desk.get(f"/{event.slug}/desk/"))

    assert Team.objects.count() == 2
    assert "Dee Hall is also on 2 Boston Bound. Same person?" in page
    assert "Ray Ortiz is also" not in page

    dee = Team.objects.get(number=1).players.get(name="Dee Hall")
    page = words(desk.post(f"/{event.slug}/desk/player/{dee.pk}/namesakes/", follow=True))
    assert "They are different people. Nobody asks again." in page
    assert "Same person?" not in page

    sign_up_single(event=event, key=uuid4(), name="Dee Hall", by=build.organizer(event), at=build.MEET)
    page = words(desk.get(f"/{event.slug}/desk/"))
    assert "Dee Hall is also on the list for a partner. Same person?" in page

    for number in (1, 2):
        withdraw_team(team=Team.objects.get(number=number), by=build.organizer(event), at=build.MEET)

    assert "Same person?" not in words(desk.get(f"/{event.slug}/desk/"))


@pytest.mark.parametrize(
    ("action", "sent", "fold", "sentence"),
    [
        pytest.param("single", {}, 0, "Write the player's name.", id="beside its form"),
        pytest.param("pair", {}, 1, "Choose two people", id="in the list of singles"),
        pytest.param("pair", {"players": ["²", "9" * 5000, "x"]}, 1, "Choose two people", id="no keys"),
    ],
)
def test_without_a_script_what_is_refused_is_said_once_where_it_was_typed(
    event, desk, action, sent, fold, sentence
):
    page = read(desk.post(f"/{event.slug}/desk/{action}/", {"key": uuid4(), **sent}).content.decode())

    [said] = [one.words for one in page.find("div", role="alert") if one.words]
    assert sentence in said
    assert len(page.find("details", id="singles")) == fold


def test_the_list_of_people_is_above_the_teams_and_one_alone_cannot_be_made_a_team(event, desk):
    build.team(event)
    single(event, "Kim")

    page = words(desk.get(f"/{event.slug}/desk/"))

    assert page.index("Looking for a partner 1 person") < page.index("Team 1")
    assert "Make the two a team" not in page
    single(event, "Jo")
    assert "Make the two a team" in words(desk.get(f"/{event.slug}/desk/"))


def test_the_desk_finds_a_team_by_part_of_a_name_a_player_or_a_number(event, desk):
    everybody = ["Kitty Katz", "Boston Bound", "Uptown Six"]
    for name in everybody:
        build.team(event, name)

    found = {
        typed: [row.name for row, _, _ in desk.get(f"/{event.slug}/desk/", {"q": typed}).context["rows"]]
        for typed in ("katz", "DEE 2", "3", "zebra", "")
    }

    assert found == {
        "katz": ["Kitty Katz"],
        "DEE 2": ["Boston Bound"],
        "3": ["Uptown Six"],
        "zebra": [],
        "": everybody,
    }
