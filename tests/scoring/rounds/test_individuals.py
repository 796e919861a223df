"""People who come alone: partners change every round (Rulebook E-51 to E-54)."""

from collections import Counter
from datetime import time
from uuid import uuid4

import pytest

from pages.floor.next_step import day
from scoring.cut.commands_cut import call_playoff, settle_cut
from scoring.cut.cut_page import cut_page
from scoring.hands.tally import score_with_names
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.rounds.next_of_phase_one import Next
from scoring.rulings.commands_leaving import leave_game
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.scoring.alone import games_of, individuals, played
from tournament.errors import Refused
from tournament.event.sitting import chairs_at, ids_on, sides_at
from tournament.floor.commands_floor import mark_seated
from tournament.models import Game
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def sat(row) -> dict[int, dict[str, str]]:
    """The name on each chair, by table and chair."""
    return {
        game.table.number: {chair: team.name for chair, team in chairs_at(game).items()}
        for game in games_of(row)
    }


def leave(team, at):
    leave_game(team=team, key=uuid4(), by=build.organizer(team.event), at=at)


@pytest.mark.both
def test_winners_who_move_up_play_with_the_losers_of_the_next_table():
    event = individuals(12, seating="one-up")

    first, second = played(event, 2)

    before, now = sat(first), sat(second)
    # East-West won at tables 1 and 3 in the first round, North-South at table 2.
    assert {*now[1].values()} == {before[1]["E"], before[1]["W"], before[2]["N"], before[2]["S"]}
    assert {*now[2].values()} == {before[2]["E"], before[2]["W"], before[3]["E"], before[3]["W"]}
    games = games_of(first) + games_of(second)
    partners = Counter(frozenset(ids_on(game, side)) for game in games for side in sides_at(game))
    assert max(partners.values()) == 1
    assert event.log.filter(action="round.drawn").count() == 1
    assert integrity(event) == []


def test_with_red_and_white_red_winners_go_up_and_white_winners_down():
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
    rests = [bye.team("N") for row in (first, second, third) for bye in row.games.filter(kind="bye")]
    assert len({*rests}) == len(rests) == 3


@pytest.mark.both
def test_a_side_of_which_nobody_said_that_it_sits_forfeits_a_hand():
    event = individuals(4)
    [game] = games_of(build.called_round(event))
    mark_seated(game=game, team=game.team("W"), by=build.organizer(event), at=build.at(15, 1))

    tick(build.at(15, 20))

    late = Hand.objects.filter(game=game).order_by("sequence").first()
    assert late.facts == {"forfeited_by": "NS"}
    assert (
        score_with_names(game, late.parsed).headline
        == f"Forfeited: counts one for {game.team('E')} & {game.team('W')}."
    )


def test_the_player_with_the_bye_takes_the_chair_of_one_who_leaves_early():
    event = individuals(5)
    row = build.called_round(event)
    [game], bye = games_of(row), Game.objects.get(kind="bye").team("N")
    north, east, south, west = game.everybody()

    leave(west, at=build.at(15, 2))

    assert games_of(row)[0].everybody() == (north, east, south, bye)
    assert not Game.objects.filter(kind="bye", recalled_at=None).exists()
    assert event.teams.get(pk=west.pk).withdrawn_at == build.at(15, 2)
    assert integrity(event) == []


def test_who_leaves_after_the_first_hand_forfeits_for_both_partners():
    event = individuals(4)
    [game] = games_of(build.called_round(event))
    north, east, south, west = (team.pk for team in game.everybody())
    build.hand(game, build.EW_FOUR_MADE)

    leave(game.team("W"), at=build.at(15, 12))

    rows = {row.team_id: (row.won, row.lost) for row in standings(event).rows}
    assert rows == {north: (1, 0), south: (1, 0), east: (0, 1), west: (0, 1)}
    assert integrity(event) == []


def test_people_who_came_alone_are_not_made_teams_of_two_later():
    event = individuals(4)
    plan = plan_of(event).with_(seating="swiss", phase_two_at=time(17))

    with pytest.raises(Refused, match="signed up alone already"):
        change_event(event=event, plan=plan, by=build.organizer(event), at=build.MEET)


def test_tied_people_are_parted_by_lot_and_not_played_off():
    event = individuals(4)
    played(event, 1)
    at = build.at(18, 55)
    assert day(event, at).step.kind == Next.CUT
    [tie, *_] = cut_page(event, at).ties
    teams = [event.teams.get(pk=team.team_id) for team in tie.teams]
    pressed = {"event": event, "by": build.organizer(event), "at": at}

    with pytest.raises(Refused, match="decided by lot"):
        call_playoff(teams=teams, **pressed)
    with pytest.raises(Refused, match="Draw lots first"):
        settle_cut(**pressed)
    assert tie.stake == "places 1 and 2"
