"""Best of three on every page: sheet, team's page, bracket, picture, list, results, paper."""

import json

import pytest

from rehearsal.browser import read
from scoring.commands.bracket import start_phase_two
from tests import build
from tests.pages.visit import wearing
from tournament.commands.badges import make_badge
from tournament.commands.floor import call_game
from tournament.models import Game, Role

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def event():
    """One semifinal is at 1–1, with a hand in its third game; the other ended 2–0."""
    chosen = {"semi_games": 3, "final_games": 3, "final_hands": 4}
    event = build.event(advance_count=4, is_practice=True, phase_two=chosen)
    build.teams(event, 4)
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    for position, sides in {"S1": ("NS", "EW"), "S2": ("NS", "NS")}.items():
        call_game(game=there(event, position), by=build.organizer(event), at=build.at(17, 2))
        for number, side in enumerate(sides, start=1):
            build.won(there(event, position, number), side, at=build.at(17, 10 * number))
    build.hand(there(event, "S1", 3), at=build.at(17, 25))
    return event


def there(event, position, number=1):
    games = Game.objects.standing().select_related("event", "table").with_everybody()
    return games.get(event=event, bracket_position=position, number=number)


def shown(client, address):
    return read(client.get(address).content.decode()).words


def test_everybody_sees_how_the_series_stand(event, client):
    page = read(client.get(f"/{event.slug}/bracket/").content.decode())

    first, second = (page.one("li", data_slot=slot).words for slot in ("S1", "S2"))
    assert first.startswith("Semi-final 1, best of 3 · table 1 · game 3, hand 2")
    assert "Game 1: 3–0 Game 2: 0–3 Game 3: 1–0" in first
    assert second.startswith("Semi-final 2, best of 3")
    assert "won, 2" in second
    assert "Game 1: 3–0 Game 2: 3–0" in second
    picture = client.get(f"/{event.slug}/bracket.svg").content.decode()
    assert "Semi-final 2, best of 3" in picture


def test_a_referee_reads_which_game_it_is_and_how_the_series_stands(event):
    jo = wearing(make_badge(event=event, role=Role.REFEREE, name="Jo", at=build.at(14)))
    third, second = there(event, "S1", 3), there(event, "S2", 2)

    assert "Game 3 of 3, 1 to 1" in shown(jo, f"/{event.slug}/game/{third.pk}/")
    winner = second.team("NS")
    assert f"{winner} won the series 2 to 0." in shown(jo, f"/{event.slug}/game/{second.pk}/")


def test_a_team_reads_it_too_and_afterwards_the_score_in_games(event):
    one, other = there(event, "S1").team("NS"), there(event, "S2").team("NS")

    playing = shown(wearing(one.badge), f"/{event.slug}/team/")
    waiting = shown(wearing(other.badge), f"/{event.slug}/team/")

    assert "Game 3 of 3, 1 to 1" in playing
    assert "Semi-final: won 2–0" in waiting


def test_the_lists_name_each_game(event, client):
    assert "Semi-final, game 2 of 3" in shown(client, f"/{event.slug}/games/")
    assert "Semi-final, game 2 of 3" in client.get(f"/{event.slug}/results/games.csv").content.decode()
    data = json.loads(client.get(f"/{event.slug}/results/results.json").content)
    parts = [game["part"] for game in data["games"]]
    assert [parts.count(f"Semi-final, game {number} of 3") for number in (1, 2, 3)] == [2, 2, 1]


def test_a_slip_for_the_final_has_its_hands(event, client):
    build.hands(there(event, "S1", 3), [build.FOUR_MADE] * 2, at=build.at(17, 40))
    call_game(game=there(event, "F"), by=build.organizer(event), at=build.at(17, 50))

    organizer = wearing(event.badges.get(role="organizer"))
    page = read(organizer.get(f"/{event.slug}/slips/").content.decode())

    slip = next(part for part in page.find("section") if part.attributes.get("class") == "slip")
    assert [row.words for row in slip.find("th", scope="row")] == list("1234567")
