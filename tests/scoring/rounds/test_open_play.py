"""Open play: as a table frees, the next game is called from those who wait (Rulebook E-41)."""

from collections import Counter
from datetime import timedelta

import pytest

from rules.competition.clock import elapsed
from rules.competition.pairing.open_play import Why
from scoring.commands.open_play import call_next_games, hold_games, open_play, release_games
from scoring.models import GameScore, Hand
from scoring.queries.integrity import integrity
from scoring.queries.rounds.waiting_list import waiting_list
from scoring.tasks import tick
from tests import build
from tests.together import at_once
from tournament.commands.schedule_changes import add_minutes, pause_day, resume_day
from tournament.commands.teams import return_team, withdraw_team
from tournament.errors import Refused
from tournament.models import Event, Game, Phase
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


@pytest.mark.parametrize(
    ("teams", "plan", "at", "sentence"),
    [
        pytest.param(4, {}, build.at(14, 50), "Play opens at 3:00 PM", id="too early"),
        pytest.param(4, {}, build.at(16, 55), "No game fits", id="too late"),
        pytest.param(1, {}, build.THREE, "At least two teams", id="one team"),
    ],
)
def test_play_is_not_opened(teams, plan, at, sentence):
    event = build.openly(teams, opens=False, **plan)

    with pytest.raises(Refused, match=sentence):
        open_play(event=event, by=build.organizer(event), at=at)

    assert not Game.objects.exists()


def test_a_hall_without_tables_opens_nothing():
    event = build.openly(4, opens=False)
    event.tables.update(is_out_of_use=True)

    with pytest.raises(Refused, match="No table is in use"):
        open_play(event=event, by=build.organizer(event), at=build.THREE)


def test_a_day_with_rounds_is_not_opened():
    event = build.event()
    build.teams(event, 4)

    with pytest.raises(Refused, match="played in rounds"):
        open_play(event=event, by=build.organizer(event), at=build.THREE)


def test_play_is_opened_once():
    event = build.openly(4)

    with pytest.raises(Refused, match="open already"):
        open_play(event=event, by=build.organizer(event), at=build.at(15, 1))


# --- a whole day ------------------------------------------------------------------------------------


@pytest.mark.embedded
def test_in_a_day_of_nine_teams_at_three_tables_nobody_starves_or_meets_again_or_is_called_in_a_break():
    event = build.openly(9)

    build.played_openly(event, build.THREE, build.at(17))

    day, breaks = games(event), timetable(event, build.at(17)).breaks
    played = Counter(team.pk for game in day for team in game.teams())
    assert len(played) == 9
    assert min(played.values()) >= 4
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


@pytest.mark.embedded
def test_no_game_is_called_that_could_not_finish():
    event = build.openly(9)
    build.played_openly(event, build.THREE, build.at(17, 1), lasts=lambda number: 15)

    frozen = timetable(event, build.at(17)).frozen
    left = [elapsed(game.called_at, build.at(17), frozen) for game in games(event)]

    assert min(left) >= timedelta(minutes=15)
    assert not Game.objects.open().filter(event=event).exists()
    assert set(GameScore.objects.values_list("ending", flat=True)) == {"won"}


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


def test_the_event_may_state_another_wait():
    event = build.openly(2, tables=1)
    Phase.objects.filter(event=event, kind="one").update(rematch_minutes=0)
    build.won(games(event)[0], at=build.at(15, 20))

    tick(build.at(15, 21))

    assert len(games(event)) == 2


def test_of_those_who_have_waited_as_long_the_nearest_in_standing_meet():
    event = build.openly(8, tables=4)
    Phase.objects.filter(event=event, kind="one").update(rematch_minutes=0)
    for game in games(event):
        build.won(
            game, "NS" if game.team("NS").number < game.team("EW").number else "EW", at=build.at(15, 20)
        )

    tick(build.at(15, 20))

    winners = {min(ns, ew) for _, ns, ew in couples(event, at=build.THREE)}
    pairs = [{ns, ew} for _, ns, ew in couples(event, at=build.at(15, 20))]
    assert all(len(pair & winners) in (0, 2) for pair in pairs)


def test_no_game_is_called_that_the_day_is_too_slow_for():
    event = build.openly(4, tables=1)
    build.played_openly(event, build.THREE, build.at(16, 40), lasts=lambda number: 25)

    tick(build.at(16, 41))

    assert waiting_list(event, build.at(16, 41)).is_over
    assert set(held(event, build.at(16, 41)).values()) == {Why.WHISTLE.value}
    assert not Game.objects.filter(called_at=build.at(16, 41)).exists()


@pytest.mark.embedded
def test_a_quick_day_calls_games_later_than_a_slow_one():
    quick, slow = build.openly(4, tables=1), build.openly(4, tables=1, name="Slow")
    for event, minutes in ((quick, 8), (slow, 25)):
        build.played_openly(
            event, build.THREE, build.at(16, 40), lasts=lambda number, minutes=minutes: minutes
        )

    assert not waiting_list(quick, build.at(16, 45)).is_over
    assert waiting_list(slow, build.at(16, 45)).is_over


