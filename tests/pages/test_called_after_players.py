"""Most teams have no name and are called after their players: no page says those names twice in a row."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import build
from tests.pages.reading import words
from tests.pages.visit import wearing

TWICE = re.compile(r"(De’Andre \d|O’Neal \d) & (\w+ \d) \1 & \2")


@pytest.fixture
def day():
    """An event that is over, of four teams without names; a fifth never came."""
    event = build.event(advance_count=4, tables=2, is_practice=True)
    for number in range(1, 6):
        first = "O'Neal" if number % 2 else "De’Andre"
        build.pair(event, f"{first} {number}", f"Mo {number}", is_here=number < 5)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    return event


def test_a_team_called_after_its_players_is_named_once_on_every_page(day):
    team, game = day.teams.get(number=1), day.games.first()
    organizer = wearing(build.organizer(day).badge)
    looked = {
        name: words(client.get(reverse(name, args=[day.slug, *of])))
        for client, name, *of in (
            (Client(), "hall:awards"),
            (Client(), "games:team", 1),
            (Client(), "games:game", game.pk),
            (organizer, "desk:desk"),
            (organizer, "desk:team", team.pk),
            (organizer, "desk:sign-ups"),
            (organizer, "referee:game", game.pk),
        )
    }

    assert [name for name, page in looked.items() if "& Mo" not in page] == []
    assert [name for name, page in looked.items() if TWICE.search(page)] == []
    picture = Client().get(reverse("games:team-picture", args=[day.slug, 1])).content.decode()
    assert "▲ 1<" in picture


def test_who_signs_up_without_a_name_reads_theirs_once():
    names = {"name": "", "player_1": "O'Neal 1", "player_2": "Mo 1"}
    address = f"/{build.event().slug}/sign-up/"

    shown = words(Client().post(address, {"key": uuid4(), "contact": "555-0123", **names}, follow=True))

    assert "O’Neal 1 & Mo 1" in shown
    assert not TWICE.search(shown)
