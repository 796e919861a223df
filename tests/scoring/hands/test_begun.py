"""A table where every hand was taken back counts as not begun, for everything that asks."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.bracket.drawn import bought_back
from scoring.cut.commands_cut import reopen_cut
from scoring.hands.begun import begun as begun_games
from scoring.integrity import integrity
from scoring.rounds.commands_move_game import move_game
from scoring.rounds.commands_rounds import recall_round
from scoring.rulings.commands_leaving import leave_game
from tests import build
from tests.scoring.acting import last_hand, strike
from tests.scoring.phase_two import TEN_PAST, begun, bracket_game, buys, called, won
from tests.scoring.rounds.seating import current, seating, swapped

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


AT_ONCE = build.at(15, 0, 10)


def taken_back(game, *, at=AT_ONCE):
    """Enter the game's first hand, and take it back."""
    strike(build.hand(game, at=at), at=at + timedelta(seconds=5))
    return game


@pytest.fixture
def event():
    """Two games of round 1; at each, the only hand was taken back."""
    event = build.event()
    build.teams(event, 4)
    for game in build.called_round(event).games.order_by("pk"):
        taken_back(game)
    return event


def test_its_teams_are_swapped(event):
    game, other = current(event)
    (ns, ew), (other_ns, other_ew) = game.everybody(), other.everybody()

    swapped(event, ns, other_ns)

    assert seating(event) == {(1, other_ns, ew), (2, ns, other_ew)}
    assert integrity(event) == []


@pytest.mark.both
def test_it_swaps_its_table_with_another(event):
    game, other = current(event)

    by = build.organizer(event)
    move_game(game=game, table=other.table, reason="Stairs", by=by, at=build.at(15, 1))

    assert current(event) == [other, game]


def test_its_round_is_recalled(event):
    row = recall_round(row=current(event)[0].round, by=build.organizer(event), at=build.at(15, 0, 25))

    assert row.called_at is None


@pytest.mark.both
def test_a_team_that_leaves_it_is_unseated_and_forfeits_nothing(event):
    game, _ = current(event)
    ns, ew = game.everybody()

    leave_game(team=ns, key=uuid4(), by=build.organizer(event), at=build.at(15, 2))

    assert (None, ew) in seating(event)
    assert begun_games([game]) == frozenset()


def test_the_cut_opens_again_when_phase_two_has_no_hand_left():
    event = begun()
    taken_back(called(event, "S1"), at=TEN_PAST)

    reopen_cut(event=event, by=build.organizer(event), at=build.at(17, 20))

    assert event.phases.get(kind="one").closed_at is None


@pytest.mark.both
def test_a_buy_back_is_taken_back():
    event = begun(phase_two={"format": "double", "buys_back": True})
    for team in (won(event, "US1"), won(event, "US2")):
        buys(event, team)
    game = called(event, "L1.1")
    build.hand(game, at=build.at(17, 20))
    assert bought_back(event) == ()

    strike(last_hand(bracket_game(event, "L1.1")), at=build.at(17, 21))

    assert {name.team_id for name in bought_back(event)} == set(game.everybody_ids())