def test_who_comes_late_joins_the_end_of_the_line():
    event = build.openly(6, tables=1)
    late = build.team(event, is_here=False)
    build.check_in(late, at=build.at(15, 10))

    assert [row.team.number for row in waiting_list(event, build.at(15, 10)).rows] == [3, 4, 5, 6, 7]


def test_who_leaves_leaves_the_line_and_who_returns_stands_at_its_end():
    event = build.openly(6, tables=1)
    team, by = event.teams.get(number=3), build.organizer(event)

    withdraw_team(team=team, by=by, at=build.at(15, 5))
    assert [row.team.number for row in waiting_list(event, build.at(15, 6)).rows] == [4, 5, 6]

    return_team(team=team, by=by, at=build.at(15, 10))
    assert [row.team.number for row in waiting_list(event, build.at(15, 11)).rows] == [4, 5, 6, 3]


def test_a_place_in_line_says_about_how_long_it_will_be():
    event = build.openly(8, tables=2)
    hands = build.THREE + timedelta(minutes=15)

    rows = waiting_list(event, hands).rows

    # Not three games are over: the usual eighteen minutes, of which fifteen are gone.
    assert [(row.place, row.team.number, row.minutes) for row in rows] == [
        (1, 5, 3), (2, 6, 3), (3, 7, 3), (4, 8, 3)
    ]  # fmt: skip


def test_teams_that_need_an_accessible_table_wait_for_one():
    event = build.openly(6, opens=False)
    event.teams.filter(number=1).update(needs_accessible=True)
    event.tables.filter(number=3).update(is_accessible=True)

    open_play(event=event, by=build.organizer(event), at=build.THREE)

    assert [table for table, *couple in couples(event) if 1 in couple] == [3]


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


def test_what_is_held_back_is_not_held_back_again_nor_released_twice():
    event = build.openly(4)
    by = build.organizer(event)

    with pytest.raises(Refused, match="not held back"):
        release_games(event=event, by=by, at=build.at(15, 5))
    hold_games(event=event, by=by, at=build.at(15, 5))
    with pytest.raises(Refused, match="held back already"):
        hold_games(event=event, by=by, at=build.at(15, 6))


def test_where_play_is_not_open_nothing_is_held_back():
    event = build.openly(4, opens=False)
    by = build.organizer(event)

    for action in (hold_games, release_games):
        with pytest.raises(Refused, match="open play isn't on"):
            action(event=event, by=by, at=build.THREE)


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


def test_minutes_added_let_one_more_game_finish():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(16, 50))
    tick(build.at(16, 51))
    assert len(games(event)) == 1

    add_minutes(event=event, minutes=20, by=build.organizer(event), at=build.at(16, 52))
    tick(build.at(16, 52))

    assert couples(event, at=build.at(16, 52)) == [(1, 3, 4)]


def test_while_everything_stands_still_play_is_not_opened():
    event = build.openly(4, opens=False)
    pause_day(event=event, by=build.organizer(event), at=build.THREE)

    with pytest.raises(Refused, match="Resume play first"):
        open_play(event=event, by=build.organizer(event), at=build.at(15, 5))


# --- ticks ------------------------------------------------------------------------------------------


def test_a_tick_that_slept_for_an_hour_calls_nobody_late_for_a_table_nobody_named():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))

    tick(build.at(16, 20))

    assert couples(event, at=build.at(16, 20)) == [(1, 3, 4)]
    assert not Hand.objects.filter(facts__has_key="forfeited_by").exists()
    assert event.deadlines.get(done_at=None).due_at == build.at(16, 25)


def test_a_second_tick_in_the_same_second_calls_nobody_again():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))

    assert [tick(build.at(15, 21)), tick(build.at(15, 21))] == [1, 0]
    assert len(games(event)) == 2


def test_once_the_cut_is_settled_nobody_is_called():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))
    Phase.objects.filter(event=event, kind="one").update(closed_at=build.at(15, 30))

    assert call_next_games(event=event, by=build.organizer(event), at=build.at(15, 40)) == ()
    assert waiting_list(event, build.at(15, 40)) is None


def test_the_clock_signs_what_it_calls():
    event = build.openly(4, tables=1)
    build.won(games(event)[0], at=build.at(15, 20))

    tick(build.at(15, 21))

    entry = event.log.order_by("pk").last()
    assert (entry.action, str(entry.by), entry.words) == (
        "game.called",
        "The clock",
        "Team 3 vs. Team 4 at Table 1.",
    )


@pytest.mark.parametrize("teams", [3, 12])
def test_the_line_is_read_with_so_many_queries_however_long_it_is(teams, django_assert_num_queries):
    event = Event.objects.get(pk=build.openly(teams, tables=1).pk)
    build.won(games(event)[0], at=build.at(15, 20))

    with django_assert_num_queries(11):
        waiting_list(event, build.at(15, 21))


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
def test_two_organizers_who_open_play_at_once_open_it_once():
    event = build.openly(4, tables=2, opens=False)
    by = build.organizer(event)

    answers = at_once(*[lambda: open_play(event=event, by=by, at=build.THREE)] * 2)

    assert sorted(isinstance(answer, Refused) for answer in answers) == [False, True]
    assert len(games(event)) == 2


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
