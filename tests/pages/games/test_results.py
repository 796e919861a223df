"""The results of the whole event, on a page, on paper and as downloads; and the Boston wall."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from tests import build
from tests.pages.visit import opened, still_clock
from tournament.entries.commands_corrections import rename_team

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DOCS = Path(__file__).parents[3] / "docs" / "results.md"


def day(count=4):
    event = build.event(is_practice=True, advance_count=4)
    build.teams(event, count)
    return event


@pytest.fixture(scope="module")
def a_day(kept):
    """A day of four teams that is over."""
    event = day()
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    build.bracket_played(event)
    still_clock(event, build.at(18, 50))
    return event


def answered(event, path):
    answer = Client().get(f"/{event.slug}/results/{path}")
    assert answer.status_code == 200
    return answer


def table(event, name):
    text = answered(event, f"{name}.csv").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def data_of(event):
    return answered(event, "results.json").json()


# --- the page -------------------------------------------------------------------------------------


def test_before_the_first_result_there_are_none_and_the_files_have_names():
    event = day()
    build.called_round(event)

    page = opened(event, "results/")
    files = [answered(event, name) for name in ("standings.csv", "games.csv", "results.json")]

    assert "No results yet" in page.words
    assert not page.find("a", download="")
    kinds = [answer["Content-Type"].split(";")[0] for answer in files]
    assert kinds == ["text/csv", "text/csv", "application/json"]
    for answer in files:
        assert f'filename="{event.slug}-' in answer["Content-Disposition"]


def test_one_page_has_podium_bracket_standings_and_all_games(a_day):
    page = opened(a_day, "results/")

    assert [heading.words for heading in page.find("h2", id="*")] == [
        "The winners",
        "Bracket",
        "Final standings of Phase I",
        "All games",
        "Take them along",
    ]
    assert page.one("p", **{"class": "page-note"}).words.endswith("June 27, 2026 · final")
    assert "as of 6:50 PM" in page.words
    captions = sorted(found.words for found in page.find("caption"))
    assert captions == ["Final", "Round 1", "Round 2", "Semi-final", "Standings", "Third place"]
    assert len(page.find("li", data_place="*")) == 3


# --- downloads ------------------------------------------------------------------------------------


def test_the_standings_and_the_games_are_tables_for_a_spreadsheet(a_day):
    standings, games = table(a_day, "standings"), table(a_day, "games")

    assert [(row["rank"], row["team"], row["games_won"], row["players"]) for row in standings][:2] == [
        ("1", "1", "2", "Dee 1 & Ray 1"),
        ("2", "2", "1", "Dee 2 & Ray 2"),
    ]
    # A negative figure is a number.
    assert min(int(row["difference"]) for row in standings) < 0
    assert len(games) == 2 * a_day.games.count()
    first = [games[0][column] for column in ("part", "table", "hands_won", "won")]
    assert first == ["Round 1", "1", "3", "True"]


def test_the_files_have_final_places_and_champion_once_they_are_certain():
    event = day(6)
    build.played_phase_one(event, 2)
    assert {row["final_place"] for row in table(event, "standings")} == {""}
    build.cut_settled(event)
    assert [row["final_place"] for row in table(event, "standings")] == ["", "", "", "", "5", "6"]
    assert data_of(event)["champion"] is None

    build.bracket_played(event)
    still_clock(event, build.at(18, 50))

    data = data_of(event)
    places = {row["final_place"]: int(row["team"]) for row in table(event, "standings")}
    assert sorted(places) == ["1", "2", "3", "4", "5", "6"]
    assert places["1"] == data["champion"]["team"] == data["podium"][0]["team"]
    assert {row["final_place"]: row["team"] for row in data["standings"]} == places


def test_a_name_that_a_spreadsheet_would_compute_is_kept_from_it():
    event = day()
    team = event.teams.get(number=1)
    rename_team(team=team, name='=HYPERLINK("http://elsewhere")', by=build.organizer(event), at=build.MEET)
    build.played_phase_one(event, 1)

    named = [*table(event, "standings"), *table(event, "games")]

    assert {row["name"][0] for row in named if "HYPERLINK" in row["name"]} == {"'"}


def test_everything_is_data_in_the_shape_that_is_written_down(a_day):
    data, written = data_of(a_day), DOCS.read_text()

    assert (data["is_final"], data["as_of"]) == (True, "2026-06-27T18:50:00-05:00")
    assert [placed["place"] for placed in data["podium"]] == [1, 2, 3]
    assert data["games"][0]["hands"][0]["says"] == "Team 1 bid 4 Uptown and took 12: made, counts one."
    keys = {key for part in parts_of(data) for key in part}
    assert [key for key in keys if f"`{key}`" not in written] == []


def parts_of(data):
    """The objects in the data, one of each kind."""
    game, first = data["games"][0], (data["podium"][0], data["standings"][0])
    return data, data["event"], *first, game, game["sides"][0], game["hands"][0]


# --- the Boston wall ------------------------------------------------------------------------------


def test_the_wall_says_who_made_a_boston_and_omits_those_of_a_penalty():
    game = build.game_between(day(0), "Kitty Katz", "Boston Bound")
    awarded = build.hand(game, replace(build.FOUR_MADE, books=11, reneges=("EW",)), at=build.at(15, 9))
    before = opened(game.event, "side-prizes/").words
    build.hand(game, build.BOSTON, at=build.at(15, 14))

    [line] = opened(game.event, "side-prizes/").find("li", **{"class": "boston"})

    assert awarded.is_awarded
    assert "The Boston wall" in before
    assert "No Boston yet" in before
    assert line.words == (
        "▲ 1 Kitty Katz Kitty Katz bid 4 Downtown and took all 13: Boston, counts two. "
        "3:14 PM · Round 1, table 1"
    )
