"""Byes and best games by an event's settings, in the standings and in the independent recount."""

from dataclasses import replace
from itertools import product
from uuid import uuid4

import pytest

from rehearsal.recount.recount import Recount
from rules.competition.what_counts import BYES
from rules.games.hands import HandFacts
from scoring.commands.ending import end_at_whistle
from scoring.commands.hands import correct_hand
from scoring.queries.integrity import integrity
from scoring.queries.side_prizes import side_prizes
from scoring.queries.standings.standings import standings
from tests import build
from tests.pages.visit import wearing
from tournament.models import Event

pytestmark = pytest.mark.django_db


def played(**plan):
    """Five teams after three rounds, so that three of them have had a bye."""
    event = build.event(is_practice=True, advance_count=2, **plan)
    build.teams(event, 5)
    build.played_phase_one(event, rounds=3)
    return event


def figures(event):
    return {row.name: (row.won, row.lost, row.units, row.points) for row in standings(event).rows}


def changed(event, **settings):
    Event.objects.filter(pk=event.pk).update(**settings)
    event.refresh_from_db()
    return event


def test_a_bye_counts_what_the_event_says():
    event = played()
    as_wins = figures(event)
    rested = {row.name for row in standings(event).rows if row.byes}

    nothing = figures(changed(event, bye_counts="nothing"))
    average = figures(changed(event, bye_counts="average"))

    for name, (won, lost, units, points) in as_wins.items():
        bye = int(name in rested)
        assert nothing[name] == (won - bye, lost, units - 3 * bye, points)
        assert average[name][:3] == (won, lost, units)
        assert (average[name][3] > points) == bool(bye)


def test_only_the_best_games_count():
    event = played(best_of_games=1)

    assert {row.won + row.lost for row in standings(event).rows} == {1}
    assert all(row.byes for row in standings(event).rows if not row.points and row.won)


def played_alone():
    """Nine people after two rounds, so that two of them have had a bye."""
    event = build.event(is_practice=True, seating="alone")
    build.people(event, 9)
    for minute in (0, 30):
        for game in build.called_round(event, at=build.at(15, minute)).games.filter(kind="game"):
            build.won(game, at=build.at(15, minute + 20))
    return event


def exports(event):
    crew = wearing(event.badges.get(role="organizer"))
    return lambda address: b"".join(crew.get(f"/{event.slug}/{address}")).decode()


@pytest.mark.slow
@pytest.mark.parametrize("day", [pytest.param(played, id="teams"), pytest.param(played_alone, id="people")])
def test_the_recount_agrees_by_every_setting(day):
    event = day()
    page = exports(event)

    for bye_counts, best_of_games in product(BYES, (0, 1, 2)):
        rows = standings(changed(event, bye_counts=bye_counts, best_of_games=best_of_games)).rows
        recounted = Recount(page, goes_through=2).rows

        assert [
            (row.team, row.rank, row.tally.won, row.tally.hands, row.tally.points) for row in recounted
        ] == [(row.number, row.rank, row.won, row.units, row.points) for row in rows]


def test_where_the_hand_after_a_tie_counts_it_adds_what_it_scores_everywhere():
    event = build.event(is_practice=True, extra_hand_counts=True, counters=["Loners"])
    build.teams(event, 4)
    game, other = build.called_round(event).games.order_by("pk")
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 29))
    build.hands(other, [build.FOUR_MADE] * 3, at=build.at(15, 29))

    end_at_whistle(game=game, by=build.organizer(event), at=build.at(15, 30))
    build.hand(game, replace(build.BOSTON, counters={"Loners": {"NS": 1}}), at=build.at(15, 33))

    row = next(row for row in standings(event).rows if row.team_id == game.team("NS").pk)
    assert (row.won, row.units, row.points, row.bostons) == (1, 3, 11, 1)
    boards = {board.name: board.figure for board in side_prizes(event, build.at(15, 34)).boards}
    assert boards == {"Bostons": "1 Boston", "Loners": "1 loner"}
    assert integrity(event) == []
    recounted = next(row for row in Recount(exports(event)).rows if row.team == game.team("NS").number)
    assert (recounted.tally.hands, recounted.tally.points) == (3, 11)


@pytest.mark.parametrize(("key", "first"), [("fewest:Bags", 2), ("most:Bags", 1)])
def test_a_counter_decides_a_tie_on_every_table_of_places_and_in_the_recount(key, first):
    event = build.event(
        is_practice=True, counters=["Bags"], tie_breaks=["games_won", key], plays_phase_two=False
    )
    build.teams(event, 4)
    one, other = build.called_round(event).games.order_by("pk")
    for game, bags in ((one, 3), (other, 1)):
        won = replace(build.FOUR_MADE, counters={"Bags": {"NS": bags, "EW": 1}})
        build.hands(game, [won, build.FOUR_MADE, build.FOUR_MADE], at=build.at(15, 29))

    rows = standings(event).rows
    page = exports(event)

    ahead, behind = (one, other) if first == 1 else (other, one)
    assert [row.team_id for row in rows[:2]] == [ahead.team("NS").pk, behind.team("NS").pk]
    assert (rows[1].decided_by, dict(rows[1].cells)[key]) == (key, {1: 1, 2: 3}[first])
    recounted = Recount(page, goes_through=2).rows
    assert [(row.team, row.rank) for row in recounted] == [(row.number, row.rank) for row in rows]
    assert recounted[1].step == "Bags"
    said = "2nd on bags, 2 " + ("behind" if first == 1 else "more than")
    assert said in page("standings/?whole=1")
    assert "Bags" in page("cut/?whole=1")


def test_a_loner_counts_more_for_its_caller_than_for_the_partner():
    event = build.event(
        is_practice=True, game="euchre-card", seating="one-seat", house_rules={"own_counter_points": 1}
    )
    build.people(event, 4)
    [game] = build.called_round(event).games.with_everybody()
    chairs = {seat.chair: seat.team_id for seat in game.seats.all()}
    facts = HandFacts(total_points={"NS": 12, "EW": 7}, counters={"Loners": {"N": 2, "W": 1}})
    hand = build.hand(game, facts, at=build.at(15, 29))

    def points():
        found = {row.team_id: row.points for row in standings(event).rows}
        recounted = {row.team: row.tally.points for row in Recount(exports(event)).rows}
        assert recounted == {row.number: row.points for row in standings(event).rows}
        assert integrity(event) == []
        return {chair: found[team] for chair, team in chairs.items()}

    assert points() == {"N": 14, "S": 12, "E": 7, "W": 8}
    by, right = build.organizer(event), replace(facts, counters={"Loners": {"S": 1}})
    correct_hand(hand=hand, hand_id=uuid4(), facts=right, reason="South's", by=by, at=build.at(15, 31))
    assert points() == {"N": 12, "S": 13, "E": 7, "W": 7}
