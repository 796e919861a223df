"""The standings of a round robin that a team leaves (Rulebook E-224)."""

import pytest

from scoring.standings.standings import standings
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tournament.entries.commands_presence import return_team, withdraw_team

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def after_a_round(**plan):
    """A robin of six teams after its first round, from which a winner leaves; and who lost to it."""
    event = build.event(is_practice=True, seating="robin", tables=3, **plan)
    build.teams(event, 6)
    build.played_phase_one(event, 1)
    game = event.games.standing().filter(phase__kind="one").first()
    gone, other = game.score.winner, next(team for team in game.teams() if team != game.score.winner)
    withdraw_team(team=gone, by=build.organizer(event), at=build.at(15, 29))
    return event, gone, other


def games_of(event, team):
    return next(row.won + row.lost for row in standings(event).rows if row.team_id == team.pk)


def test_before_half_of_it_its_games_count_for_nobody():
    event, gone, other = after_a_round(voids_early_leavers=True)

    assert (games_of(event, gone), games_of(event, other)) == (0, 0)

    return_team(team=gone, by=build.organizer(event), at=build.at(15, 29))
    assert (games_of(event, gone), games_of(event, other)) == (1, 1)


def test_where_nobody_says_so_they_stay():
    event, gone, other = after_a_round()

    assert (games_of(event, gone), games_of(event, other)) == (1, 1)


def test_in_other_seatings_they_stay_and_no_rule_speaks_of_it():
    event = build.event(is_practice=True, seating="swiss", voids_early_leavers=True)
    robin = build.event(is_practice=True, seating="robin", voids_early_leavers=True)
    for each in (event, robin):
        still_clock(each, build.MEET)

    said = "leaves before half of them are played"
    assert said not in words(organizer_of(event).get(f"/{event.slug}/rules/"))
    assert said in words(organizer_of(robin).get(f"/{robin.slug}/rules/"))
