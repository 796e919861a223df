"""Pairs that are kept apart don't meet in Phase I, in any seating (Rulebook E-65)."""

from itertools import combinations

import pytest

from scoring.commands.open_play import open_play
from scoring.commands.rounds import draft_round
from tests import build
from tournament.commands.kept_apart import keep_apart, let_meet
from tournament.errors import Refused
from tournament.models import Game

pytestmark = [pytest.mark.slow, pytest.mark.embedded]


def apart(event, one, other):
    by = build.organizer(event)
    return keep_apart(
        event=event,
        one=event.teams.get(number=one),
        other=event.teams.get(number=other),
        by=by,
        at=build.MEET,
    )


def together(event):
    games = Game.objects.filter(event=event, recalled_at=None, kind="game").with_everybody()
    return {
        frozenset((one.number, other.number))
        for game in games
        for one, other in combinations(game.everybody(), 2)
    }


@pytest.mark.parametrize(("seating", "rounds"), [("swiss", 3), ("random", 2), ("robin", 2), ("movement", 3)])
def test_two_teams_that_are_kept_apart_do_not_meet_all_day(seating, rounds):
    event = build.event(seating=seating)
    build.teams(event, 6)
    apart(event, 1, 2)

    build.played_phase_one(event, rounds)

    assert frozenset((1, 2)) not in together(event)
    assert len(together(event)) == 3 * rounds


def test_where_nobody_else_is_there_they_meet_and_the_log_says_so():
    event = build.event()
    build.teams(event, 2)
    apart(event, 1, 2)

    draft_round(event=event, by=build.organizer(event), at=build.MEET)

    words = event.log.get(action="round.not-apart").words
    assert words == "Team 1 and Team 2 should be kept apart, and couldn’t be."


def test_in_open_play_they_wait_for_somebody_else():
    event = build.openly(2, tables=1, opens=False)
    apart(event, 1, 2)
    open_play(event=event, by=build.organizer(event), at=build.THREE)
    build.played_openly(event, build.at(15, 1), build.at(15, 10))

    assert not event.games.exists()


def test_two_who_may_meet_again_do_and_no_two_are_named_twice():
    event = build.event()
    build.teams(event, 2)
    row = apart(event, 1, 2)
    with pytest.raises(Refused, match="Team 2 and Team 1 are kept apart already"):
        apart(event, 2, 1)
    with pytest.raises(Refused, match="Choose two different teams"):
        apart(event, 1, 1)

    for _ in range(2):
        let_meet(row=row, by=build.organizer(event), at=build.MEET)
    draft_round(event=event, by=build.organizer(event), at=build.MEET)

    assert not event.log.filter(action="round.not-apart").exists()
    assert event.log.filter(action="seats.may-meet").count() == 1
