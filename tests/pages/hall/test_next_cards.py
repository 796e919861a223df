"""Printed cards with each person's next seat (Rulebook E-213)."""

from datetime import timedelta

import pytest
from django.test import Client

from pages.hall.finder import next_cards
from rehearsal.browser import read
from tests import build
from tests.scoring.alone import games_of, individuals, played

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OVER = build.THREE + timedelta(minutes=12)


def said(event, table=None):
    return {
        card.called: (card.table, card.chair, card.partner, card.against, card.waits)
        for card in next_cards(event, table)
    }


def looked_at(event, path):
    return read(Client().get(f"/{event.slug}/{path}").content.decode())


def moving_up():
    event = build.event(seating="up")
    build.teams(event, 6)
    return event, games_of(build.called_round(event))


def test_the_cards_of_a_table_say_where_both_go_or_for_whom_that_waits():
    event, (_, two, three) = moving_up()
    build.won(three, "NS", at=OVER)
    build.won(two, "NS", at=OVER)

    cards = said(event, 3)

    won, lost = three.team("NS").name, three.team("EW").name
    assert cards == {
        won: (2, "East–West", "", two.team("EW").name, ""),
        lost: (3, "", "", "", "once table 1 is done"),
    }


def test_without_a_table_they_are_those_of_all_tables_that_are_done():
    event, games = moving_up()
    for game in games:
        build.won(game, "NS", at=OVER)

    cards = next_cards(event)

    assert sorted(card.table for card in cards) == [1, 1, 2, 2, 3, 3]
    assert {card.when for card in cards} == {"the next round"}


def test_people_read_their_chair_and_their_partner_and_sit_there_when_the_round_is_called():
    event = individuals(12, seating="one-up")
    played(event, 1)
    coming = said(event)

    build.called_round(event, build.THREE + timedelta(minutes=30))

    assert said(event) == coming
    assert {chair for _, chair, *_ in coming.values()} == {"North", "East", "South", "West"}


def test_before_any_result_they_are_those_of_the_round_that_is_on():
    event, games = moving_up()

    cards = next_cards(event)

    assert len(cards) == 6
    assert {card.when for card in cards} == {"Round 1"}
    page = looked_at(event, "next-cards/?table=2")
    assert len(page.find("section", **{"class": "next-card"})) == 2
    assert games[1].team("NS").name in page.words


def test_where_nobody_sits_the_page_says_so():
    event = build.event()

    assert "No next seat is known yet" in looked_at(event, "next-cards/").words
