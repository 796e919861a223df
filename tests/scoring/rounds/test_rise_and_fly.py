"""Rise and fly: winners keep the table, losers leave it, and the next in line sits down (Rulebook E-42)."""

from collections import Counter

import pytest

from scoring.commands.ending import void_game
from scoring.queries.integrity import integrity
from scoring.queries.rounds.waiting_list import waiting_list
from scoring.tasks import tick
from tests import build
from tournament.commands.teams import withdraw_team
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def games(event):
    return list(
        Game.objects.filter(event=event)
        .select_related("table", "score")
        .with_everybody()
        .order_by("called_at", "pk")
    )


def couples(event, at):
    return {
        g.table.number: (g.team("NS").number, g.team("EW").number) for g in games(event) if g.called_at == at
    }


def standing_in_line(event, at):
    return [row.team.number for row in waiting_list(event, at).rows]


def winner_stays(event, game, at):
    """Let North-South win this game, and tick."""
    build.won(game, at=at)
    tick(at)


@pytest.fixture
def event():
    """Seven teams at two tables."""
    return build.openly(7, tables=2, seating="rise")


def test_the_first_in_line_sit_down_by_number(event):
    assert couples(event, build.THREE) == {1: (1, 2), 2: (3, 4)}
    assert standing_in_line(event, build.THREE) == [5, 6, 7]


def test_the_winner_keeps_the_table_and_the_loser_goes_to_the_end_of_the_line(event):
    winner_stays(event, games(event)[0], build.at(15, 20))

    assert couples(event, build.at(15, 20)) == {1: (1, 5)}
    assert standing_in_line(event, build.at(15, 20)) == [6, 7, 2]


@pytest.mark.embedded
def test_all_day_winners_keep_their_tables_and_the_line_goes_round(event):
    build.played_openly(event, build.THREE, build.at(16, 30))

    last, called = {}, Counter()
    for game in games(event):
        numbers = [team.number for team in game.teams()]
        before = last.get(game.table_id)
        assert before is None or before.score.winner.number in numbers
        last[game.table_id] = game
        called.update(numbers)
    # The lower number wins, so 1 keeps a table, and 2 takes the other from 3. The rest take turns.
    turns = [called[number] for number in (4, 5, 6, 7)]
    assert (min(turns) > 0, max(turns) - min(turns) <= 1) == (True, True)
    assert integrity(event) == []


def test_a_winner_who_leaves_leaves_the_table_to_the_first_two_in_line(event):
    game = games(event)[0]
    build.won(game, at=build.at(15, 20))
    withdraw_team(team=game.team("NS"), by=build.organizer(event), at=build.at(15, 20))

    tick(build.at(15, 21))

    assert couples(event, build.at(15, 21)) == {1: (5, 6)}


def test_a_game_with_no_result_leaves_nobody_at_the_table(event):
    void_game(game=games(event)[0], reason="Fire drill", by=build.organizer(event), at=build.at(15, 20))

    tick(build.at(15, 21))

    assert couples(event, build.at(15, 21)) == {1: (5, 6)}


def test_nobody_plays_the_winner_again_at_once_while_another_table_plays():
    event = build.openly(4, tables=2, seating="rise")

    winner_stays(event, games(event)[0], build.at(15, 15))
    assert len(games(event)) == 2
    assert [kept.table for kept in waiting_list(event, build.at(15, 15)).kept] == [1]

    winner_stays(event, games(event)[1], build.at(15, 20))
    assert couples(event, build.at(15, 20)) == {1: (1, 4), 2: (3, 2)}


def test_nobody_is_called_in_a_break_or_when_no_game_can_finish(event):
    winner_stays(event, games(event)[0], build.at(15, 30))
    assert couples(event, build.at(15, 30)) == {}

    tick(build.at(15, 35))
    assert couples(event, build.at(15, 35)) == {1: (1, 5)}

    build.won(games(event)[1], at=build.at(16, 50))
    tick(build.at(16, 51))
    assert couples(event, build.at(16, 51)) == {}
