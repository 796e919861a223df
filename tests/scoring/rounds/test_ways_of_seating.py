"""Rounds by standing, by lot, as a round robin, as a movement (Rulebook E-1), by result (E-82).

Pairs that are kept apart don't meet in any of them (E-65).
"""

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.competition.lots import draw
from rules.seating.known import SEATINGS
from scoring.models import GameScore
from scoring.open_play.commands_open_play import open_play
from scoring.rounds.commands_rounds import call_round, publish_round
from scoring.rounds.steps import mark_of
from tests import build
from tests.scoring.rounds.seating import current, drafted, event_of
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.floor.commands_kept_apart import keep_apart, let_meet
from tournament.models import Game, Team

pytestmark = [pytest.mark.slow, pytest.mark.embedded, pytest.mark.tampers]


def played(event, number, words="felt"):
    """Call round ``number`` and end it at once; returns its games, with their tables."""
    at = build.THREE + timedelta(minutes=30 * number)
    row = call_round(event=event, words=words, by=build.organizer(event), at=at)
    build.ended(Game.objects.filter(round=row, kind="game"), at)
    return list(Game.objects.filter(round=row).select_related("table").with_everybody())


def pairs(games):
    return [frozenset(team.number for team in game.everybody()) for game in games if not game.is_bye]


def at_tables(games):
    """The numbers of the two teams at each table."""
    return {
        game.table.number: {team.number for team in game.everybody()} for game in games if not game.is_bye
    }


def on_sides(games):
    """The number of the team on each side, by table: North-South's, and East-West's."""
    games = list(games)
    return [{game.table.number: game.team(side).number for game in games} for side in ("NS", "EW")]


@pytest.mark.parametrize(
    ("seating", "drawn"),
    [
        pytest.param("swiss", "The order of tied teams", id="by standing"),
        pytest.param("random", "Who meets whom", id="by lot"),
    ],
)
def test_tied_teams_meet_by_a_lot_that_everybody_can_draw_again(seating, drawn):
    event = event_of(8, seating=seating)

    games = played(event, 0, words="uptown street")

    order = draw(range(1, 9), "uptown street")
    assert {*pairs(games)} == {frozenset(order[index : index + 2]) for index in range(0, 8, 2)}
    logged = event.log.get(action="round.drawn").words
    assert logged == f"{drawn} was drawn by a lot from “uptown street”."


def test_a_round_robin_has_no_rematch_when_teams_come_and_leave():
    event = event_of(6, seating="robin")
    met = pairs(played(event, 0))
    withdraw_team(team=event.teams.get(number=3), by=build.organizer(event), at=build.at(15, 20))
    build.team(event, "Late Bloomers")

    for number in (1, 2):
        met += pairs(played(event, number))

    assert len({*met}) == len(met) == 9


@pytest.mark.parametrize("teams", [6, 7])
def test_a_movement_seats_everybody_where_the_placards_say(teams):
    event = event_of(teams, seating="movement", tables=5)
    tables = (teams + 1) // 2
    goes = {step.table: step.to for step in SEATINGS["movement"].steps(tables)}
    sat = on_sides(game for game in played(event, 0) if not game.is_bye)[1]
    stays = {}

    for number in range(1, tables):
        before, games = sat, [game for game in played(event, number) if not game.is_bye]
        sat = on_sides(games)[1]
        assert sat == {goes[table]: team for table, team in before.items()}
        for game in games:
            assert stays.setdefault(game.table.number, game.team("NS")) == game.team("NS")


def test_by_result_a_drawn_first_round_is_followed_by_winners_moving_up():
    event = event_of(8, seating="up")

    first = played(event, 0)
    won, lost = {}, {}
    for game in first:
        winner, loser = game.everybody()[:: -1 if game.table.number % 2 else 1]
        GameScore.objects.filter(game=game).update(winner=winner)
        won[game.table.number], lost[game.table.number] = winner.number, loser.number

    assert at_tables(played(event, 1)) == {
        1: {won[1], won[2]},
        2: {lost[2], won[3]},
        3: {lost[3], won[4]},
        4: {lost[4], lost[1]},
    }
    assert event.log.filter(action="round.drawn").count() == 1


def test_the_winner_of_the_first_game_keeps_its_table_for_any_later_winner():
    event = event_of(8, seating="keep")
    first = played(event, 0)
    # Tied at first, so that North-South keep the tables.
    GameScore.objects.filter(game__in=first).update(winner=None)
    won, lost = on_sides(first)

    for number in (1, 2, 3):
        games = played(event, number)
        for game in games:
            # From the second round on, only the teams that move win.
            [moved] = [team for team in game.everybody() if team.number in lost.values()]
            GameScore.objects.filter(game=game).update(winner=moved)
        assert at_tables(games) == {
            table: {won[table], lost[(table - number - 1) % 4 + 1]} for table in range(1, 5)
        }


