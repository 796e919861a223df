"""The desk: forty people in a queue."""

from uuid import uuid4

from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX
from tools.rehearsal.browser import read
from tournament.entries.commands_presence import withdraw_team
from tournament.entries.commands_sign_up import sign_up_single
from tournament.models import Team

WALK_UP = {"player_1": "Dee Hall", "player_2": "Ray Ortiz", "name": "Kitty Katz", "contact": "555-0123"}


def walk_up(desk, event, typed, **how):
    return desk.post(f"/{event.slug}/desk/team/", WALK_UP | {"key": uuid4()} | typed, **how)


def single(event, name):
    return sign_up_single(
        event=event, key=uuid4(), name=name, contact="555", by=build.organizer(event), at=build.MEET
    )


def test_a_walk_up_team_is_signed_up_and_checked_in_in_one_go(event, desk):
    here = words(walk_up(desk, event, {"is_here": "on"}, follow=True))
    swap = walk_up(desk, event, {"name": "", "player_1": "Cy", "player_2": "Mo"}, headers=HTMX)

    html = swap.content.decode()
    [link] = read(html).one("div", **{"class": "notice"}).find("a")
    assert "Kitty Katz is team 1, and here." in here
    assert "▲ 1 Kitty Katz Here Dee Hall & Ray Ortiz" in here
    assert "Cy & Mo is team 2. Open team 2" in words(swap)
    assert ('value="Cy"' in html, "autofocus" in html) == (False, True)
    assert swap["HX-Trigger"] == '{"uptown:changed": {}}'
    assert "Cy & Mo" in words(desk.get(link.attributes["href"]))
    assert [bool(team.checked_in_at) for team in Team.objects.order_by("number")] == [True, False]


def test_a_refused_walk_up_keeps_everything_that_was_typed(event, desk):
    build.team(event, "Kitty Katz")

    for headers in ({}, HTMX):
        answer = walk_up(desk, event, {}, headers=headers)

        form = part(answer, "walk-up-team")
        assert answer.status_code == 422
        assert "There is a team called Kitty Katz already. Choose another name." in words(form)
        for typed in ("Dee Hall", "Ray Ortiz", "555-0123"):
            assert f'value="{typed}"' in form


def test_the_desk_is_asked_about_a_name_in_two_teams_and_both_may_play(event, desk):
    board = f"/{event.slug}/desk/"
    walk_up(desk, event, {})
    walk_up(desk, event, {"name": "Boston Bound", "player_1": "dee  hall", "player_2": "Mo"})

    page = words(desk.get(board))
    assert "Dee Hall is also on 2 Boston Bound. Same person?" in page
    assert "Ray Ortiz is also" not in page

    one, two = Team.objects.order_by("number")
    dee = one.players.get(name="Dee Hall")
    page = words(desk.post(f"{board}player/{dee.pk}/namesakes/", follow=True))
    assert "They are different people. Nobody asks again." in page
    assert "Same person?" not in page

    single(event, "Dee Hall")
    assert "Dee Hall is also on the list for a partner. Same person?" in words(desk.get(board))

    for team in (one, two):
        withdraw_team(team=team, by=build.organizer(event), at=build.MEET)
    assert "Same person?" not in words(desk.get(board))


def test_without_a_script_what_is_refused_is_said_once_where_it_was_typed(event, desk):
    no_keys = {"players": ["²", "9" * 5000, "x"]}
    for action, sent, folds, sentence in (
        ("single", {}, 0, "Write the player’s name."),
        ("pair", {}, 1, "Choose two people"),
        ("pair", no_keys, 1, "Choose two people"),
    ):
        page = read(desk.post(f"/{event.slug}/desk/{action}/", {"key": uuid4(), **sent}).content.decode())

        # "Not saved." is the template of what a phone refuses by itself.
        alerts = [one.words for one in page.find("div", role="alert")]
        [refusal] = [alert for alert in alerts if alert not in ("", "Not saved.")]
        assert sentence in refusal
        assert len(page.find("details", id="singles")) == folds


def test_people_without_a_partner_come_first_and_two_can_become_a_team(event, desk):
    build.team(event)
    single(event, "Kim")

    one = words(desk.get(f"/{event.slug}/desk/"))
    single(event, "Jo")
    two = words(desk.get(f"/{event.slug}/desk/"))

    assert one.index("Looking for a partner 1 person") < one.index("Team 1")
    assert ["Make the two a team" in page for page in (one, two)] == [False, True]


def test_the_desk_finds_a_team_by_part_of_a_name_a_player_or_a_number(event, desk):
    everybody = ["Kitty Katz", "Boston Bound", "Uptown Six"]
    for name in everybody:
        build.team(event, name)

    for typed, found in (
        ("katz", ["Kitty Katz"]),
        ("DEE 2", ["Boston Bound"]),
        ("3", ["Uptown Six"]),
        ("zebra", []),
        ("", everybody),
    ):
        rows = desk.get(f"/{event.slug}/desk/", {"q": typed}).context["rows"]
        assert [row.name for row, *_ in rows] == found
