"""With fewer tables than games, the last pairs wait and are called as tables free up (Rulebook E-1).

Or some sit out in turn (E-66).
"""

from datetime import timedelta
from uuid import uuid4

import pytest

from pages.player.now import team_now
from scoring.game.slots import next_slot, rounds_left, slots_left
from scoring.recording.commands_hands import strike_hand
from scoring.recording.floor_tables import tables_at
from scoring.rounds.commands_rounds import call_round, recall_round
from scoring.standings.standings import standings
from tests import build
from tests.scoring.rounds.seating import event_of
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game
from tournament.floor.commands_tables import change_table
from tournament.floor.seats_now import seats
from tournament.models import Deadline, Event, Game
from tournament.schedule.commands_schedule_changes import pause_day, undo_schedule_change
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.slow, pytest.mark.tampers]


def waiting():
    return list(Game.objects.waiting().select_related("event", "round").with_everybody().order_by("pk"))


def at_table(number):
    return Game.objects.open().select_related("event").with_everybody().get(table__number=number)


@pytest.fixture(scope="module")
def an_event(kept):
    """Ten teams at three tables, so that two games wait."""
    event = event_of(10, tables=3)
    build.called_round(event)
    return event


@pytest.fixture
def event(an_event):
    return Event.objects.get(pk=an_event.pk)


def test_the_last_pairs_wait_and_the_round_takes_two_half_hours(event):
    row = event.phases.get(kind="one").rounds.get()

    assert [game.table_id for game in waiting()] == [None, None]
    assert Game.objects.open().count() == Deadline.objects.count() == 3
    assert (row.slot, row.play_from, row.whistle_at) == (2, build.at(15, 5), build.at(16))


@pytest.mark.both
def test_a_waiting_team_reads_that_its_game_is_ready(event):
    ns, ew = waiting()[0].everybody()

    card = team_now(event, ns, build.at(15, 5)).card
    row = next(row for row in seats(event).teams if row.team.team_id == ns.pk)
    lines = {row.team.name: row.why for row in tables_at(event, build.at(15, 5)).waiting}

    assert (card.why, card.quiet) == (
        "Your game is ready", "You’re called as soon as a table frees up. You’ll see it here.",
    )  # fmt: skip
    assert (row.table, row.note) == (None, f"waits for a table, against {ew}")
    assert lines == {team.name: "waits for a table" for game in waiting() for team in game.everybody()}


def test_in_a_pause_a_waiting_team_reads_that_it_is_called_after_it(event):
    ns, _ = waiting()[0].everybody()
    pause_day(event=event, by=build.organizer(event), at=build.at(15, 4))

    card = team_now(event, ns, build.at(15, 5)).card

    assert card.quiet == "You’re called after play resumes. You’ll see it here."


def test_a_waiting_game_gets_a_free_table_and_a_reopened_one_waits(event):
    game, (first, second) = at_table(2), waiting()

    build.won(game, at=build.at(15, 20))

    first.refresh_from_db()
    assert (first.table.number, first.called_at) == (2, build.at(15, 20))
    assert Deadline.objects.get(game=first).due_at == build.at(15, 25)
    assert waiting() == [second]
    assert [entry.action for entry in event.log.all()][-2:] == ["game.called", "hand.recorded"]
    last, by = game.hands.order_by("sequence").last(), build.organizer(event)
    strike_hand(hand=last, hand_id=uuid4(), reason="Misread", by=by, at=build.at(15, 25))
    assert {each.pk for each in waiting()} == {game.pk, second.pk}


def test_the_seats_list_only_the_waiting_game_that_has_the_table_now(event):
    game = at_table(2)

    build.won(game, at=build.at(15, 20))

    played, called = [team.pk for team in game.everybody()], [team.pk for team in at_table(2).everybody()]
    for now in (seats(event), seats(event, only=played + called)):
        rows = {row.team.team_id: (row.table, row.note) for row in now.teams}
        assert [rows[team] for team in played] == [(None, "played")] * 2
        assert [rows[team] for team in called] == [(2, "")] * 2
        assert [table.number for table in now.tables].count(2) == 1


def test_a_table_back_in_use_or_a_new_one_is_given_to_who_waits(event):
    table, by = event.tables.get(number=3), build.organizer(event)
    usual = {"zone": "", "is_accessible": table.is_accessible, "referee": None, "by": by}
    change_table(table=table, **usual, is_out_of_use=True, at=build.at(15, 10))
    build.won(at_table(3), at=build.at(15, 20))
    assert len(waiting()) == 2

    change_table(table=table, **usual, is_out_of_use=False, at=build.at(15, 20))
    assert len(waiting()) == 1

    plan = plan_of(Event.objects.get(pk=event.pk)).with_(tables=4)
    change_event(event=event, plan=plan, by=by, at=build.at(15, 21))
    assert waiting() == []


def test_a_round_is_not_called_while_games_wait_for_a_table(event):
    build.ended(Game.objects.open(), build.at(15, 20))

    with pytest.raises(Refused, match="2 games wait for tables"):
        build.called_round(event, at=build.at(15, 30))