def test_by_result_a_late_team_takes_a_free_place_and_an_odd_one_sits_out():
    event = event_of(6, seating="stay")
    first = played(event, 0)
    by = build.organizer(event)
    withdraw_team(team=first[0].team("EW"), by=by, at=build.at(15, 20))
    late = build.team(event, "Late Bloomers")

    second = played(event, 1)

    stayed, moved = on_sides(first)
    assert at_tables(second) == {
        1: {stayed[1], moved[3]},
        2: {stayed[2], late.number},
        3: {stayed[3], moved[2]},
    }

    withdraw_team(team=late, by=by, at=build.at(15, 50))
    third = played(event, 2)

    assert [len(game.everybody()) for game in third if game.is_bye] == [1]
    assert len({team for game in third for team in game.everybody()}) == 5


def test_homes_are_kept_apart_when_asked():
    event = event_of(8, keeps_homes_apart=True)
    event.teams.filter(number__in=(1, 2, 5, 6)).update(home="Gary")
    event.teams.filter(number__in=(3, 4, 7)).update(home="  new   ORLEANS")
    event.teams.filter(number=8).update(home="New Orleans")

    games = played(event, 0, words="")

    assert all(["Gary" in team.home for team in game.everybody()].count(True) == 1 for game in games)


# --- kept apart ----------------------------------------------------------------------------------


def apart(event, one, other):
    one, other = (event.teams.get(number=number) for number in (one, other))
    return keep_apart(event=event, one=one, other=other, by=build.organizer(event), at=build.MEET)


@pytest.mark.parametrize(("seating", "rounds"), [("swiss", 3), ("random", 2), ("robin", 2), ("movement", 3)])
def test_two_teams_that_are_kept_apart_do_not_meet_all_day(seating, rounds):
    event = event_of(6, seating=seating)
    apart(event, 1, 2)

    build.played_phase_one(event, rounds)

    met = {*pairs(current(event))}
    assert frozenset((1, 2)) not in met
    assert len(met) == 3 * rounds


def test_where_nobody_else_is_there_they_meet_and_the_log_says_so():
    event = event_of(2)
    apart(event, 1, 2)

    drafted(event, build.MEET)

    words = event.log.get(action="round.not-apart").words
    assert words == "Team 1 and Team 2 should be kept apart, and couldn’t be."


def test_in_open_play_they_wait_for_somebody_else():
    event = build.openly(2, tables=1, opens=False)
    apart(event, 1, 2)

    open_play(event=event, by=build.organizer(event), at=build.THREE)
    build.played_openly(event, build.at(15, 1), build.at(15, 10))

    assert not event.games.exists()


def test_two_who_may_meet_again_do_and_no_two_are_named_twice():
    event = event_of(2)
    row = apart(event, 1, 2)
    with pytest.raises(Refused, match="Team 2 and Team 1 are kept apart already"):
        apart(event, 2, 1)
    with pytest.raises(Refused, match="Choose two different teams"):
        apart(event, 1, 1)

    for _ in range(2):
        let_meet(row=row, by=build.organizer(event), at=build.MEET)
    drafted(event, build.MEET)

    assert not event.log.filter(action="round.not-apart").exists()
    assert event.log.filter(action="seats.may-meet").count() == 1


# --- statements ----------------------------------------------------------------------------------


def crowd(count, **plan):
    """An event with ``count`` teams present, inserted directly."""
    event = build.event(tables=count // 2, **plan)
    common = {"event": event, "signed_up_at": build.MEET, "checked_in_at": build.MEET}
    Team.objects.bulk_create(
        Team(key=uuid4(), number=number, name=f"T{number}", **common) for number in range(1, count + 1)
    )
    return event


@pytest.mark.parametrize(
    "seating", ["swiss", *(pytest.param(way, marks=pytest.mark.long) for way in ("random", "robin", "malt"))]
)
def test_many_teams_are_drafted_and_called_without_a_query_for_each(seating):
    """Rows are inserted in batches of about fifty: that many more statements, and none for each team."""
    asked = {}
    for count in (20, 200):
        event = crowd(count, seating=seating)
        by = build.organizer(event)

        with CaptureQueriesContext(connection) as queries:
            row = drafted(event, words="felt")
            publish_round(row=row, seen=mark_of(event), by=by, at=build.THREE)

        asked[count] = len(queries)
        assert Game.objects.open().filter(event=event).count() == count // 2

    assert asked[200] - asked[20] <= 20


@pytest.mark.parametrize("seed", range(3))
def test_by_standing_nobody_meets_twice_though_two_half_hours_make_a_round(seed):
    event = event_of(6, tables=2, plays_phase_two=False)
    chance, met = Random(seed), []

    # Eight half-hours are four rounds of three games.
    for number in range(0, 8, 2):
        games = played(event, number)
        for game in games:
            GameScore.objects.filter(game=game).update(winner=chance.choice(game.everybody()))
        met += pairs(games)

    assert len({*met}) == len(met) == 12
