"""Best of three on every page: sheet, team's page, bracket, picture, list, results, paper."""

import pytest

from scoring.bracket.commands_bracket import start_phase_two
from tests import build
from tests.pages.visit import opened, organizer_of, wearing
from tournament.badges.commands_badges import make_badge
from tournament.floor.commands_floor import call_game
from tournament.models import Game, Role

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def event(kept):
    """One semifinal is at 1–1, with a hand in its third game; the other ended 2–0."""
    chosen = {"semi_games": 3, "final_games": 3, "final_hands": 4}
    event = build.event(advance_count=4, is_practice=True, phase_two=chosen)
    build.teams(event, 4)
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    for position, sides in {"S1": ("NS", "EW"), "S2": ("NS", "NS")}.items():
        call_game(game=bracket_game(event, position), by=build.organizer(event), at=build.at(17, 2))
        for number, side in enumerate(sides, start=1):
            build.won(bracket_game(event, position, number), side, at=build.at(17, 10 * number))
    build.hand(bracket_game(event, "S1", 3), at=build.at(17, 25))
    return event


def bracket_game(event, position, number=1):
    games = Game.objects.standing().select_related("event", "table").with_everybody()
    return games.get(event=event, bracket_position=position, number=number)


def test_everybody_sees_the_score_of_the_series_and_each_game_by_its_name(event, client):
    page, data = opened(event, "bracket/"), client.get(f"/{event.slug}/results/results.json").json()
    picture, table = (
        client.get(f"/{event.slug}/{path}").content.decode() for path in ("bracket.svg", "results/games.csv")
    )

    first, second = (page.one("li", data_slot=slot).words for slot in ("S1", "S2"))
    assert first.startswith("Semi-final 1, best of 3 · table 1 · game 3, hand 2")
    assert "Game 1: 3–0 Game 2: 0–3 Game 3: 1–0" in first
    assert second.startswith("Semi-final 2, best of 3")
    assert "won, 2" in second
    assert "Game 1: 3–0 Game 2: 3–0" in second
    assert "Semi-final 2, best of 3" in picture
    assert "Semi-final 1, game 2 of 3" in opened(event, "games/").words
    assert "Semi-final 2, game 2 of 3" in table
    parts = [game["part"] for game in data["games"]]
    assert sorted(part for part in parts if part.startswith("Semi-final")) == [
        *(f"Semi-final 1, game {number} of 3" for number in (1, 2, 3)),
        *(f"Semi-final 2, game {number} of 3" for number in (1, 2)),
    ]


def test_a_referee_and_the_teams_read_the_game_and_the_score_of_the_series(event):
    jo = wearing(make_badge(event=event, role=Role.REFEREE, name="Jo", at=build.at(14)))
    third, second = bracket_game(event, "S1", 3), bracket_game(event, "S2", 2)
    playing, winner = third.team("NS"), second.team("NS")

    assert "Game 3 of 3, 1 to 1" in opened(event, f"game/{third.pk}/", jo).words
    assert f"{winner} won the series 2 to 0." in opened(event, f"game/{second.pk}/", jo).words
    assert "Game 3 of 3, 1 to 1" in opened(event, "team/", wearing(playing.badge)).words
    assert "Semi-final 2: won 2–0" in opened(event, "team/", wearing(winner.badge)).words


def test_a_slip_for_the_final_has_its_hands(event):
    build.hands(bracket_game(event, "S1", 3), [build.FOUR_MADE] * 2, at=build.at(17, 40))
    call_game(game=bracket_game(event, "F"), by=build.organizer(event), at=build.at(17, 50))

    page = opened(event, "slips/", organizer_of(event))

    slip = next(part for part in page.find("section") if part.attributes.get("class") == "slip")
    assert [row.words for row in slip.find("th", scope="row")] == list("1234567")
