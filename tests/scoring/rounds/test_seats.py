"""Teams are seated by hand before the first hand, with a reason, in drafts and in called rounds."""

import pytest

from scoring.integrity import integrity
from scoring.models import GameScore
from scoring.rounds.commands_move_game import move_game
from scoring.standings.standings import standings
from tests import build
from tests.scoring.rounds.seating import (
    WHY,
    current,
    drafted,
    event_of,
    seated,
    seating,
    swapped,
    unseated,
)
from tournament.errors import Refused
from tournament.floor.commands_floor import mark_seated
from tournament.models import Deadline, Game

pytestmark = pytest.mark.slow


def called(count):
    """An event whose first round is called."""
    event = event_of(count)
    build.called_round(event)
    return event


def moved(game, number, reason=WHY, at=build.THREE):
    table = game.event.tables.get(number=number)
    return move_game(game=game, table=table, reason=reason, by=build.organizer(game.event), at=at)


def sits(game, team):
    mark_seated(game=game, team=team, by=build.organizer(game.event), at=build.at(15, 1))


def won(event):
    """The games that each team has won."""
    return {row.team_id: row.won for row in standings(event).rows}


def test_swapped_teams_are_called_again_and_the_old_games_stay_on_record():
    event = called(4)
    game, other = current(event)
    (ns, ew), (other_ns, other_ew) = game.everybody(), other.everybody()
    sits(game, ns)

    swapped(event, ns, other_ns, at=build.at(15, 2))

    new = current(event)[0]
    assert seating(event) == {(1, other_ns, ew), (2, ns, other_ew)}
    assert event.log.last().words == f"Round 1: {ns} and {other_ns} swapped their places. {WHY}"
    assert (new.called_at, new.side("NS").seated_at) == (build.at(15, 2), None)
    assert {row.due_at for row in Deadline.objects.filter(done_at=None)} == {build.at(15, 7)}
    assert Game.objects.filter(event=event).count() == 4
    assert GameScore.objects.filter(game__recalled_at=None).count() == 2
    assert integrity(event) == []


def test_a_team_swaps_with_the_one_that_has_the_bye():
    event = called(3)
    [game], [bye] = current(event), current(event, "bye")
    (ns, ew), rests = game.everybody(), bye.team("NS")

    swapped(event, ns, rests)

    assert seating(event) == {(1, rests, ew), (None, ns)}
    assert won(event) == {rests.pk: 0, ew.pk: 0, ns.pk: 1}


@pytest.mark.both
def test_a_late_team_is_seated_against_the_bye():
    event = called(3)
    [game], [bye] = current(event), current(event, "bye")
    late = build.team(event, "Late Bloomers")

    made = seated(event, late, bye.team("NS"), at=build.at(15, 4))

    assert made.called_at == build.at(15, 4)
    assert seating(event) == {(1, *game.everybody()), (2, late, bye.team("NS"))}
    assert {*won(event).values()} == {0}


@pytest.mark.both
def test_the_opponent_of_an_unseated_team_plays_the_one_with_the_bye():
    event = called(5)
    [game, other], [bye] = current(event), current(event, "bye")
    ns, ew = game.everybody()

    unseated(event, ns)

    assert seating(event) == {(1, bye.team("NS"), ew), (2, *other.everybody())}


@pytest.mark.both
def test_a_drafted_game_swaps_its_table_with_another():
    event = event_of(4)
    drafted(event)
    game, other = current(event)

    moved(game, 2)
    assert current(event) == [other, game]
    moved(game, 5)
    assert [each.table.number for each in current(event)] == [1, 5]


def test_a_called_game_moves_or_swaps_tables_and_has_five_minutes_again():
    event = called(6)
    game, other, begun = current(event)
    sits(game, game.team("NS"))
    build.hand(begun)

    moved(game, 7, at=build.at(15, 2))
    game.refresh_from_db()
    assert (game.table.number, game.side("NS").seated_at) == (7, None)
    assert [row.due_at for row in game.deadlines.filter(done_at=None)] == [build.at(15, 7)]

    moved(game, 2)
    assert current(event) == [game, begun, other]
    with pytest.raises(Refused, match=r"Table 3 is taken\. Free now: 1, 4"):
        moved(game, 3)


def test_a_game_in_the_middle_moves_to_a_usable_table_until_it_is_over():
    event = called(4)
    game, _ = current(event)
    event.tables.filter(number=3).update(is_out_of_use=True)
    build.hand(game)
    for number, reason, sentence in (
        (1, WHY, "at Table 1 already"),
        (2, WHY, r"Table 2 is taken\. Free now: 4, 5"),
        (3, WHY, "Table 3 is out of use"),
        (4, " ", "Write why the game moves"),
    ):
        with pytest.raises(Refused, match=sentence):
            moved(game, number, reason)

    moved(game, 4, at=build.at(15, 15))

    game.refresh_from_db()
    assert (game.table.number, game.hands.count(), game.recalled_at) == (4, 1, None)
    assert event.log.last().words == f"{game} moved from Table 1 to Table 4: {WHY}"
    build.hands(game, [build.FOUR_MADE] * 2)
    with pytest.raises(Refused, match="is over"):
        moved(game, 5)


@pytest.mark.both
def test_a_called_round_is_changed_with_a_reason_before_a_games_first_hand():
    event = event_of(4)
    one, other, *_ = event.teams.all()
    with pytest.raises(Refused, match="Draft the next one first"):
        unseated(event, one)
    build.called_round(event)

    for action in (lambda: swapped(event, one, other, " "), lambda: unseated(event, one, "")):
        with pytest.raises(Refused, match="Write why the seating is changed"):
            action()
    with pytest.raises(Refused, match="whistle of Round 1 has gone"):
        unseated(event, one, at=build.at(15, 31))
    game, later = current(event)
    build.hand(game)
    for action in (
        lambda: swapped(event, game.team("NS"), later.team("NS")),
        lambda: swapped(event, later.team("EW"), game.team("EW")),
        lambda: unseated(event, game.team("NS")),
        lambda: seated(event, game.team("NS"), build.team(event)),
    ):
        with pytest.raises(Refused, match="has its first hand already, so its teams stay"):
            action()


def test_what_makes_no_sense_by_hand_is_refused():
    event = event_of(4)
    drafted(event)
    one, other = current(event)[0].everybody()
    away, late, later = build.team(event, is_here=False), build.team(event), build.team(event)

    for action, teams, sentence in (
        (swapped, (one, one), "two different teams"),
        (swapped, (one, other), "play each other already"),
        (seated, (one, other), "has a seat already"),
        (seated, (one, one), "somebody for them to play"),
        (unseated, (late,), "has no seat"),
        (swapped, (one, away), "not checked in"),
        (swapped, (late, later), "Neither .* has a seat"),
    ):
        with pytest.raises(Refused, match=sentence):
            action(event, *teams)

    assert Game.objects.filter(recalled_at=None).count() == 2


# --- open play --------------------------------------------------------------------------------------


def test_in_open_play_two_sit_only_at_a_free_table_and_an_opponent_waits():
    event = build.openly(6, tables=2)
    playing = [team.pk for game in current(event) for team in game.everybody()]
    one, other = event.teams.exclude(pk__in=playing)

    with pytest.raises(Refused, match="No table is free"):
        seated(event, one, other)
    event.tables.create(number=3)
    made = seated(event, one, other)
    assert (made.table.number, made.called_at) == (3, build.THREE)

    assert unseated(event, one) == []
    assert [game.table.number for game in current(event)] == [1, 2]
    assert (current(event, "bye"), {*won(event).values()}) == ([], {0})
