"""The desk: forty people in a queue."""

from uuid import uuid4

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX, wearing
from tournament.commands.teams import sign_up_single, withdraw_team
from tournament.models import Player, Team

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


def test_a_walk_up_team_that_waits_for_a_partner_is_not_here_yet(event, desk):
    desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()})

    assert Team.objects.get().checked_in_at is None


def test_a_refused_walk_up_keeps_everything_that_was_typed(event, desk):
    build.team(event, "Kitty Katz")

    answer = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()})

    assert answer.status_code == 422
    assert "There is a team called Kitty Katz already. Choose another name." in words(answer)
    for typed in ("Dee Hall", "Ray Ortiz", "555-0123"):
        assert f'value="{typed}"' in answer.content.decode()


def test_a_refused_walk_up_is_the_same_form_swapped_or_reloaded(event, desk):
    build.team(event, "Kitty Katz")
    sent = WALK_UP | {"key": uuid4()}

    swap = desk.post(f"/{event.slug}/desk/team/", sent, headers=HTMX)

    assert swap.status_code == 422
    assert part(swap, "walk-up-team") == part(desk.post(f"/{event.slug}/desk/team/", sent), "walk-up-team")


def test_a_swapped_walk_up_says_so_empties_the_form_for_the_next_and_calls_for_the_list(event, desk):
    swap = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4(), "is_here": "on"}, headers=HTMX)

    assert "Kitty Katz is team 1, and here." in words(swap)
    assert "Dee Hall" not in swap.content.decode()
    assert "autofocus" in swap.content.decode()
    assert swap["HX-Trigger"] == '{"uptown:changed": {}}'


def test_from_what_a_walk_up_was_told_their_link_and_donation_are_a_tap_away(event, desk):
    swap = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()}, headers=HTMX)

    [link] = read(swap.content.decode()).one("div", **{"class": "notice"}).find("a")
    assert link.words == "Open team 1"
    assert "Kitty Katz" in words(desk.get(link.attributes["href"]))


def test_a_name_that_stands_in_two_teams_is_asked_about_and_keeps_nobody_from_playing(event, desk):
    desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()})
    twice = WALK_UP | {"key": uuid4(), "name": "Boston Bound", "player_1": "dee  hall", "player_2": "Mo"}
    desk.post(f"/{event.slug}/desk/team/", twice)

    page = words(desk.get(f"/{event.slug}/desk/"))

    assert Team.objects.count() == 2
    assert "Dee Hall is also on 2 Boston Bound. Same person?" in page
    assert "Ray Ortiz stands" not in page

    withdraw_team(team=Team.objects.get(number=2), by=build.organizer(event), at=build.MEET)

    assert "Same person?" not in words(desk.get(f"/{event.slug}/desk/"))


def test_a_single_is_put_on_the_list_with_what_the_desk_needs(event, desk):
    sent = {"key": uuid4(), "player": "Kim Lee", "contact": "555-0123"}

    answer = desk.post(f"/{event.slug}/desk/single/", sent, follow=True)

    assert "Kim Lee is on the list of people looking for a partner." in words(answer)
    assert "Kim Lee 555-0123 since 2:00 PM" in words(answer)


def test_a_team_that_is_called_after_its_players_stands_there_once(event, desk):
    build.team(event, "Dee 1 & Ray 1", is_here=False)

    line = read(desk.get(f"/{event.slug}/desk/").content.decode()).one(**{"class": "desk-who"})

    assert line.words == "▲ 1 Dee 1 & Ray 1"


def test_a_single_without_a_name_is_refused(event, desk):
    answer = desk.post(
        f"/{event.slug}/desk/single/", {"key": uuid4(), "player": "", "contact": "555"}, headers=HTMX
    )

    assert answer.status_code == 422
    assert "Write the player's name." in words(answer)


@pytest.mark.parametrize(
    ("action", "fold"),
    [pytest.param("single", 0, id="beside its form"), pytest.param("pair", 1, id="in the list of singles")],
)
def test_without_a_script_what_is_refused_is_said_once_where_it_was_typed(event, desk, action, fold):
    page = read(desk.post(f"/{event.slug}/desk/{action}/", {"key": uuid4()}).content.decode())

    said = [one.words for one in page.find("div", role="alert") if one.words]
    assert len(said) == 1
    assert len(page.find("details", id="singles")) == fold


def test_two_singles_become_a_team(event, desk):
    pair = [single(event, "Kim").pk, single(event, "Jo").pk]

    answer = desk.post(
        f"/{event.slug}/desk/pair/", {"key": uuid4(), "players": pair, "name": ""}, follow=True
    )

    page = words(answer)
    assert "Kim & Jo is team 1." in page
    assert 'id="singles"' not in answer.content.decode()


def test_the_list_of_people_is_above_the_teams_and_one_alone_cannot_be_made_a_team(event, desk):
    build.team(event)
    single(event, "Kim")

    page = words(desk.get(f"/{event.slug}/desk/"))

    assert page.index("Looking for a partner 1 person") < page.index("Team 1")
    assert "Make the two a team" not in page
    single(event, "Jo")
    assert "Make the two a team" in words(desk.get(f"/{event.slug}/desk/"))