@pytest.mark.both
def test_after_the_whistle_nobody_calls_a_game_that_found_no_table(event):
    # Its table was free only after the whistle, so nobody was called to it.
    build.ended(Game.objects.filter(table__number=1), build.at(16, 1))
    why = "No table was free before the whistle"

    with pytest.raises(Refused, match=why):
        call_game(game=waiting()[0], by=build.organizer(event), at=build.at(16, 1))

    assert all(str(one.why_not).startswith(why) for one in tables_at(event, build.at(16, 1)).to_call)


def test_a_game_that_found_no_table_before_the_whistle_is_taken_back(event):
    stranded = waiting()
    build.ended(Game.objects.open(), build.at(15, 59))

    second = build.called_round(event, at=build.at(16))

    assert not Game.objects.standing().filter(pk__in=[game.pk for game in stranded]).exists()
    assert event.log.filter(action="game.taken-back").count() == 2
    assert second.number == 2


def test_the_cut_takes_back_what_found_no_table_too():
    event = event_of(4, tables=1, advance_count=4)
    row = build.called_round(event, at=build.at(16, 30))
    build.hand(row.games.get(table__number=1), at=build.at(17))

    build.cut_settled(event)

    assert Game.objects.standing().filter(event=event, phase__kind="one").count() == 1


def test_a_team_that_needs_an_accessible_table_has_one_and_keeps_it():
    event = event_of(6, tables=4)
    event.tables.filter(number=4).update(is_accessible=True)
    event.teams.filter(number=3).update(needs_accessible=True)
    event.teams.filter(number=5).update(fixed_table=event.tables.get(number=2))

    row = build.called_round(event)

    for table, number in ((4, 3), (2, 5)):
        assert number in [team.number for team in row.games.get(table__number=table).teams()]


# --- a round of several half-hours ---------------------------------------------------------------


def played(at):
    """An event of six teams at two tables, so that its rounds take two half-hours; all games are over."""
    event = event_of(6, tables=2)
    called = build.called_round(event)
    while game := called.games.filter(over_at=None, called_at__isnull=False).first():
        build.won(game, at=at)
    return event


@pytest.mark.both
def test_with_fewer_tables_than_games_it_is_said_how_many_rounds_fit():
    event = event_of(6, tables=2)

    left = rounds_left(event, slots_left(event, build.MEET))

    assert (left.rounds, left.turns) == (2, 2)
    assert left.warning == (
        "6 teams make 3 games, and 2 tables are in use: a round takes 2 half-hours, and some rest. "
        "1 more table would seat everybody."
    )


def test_once_all_have_played_the_next_round_is_called_early_or_recalled():
    event = played(build.at(15, 40))
    common = {"event": event, "by": build.organizer(event)}
    with pytest.raises(Refused, match=r"The next round is called at 4:00 PM"):
        call_round(**common, at=build.at(15, 45))

    early = call_round(**common, at=build.at(15, 45), is_early=True)
    assert (early.number, early.play_from, early.whistle_at) == (2, build.at(15, 50), build.at(17))
    with pytest.raises(Refused, match="Recall it first"):
        undo_schedule_change(change=event.schedule_changes.get().pk, **common, at=build.at(15, 45, 10))

    recall_round(row=early, by=common["by"], at=build.at(15, 45, 20))
    assert next_slot(event, build.at(15, 46)).called_at == build.at(16)


def test_a_round_that_ends_sooner_gives_back_its_unused_slots():
    event = played(build.at(15, 25))

    assert [slot.number for slot in slots_left(event, build.at(15, 26))] == [2, 3, 4]
    assert build.called_round(event, at=build.at(15, 30)).whistle_at == build.at(16, 30)


# --- some sit out in turn ------------------------------------------------------------------------


@pytest.mark.both
def test_each_half_hour_has_its_round_and_everybody_sits_out_as_often():
    event = event_of(6, tables=2, short_of_tables="sitout")
    left = rounds_left(event, slots_left(event, build.MEET))
    out = []

    for number in range(4):
        row = build.called_round(event, at=build.THREE + number * timedelta(minutes=30))
        games = list(row.games.with_everybody())
        out.append({*range(1, 7)} - {team.number for game in games for team in game.everybody()})
        for game in games:
            build.won(game, at=row.play_from)

    assert (left.rounds, left.turns, left.warning) == (4, 1, "")
    assert [len(teams) for teams in out] == [2, 2, 2, 2]
    assert out[0] | out[1] | out[2] == {*range(1, 7)}
    assert sum(row.won for row in standings(event).rows) == 8


def test_the_organizer_changes_to_a_second_wave_between_rounds():
    event = event_of(6, tables=2, short_of_tables="sitout")
    for game in build.called_round(event).games.all():
        build.won(game)
    event.refresh_from_db()
    plan = plan_of(event).with_(short_of_tables="waves")

    change_event(event=event, plan=plan, by=build.organizer(event), at=build.at(15, 25))

    row = build.called_round(event, at=build.at(15, 30))
    assert (row.games.count(), row.whistle_at) == (3, build.at(16, 30))
