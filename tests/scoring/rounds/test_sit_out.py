"""With too few tables, some sit out in turn (Rulebook E-66)."""

from dataclasses import replace

import pytest

from scoring.queries.rounds.steps import rounds_left, slots_left
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.events import change_event
from tournament.queries.plan import plan_of

pytestmark = pytest.mark.slow


def crowded():
    event = build.event(tables=2, short_of_tables="sitout")
    build.teams(event, 6)
    return event


def seated(row):
    return {team.number for game in row.games.filter(recalled_at=None) for team in game.everybody()}


def test_each_half_hour_has_its_round_and_everybody_sits_out_as_often():
    event = crowded()
    left = rounds_left(event, slots_left(event, build.MEET))
    out = []

    for number in range(4):
        at = build.THREE + number * (build.at(15, 30) - build.THREE)
        row = build.called_round(event, at=at)
        out.append({1, 2, 3, 4, 5, 6} - seated(row))
        for game in row.games.all():
            build.won(game, at=row.play_from)

    assert (left.rounds, left.turns, left.warning) == (4, 1, "")
    assert [len(teams) for teams in out] == [2, 2, 2, 2]
    assert out[0] | out[1] | out[2] == {1, 2, 3, 4, 5, 6}
    assert sum(row.won for row in standings(event).rows) == 8


def test_the_organizer_changes_to_a_second_wave_between_rounds():
    event = crowded()
    for game in build.called_round(event).games.all():
        build.won(game)
    event.refresh_from_db()
    plan = replace(plan_of(event), short_of_tables="waves")

    change_event(event=event, plan=plan, by=build.organizer(event), at=build.at(15, 25))

    row = build.called_round(event, at=build.at(15, 30))
    assert (row.games.count(), row.whistle_at) == (3, build.at(16, 30))
