import pytest

from rules.competition.lots import draw
from scoring.commands.rounds import call_round
from scoring.models import GameScore
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.teams import withdraw_team
from tournament.errors import Refused
from tournament.models import Event, Game

pytestmark = pytest.mark.django_db


def pairs(row):
    return {frozenset((game.team("NS").pk, game.team("EW").pk)) for game in row.games.filter(kind="game")}


def test_the_first_round_starts_phase_one_and_freezes_the_house_rules():
    event = build.event()
    build.teams(event, 4)

    row = build.called_round(event)

    event = Event.objects.get(pk=event.pk)
    assert event.house_rules_frozen_at == build.THREE
    assert event.phases.get(kind="one").started_at == build.THREE
    assert (row.number, row.play_from, row.whistle_at) == (1, build.at(15, 5), build.at(15, 30))
    assert [game.table.number for game in row.games.all()] == [1, 2]


def test_level_teams_meet_by_a_lot_and_not_by_the_order_they_signed_up_in():
    event = build.event()
    build.teams(event, 8)

    row = call_round(event=event, words="felt and gold", by=build.organizer(event), at=build.THREE)

    drawn = draw(range(1, 9), "felt and gold")
    pairs = {
        frozenset((game.team("NS").number, game.team("EW").number)) for game in row.games.with_everybody()
    }
    assert pairs == {frozenset(drawn[place : place + 2]) for place in range(0, 8, 2)}
    assert "felt and gold" in event.log.get(action="round.drawn").words


def test_a_bye_is_a_game_won_by_three_units_without_points():
    event = build.event()
    build.teams(event, 3)

    row = build.called_round(event)

    bye = GameScore.objects.get(game__round=row, game__kind="bye")
    assert (bye.game.side("NS").units, bye.game.side("NS").points, bye.winner, bye.ending) == (
        3,
        0,
        bye.game.team("NS"),
        "bye",
    )
    assert bye.game.over_at == build.THREE


def test_a_team_that_left_is_not_seated_and_one_that_came_late_is():
    event = build.event()
    leaver, *_ = build.teams(event, 4)
    first = build.called_round(event)
    for game in first.games.all():
        build.won(game)
    withdraw_team(team=leaver, by=build.organizer(event), at=build.at(15, 28))
    late = build.team(event, "Late Bloomers")

    second = build.called_round(event, at=build.at(15, 30))

    seated = {pk for game in second.games.all() for pk in (game.team("NS").pk, game.team("EW").pk)}
    assert leaver.pk not in seated
    assert late.pk in seated
    row = next(row for row in standings(event).rows if row.team_id == late.pk)
    assert (row.won, row.byes) == (0, 0)


@pytest.mark.parametrize(
    ("count", "at", "sentence"),
    [
        pytest.param(1, build.THREE, "At least two teams", id="one team is no round"),
        pytest.param(4, build.at(14, 45), "called at 3:00 PM", id="the round waits for its time"),
        pytest.param(4, build.at(16, 55), "No round fits", id="too late for another round"),
    ],
)
def test_a_round_that_cannot_be_is_refused_with_what_to_do(count, at, sentence):
    event = build.event()
    build.teams(event, count)

    with pytest.raises(Refused, match=sentence):
        build.called_round(event, at=at)

    assert not Game.objects.exists()


def test_the_next_round_waits_for_the_tables_that_still_play():
    event = build.event()
    build.teams(event, 4)
    first = build.called_round(event)
    build.won(first.games.first())

    with pytest.raises(Refused, match="Table 2 is still playing"):
        build.called_round(event, at=build.at(15, 31))


def test_a_round_called_too_late_for_its_half_hour_takes_the_next():
    event = build.event()
    build.teams(event, 2)
    build.won(build.called_round(event).games.get())

    with pytest.raises(Refused, match="called at 4:00 PM"):
        build.called_round(event, at=build.at(15, 52))
    row = build.called_round(event, at=build.at(16))

    assert (row.number, row.slot, row.whistle_at) == (2, 3, build.at(16, 30))


def test_standings_shown_after_each_round_hold_a_running_round_back():
    event = build.event(standings_shown="after_round")
    build.teams(event, 2)
    game = build.game(event)
    build.hand(game)

    assert standings(event).rows[0].units == 1
    public = standings(event, is_public=True)
    assert (public.rows[0].units, public.is_held_back) == (0, True)
