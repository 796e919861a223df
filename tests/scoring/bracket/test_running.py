"""Running Phase II: leaving (Rulebook E-77), and tables that are assigned automatically (E-78)."""

from uuid import uuid4

import pytest

from scoring.bracket.bracket import bracket_page
from scoring.integrity import integrity
from scoring.models import Seed
from scoring.recording.commands_whole_game import CorrectedHand, correct_game
from scoring.rulings.commands_leaving import leave_day, leave_game
from scoring.rulings.commands_rulings import make_ruling
from scoring.sheet.ruling_rows import Case
from scoring.tasks import tick
from tests import build
from tests.scoring.phase_two import begun, bracket_game, called, won
from tournament.errors import Refused
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def event(kept):
    """A bracket of the best four of five teams."""
    return begun(5)


def left(team, at):
    leave_game(team=team, key=uuid4(), by=build.organizer(team.event), at=at)


def left_between_games(team, at):
    leave_day(team=team, by=build.organizer(team.event), at=at)


def seeds(event):
    return [seed.team for seed in Seed.objects.filter(cut__phase__event=event, cut__reopened_at=None)]


@pytest.mark.parametrize("leaves", [left, left_between_games])
def test_before_the_first_hand_the_next_in_line_joins_a_new_draw(event, leaves):
    one, two, three, four = seeds(event)
    (fifth,) = set(event.teams.all()) - {one, two, three, four}
    called(event, "S1")

    leaves(two, build.at(17, 6))

    assert seeds(event) == [one, three, four, fifth]
    assert (bracket_game(event, "S1").teams(), bracket_game(event, "S2").teams()) == (
        (one, fifth),
        (three, four),
    )
    assert integrity(event) == []


@pytest.mark.parametrize("leaves", [left, left_between_games])
def test_after_it_the_team_that_would_meet_them_has_a_walkover(event, leaves):
    won(event, "S1")
    won(event, "S2")
    gone, other = bracket_game(event, "F").teams()

    leaves(gone, build.at(17, 20))

    final, podium = bracket_game(event, "F"), bracket_page(event, build.at(17, 21)).podium
    assert (final.score.ending, final.score.winner, build.units(final)) == ("walkover", other, (0, 3))
    with pytest.raises(Refused, match="Nobody played this game"):
        correct_game(
            game=final,
            key=uuid4(),
            lines=[CorrectedHand(facts=build.FOUR_MADE)],
            reason="The slip",
            by=build.organizer(event),
            at=build.at(17, 21),
        )
    assert [each.team.team_id for each in podium[:2]] == [other.pk, gone.pk]
    assert integrity(event) == []


@pytest.mark.both
def test_a_team_that_left_loses_the_games_that_are_still_to_come():
    event = begun(5, phase_two={"format": "robin"})
    won(event, "R1.1")
    gone, other = bracket_game(event, "R1.2").teams()

    left(gone, build.at(17, 20))

    assert bracket_game(event, "R1.2").score.winner == other
    table = bracket_page(event, build.at(17, 21)).parts[0].table
    row = next(line for line in table if line.team.team_id == gone.pk)
    assert (row.won, row.lost, row.difference) == (0, 2, "−6")


def test_who_is_put_out_of_the_event_plays_for_no_place_either(event):
    other = won(event, "S1")
    game, by = called(event, "S2"), build.organizer(event)
    out = Case(kind="conduct", against="EW", penalty="out")

    make_ruling(ruling_id=uuid4(), game=game, case=out, reason="Again.", by=by, at=build.at(17, 16))

    third = bracket_game(event, "T")
    assert (third.score.ending, third.score.winner) == ("walkover", other)


def test_games_find_their_tables_by_themselves_where_the_event_says_so():
    event = begun(8, advance_count=8, calls_phase_two=True)
    event.tables.filter(number__gt=2).update(is_out_of_use=True)
    at_tables = Game.objects.open().filter(event=event).values_list("bracket_position", "table__number")

    tick(build.at(17, 2))
    first = sorted(at_tables.all())
    build.won(bracket_game(event, "Q2"), at=build.at(17, 9))
    for _ in range(2):
        tick(build.at(17, 9))

    assert (first, sorted(at_tables.all())) == ([("Q1", 1), ("Q2", 2)], [("Q1", 1), ("Q3", 2)])
