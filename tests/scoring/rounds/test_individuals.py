"""People who come alone: partners change every round (Rulebook E-51 to E-54)."""

from collections import Counter
from datetime import time
from uuid import uuid4

import pytest

from scoring.commands.leaving import leave_game
from scoring.models import Hand
from scoring.queries.hands.tally import score_with_names
from scoring.queries.integrity import integrity
from scoring.queries.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.scoring.alone import games_of, individuals, played
from tournament.commands.events import change_event
from tournament.commands.floor import mark_seated
from tournament.errors import Refused
from tournament.models import Game
from tournament.queries.plan import plan_of
from tournament.queries.sitting import chairs_at, ids_on, sides_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def partners(event) -> Counter[frozenset[int]]:
    games = Game.objects.standing().filter(event=event, kind="game").select_related("event")
    return Counter(frozenset(ids_on(game, side)) for game in games for side in sides_at(game))


def sat(row) -> dict[int, dict[str, str]]:
    """The name on each chair, by table and chair."""
    return {
        game.table.number: {chair: team.name for chair, team in chairs_at(game).items()}
        for game in games_of(row)
    }


def test_where_winners_move_up_both_go_to_the_next_table_and_play_with_the_losers_there():
    event = individuals(12, seating="one-up")

    first, second = played(event, 2)

    before, now = sat(first), sat(second)
    # East-West won at tables 1 and 3 in the first round, North-South at table 2.
    assert set(now[1].values()) == {before[1]["E"], before[1]["W"], before[2]["N"], before[2]["S"]}
    assert set(now[2].values()) == {before[2]["E"], before[2]["W"], before[3]["E"], before[3]["W"]}
    assert max(partners(event).values()) == 1
    assert event.log.filter(action="round.drawn").count() == 1
    assert integrity(event) == []


def test_where_red_plays_with_white_the_red_winner_goes_up_and_the_white_one_down():
    event = individuals(12, seating="one-red")

    first, second, third = played(event, 3)

    before, now = sat(first), sat(second)
    # East-West won at tables 1 and 3 in the first round, North-South at table 2.
    assert now[2] == {"N": before[2]["E"], "E": before[3]["E"], "S": before[1]["W"], "W": before[2]["W"]}
    assert len({*sat(third)[1].values()}) == 4
    assert integrity(event) == []


def test_by_chair_north_stays_and_thirteen_people_take_turns_to_sit_out():
    event = individuals(13, seating="one-seat")

    first, second, third = played(event, 3)

    assert sat(second)[1]["N"] == sat(first)[1]["N"]
    rests = [
        ids_on(game, "N" if len(sides_at(game)) > 2 else "NS")
        for row in (first, second, third)
        for game in row.games.filter(kind="bye").with_everybody()
    ]
    assert len(set(rests)) == 3


def test_a_side_of_which_nobody_said_that_it_sits_forfeits_a_hand():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]
    mark_seated(game=game, team=game.team("W"), by=build.organizer(event), at=build.at(15, 1))

    tick(build.at(15, 20))

    late = Hand.objects.filter(game=game).order_by("sequence").first()
    assert late.facts == {"forfeited_by": "NS"}
    assert (
        score_with_names(game, late.parsed).headline
        == f"Forfeited: counts one for {game.team('E')} & {game.team('W')}."
    )


def test_who_leaves_before_the_first_hand_leaves_the_chair_to_the_one_with_the_bye():
    event = individuals(5)
    row = build.called_round(event)
    game, bye = games_of(row)[0], Game.objects.get(kind="bye").team("N")

    leave_game(team=game.team("W"), key=uuid4(), by=build.organizer(event), at=build.at(15, 2))

    assert games_of(row)[0].everybody() == (game.team("N"), game.team("E"), game.team("S"), bye)
    assert not Game.objects.filter(kind="bye", recalled_at=None).exists()
    assert event.teams.get(pk=game.team("W").pk).withdrawn_at is not None
    assert integrity(event) == []


def test_where_nobody_has_the_bye_the_three_whom_somebody_left_have_it():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]

    leave_game(team=game.team("W"), key=uuid4(), by=build.organizer(event), at=build.at(15, 2))

    rows = {row.team_id: (row.won, row.byes) for row in standings(event).rows}
    assert [rows[each.pk] for each in (game.team("N"), game.team("E"), game.team("S"))] == [(1, 1)] * 3
    assert event.teams.get(pk=game.team("W").pk).withdrawn_at is not None
    assert integrity(event) == []


def test_who_leaves_after_the_first_hand_forfeits_for_both_partners():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]
    build.hand(game, build.EW_FOUR_MADE)

    leave_game(team=game.team("W"), key=uuid4(), by=build.organizer(event), at=build.at(15, 12))

    rows = {row.team_id: (row.won, row.lost) for row in standings(event).rows}
    assert (rows[game.team("S").pk], rows[game.team("E").pk]) == ((1, 0), (0, 1))
    assert integrity(event) == []


def test_people_who_came_alone_are_not_made_teams_of_two_later():
    event = individuals(4)
    plan = plan_of(event)

    with pytest.raises(Refused, match="signed up alone already"):
        change_event(
            event=event,
            plan=type(plan)(**{**plan.__dict__, "seating": "swiss", "phase_two_at": time(17)}),
            by=build.organizer(event),
            at=build.MEET,
        )
