"""The big screen: who plays where, how much time is left, and when the break is."""

import pytest
from django.test import Client

from pages.hall.screen import screen
from pages.hall.wall_lists import STANDINGS, paged
from scoring.cut.commands_cut import call_playoff
from scoring.cut.cut_page import cut_page
from tests import build
from tests.pages.visit import still_clock
from tools.rehearsal.browser import read
from tournament.floor.commands_floor import call_game
from tournament.schedule.commands_schedule_changes import pause_day, resume_day

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    return event


def panels(event, at, pin=""):
    """The panels on all pages of the rotation."""
    first = screen(event, at, 0, pin)
    return [screen(event, at, turn, pin).panel for turn in range(first.pages)]


def seated(panel):
    return [row for column in panel.seats for row in column]


def shown(event, query=""):
    return read(Client().get(f"/{event.slug}/screen/{query}").content.decode())


def test_before_the_first_round_the_screen_welcomes_and_shows_the_day():
    event = practice(3)
    still_clock(event, build.at(14, 40))
    later = shown(event)
    event.teams.update(checked_in_at=None)
    still_clock(event, build.at(14, 41))

    empty = shown(event)

    assert later.one("h1").words == "Welcome"
    assert "Meet & greet 20:00 until Phase I" in later.words
    assert "3 teams here so far" in later.words
    assert "2:00–3:00 PM Meet & greet 3:00–5:00 PM Phase I 5:00–7:00 PM Phase II" in empty.words
    assert empty.find("meta", content="10")[0].attributes["http-equiv"] == "refresh"
    assert [panel.kind for panel in panels(event, build.at(14, 41), pin="bracket")] == ["welcome"]


def test_while_teams_sit_down_the_screen_says_where_and_how_long():
    event = practice(4, tables=2)
    build.called_round(event)
    build.team(event, "Latecomers")
    still_clock(event, build.at(15, 1, 10))

    page = shown(event)

    assert "Phase I · Round 1 3:50 until the cards are dealt Next break 3:30 · in 28:50" in page.words
    assert "Please sit down Table 1 Team 1 vs. Team 4 3:50 Table 2 Team 2 vs. Team 3 3:50" in page.words
    assert page.one("div", role="img").attributes["aria-label"].endswith(f"/{event.slug}/seats/")
    columns = page.find("ul", **{"class": "screen-seats"})
    assert [row.words for column in columns for row in column.find("li")] == [
        "Table 1 Team 1",
        "Table 2 Team 2",
        "Table 2 Team 3",
        "Table 1 Team 4",
    ]


def test_the_screen_also_lists_teams_that_wait_or_have_the_bye():
    event = practice(5, tables=1)
    build.called_round(event)

    panel = screen(event, build.at(15, 1), 0).panel

    assert panel.title == "Who sits where"
    assert [(row.called, row.table, row.note) for row in seated(panel) if not row.table] == [
        ("Team 3", None, "waits for a table, against Team 4"),
        ("Team 4", None, "waits for a table, against Team 3"),
        ("Team 5", None, "bye"),
    ]


def test_in_play_the_screen_rotates_and_the_whistle_says_what_to_do():
    event = practice(16)
    for game in build.called_round(event).games.select_related("event").with_everybody():
        build.seated(game, at=build.at(15, 3))
    still_clock(event, build.at(15, 10))

    places, seats = panels(event, build.at(15, 10))
    now = screen(event, build.at(15, 30, 20), 0)

    assert "20:00 until the whistle Next break 3:30 5 minutes." in shown(event).words
    assert [places.kind, *map(len, places.columns)] == ["standings", 16]
    assert [row.place for row in places.columns[0] if row.is_last_through] == [7]
    assert [seats.kind, *map(len, seats.seats)] == ["seats", 8, 8]
    assert (now.word, now.words) == ("Whistle", "Finish the hand on the table. No new deal until it ends.")
    assert (now.is_break, now.clock.text, now.calls.rows) == (True, "4:40", ())


@pytest.mark.parametrize(
    ("names", "columns", "pages"),
    [
        ([10] * 17, 1, 1),
        ([10] * 18, 2, 1),
        ([10] * 35, 2, 2),
        ([60] * 17, 1, 2),
        ([*[10] * 28, 60], 2, 1),
        ([10] * 1_000, 2, 30),
    ],
)
def test_a_list_takes_few_columns_on_as_few_pages_as_can_be_read(names, columns, pages):
    layout, ends = paged(names, STANDINGS)

    assert (layout.columns, len(ends)) == (columns, pages)
    assert [first for first, _ in ends] == [0, *(last for _, last in ends[:-1])]
    assert ends[-1][1] == len(names)


def test_the_wall_says_where_winners_and_losers_go_next():
    event = practice(6, seating="up")
    *_, three = build.called_round(event).games.order_by("table__number").with_everybody()
    build.won(three, "NS")

    [going] = [panel for panel in panels(event, build.at(15, 21)) if panel.title == "Where next"]

    assert {row.called: (row.table, row.note) for row in seated(going)} == {
        three.team("NS").name: (2, "once table 2 is done"),
        three.team("EW").name: (3, "once table 1 is done"),
    }


