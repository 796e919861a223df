"""The fairness page's figures: waits, byes, rematches, and the strength of opponents."""

import pytest

from pages.hall.fairness import fairness
from scoring.tasks import tick
from tests import build

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def shares(event, at):
    return {row.team.number: row for row in fairness(event, at).rows}


def test_a_bye_and_a_round_sat_out_stand_in_the_ledger():
    event = build.event()
    build.teams(event, 3)
    build.played_phase_one(event, 1)

    rows = shares(event, build.at(15, 30))

    assert [(n, row.games, row.byes, row.waited) for n, row in sorted(rows.items())] == [
        (1, 1, 0, 10), (2, 1, 0, 10), (3, 0, 1, 30)
    ]  # fmt: skip


def test_a_rematch_is_counted_for_both():
    event = build.event()
    build.teams(event, 2)
    build.played_phase_one(event, 2)

    page = fairness(event, build.at(16))

    assert (page.rematches, [row.rematches for row in page.rows]) == (1, [1, 1])


def test_the_strength_of_opponents_is_what_they_won_of_their_other_games():
    event = build.event()
    build.teams(event, 4)
    build.played_phase_one(event, 3)

    rows = shares(event, build.at(16, 30))

    # All have met, and the lower number always won. 1 met 2, 3 and 4, who won 2, 1 and 0 of two other games.
    assert [rows[number].opponents for number in (1, 4)] == [50, 50]


def test_waits_in_open_play_are_counted_from_game_to_game_without_the_breaks():
    event = build.openly(4, tables=1)
    build.won(event.games.get(), at=build.at(15, 25))
    tick(build.at(15, 25))

    rows = shares(event, build.at(15, 45))

    assert sorted((row.waited, row.longest) for row in rows.values()) == [
        (15, 15),
        (15, 15),
        (25, 25),
        (25, 25),
    ]
