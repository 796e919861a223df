"""Printed cards with each person's next seat (Rulebook E-213)."""

from datetime import timedelta

import pytest
from django.test import Client

from pages.hall.finder import next_cards
from tests import build
from tests.scoring.alone import games_of, individuals, played
from tools.rehearsal.browser import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OVER = build.THREE + timedelta(minutes=12)


def coming_up(event, table=None, at=OVER):
    return {
        card.called: (card.table, card.chair, card.partner, card.against, card.waits)
        for card in next_cards(event, at, table)
    }


def looked_at(event, path):
    return read(Client().get(f"/{event.slug}/{path}").content.decode())


def moving_up():
    event = build.event(seating="up")
    build.teams(event, 6)
    return event, games_of(build.called_round(event))


def test_a_tables_cards_say_where_both_teams_go_before_those_of_all_tables():
    event, (one, two, three) = moving_up()
    build.won(three, "NS", at=OVER)
    build.won(two, "NS", at=OVER)
    of_table_three = coming_up(event, 3)
    build.won(one, "NS", at=OVER)

    of_all = next_cards(event, OVER)

    assert of_table_three == {
        three.team("NS").name: (2, "East–West", "", two.team("EW").name, ""),
        three.team("EW").name: (3, "", "", "", "once table 1 is done"),
    }
    assert sorted((card.table, card.when) for card in of_all) == [
        (table, "the next round") for table in (1, 1, 2, 2, 3, 3)
    ]


def test_people_read_their_chair_and_partner_and_sit_there_in_the_round():
    event = individuals(12, seating="one-up")
    played(event, 1)
    coming = coming_up(event)

    build.called_round(event, build.THREE + timedelta(minutes=30))

    assert coming_up(event, at=build.at(15, 31)) == coming
    assert {chair for _, chair, *_ in coming.values()} == {"North", "East", "South", "West"}


def test_who_sits_out_reads_it_before_and_after_the_call():
    event = individuals(13, seating="one-up")
    played(event, 1)
    coming = coming_up(event)

    build.called_round(event, build.THREE + timedelta(minutes=30))

    out = [name for name, (table, *_, waits) in coming.items() if not table and not waits]
    assert len(out) == 1
    assert coming_up(event, at=build.at(15, 31)) == coming
    assert looked_at(event, "next-cards/").words.count("Sits out") == 1


def test_before_any_result_they_are_those_of_the_round_that_is_on():
    event, games = moving_up()

    cards, page = next_cards(event, OVER), looked_at(event, "next-cards/?table=2")

    assert [card.when for card in cards] == ["Round 1"] * 6
    assert len(page.find("section", **{"class": "next-card"})) == 2
    assert games[1].team("NS").name in page.words


def test_where_nobody_sits_the_page_says_so():
    assert "No next seat is known yet" in looked_at(build.event(), "next-cards/").words