@pytest.mark.parametrize(("teams", "listed"), [(4, (2, True, 0)), (6, (3, False, 0)), (12, (3, False, 3))])
def test_few_calls_are_large_and_of_many_the_rest_is_counted(teams, listed):
    event = practice(teams)
    build.called_round(event)

    calls = screen(event, build.at(15, 2), 0).calls

    assert (len(calls.rows), calls.are_few, calls.more) == listed


def test_a_break_sends_to_the_tables_only_who_has_one():
    event, other = practice(4, tables=2), practice(4, tables=2)
    build.played_phase_one(event, rounds=1)
    still_clock(event, build.at(15, 31))
    between = shown(event).words
    build.called_round(event, at=build.at(15, 31))
    build.played_phase_one(other, rounds=4)
    before_the_cut = screen(other, build.at(17, 1), 0).words
    build.cut_settled(other)

    rest = "Stretch, eat, make a call."
    assert f"Break 4:00 left {rest} Your next table will be shown here." in between
    assert screen(event, build.at(15, 32), 0).words == "Round 2 is called. Be seated when the break ends."
    assert before_the_cut == f"{rest} The top 7 are called next."
    assert screen(other, build.at(17, 2), 0).words == "The top 4 play on. Phase II starts at 5:05 PM."


def test_the_wall_says_which_figure_decided_each_place():
    event = practice(4, tables=2)
    first, second = build.called_round(event).games.with_everybody()
    build.won(first)
    build.hands(second, [build.FOUR_MADE, build.EW_FOUR_MADE, build.FOUR_MADE, build.FOUR_MADE])
    still_clock(event, build.at(15, 31))

    page = shown(event, "?pin=standings")

    assert [row.one("th").words for row in page.one("tbody").find("tr")] == [
        "Team 1",
        "Team 2 on hand difference",
        "Team 3",
        "Team 4 on hands won",
    ]


def test_at_the_end_the_screen_shows_the_winners_and_no_break_to_come():
    event = practice(4, advance_count=4)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)

    now = screen(event, build.at(18, 20), 0)

    assert [panel.kind for panel in panels(event, build.at(18, 50))] == ["podium", "bracket"]
    assert (now.stage, now.break_left, now.break_at) == ("Awards", None, None)


def test_a_play_off_is_announced_with_its_table_and_its_purpose():
    event = practice(8, advance_count=5)
    build.played_alike(event, rounds=4)
    tie = cut_page(event, build.at(17)).ties[0]
    teams = [event.teams.get(pk=team.team_id) for team in tie.teams]
    hands = call_playoff(event=event, teams=teams, by=build.organizer(event), at=build.at(17))
    waiting = panels(event, build.at(17))[0]
    still_clock(event, build.at(17))
    read_waiting = shown(event, "?pin=playoff").words
    first = call_game(game=hands[0], by=build.organizer(event), at=build.at(17))
    called = panels(event, build.at(17))[0]
    build.hand(first, at=build.at(17, 1))
    for game in hands[1:]:
        build.hand(call_game(game=game, by=build.organizer(event), at=build.at(17, 1)), at=build.at(17, 2))

    assert (waiting.title, {hand.table for column in waiting.playoffs for hand in column}) == (
        "Play-off",
        {None},
    )
    assert "in the top 5" in waiting.note
    # Tables are free, so it waits for the organizer.
    assert "waits to be called" in read_waiting
    assert called.playoffs[0][0].table == first.table.number
    waits = [hand.waits for column in called.playoffs for hand in column]
    assert waits == [
        "",
        *["waits for Team 3, still playing at Table 1"] * 2,
        *["waits for Team 4, still playing at Table 1"] * 2,
        "waits to be called",
    ]
    assert "Play-off" not in [panel.title for panel in panels(event, build.at(17, 3))]


def test_the_hall_hears_play_the_whistle_a_break_and_a_pause():
    event = practice(2)
    before = screen(event, build.at(14, 40), 0).cue
    build.called_round(event)
    times = (build.at(15, 10), build.at(15, 30), build.at(15, 35), build.at(16), build.at(16, 5))
    day = [screen(event, at, 0).cue.split(" ")[0] for at in times]
    pause_day(event=event, by=build.organizer(event), at=build.at(16, 7))
    paused = screen(event, build.at(16, 8), 0)
    resume_day(event=event, by=build.organizer(event), at=build.at(16, 9))

    resumed = screen(event, build.at(16, 10), 0)

    assert (before, day) == ("", ["play", "whistle", "play", "break", "play"])
    assert (paused.is_paused, paused.break_at, paused.cue.split(" ")[0]) == (True, None, "pause")
    assert (resumed.break_at, resumed.cue) == (build.at(16, 32), f"play {build.at(16, 9):%H:%M:%S}")


def test_once_no_seat_is_to_come_the_screen_says_what_its_code_opens():
    event = practice(4, plays_phase_two=False, standings_shown="hidden")
    build.played_phase_one(event, 1)
    still_clock(event, build.at(15, 25))
    between_rounds = shown(event).words
    build.played_phase_one_on(event, 1)
    build.cut_settled(event)
    still_clock(event, build.at(17, 1))

    words = shown(event).words

    assert "Find your seat on your phone" in between_rounds
    assert "Find your seat on your phone" not in words
    assert "This event on your phone" in words
