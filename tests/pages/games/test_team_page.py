"""A team's public page: its place and why, its games, and the links to it."""

from uuid import uuid4

import pytest
from django.test import Client

from tests import build
from tests.pages.visit import opened, still_clock, wearing
from tournament.entries.commands_presence import withdraw_team
from tournament.floor.commands_substitutes import seat_substitute

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def day(count, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, count)
    return event


def games(page):
    return [row.words for row in page.find("li", **{"class": "team-game"})]


def test_a_teams_page_says_its_place_why_and_its_games():
    event = day(5, advance_count=3)
    build.played_phase_one(event, 2)
    still_clock(event, build.at(16))

    page = opened(event, "teams/2/")

    assert page.one("p", **{"class": "big"}).words == "2nd"
    assert "of 5 1 game won, 1 lost · 3 hands" in page.words
    assert "2nd on games won, 1 behind Team 1." in page.words
    assert games(page) == ["Round 2 against ★ 5 Team 5 Won 3–0", "Round 1 against ▲ 1 Team 1 Lost 0–3"]


def test_the_champions_page_names_the_trophy_and_each_bracket_game():
    event = day(4, advance_count=4)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    still_clock(event, build.at(18, 50))
    champion = event.games.get(bracket_position="F").team("NS")

    page = opened(event, f"teams/{champion.number}/")

    assert "On the podium 🏆 First The trophy and the first prize" in page.words
    assert games(page)[0].startswith("Final against")


def test_where_partners_change_the_page_names_them():
    event = build.event(seating="alone", is_practice=True)
    build.people(event, 4)
    game = build.called_round(event).games.get(kind="game")
    build.won(game)

    [words] = games(opened(event, "teams/1/"))

    assert words.startswith("Round 1 with ")
    assert words.count("Ann") == 3


def test_a_public_team_page_names_substitutes_and_leavers_and_has_no_form():
    event = day(2)
    team, gone = event.teams.order_by("number")
    now = {"by": build.organizer(event), "at": build.MEET}
    seat_substitute(key=uuid4(), player=team.players.first(), name="Cleo", reason="Ill", **now)
    withdraw_team(team=gone, **now)

    page, own = opened(event, "teams/1/"), opened(event, "team/", wearing(team.badge))

    assert page.one("p", **{"class": "page-note"}).words == "Dee 1 & Cleo & Ray 1"
    assert "Has left. What was played counts." in opened(event, "teams/2/").words
    assert (bool(page.find("form")), bool(own.find("form"))) == (False, True)
    assert team.badge.secret not in page.words
    assert Client().get(f"/{event.slug}/teams/99/").status_code == 404


def test_a_teams_name_leads_to_its_page():
    event = day(4)
    build.played_phase_one(event, 1)
    still_clock(event, build.at(15, 20))

    for path in ("standings/", "seats/", "fairness/", "games/", ""):
        page = opened(event, path)
        found = [bool(page.find("a", href=f"/{event.slug}/teams/{number}/")) for number in (1, 4)]
        assert (path, found) == (path, [True, True])


def test_games_of_open_play_are_told_apart_by_the_time_of_their_call():
    event = build.openly(4, tables=2, is_practice=True, rematch_minutes=0)
    build.played_openly(event, build.at(15, 1), build.at(16), does=lambda moment: still_clock(event, moment))

    page = opened(event, "teams/1/")

    links = [link.words for link in page.find("a", **{"class": "team-game-link"})]
    assert links[-1] == "Open play, 3:00 PM"
    assert len(links) > 1
    assert len(links) == len(set(links))
