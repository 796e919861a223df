"""An event's picture for link previews: it says what the pages say, and nothing that they hide."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from pages.api.card import SIZE, heading_and_places
from tests import build

pytestmark = pytest.mark.django_db


def test_the_card_has_the_size_chats_show_whole_even_for_long_names():
    event = build.event(name="Bid Whist " * 20, venue="A hall whose name goes on and on " * 5)
    build.team(event, "W" * 60)

    answer = Client().get(f"/{event.slug}/card.png")

    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == SIZE


def test_the_picture_has_who_is_here_then_who_is_in_front_then_the_winners():
    event = build.event()
    empty = heading_and_places(event, build.MEET)
    build.teams(event, 8)
    here = heading_and_places(event, build.MEET)
    build.played_phase_one(event)
    in_front, leaders = heading_and_places(event, build.at(17))
    build.cut_settled(event)
    build.bracket_played(event)
    winners, podium = heading_and_places(event, build.at(23))

    assert (empty, here) == (("Fahrenheit Bid Whist", []), ("8 teams here", []))
    assert (in_front, winners) == ("In front", "Winners")
    assert (leaders[0][0], len(leaders)) == ("1", 3)
    assert [place for place, _ in podium] == ["1", "2", "3"]


def test_where_results_are_hidden_the_picture_has_no_places():
    event = build.event(standings_shown="hidden")
    build.teams(event, 4)
    build.played_phase_one(event)

    assert heading_and_places(event, build.at(16) + timedelta(hours=1)) == ("4 teams here", [])
