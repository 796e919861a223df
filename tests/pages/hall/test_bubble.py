"""The bubble on the standings, on a team's page and on the floor."""

import pytest
from django.test import Client

from rules.standings.bubble import EDGE, NEXT, OPEN, OUT, THROUGH, Outlook
from scoring.standings.board import board
from scoring.standings.bubble import chance_in_words
from tests import build
from tests.pages.visit import organizer_of, still_clock
from tools.rehearsal.browser import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_after_the_last_round_a_row_says_who_is_through_or_tied_and_why():
    event = build.event(is_practice=True, advance_count=2)
    build.teams(event, 3)
    build.played_phase_one(event)
    first, *others = board(event, build.at(17)).rows
    still_clock(event, build.at(17))

    page = read(Client().get(f"/{event.slug}/standings/?team={first.row.number}").content.decode())

    row = page.one("tr", data_team=str(first.row.number))
    assert [first.chance, *(line.chance for line in others)] == [THROUGH, EDGE, EDGE]
    assert first.chance_word in row.words
    assert first.summary in row.words
    assert row.attributes["data-said"] == first.summary


def test_the_floor_says_which_teams_are_on_the_edge_of_the_cut():
    event = build.event(is_practice=True, advance_count=2)
    build.teams(event, 4)
    build.played_phase_one(event, rounds=2)
    edge = [line.row.name for line in board(event, build.at(16), is_public=False).rows if line.chance == EDGE]

    page = read(organizer_of(event).get(f"/{event.slug}/floor/").content.decode())

    assert f"On the edge: {', '.join(edge[:-1])} and {edge[-1]}." in page.words


def test_in_open_play_nobody_is_promised_anything():
    event = build.openly(6, advance_count=2)
    build.played_openly(event, build.THREE, build.at(15, 40))

    lines = board(event, build.at(15, 40)).rows

    assert {line.chance for line in lines if line.chance} <= {EDGE, OPEN}
    assert "In open play nobody knows how many games are left" in lines[0].summary


@pytest.mark.parametrize(
    ("outlook", "words"),
    [
        ((THROUGH, 0, 0, 1), "You go through whatever happens."),
        ((OUT, None, 0, 1), "You can’t reach the top 7 any more, unless others leave."),
        ((EDGE, 1, 0, 2), "One more win puts you through whatever else happens."),
        ((OPEN, 2, 1, 2), "Two more wins put you through whatever else happens."),
        (
            (OPEN, None, 2, 2),
            "You can still get there: you need two more wins, and other games to go your way.",
        ),
        ((EDGE, None, 0, 1), "You can still get there: win, and hope that other games go your way."),
        ((EDGE, None, 0, 0), "Your games are played. Whether you reach the top 7 is up to the others."),
        ((NEXT, None, 0, 0), "You’re next in line: if somebody above you leaves, you move up to the top 7."),
    ],
)
def test_a_team_reads_in_a_sentence_what_it_would_take(outlook, words):
    assert chance_in_words(Outlook(1, *outlook), build.event(), 7) == words


def test_people_who_came_alone_read_of_prizes():
    event = build.event(seating="alone")

    assert (
        chance_in_words(Outlook(1, OPEN, 2, 0, 2), event, 3)
        == "Two more wins win you a prize whatever else happens."
    )
