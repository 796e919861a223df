"""Three people left over have a table, if the organizer says so (Rulebook E-212)."""

from collections import Counter
from datetime import timedelta

import pytest

from rules.seating.known import SEATINGS, is_of_people
from scoring.integrity import integrity
from scoring.rounds.next_seat import next_seat
from scoring.standings.standings import standings
from tests import build
from tests.scoring.alone import after, games_of, individuals, played
from tests.scoring.rounds.seating import current, seated
from tournament.errors import Refused
from tournament.event.sitting import chairs_at, ids_on
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OVER = build.THREE + timedelta(minutes=12)


def threes(event):
    return [game for game in current(event) if len(game.everybody()) == 3]


@pytest.mark.parametrize("seating", [key for key in SEATINGS if is_of_people(key)])
def test_eleven_players_all_play_each_round_with_one_table_of_three(seating):
    event = individuals(11, seating=seating, left_over="three")

    rounds = played(event, 3)

    assert [len(games_of(row)) for row in rounds] == [3, 3, 3]
    assert current(event, "bye") == []
    assert [sorted(chairs_at(game)) for game in threes(event)] == [["E", "N", "S"]] * 3
    assert all(row.won + row.lost == 3 for row in standings(event).rows)
    assert integrity(event) == []


@pytest.mark.both
def test_in_the_movement_of_partners_nobody_is_alone_twice():
    event = individuals(7, left_over="three")

    played(event, 4)

    alone = Counter(pk for game in threes(event) for pk in ids_on(game, "EW"))
    assert (len(alone), {*alone.values()}) == (4, {1})


def test_three_people_alone_have_a_table():
    event = individuals(3, left_over="three")

    [row] = played(event, 1)

    assert len(threes(event)) == len(games_of(row)) == 1


def test_what_the_one_alone_wins_counts_like_what_two_win():
    event = individuals(7, left_over="three")
    build.called_round(event)
    [game] = threes(event)

    build.won(game, "EW", at=OVER)

    [alone], losers = ids_on(game, "EW"), ids_on(game, "NS")
    table = {line.team_id: line for line in standings(event).rows}
    assert (table[alone].won, table[alone].units) == (1, 3)
    assert [table[pk].lost for pk in losers] == [1, 1]


@pytest.mark.parametrize("seating", ["one-up", "one-stay", "one-red", "one-seat"])
def test_a_team_that_goes_to_the_table_of_three_reads_so(seating):
    event = individuals(7, seating=seating, left_over="three")
    for game in games_of(build.called_round(event)):
        build.won(game, at=OVER)

    seats = [next_seat(event, team, OVER).words for team in event.teams.all()]

    assert (len(seats), sum("with an empty chair" in words for words in seats)) == (7, 1)


@pytest.mark.parametrize("late", [1, 2])
@pytest.mark.parametrize("seating", ["alone", "one-up", "one-stay", "one-red", "one-seat"])
def test_the_first_late_player_fills_the_empty_chair_and_others_sit_out(seating, late):
    event = individuals(7, seating=seating, left_over="three")
    played(event, 1)
    build.people(event, late)

    second = build.called_round(event, after(1))

    assert [len(game.everybody()) for game in games_of(second)] == [4, 4]
    assert second.games.filter(kind="bye").count() == late - 1


def test_where_everybody_plays_alone_the_set_up_says_why_there_is_none():
    event = individuals(9, game="solo-bid-euchre")
    plan = plan_of(event).with_(left_over="three")

    with pytest.raises(Refused, match="there is no table of three") as refused:
        change_event(event=event, plan=plan, by=build.organizer(event), at=build.MEET)

    assert refused.value.field == "left_over"


def test_of_teams_none_is_asked_for():
    event = build.event()
    plan = plan_of(event).with_(left_over="three")

    change_event(event=event, plan=plan, by=build.organizer(event), at=build.MEET)

    assert event.phases.get(kind="one").left_over == "sitout"


def test_three_who_sit_out_are_seated_by_hand_but_not_two_or_one_twice():
    event = individuals(10, left_over="three")
    build.called_round(event)
    one, other = (game.team("N") for game in current(event, "bye"))

    for people in ([one, other], [one, other, one]):
        with pytest.raises(Refused, match="A table needs"):
            seated(event, *people)
    [third] = build.people(event, 1)
    game = seated(event, one, other, third)

    assert chairs_at(game) == {"N": one, "E": other, "S": third}
    assert integrity(event) == []
