"""The next seat of each person, announced as soon as it is known (Rulebook E-86)."""

from datetime import timedelta

import pytest

from scoring.rounds.next_seat import next_seat
from tests import build
from tests.scoring.alone import after, games_of, individuals, played
from tests.scoring.rounds.seating import drafted, event_of

pytestmark = pytest.mark.django_db

OVER = build.THREE + timedelta(minutes=12)


def next_of(team):
    seat = next_seat(team.event, team, OVER)
    return seat.words if seat else ""


@pytest.mark.slow
@pytest.mark.both
def test_a_winner_who_moves_up_knows_the_table_until_the_next_draft():
    event = event_of(6, seating="up")
    one, two, three = games_of(build.called_round(event))
    winner = three.team("NS")

    build.won(three, at=OVER)
    assert next_of(winner) == "Next: table 2, once table 2 is done."

    build.won(two, at=OVER)
    assert next_of(winner) == f"Next: table 2, against {two.team('EW').name}."
    assert next_of(two.team("NS")) == "Next: table 1, once table 1 is done."

    build.won(one, at=OVER)
    drafted(event, at=build.at(15, 30))
    assert next_of(winner) == ""


@pytest.mark.both
def test_where_somebody_sits_out_they_learn_it_when_all_tables_are_done():
    one, two = games_of(build.called_round(event_of(5, seating="up")))

    build.won(one, at=OVER)
    assert next_of(one.team("NS")) == "Next: your seat is known once table 2 is done."

    build.won(two, at=OVER)
    assert next_of(one.team("NS")) == f"Next: table 1, against {two.team('NS').name}."
    assert next_of(two.team("EW")) == "Next: you sit out a round."


@pytest.mark.parametrize("seating", ["one-up", "one-stay", "one-red", "one-seat"])
def test_people_who_come_alone_learn_the_seat_of_the_next_round(seating):
    event = individuals(12, seating=seating)
    played(event, 1)

    seats = {one: next_seat(event, one, OVER) for one in event.teams.all()}

    for game in games_of(build.called_round(event, after(1))):
        for chair, across in ("NS", "SN", "EW", "WE"):
            seat = seats[game.team(chair)]
            assert (seat.table, seat.partner) == (game.table.number, game.team(across).name)
            assert {*seat.against} == {game.team(c).name for c in "NESW" if c not in (chair, across)}


@pytest.mark.parametrize("count", [6, 7])
@pytest.mark.parametrize("seating", ["movement", "robin"])
def test_where_no_result_moves_anybody_teams_know_it_while_others_play(seating, count):
    event = event_of(count, seating=seating)
    games = games_of(build.called_round(event))
    for number in range(1, 3):
        for index, game in enumerate(games):
            build.won(game, "EW" if index else "NS", at=after(number - 1) + timedelta(minutes=12 + index))
            if not index:
                at = after(number - 1) + timedelta(minutes=12)
                seats = {team: next_seat(event, team, at) for team in game.everybody()}

        games = games_of(build.called_round(event, after(number)))

        for team, seat in seats.items():
            mine = [game for game in games if team.pk in game.everybody_ids()]
            assert [seat.table] == ([game.table.number for game in mine] or [None])
            others = [one.name for game in mine for one in game.everybody() if one != team]
            assert list(seat.against) == others


def test_by_chair_everybody_knows_the_seat_while_the_others_still_play():
    event = individuals(8, seating="one-seat")
    one, _ = games_of(build.called_round(event))

    build.won(one, at=OVER)

    assert next_seat(event, one.team("N"), OVER).waits_for == ()
