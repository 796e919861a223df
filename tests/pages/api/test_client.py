"""The client in docs/api.md, which knows only the OpenAPI file, enters a whole evening."""

import random
from typing import Any

import pytest
from django.test import Client

from scoring.bracket.commands_bracket import start_phase_two
from scoring.integrity import integrity
from tests import build
from tests.pages.api.clients import client_of_the_doc, opened
from tests.pages.visit import still_clock
from tools.rehearsal.browser import read
from tournament.floor.commands_floor import call_game
from tournament.models import Event, Game
from tournament.programs.commands_tokens import give_token

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_client_of_the_doc_enters_a_whole_evening():
    event = build.event(is_practice=True, advance_count=2)
    by, known, chance = build.organizer(event), client_of_the_doc(), random.Random(29)
    secrets = {
        scope: give_token(event=event, name=f"The {scope} app", scope=scope, by=by, at=build.MEET).secret
        for scope in ("desk", "results")
    }
    still_clock(event, build.MEET)
    desk, scorer = (known["Uptown"]("http://here", secrets[scope], opened) for scope in ("desk", "results"))
    questions = scorer.do("entry", slug=event.slug)["hand"]

    def next_hand(sheet: dict[str, Any]) -> dict[str, Any]:
        """A valid answer, at random, to each question that needs one."""
        asked = [question for question in questions if question["is_needed"]]
        return {
            name: chance.choice(question["answers"])["value"]
            if question["answers"]
            else chance.randint(question["least"], question["most"])
            for question in asked
            for name in question["fields"]
        }

    def plays(at) -> int:
        still_clock(event, at)
        return known["enter_games"](scorer, event.slug, next_hand)

    for number in range(1, 7):
        desk.do("sign_up_a_team", {"players": [f"Ann {number}", f"Ray {number}"]}, slug=event.slug)
    games = 0
    for hour, minute in ((15, 0), (15, 30), (16, 0)):
        build.called_round(Event.objects.get(pk=event.pk), at=build.at(hour, minute))
        games += plays(build.at(hour, minute + 10))
    build.cut_settled(event)
    start_phase_two(event=event, by=by, at=build.at(17, 5))
    for game in Game.objects.filter(event=event, phase__kind="two", called_at=None):
        call_game(game=game, by=by, at=build.at(17, 6))
    games += plays(build.at(17, 10))

    results = desk.do("results", slug=event.slug)
    page = read(Client().get(f"/{event.slug}/awards/").content.decode()).words
    assert (games, results["is_final"], integrity(event)) == (10, True, [])
    assert results["champion"]["name"] in page
    assert {hand.by.name for game in Game.objects.all() for hand in game.hands.all()} == {"The results app"}
