"""Open play: when a table frees up, the next game is called from the waiting list (Rulebook E-41).

In rise and fly, winners keep the table, losers leave it, and the next in line sits down (E-42).
"""

from collections import Counter
from datetime import timedelta

import pytest

from rules.competition.pairing.open_play import Why
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.open_play.commands_open_play import call_next_games, hold_games, open_play, release_games
from scoring.open_play.waiting_list import waiting_list
from scoring.recording.commands_ending import void_game
from scoring.tasks import tick
from tests import build
from tests.together import at_once
from tournament.entries.commands_presence import return_team, withdraw_team
from tournament.errors import Refused
from tournament.models import Game, Phase
from tournament.schedule.clock import timetable
from tournament.schedule.commands_schedule_changes import pause_day, resume_day

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def games(event):
    """All games, in the order in which they were called."""
    rows = Game.objects.filter(event=event).select_related("table", "score").with_everybody()
    return list(rows.order_by("called_at", "pk"))


def couples(event, at):
    """The numbers of the two teams at each table that was called to a game at this time."""
    return {
        game.table.number: (game.team("NS").number, game.team("EW").number)
        for game in games(event)
        if game.called_at == at
    }


def held(event, at):
    return {row.team.number: row.why for row in waiting_list(event, at).rows}


def one_table(count=4):
    """``count`` teams at one table, whose first game was won at 3:20."""
    event = build.openly(count, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))
    return event


# --- opening ----------------------------------------------------------------------------------------


def test_when_play_opens_the_first_in_line_are_called_and_the_rest_wait():
    event = build.openly(9)

    called = couples(event, build.THREE)
    assert [*called] == [1, 2, 3]
    assert {number for couple in called.values() for number in couple} == {1, 2, 3, 4, 5, 6}
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
def test_nine_teams_at_three_tables_all_play_without_meeting_twice():
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
        couple = frozenset(game.teams())
        if couple in met:
            yield game.called_at - met[couple]
        met[couple] = game.called_at


# --- who waits, and why -----------------------------------------------------------------------------


def test_in_a_break_nobody_is_called_and_at_its_end_the_line_is():
    event = build.openly(6, tables=2)
    for game in games(event):
        build.won(game, at=build.at(15, 29))

    tick(build.at(15, 31))
    assert couples(event, build.at(15, 31)) == {}
    assert waiting_list(event, build.at(15, 31)).held == "Break until 3:35 PM. Games are called again then."

    tick(build.at(15, 35))
    called = couples(event, build.at(15, 35))
    assert len(called) == 2
    assert {5, 6} < {number for couple in called.values() for number in couple}


def test_two_teams_that_have_just_met_wait_for_somebody_else():
    event = one_table(2)

    tick(build.at(15, 21))
    assert held(event, build.at(15, 21)) == {1: Why.MET.value, 2: Why.MET.value}
    assert waiting_list(event, build.at(15, 21)).rows[0].minutes == 39

    tick(build.at(16, 5))
    assert couples(event, build.at(16, 5)) == {1: (1, 2)}


@pytest.mark.embedded
def test_no_game_is_called_that_the_day_is_too_slow_for():
    event = build.openly(4, tables=1)
    build.played_openly(event, build.THREE, build.at(16, 40), lasts=lambda number: 25)

    tick(build.at(16, 41))

    assert waiting_list(event, build.at(16, 41)).is_over
    assert {*held(event, build.at(16, 41)).values()} == {Why.WHISTLE.value}
    assert couples(event, build.at(16, 41)) == {}


def test_a_team_that_leaves_is_out_of_the_line_and_returns_at_its_end():
    event = build.openly(6, tables=1)
    team, by = event.teams.get(number=3), build.organizer(event)

    withdraw_team(team=team, by=by, at=build.at(15, 5))
    assert [*held(event, build.at(15, 6))] == [4, 5, 6]

    return_team(team=team, by=by, at=build.at(15, 10))
    assert [*held(event, build.at(15, 11))] == [4, 5, 6, 3]


# --- the organizer's clock --------------------------------------------------------------------------


@pytest.mark.both
def test_the_organizer_holds_back_the_next_games_and_resumes_them():
    event = build.openly(6, tables=2, opens=False)
    press = {"event": event, "by": build.organizer(event)}
    for action in (hold_games, release_games):
        with pytest.raises(Refused, match="open play isn’t on"):
            action(**press, at=build.THREE)
    open_play(**press, at=build.THREE)
    with pytest.raises(Refused, match="not held back"):
        release_games(**press, at=build.at(15, 5))

    hold_games(**press, at=build.at(15, 10))
    with pytest.raises(Refused, match="held back already"):
        hold_games(**press, at=build.at(15, 11))
    build.won(games(event)[0], at=build.at(15, 20))
    tick(build.at(15, 21))
    assert waiting_list(event, build.at(15, 21)).held == "The organizer holds back the next games."
    assert len(games(event)) == 2

    release_games(**press, at=build.at(15, 25))
    assert couples(event, build.at(15, 25)) == {1: (5, 6)}


