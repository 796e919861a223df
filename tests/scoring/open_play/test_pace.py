"""The event's pace, and when the final will end at that pace (Rulebook E-43)."""

from datetime import timedelta

import pytest

from pages.floor.floor_page import floor_pace
from scoring.bracket.commands_bracket import start_phase_two
from scoring.open_play.waiting_list import waiting_list
from tests import build

pytestmark = [pytest.mark.embedded, pytest.mark.django_db, pytest.mark.slow]


def test_the_pace_is_the_median_of_the_games_played_out():
    event = build.event()
    build.teams(event, 6)
    games = build.called_round(event).games.select_related("event").with_everybody().order_by("pk")
    for game, minutes in zip(games, (17, 20, 29), strict=True):
        build.seated(game, at=build.at(15, 5))
        build.won(game, at=build.THREE + timedelta(minutes=minutes))

    now = floor_pace(event, build.at(15, 29))

    # From 3:05, when the cards are dealt; three hands a game.
    assert (now.is_measured, now.games, now.game, now.hand) == (True, 3, "15:00", "5:00")


def test_the_pace_counts_totals_except_those_after_the_whistle():
    event = build.openly(8, tables=4, results_by="totals")
    games = event.games.select_related("event").order_by("pk")
    for game, at in zip(games, (15, 17, 20), strict=False):
        build.hand(game, {"won_by": "NS"}, at=build.at(15, at))

    now, waiting = floor_pace(event, build.at(15, 21)), waiting_list(event, build.at(15, 21))
    build.hand(games[3], {"won_by": "NS"}, at=build.at(17, 1))

    # From 3:05, when the cards are dealt; nobody knows how many hands a game had.
    assert (now.is_measured, now.games, now.game, now.hand) == (True, 3, "12:00", "")
    assert (waiting.pace.is_measured, waiting.pace.game) == (True, timedelta(minutes=12))
    assert floor_pace(event, build.at(17, 2)).games == 3


def test_a_usual_game_lasts_no_longer_than_the_events_own_rounds():
    hours = {"breaks_at": "rounds", "break_minutes": 3, "round_minutes": 12}
    short, usual = (floor_pace(build.event(**more), build.THREE) for more in (hours, {}))

    assert (short.is_a_round, short.game) == (True, "12:00")
    assert (usual.is_a_round, usual.game) == (False, "17:58")


def test_breaks_are_not_played():
    event = build.openly(6, tables=3)
    for game in event.games.all():
        build.won(game, at=build.at(15, 40))

    assert floor_pace(event, build.at(15, 41)).game == "30:00"


def test_before_phase_two_the_final_is_three_games_after_its_start():
    event = build.event()
    build.teams(event, 8)
    build.played_phase_one(event, 1)

    now = floor_pace(event, build.at(15, 30))

    # Three games of fifteen minutes from 5:00 on, and the breaks at 5:00 and 5:30.
    assert (now.game, now.ends_at, now.late) == ("15:00", build.at(17, 55), -65)


@pytest.mark.embedded
def test_in_the_bracket_only_the_teams_still_in_it_are_counted():
    event = build.event()
    build.teams(event, 4)
    build.played_phase_one(event, 3)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 5))

    assert floor_pace(event, build.at(17, 5)).ends_at == build.at(17, 40)

    build.bracket_played_on(event, build.at(17, 6))
    assert floor_pace(event, build.at(19)).ends_at is None