def test_one_single_makes_no_team_and_stays_ticked(event, desk):
    kim = single(event, "Kim")

    answer = desk.post(f"/{event.slug}/desk/pair/", {"key": uuid4(), "players": [kim.pk], "name": "Us"})

    assert answer.status_code == 422
    assert "Choose two people who are still looking for a partner." in words(answer)
    assert f'value="{kim.pk}" checked' in answer.content.decode()
    assert 'value="Us"' in answer.content.decode()


@pytest.mark.parametrize("sent", ["²", "9" * 5000, "x"])
def test_a_mark_that_is_no_single_is_refused_with_a_sentence(event, desk, sent):
    answer = desk.post(f"/{event.slug}/desk/pair/", {"key": uuid4(), "players": [sent]})

    assert "Choose two people who are still looking for a partner." in words(answer)


def test_somebody_already_paired_is_refused_with_a_sentence(event, desk):
    kim, jo = single(event, "Kim"), single(event, "Jo")
    Player.objects.filter(pk=jo.pk).update(team=build.team(event))

    answer = desk.post(
        f"/{event.slug}/desk/pair/", {"key": uuid4(), "players": [kim.pk, jo.pk]}, headers=HTMX
    )

    assert answer.status_code == 422
    assert "Choose two people who are still looking for a partner." in words(answer)


def test_a_single_is_taken_off_the_list(event, desk):
    kim = single(event, "Kim")

    answer = desk.post(f"/{event.slug}/desk/leave/{kim.pk}/", follow=True)

    assert "Kim is no longer on the list." in words(answer)
    assert 'id="singles"' not in answer.content.decode()


def test_somebody_who_plays_is_not_taken_off_the_list(event, desk):
    player = build.team(event).players.first()

    answer = desk.post(f"/{event.slug}/desk/leave/{player.pk}/")

    assert answer.status_code == 422
    assert "Dee 1 plays in a team. Withdraw the team instead." in words(answer)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        pytest.param("katz", ["Kitty Katz"], id="part of a name"),
        pytest.param("DEE 2", ["Boston Bound"], id="a player"),
        pytest.param("3", ["Uptown Six"], id="a number"),
        pytest.param("zebra", [], id="nobody"),
        pytest.param("", ["Kitty Katz", "Boston Bound", "Uptown Six"], id="everybody"),
    ],
)
def test_the_desk_finds_a_team_by(event, desk, typed, found):
    for name in ("Kitty Katz", "Boston Bound", "Uptown Six"):
        build.team(event, name)

    page = desk.get(f"/{event.slug}/desk/", {"q": typed})

    assert [row.name for row, _ in page.context["rows"]] == found


def test_the_desk_sees_who_is_not_here_yet_and_how_many(event, desk):
    build.team(event, "Kitty Katz")
    build.team(event, "Boston Bound", is_here=False)

    page = desk.get(f"/{event.slug}/desk/?state=expected")

    assert "Everybody 2 Not here yet 1 Here 1 Withdrawn 0" in words(page)
    assert [row.name for row, _ in page.context["rows"]] == ["Boston Bound"]


def test_a_search_without_result_says_what_to_do(event, desk):
    build.team(event)

    assert "Nobody like that Look for part of a name" in words(desk.get(f"/{event.slug}/desk/?q=zebra"))


def test_an_empty_desk_says_what_to_do(event, desk):
    assert "Nobody yet They sign up by the QR code on the poster, or here at the desk." in words(
        desk.get(f"/{event.slug}/desk/")
    )


def test_an_action_keeps_the_search_it_was_done_in(event, desk):
    team = build.team(event, "Kitty Katz", is_here=False)

    answer = desk.post(f"/{event.slug}/desk/{team.pk}/check-in/?q=kitty&state=expected")

    assert answer.url == f"/{event.slug}/desk/?q=kitty&state=expected#team-{team.pk}"


def test_after_phase_one_nobody_new_is_registered_and_the_desk_says_why(event, desk):
    event.phases.filter(kind="one").update(closed_at=build.at(17))
    sentence = "Phase I is over, so nobody new can join today. Come and watch!"

    page = desk.get(f"/{event.slug}/desk/")
    refused = desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()})

    assert words(page).count(sentence) == 2
    assert refused.status_code == 422
    assert not Team.objects.exists()


@pytest.mark.parametrize("query", ["", "?q=team&state=here"])
def test_the_board_refreshes_itself_to_what_a_reload_shows(event, desk, query):
    build.teams(event, 3)
    single(event, "Kim")

    fresh = desk.get(f"/{event.slug}/desk/{query}", headers=HTMX)

    assert part(fresh, "desk-board") == part(desk.get(f"/{event.slug}/desk/{query}"), "desk-board")


@pytest.mark.parametrize("count", [1, 3, 12])
def test_the_desk_asks_as_much_however_many_teams(event, desk, django_assert_num_queries, count):
    build.teams(event, count)
    for number in range(count):
        single(event, f"Kim {number}")

    with django_assert_num_queries(9):
        desk.get(f"/{event.slug}/desk/")


@pytest.mark.parametrize("action", ["team/", "single/", "pair/"])
def test_a_referee_registers_nobody(event, action):
    referee = wearing(build.referee(event).badge)

    assert referee.get(f"/{event.slug}/desk/").status_code == 403
    assert referee.post(f"/{event.slug}/desk/{action}", WALK_UP | {"key": uuid4()}).status_code == 403
    assert not Player.objects.exists()
