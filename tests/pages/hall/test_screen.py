"""The big screen: who plays where, how long, when is the break."""

import pytest
from django.test import Client

from pages.hall.screen import screen
from simulation.bots.browser import read
from tests import build
from tests.pages.visit import still_clock
from tournament.commands.floor import mark_seated
from tournament.commands.schedule_changes import pause_day, resume_day

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    return event


def seat_all(called, at):
    for game in called.games.filter(over_at=None).with_everybody():
        for team in (game.team("NS"), game.team("EW")):
            mark_seated(game=game, team=team, by=build.organizer(game.event), at=at)


def panels(event, at):
    """The titles of all pages of the screen, with what stands on each."""
    first = screen(event, at, 0)
    return [screen(event, at, turn).panel for turn in range(first.pages)]


def shown(event):
    return read(Client().get(f"/{event.slug}/screen/").content.decode())


def test_before_the_first_round_the_screen_welcomes():
    event = practice(3)
    still_clock(event, build.at(14, 40))

    page = shown(event)

    assert page.one("h1").words == "Welcome"
    assert "Meet & greet 20:00 until Phase I" in page.words
    assert "3 teams here so far" in page.words


def test_while_teams_sit_down_the_screen_says_where_and_how_long():
    event = practice(4, tables=2)
    build.called_round(event)
    still_clock(event, build.at(15, 1, 10))

    page = shown(event)

    assert "Phase I · Round 1 3:50 until the cards are dealt Next break 3:30 · in 28:50" in page.words
    assert "Please sit down Table 1 Team 1 v Team 4 3:50 Table 2 Team 2 v Team 3 3:50" in page.words
    assert [
        row.words for row in page.one("ul", **{"class": "screen-seats screen-seats--few"}).find("li")
    ] == [
        "Table 1 Team 1",
        "Table 2 Team 2",
        "Table 2 Team 3",
        "Table 1 Team 4",
    ]


def test_who_waits_for_a_table_or_has_the_bye_finds_the_name_on_the_screen_too():
    event = practice(5, tables=1)
    build.called_round(event)

    panel = screen(event, build.at(15, 1), 0).panel

    assert panel.title == "Who sits where"
    assert [(row.called, row.table, row.note) for row in panel.seats if not row.table] == [
        ("Team 3", None, "waits for a table, against Team 4"),
        ("Team 4", None, "waits for a table, against Team 3"),
        ("Team 5", None, "bye: counts as a game won"),
    ]


def test_who_came_late_is_in_no_seating_and_not_on_its_page():
    event = practice(4, tables=2)
    build.called_round(event)
    build.team(event, "Latecomers")

    assert [row.called for row in screen(event, build.at(15, 1), 0).panel.seats] == [
        "Team 1",
        "Team 2",
        "Team 3",
        "Team 4",
    ]


def test_in_play_the_screen_leafs_through_standings_and_tables():
    event = practice(16)
    seat_all(build.called_round(event), build.at(15, 3))

    pages = panels(event, build.at(15, 10))

    assert [(page.kind, len(page.rows) or len(page.seats)) for page in pages] == [
        ("standings", 8),
        ("standings", 8),
        ("seats", 16),
    ]
    assert [row.place for page in pages for row in page.rows if row.is_last_through] == [7]


def test_forty_teams_take_more_pages():
    event = practice(40, tables=20)
    seat_all(build.called_round(event), build.at(15, 3))

    pages = panels(event, build.at(15, 10))

    assert [(page.kind, len(page.rows) or len(page.seats)) for page in pages] == [
        ("standings", 10),
        ("standings", 10),
        ("standings", 10),
        ("standings", 10),
        ("seats", 13),
        ("seats", 13),
        ("seats", 14),
    ]


def test_at_the_whistle_the_screen_says_what_to_do():
    event = practice(2)
    seat_all(build.called_round(event), build.at(15, 3))

    now = screen(event, build.at(15, 30, 20), 0)

    assert (now.word, now.note) == ("Whistle", "Finish the hand on the table. No new deal.")
    assert (now.is_break, now.break_left.text, now.calls) == (True, "4:40", ())


def test_few_calls_are_listed_and_the_rest_counted():
    event = practice(12)
    build.called_round(event)

    now = screen(event, build.at(15, 2), 0)

    assert (len(now.calls), now.more_calls) == (3, 3)


def test_in_phase_two_the_screen_shows_the_bracket_and_then_the_winners():
    event = practice(4, advance_count=4)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)

    assert [panel.kind for panel in panels(event, build.at(18, 50))] == ["podium", "bracket"]


def test_once_the_winners_stand_there_is_no_break_to_come():
    event = practice(4, advance_count=4)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)

    now = screen(event, build.at(18, 20), 0)

    assert (now.stage, now.break_left, now.break_at) == ("Awards", None, None)


def test_the_fragment_is_the_board_of_the_page():
    event = practice(4, tables=2)
    build.called_round(event)
    still_clock(event, build.at(15, 2))

    board = read(Client().get(f"/{event.slug}/screen/board/").content.decode())

    assert board.words == shown(event).one(id="screen-board").words


def test_without_javascript_the_screen_loads_itself_again():
    event = build.event()

    assert shown(event).find("meta", content="10")[0].attributes["http-equiv"] == "refresh"


@pytest.mark.parametrize("count", [4, 40])
def test_the_screen_takes_as_many_queries_for_four_teams_as_for_forty(count, django_assert_num_queries):
    event = practice(count, tables=20)
    seat_all(build.called_round(event), build.at(15, 3))

    with django_assert_num_queries(19):
        screen(event, build.at(15, 10), 0)


def heard(event, at):
    """What the hall hears when the screen comes to show this: the first word of its cue."""
    return screen(event, at, 0).cue.split(" ")[0]


def test_the_hall_hears_play_the_whistle_a_break_and_a_pause():
    event = practice(2)
    assert screen(event, build.at(14, 40), 0).cue == ""
    build.called_round(event)
    day = [(15, 10), (15, 30), (15, 35), (16, 0), (16, 5)]

    assert [heard(event, build.at(*moment)) for moment in day] == [
        "play", "whistle", "play", "break", "play"
    ]  # fmt: skip

    pause_day(event=event, by=build.organizer(event), at=build.at(16, 7))
    assert heard(event, build.at(16, 8)) == "pause"
    resume_day(event=event, by=build.organizer(event), at=build.at(16, 9))
    assert screen(event, build.at(16, 10), 0).cue == f"play {build.at(16, 9):%H:%M:%S}"
