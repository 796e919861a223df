"""The next seat of each person, announced as soon as it is known (Rulebook E-86)."""

from datetime import timedelta

import pytest

from scoring.commands.rounds import draft_round
from scoring.queries.rounds.next_seat import next_seat
from tests import build
from tests.scoring.alone import after, games_of, individuals, played
from tournament.models import Event

pytestmark = pytest.mark.django_db

OVER = build.THREE + timedelta(minutes=12)


def teams_moving_up(count: int) -> Event:
    event = build.event(seating="up")
    build.teams(event, count)
    return event


def told(event: Event, team) -> str:
    seat = next_seat(event, team)
    return seat.words if seat else ""


def test_a_winner_who_moves_up_is_told_the_table_at_once_and_for_which_one_it_waits():
    event = teams_moving_up(6)
    one, two, three = games_of(build.called_round(event))
    winner = three.team("NS")

    build.won(three, "NS", at=OVER)
    waits = told(event, winner)
    build.won(two, "NS", at=OVER)

    assert waits == "Next: table 2, once table 2 is done."
    assert told(event, winner) == f"Next: table 2, against {two.team('EW').name}."
    assert told(event, two.team("NS")) == "Next: table 1, once table 1 is done."
    assert one.table.number == 1


def test_where_somebody_sits_out_it_is_told_when_all_tables_are_done():
    event = teams_moving_up(5)
    one, two = games_of(build.called_round(event))

    build.won(one, "NS", at=OVER)
    waits = told(event, one.team("NS"))
    build.won(two, "NS", at=OVER)

    assert waits == "Next: your seat is known once table 2 is done."
    assert told(event, one.team("NS")) == f"Next: table 1, against {two.team('NS').name}."
    assert told(event, two.team("EW")) == "Next: you sit out a round."


@pytest.mark.parametrize("seating", ["one-up", "one-stay", "one-red", "one-seat"])
def test_people_who_come_alone_are_told_the_seat_that_the_next_round_gives_them(seating):
    event = individuals(12, seating=seating)
    played(event, 1)
    people = list(event.teams.all())

    seats = {one.pk: next_seat(event, one) for one in people}

    for game in games_of(build.called_round(event, after(1))):
        for chair in "NESW":
            seat = seats[game.team(chair).pk]
            assert seat.table == game.table.number
            across = {"N": "S", "S": "N", "E": "W", "W": "E"}[chair]
            assert seat.partner == game.team(across).name
            assert set(seat.against) == {game.team(c).name for c in "NESW" if c not in (chair, across)}


@pytest.mark.parametrize("count", [6, 7])
@pytest.mark.parametrize("seating", ["movement", "robin"])
def test_where_no_result_moves_anybody_teams_are_told_while_others_still_play(seating, count):
    event = build.event(seating=seating)
    build.teams(event, count)
    games = games_of(build.called_round(event))
    for number in range(1, 3):
        for place, game in enumerate(games):
            build.won(game, "EW" if place else "NS", at=after(number - 1) + timedelta(minutes=12 + place))
            if not place:
                seats = {team: next_seat(event, team) for team in game.everybody()}

        games = games_of(build.called_round(event, after(number)))

        for team, seat in seats.items():
            mine = [game for game in games if team.pk in game.everybody_ids()]
            assert [seat.table] == ([game.table.number for game in mine] or [None])
            others = [one.name for game in mine for one in game.everybody() if one != team]
            assert list(seat.against) == others


def test_by_chair_everybody_knows_the_seat_while_the_others_still_play():
    event = individuals(8, seating="one-seat")
    one, _ = games_of(build.called_round(event))

    build.won(one, "NS", at=OVER)

    assert next_seat(event, one.team("N")).waits_for == ()


def test_nothing_is_told_once_the_next_round_is_drafted():
    event = teams_moving_up(4)
    games = games_of(build.called_round(event))
    for game in games:
        build.won(game, "NS", at=OVER)
    team = games[0].team("NS")
    before = told(event, team)

    draft_round(event=event, by=build.organizer(event), at=build.at(15, 30))

    assert before
    assert told(event, team) == ""