def test_in_a_pause_nobody_is_called_and_afterwards_the_line_is():
    event = one_table()
    by = build.organizer(event)

    pause_day(event=event, by=by, at=build.at(15, 20))
    tick(build.at(15, 21))
    assert (
        waiting_list(event, build.at(15, 21)).held
        == "Play is paused. Games are called again when it resumes."
    )
    assert len(games(event)) == 1

    resume_day(event=event, by=by, at=build.at(15, 30))
    tick(build.at(15, 30))
    assert couples(event, build.at(15, 30)) == {1: (3, 4)}
    assert waiting_list(event, build.at(15, 30)).whistle_at == build.at(17, 10)


def test_a_tick_an_hour_late_forfeits_no_hand_of_a_game_it_calls():
    event = one_table()

    tick(build.at(16, 20))

    assert couples(event, build.at(16, 20)) == {1: (3, 4)}
    assert not Hand.objects.filter(facts__has_key="forfeited_by").exists()
    assert event.deadlines.get(done_at=None).due_at == build.at(16, 25)


@pytest.mark.both
def test_once_the_cut_is_settled_nobody_is_called():
    event = one_table()
    Phase.objects.filter(event=event, kind="one").update(closed_at=build.at(15, 30))

    assert call_next_games(event=event, by=build.organizer(event), at=build.at(15, 40)) == ()
    assert waiting_list(event, build.at(15, 40)) is None


# --- rise and fly -----------------------------------------------------------------------------------


def ticked(event, game, at):
    """Let North-South win this game and tick; returns who is called."""
    build.won(game, at=at)
    tick(at)
    return couples(event, at)


def test_the_winner_keeps_the_table_and_the_loser_waits_last():
    event = build.openly(7, tables=2, seating="rise")
    assert couples(event, build.THREE) == {1: (1, 2), 2: (3, 4)}
    assert [*held(event, build.THREE)] == [5, 6, 7]

    assert ticked(event, games(event)[0], build.at(15, 20)) == {1: (1, 5)}
    assert [*held(event, build.at(15, 20))] == [6, 7, 2]

    assert ticked(event, games(event)[2], build.at(15, 30)) == {}
    tick(build.at(15, 35))
    assert couples(event, build.at(15, 35)) == {1: (1, 6)}

    # No game can finish any more.
    assert ticked(event, games(event)[3], build.at(16, 51)) == {}


@pytest.mark.embedded
def test_all_day_winners_keep_their_tables_and_the_line_goes_round():
    event = build.openly(7, tables=2, seating="rise")

    build.played_openly(event, build.THREE, build.at(16, 30))

    last, called = {}, Counter()
    for game in games(event):
        numbers = [team.number for team in game.teams()]
        before = last.get(game.table_id)
        assert before is None or before.score.winner.number in numbers
        last[game.table_id] = game
        called.update(numbers)
    # The lower number wins, so 1 keeps a table, and 2 takes the other from 3. The rest take turns.
    turns = [called[number] for number in (4, 5, 6, 7)]
    assert (min(turns) > 0, max(turns) - min(turns) <= 1) == (True, True)
    assert integrity(event) == []


def test_a_table_that_no_winner_keeps_is_for_the_first_two_in_line():
    event = build.openly(7, tables=2, seating="rise")
    by, (one, other) = build.organizer(event), games(event)

    void_game(game=one, reason="Fire drill", by=by, at=build.at(15, 20))
    build.won(other, at=build.at(15, 20))
    withdraw_team(team=other.team("NS"), by=by, at=build.at(15, 20))
    tick(build.at(15, 21))

    assert {*couples(event, build.at(15, 21)).values()} == {(5, 6), (7, 1)}


def test_nobody_plays_the_winner_again_at_once_while_another_table_plays():
    event = build.openly(4, tables=2, seating="rise")

    assert ticked(event, games(event)[0], build.at(15, 15)) == {}
    assert [kept.table for kept in waiting_list(event, build.at(15, 15)).kept] == [1]

    assert ticked(event, games(event)[1], build.at(15, 20)) == {1: (1, 4), 2: (3, 2)}


# --- at once ----------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_four_ticks_at_once_call_each_game_once():
    event = build.openly(8, tables=2)
    for game in games(event):
        build.won(game, at=build.at(15, 20))

    called = at_once(*[lambda: tick(build.at(15, 21))] * 4)

    assert sorted(called) == [0, 0, 0, 2]
    assert len(games(event)) == 4


@pytest.mark.django_db(transaction=True)
def test_who_leaves_while_games_are_called_either_plays_or_has_left():
    event = one_table()
    by, team = build.organizer(event), event.teams.get(number=3)

    at_once(
        lambda: tick(build.at(15, 21)),
        lambda: withdraw_team(team=team, by=by, at=build.at(15, 21)),
    )

    team.refresh_from_db()
    plays = Game.objects.open().filter(event=event).of(team).exists()
    assert plays == (team.withdrawn_at is None)
