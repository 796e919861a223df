"""Open play: when a table frees up, the next game is called from the waiting list (Rulebook E-41)."""

from collections import Counter
from datetime import timedelta

import pytest

from rules.competition.pairing.open_play import Why
from scoring.commands.open_play import call_next_games, hold_games, open_play, release_games
from scoring.models import Hand
from scoring.queries.integrity import integrity
from scoring.queries.rounds.waiting_list import waiting_list
from scoring.tasks import tick
from tests import build
from tests.together import at_once
from tournament.commands.schedule_changes import pause_day, resume_day
from tournament.commands.teams import return_team, withdraw_team
from tournament.errors import Refused
from tournament.models import Game, Phase
from tournament.queries.clock import timetable

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def games(event):
    return list(
        Game.objects.filter(event=event).select_related("table").with_everybody().order_by("called_at", "pk")
    )


def couples(event, *, at=None):
    return [
        (g.table.number, g.team("NS").number, g.team("EW").number)
        for g in games(event)
        if at is None or g.called_at == at
    ]


def seated(event, *, at=None):
    return {number for _, *couple in couples(event, at=at) for number in couple}


def held(event, at):
    return {row.team.number: row.why for row in waiting_list(event, at).rows}


# --- opening ----------------------------------------------------------------------------------------


def test_when_play_opens_the_first_in_line_are_called_and_the_rest_wait():
    event = build.openly(9)

    assert seated(event) == {1, 2, 3, 4, 5, 6}
    assert [game.table.number for game in games(event)] == [1, 2, 3]
    assert held(event, build.THREE) == dict.fromkeys((7, 8, 9), Why.NO_TABLE.value)
    assert Phase.objects.get(event=event, kind="one").started_at == build.THREE
    assert event.deadlines.count() == 3


def _without_tables(event):
    event.tables.update(is_out_of_use=True)


def _paused(event):
    pause_day(event=event, by=build.organizer(event), at=build.at(14, 59))


def _opened(event):
    open_play(event=event, by=build.organizer(event), at=build.THREE)


@pytest.mark.parametrize(
    ("teams", "prepare", "at", "sentence"),
    [
        pytest.param(4, None, build.at(14, 50), "Play opens at 3:00 PM", id="too early"),
        pytest.param(4, None, build.at(16, 55), "No game fits", id="too late"),
        pytest.param(1, None, build.THREE, "At least two teams", id="one team"),
        pytest.param(4, _without_tables, build.THREE, "No table is in use", id="no table"),
        pytest.param(4, _paused, build.THREE, "Resume play first", id="paused"),
        pytest.param(4, _opened, build.at(15, 1), "open already", id="open already"),
    ],
)
def test_play_is_not_opened(teams, prepare, at, sentence):
    event = build.openly(teams, opens=False)
    if prepare:
        prepare(event)

    with pytest.raises(Refused, match=sentence):
        open_play(event=event, by=build.organizer(event), at=at)


# --- a whole day ------------------------------------------------------------------------------------


@pytest.mark.embedded
def test_in_a_day_of_nine_teams_at_three_tables_nobody_starves_or_meets_again_or_is_called_in_a_break():
    event = build.openly(9)

    build.played_openly(event, build.THREE, build.at(16, 20))

    day, breaks = games(event), timetable(event, build.at(16, 20)).breaks
    played = Counter(team.pk for game in day for team in game.teams())
    assert len(played) == 9
    assert min(played.values()) >= 2
    assert max(_waits(day)) <= timedelta(minutes=30)
    assert min(_pauses_between_meetings(day), default=timedelta(hours=1)) >= timedelta(hours=1)
    assert not [game for game in day for rest in breaks if game.called_at in rest]
    assert integrity(event) == []


def _waits(day):
    over = {}
    for game in day:
        for team in game.teams():
            yield game.called_at - over.get(team.pk, build.THREE)
            over[team.pk] = game.over_at


def _pauses_between_meetings(day):
    met = {}
    for game in day:
        couple = frozenset((game.team("NS").pk, game.team("EW").pk))
        if couple in met:
            yield game.called_at - met[couple]
        met[couple] = game.called_at


# --- who waits, and why -----------------------------------------------------------------------------


def test_in_a_break_nobody_is_called_and_at_its_end_the_line_is():
    event = build.openly(6, tables=2)
    for game in games(event):
        build.won(game, at=build.at(15, 29))

    tick(build.at(15, 31))
    assert len(games(event)) == 2
    assert waiting_list(event, build.at(15, 31)).held == "Break until 3:35 PM. Games are called again then."

    tick(build.at(15, 35))
    assert len(games(event)) == 4
    assert {5, 6} < seated(event, at=build.at(15, 35))


def test_two_teams_that_have_just_met_wait_for_somebody_else():
    event = build.openly(2, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))

    tick(build.at(15, 21))
    assert held(event, build.at(15, 21)) == {1: Why.MET.value, 2: Why.MET.value}
    assert waiting_list(event, build.at(15, 21)).rows[0].minutes == 39

    tick(build.at(16, 5))
    assert couples(event, at=build.at(16, 5)) == [(1, 1, 2)]


