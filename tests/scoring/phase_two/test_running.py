"""Running Phase II: leaving (Rulebook E-77), and tables that are assigned automatically (E-78)."""

from uuid import uuid4

import pytest

from scoring.commands.bracket import start_phase_two
from scoring.commands.leaving import leave_day, leave_game
from scoring.commands.rulings import make_ruling
from scoring.models import Seed
from scoring.queries.hands.rulings import Case
from scoring.queries.integrity import integrity
from scoring.queries.phase_two.bracket import bracket_page
from scoring.tasks import tick
from tests import build
from tournament.commands.floor import call_game
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def begun(count=5, advance=4, **plan):
    event = build.event(advance_count=advance, **plan)
    build.teams(event, count)
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def there(event, position):
    games = Game.objects.standing().select_related("event", "score").with_everybody()
    return games.get(event=event, bracket_position=position)


def seeds(event):
    rows = Seed.objects.filter(cut__phase__event=event, cut__reopened_at=None).select_related("team")
    return [row.team for row in rows]


def left(team, at):
    return leave_game(team=team, key=uuid4(), by=build.organizer(team.event), at=at)


def left_between_games(team, at):
    return leave_day(team=team, by=build.organizer(team.event), at=at)


def won(event, position, side="NS"):
    call_game(game=there(event, position), by=build.organizer(event), at=build.at(17, 5))
    build.won(there(event, position), side, at=build.at(17, 10))


@pytest.mark.parametrize("leaves", [left, left_between_games])
def test_before_the_first_hand_the_next_in_line_moves_up_and_the_bracket_is_drawn_again(leaves):
    event = begun()
    one, two, three, four = seeds(event)
    (fifth,) = set(event.teams.all()) - {one, two, three, four}
    call_game(game=there(event, "S1"), by=build.organizer(event), at=build.at(17, 2))

    leaves(two, build.at(17, 3))

    assert seeds(event) == [one, three, four, fifth]
    assert there(event, "S1").teams() == (one, fifth)
    assert there(event, "S2").teams() == (three, four)
    assert integrity(event) == []


@pytest.mark.parametrize("leaves", [left, left_between_games])
def test_after_it_the_team_that_would_meet_them_has_a_walkover(leaves):
    event = begun()
    won(event, "S1")
    won(event, "S2")
    gone = there(event, "F").team("NS")

    leaves(gone, build.at(17, 20))

    final = there(event, "F")
    assert (final.score.ending, final.score.winner) == ("walkover", final.team("EW"))
    assert [side.units for side in final.by_side().values()] == [0, 3]
    assert [each.team.team_id for each in bracket_page(event, build.at(17, 21)).podium[:2]] == [
        final.team("EW").pk,
        gone.pk,
    ]
    assert integrity(event) == []


def test_a_team_that_left_loses_the_games_that_are_still_to_come():
    event = begun(phase_two={"format": "robin"})
    won(event, "R1.1")
    gone = there(event, "R1.2").team("NS")

    left(gone, build.at(17, 20))

    assert there(event, "R1.2").score.winner == there(event, "R1.2").team("EW")
    table = bracket_page(event, build.at(17, 21)).parts[0].table
    row = next(line for line in table if line.team.team_id == gone.pk)
    assert (row.won, row.lost, row.difference) == (0, 2, "−6")


def test_who_is_put_out_of_the_event_plays_for_no_place_either():
    event = begun()
    won(event, "S1")
    call_game(game=there(event, "S2"), by=build.organizer(event), at=build.at(17, 12))
    game = there(event, "S2")
    out = Case(kind="conduct", against="EW", penalty="out")

    make_ruling(
        ruling_id=uuid4(),
        game=game,
        case=out,
        reason="Again.",
        by=build.organizer(event),
        at=build.at(17, 16),
    )

    third = there(event, "T")
    assert (third.score.ending, third.score.winner) == ("walkover", there(event, "S1").team("EW"))


def at_tables(event):
    rows = Game.objects.open().filter(event=event)
    return sorted(rows.values_list("bracket_position", "table__number"))


def test_games_find_their_tables_by_themselves_where_the_event_says_so():
    event = begun(8, 8, calls_phase_two=True)
    event.tables.filter(number__gt=2).update(is_out_of_use=True)
    at = build.at(17, 2)

    tick(at)

    assert at_tables(event) == [
        ("Q1", 1),
        ("Q2", 2),
    ]
    build.won(there(event, "Q2"), at=build.at(17, 9))
    tick(build.at(17, 9))
    tick(build.at(17, 9))
    assert at_tables(event) == [
        ("Q1", 1),
        ("Q3", 2),
    ]
