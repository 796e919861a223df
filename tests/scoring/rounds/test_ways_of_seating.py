"""Rounds by standing, by lot, as a round robin, as a movement (Rulebook E-1), by result (E-82)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.competition.lots import draw
from scoring.commands.rounds import call_round, draft_round, publish_round
from scoring.models import GameScore
from scoring.queries.rounds.steps import mark_of
from tests import build
from tournament.commands.teams import withdraw_team
from tournament.models import Game, Phase, Team

pytestmark = [pytest.mark.slow, pytest.mark.embedded]


def event(count, seating, **phase):
    made = build.event(tables=12)
    Phase.objects.filter(event=made, kind="one").update(seating=seating, **phase)
    build.teams(made, count)
    return made


def played(event, number, words="felt"):
    """Call round ``number`` and end it at once; returns its games, with their tables."""
    at = build.THREE + timedelta(minutes=30 * number)
    row = call_round(event=event, words=words, by=build.organizer(event), at=at)
    build.ended(Game.objects.filter(round=row, kind="game"), at)
    return list(Game.objects.filter(round=row).select_related("table").with_everybody())


def pairs(games):
    return [frozenset((game.team("NS").number, game.team("EW").number)) for game in games if not game.is_bye]


def byes(games):
    return [game.team("NS").number for game in games if game.is_bye]


def test_by_lot_everybody_can_draw_the_round_again():
    made = event(8, "random")

    games = played(made, 0, words="uptown street")

    order = draw(range(1, 9), "uptown street")
    assert set(pairs(games)) == {frozenset(order[place : place + 2]) for place in range(0, 8, 2)}
    assert (
        made.log.get(action="round.drawn").words == "Who meets whom was drawn by a lot from “uptown street”."
    )


def test_a_round_robin_goes_on_without_a_rematch_when_somebody_comes_and_somebody_leaves():
    made = event(6, "robin")
    met = pairs(played(made, 0))
    withdraw_team(team=made.teams.get(number=3), by=build.organizer(made), at=build.at(15, 20))
    build.team(made, "Late Bloomers")

    for number in (1, 2):
        met += pairs(played(made, number))

    assert len(set(met)) == len(met) == 9


def at_tables(games):
    """The numbers of the two teams at each table."""
    return {
        game.table.number: {game.team("NS").number, game.team("EW").number}
        for game in games
        if not game.is_bye
    }


def test_by_result_the_first_round_is_drawn_and_then_winners_move_up_a_table():
    made = event(8, "up")

    first = played(made, 0)
    won = {}
    for game in first:
        winner = game.team("EW" if game.table.number % 2 else "NS")
        GameScore.objects.filter(game=game).update(winner=winner)
        won[game.table.number] = winner.number
    lost = {number: (teams - {won[number]}).pop() for number, teams in at_tables(first).items()}

    assert at_tables(played(made, 1)) == {
        1: {won[1], won[2]},
        2: {lost[2], won[3]},
        3: {lost[3], won[4]},
        4: {lost[4], lost[1]},
    }
    assert made.log.filter(action="round.drawn").count() == 1


def test_who_wins_the_first_game_keeps_its_table_whoever_wins_later():
    made = event(8, "keep")
    first = played(made, 0)
    won = {game.table.number: game.team("NS").number for game in first}
    GameScore.objects.filter(game__in=first).update(winner=None)
    lost = {game.table.number: game.team("EW").number for game in first}

    for number in (1, 2, 3):
        games = played(made, number)
        for game in games:
            # From the second round on, only the teams that move win.
            moved = next(game.team(side) for side in ("NS", "EW") if game.team(side).number in lost.values())
            GameScore.objects.filter(game=game).update(winner=moved)
        assert at_tables(games) == {
            table: {won[table], lost[(table - number - 1) % 4 + 1]} for table in range(1, 5)
        }


def test_by_result_a_late_team_takes_the_place_of_one_that_left_and_one_of_an_odd_field_sits_out():
    made = event(6, "stay")
    first = played(made, 0)
    by = build.organizer(made)
    withdraw_team(team=first[0].team("EW"), by=by, at=build.at(15, 20))
    late = build.team(made, "Late Bloomers")

    second = played(made, 1)

    moved = {game.table.number: game.team("EW").number for game in first}
    stayed = {game.table.number: game.team("NS").number for game in first}
    assert at_tables(second) == {
        1: {stayed[1], moved[3]},
        2: {stayed[2], late.number},
        3: {stayed[3], moved[2]},
    }

    withdraw_team(team=late, by=by, at=build.at(15, 50))
    third = played(made, 2)

    assert len(byes(third)) == 1
    assert len({team for pair in pairs(third) for team in pair} | set(byes(third))) == 5


def test_homes_are_kept_apart_when_asked():
    made = event(8, "swiss", keeps_homes_apart=True)
    made.teams.filter(number__in=(1, 2, 5, 6)).update(home="Gary")
    made.teams.filter(number__in=(3, 4, 7, 8)).update(home="  new   ORLEANS")
    made.teams.filter(number=8).update(home="New Orleans")

    games = played(made, 0, words="")

    assert all(("Gary" in game.team("NS").home) != ("Gary" in game.team("EW").home) for game in games)


def crowd(count):
    """An event with ``count`` teams present, inserted directly."""
    made = build.event(tables=count // 2)
    Team.objects.bulk_create(
        Team(
            event=made,
            key=uuid4(),
            number=number,
            name=f"T{number}",
            signed_up_at=build.MEET,
            checked_in_at=build.MEET,
        )
        for number in range(1, count + 1)
    )
    return made


@pytest.mark.parametrize(
    "seating", ["swiss", *(pytest.param(way, marks=pytest.mark.long) for way in ("random", "robin", "malt"))]
)
def test_many_teams_are_drafted_and_called_without_a_query_for_each(seating):
    """Rows are inserted in batches of about fifty: that many more statements, and none for each team."""
    asked = {}
    for count in (20, 200):
        made = crowd(count)
        Phase.objects.filter(event=made, kind="one").update(seating=seating)
        by = build.organizer(made)

        with CaptureQueriesContext(connection) as queries:
            row = draft_round(event=made, words="felt", by=by, at=build.THREE)
            publish_round(row=row, seen=mark_of(made), by=by, at=build.THREE)

        asked[count] = len(queries)
        assert Game.objects.open().filter(event=made).count() == count // 2

    assert asked[200] - asked[20] <= 20