@pytest.mark.embedded
def test_no_game_is_called_that_the_day_is_too_slow_for():
    event = build.openly(4, tables=1)
    build.played_openly(event, build.THREE, build.at(16, 40), lasts=lambda number: 25)

    tick(build.at(16, 41))

    assert waiting_list(event, build.at(16, 41)).is_over
    assert set(held(event, build.at(16, 41)).values()) == {Why.WHISTLE.value}
    assert not Game.objects.filter(called_at=build.at(16, 41)).exists()


def test_who_leaves_leaves_the_line_and_who_returns_stands_at_its_end():
    event = build.openly(6, tables=1)
    team, by = event.teams.get(number=3), build.organizer(event)

    withdraw_team(team=team, by=by, at=build.at(15, 5))
    assert [row.team.number for row in waiting_list(event, build.at(15, 6)).rows] == [4, 5, 6]

    return_team(team=team, by=by, at=build.at(15, 10))
    assert [row.team.number for row in waiting_list(event, build.at(15, 11)).rows] == [4, 5, 6, 3]


# --- holding back -----------------------------------------------------------------------------------


def test_the_organizer_holds_back_the_next_games_and_lets_them_go_on():
    event = build.openly(6, tables=2)
    by = build.organizer(event)

    hold_games(event=event, by=by, at=build.at(15, 10))
    build.won(games(event)[0], at=build.at(15, 20))
    tick(build.at(15, 21))
    assert waiting_list(event, build.at(15, 21)).held == "The organizer holds back the next games."
    assert len(games(event)) == 2

    release_games(event=event, by=by, at=build.at(15, 25))
    assert couples(event, at=build.at(15, 25)) == [(1, 5, 6)]


def test_what_is_held_back_is_not_held_back_again_nor_released_twice_nor_before_play_is_open():
    event = build.openly(4, opens=False)
    said = {"event": event, "by": build.organizer(event)}

    for action in (hold_games, release_games):
        with pytest.raises(Refused, match="open play isn't on"):
            action(**said, at=build.THREE)
    open_play(**said, at=build.THREE)
    with pytest.raises(Refused, match="not held back"):
        release_games(**said, at=build.at(15, 5))
    hold_games(**said, at=build.at(15, 5))
    with pytest.raises(Refused, match="held back already"):
        hold_games(**said, at=build.at(15, 6))


# --- the organizer's clock --------------------------------------------------------------------------


def test_in_a_pause_nobody_is_called_and_afterwards_the_line_is():
    event = build.openly(4, tables=1)
    by = build.organizer(event)
    build.won(games(event)[0], at=build.at(15, 20))

    pause_day(event=event, by=by, at=build.at(15, 20))
    tick(build.at(15, 21))
    assert (
        waiting_list(event, build.at(15, 21)).held
        == "Play is paused. Games are called again when it resumes."
    )
    assert len(games(event)) == 1

    resume_day(event=event, by=by, at=build.at(15, 30))
    tick(build.at(15, 30))
    assert couples(event, at=build.at(15, 30)) == [(1, 3, 4)]
    assert waiting_list(event, build.at(15, 30)).whistle_at == build.at(17, 10)


# --- ticks ------------------------------------------------------------------------------------------


def test_a_tick_that_slept_for_an_hour_calls_nobody_late_for_a_table_nobody_named():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))

    tick(build.at(16, 20))

    assert couples(event, at=build.at(16, 20)) == [(1, 3, 4)]
    assert not Hand.objects.filter(facts__has_key="forfeited_by").exists()
    assert event.deadlines.get(done_at=None).due_at == build.at(16, 25)


def test_once_the_cut_is_settled_nobody_is_called():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))
    Phase.objects.filter(event=event, kind="one").update(closed_at=build.at(15, 30))

    assert call_next_games(event=event, by=build.organizer(event), at=build.at(15, 40)) == ()
    assert waiting_list(event, build.at(15, 40)) is None


# --- at once ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_four_ticks_at_once_call_each_game_once():
    event = build.openly(8, tables=2)
    for game in games(event):
        build.won(game, at=build.at(15, 20))

    called = at_once(*[lambda: tick(build.at(15, 21))] * 4)

    assert sorted(called) == [0, 0, 0, 2]
    assert len(games(event)) == 4


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_who_leaves_while_games_are_called_either_plays_or_has_left():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))
    by, team = build.organizer(event), event.teams.get(number=3)

    at_once(
        lambda: tick(build.at(15, 21)),
        lambda: withdraw_team(team=team, by=by, at=build.at(15, 21)),
    )

    team.refresh_from_db()
    plays = Game.objects.open().filter(event=event).of(team).exists()
    assert plays == (team.withdrawn_at is None)
