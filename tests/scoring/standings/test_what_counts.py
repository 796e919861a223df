"""What counts by an event's settings, in the standings and in the independent recount.

Byes and best games, and for whom a game with a substitute counts (Rulebook E-151, E-152).
"""

from dataclasses import replace
from itertools import product
from uuid import uuid4

import pytest
from django.test import Client

from rules.ruleset.hands import HandFacts
from rules.standings.what_counts import BYES, SUBSTITUTES
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.prizes.side_prizes import side_prizes
from scoring.recording.commands_ending import end_at_whistle
from scoring.recording.commands_hands import correct_hand, strike_hand
from scoring.standings.standings import standings
from scoring.standings.sums import NOTHING, sums
from tests import build
from tests.pages.visit import organizer_of
from tools.rehearsal.recount.recount import Recount
from tournament.entries.commands_sign_up import add_player, sign_up_single
from tournament.floor.commands_substitutes import return_player, seat_substitute
from tournament.models import Player

pytestmark = pytest.mark.django_db

API = ("team", "rank", "games_won", "hands", "points")
"""A line of the standings, as programs read it."""


def pages(event):
    """A function that reads a page of the event as its organizer."""
    crew = organizer_of(event)
    return lambda address: b"".join(crew.get(f"/{event.slug}/{address}")).decode()


def recounted(event, **more):
    """The rows of the recount, after checking that the standings, the sums and the API have the same."""
    rows, table, got = Recount(pages(event), **more).rows, standings(event).rows, sums(event)
    expected = [(row.number, row.rank, row.won, row.units, row.points) for row in table]
    added = {row.team_id: got.get(row.team_id, NOTHING) for row in table}
    assert {pk: (its.won, its.lost, its.units, its.points) for pk, its in added.items()} == {
        row.team_id: (row.won, row.lost, row.units, row.points) for row in table
    }
    tallies = [(row.team, row.rank, row.tally) for row in rows]
    assert [(team, rank, tally.won, tally.hands, tally.points) for team, rank, tally in tallies] == expected
    for call in ("standings", "results"):
        read = Client().get(f"/api/v1/events/{event.slug}/{call}").json()["standings"]
        assert [tuple(row[name] for name in API) for row in read] == expected, call
    return rows


def played():
    """Five teams after three rounds, so that three of them have had a bye."""
    event = build.event(is_practice=True, advance_count=2)
    build.teams(event, 5)
    build.played_phase_one(event, rounds=3)
    return event


def played_alone():
    """Nine people after two rounds, so that two of them have had a bye."""
    event = build.event(is_practice=True, seating="alone")
    build.people(event, 9)
    for minute in (0, 30):
        for game in build.called_round(event, at=build.at(15, minute)).games.filter(kind="game"):
            build.won(game, at=build.at(15, minute + 20))
    return event


def changed(event, **settings):
    return build.rewritten(event, **settings)


@pytest.mark.slow
@pytest.mark.parametrize("day", [pytest.param(played, id="teams"), pytest.param(played_alone, id="people")])
def test_the_recount_agrees_by_every_setting(day):
    event = day()

    for bye_counts, best_of_games in product(BYES, (0, 1, 2)):
        changed(event, bye_counts=bye_counts, best_of_games=best_of_games)
        recounted(event, goes_through=2)


@pytest.mark.slow
@pytest.mark.both
def test_a_deciding_hand_that_counts_adds_to_standings_and_side_prizes():
    event = build.event(is_practice=True, extra_hand_counts=True, counters=["Loners"])
    build.teams(event, 4)
    game, other = build.called_round(event).games.order_by("pk")
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 29))
    build.won(other, at=build.at(15, 29))

    end_at_whistle(game=game, by=build.organizer(event), at=build.at(15, 30))
    build.hand(game, replace(build.BOSTON, counters={"Loners": {"NS": 1}}), at=build.at(15, 33))

    row = next(row for row in standings(event).rows if row.team_id == game.team("NS").pk)
    assert (row.won, row.units, row.points, row.bostons) == (1, 3, 11, 1)
    boards = {board.name: board.figure for board in side_prizes(event, build.at(15, 34)).boards}
    assert boards == {"Bostons": "1 Boston", "Loners": "1 loner"}
    assert integrity(event) == []
    recounted(event)


@pytest.mark.parametrize(("key", "first"), [("fewest:Bags", 2), ("most:Bags", 1)])
def test_a_counter_breaks_a_tie_in_standings_cut_and_recount(key, first):
    event = build.event(
        is_practice=True, counters=["Bags"], tie_breaks=["games_won", key], plays_phase_two=False
    )
    build.teams(event, 4)
    one, other = build.called_round(event).games.order_by("pk")
    for game, bags in ((one, 3), (other, 1)):
        won = replace(build.FOUR_MADE, counters={"Bags": {"NS": bags, "EW": 1}})
        build.hands(game, [won, build.FOUR_MADE, build.FOUR_MADE], at=build.at(15, 29))

    rows, page = standings(event).rows, pages(event)

    ahead, behind = (one, other) if first == 1 else (other, one)
    assert [row.team_id for row in rows[:2]] == [ahead.team("NS").pk, behind.team("NS").pk]
    assert (rows[1].decided_by, dict(rows[1].cells)[key]) == (key, {1: 1, 2: 3}[first])
    assert recounted(event, goes_through=2)[1].step == "Bags"
    sentence = "2nd on bags, 2 " + ("behind" if first == 1 else "more than")
    assert sentence in page("standings/?whole=1")
    assert "Bags" in page("cut/?whole=1")


@pytest.mark.slow
@pytest.mark.both
def test_a_loner_counts_more_for_its_caller_than_for_the_partner():
    event = build.event(
        is_practice=True, game="euchre-card", seating="one-seat", house_rules={"own_counter_points": 1}
    )
    build.people(event, 4)
    [game] = build.called_round(event).games.with_everybody()

    def points():
        recounted(event)
        assert integrity(event) == []
        found = {row.team_id: row.points for row in standings(event).rows}
        return {chair: found[game.team(chair).pk] for chair in "NSEW"}

    facts = HandFacts(total_points={"NS": 12, "EW": 7}, counters={"Loners": {"N": 2, "W": 1}})
    hand = build.hand(game, facts, at=build.at(15, 29))
    assert points() == {"N": 14, "S": 12, "E": 7, "W": 8}

    by, right = build.organizer(event), replace(facts, counters={"Loners": {"S": 1}})
    correct_hand(hand=hand, hand_id=uuid4(), facts=right, reason="South's", by=by, at=build.at(15, 31))
    assert points() == {"N": 12, "S": 13, "E": 7, "W": 7}


# --- substitutes ------------------------------------------------------------------------------------


def helps(person, player):
    by = build.organizer(player.event)
    return seat_substitute(key=uuid4(), player=player, person=person, reason="Ill", by=by, at=build.at(15, 2))


def counting(event, substitutes):
    rows = standings(changed(event, substitutes_count=substitutes)).rows
    return {row.team_id: (row.won, row.lost, row.points) for row in rows}


def helped(**plan):
    """A round in which somebody who sits out substitutes for an absent person or team."""
    event = build.event(is_practice=True, advance_count=2, **plan)
    (build.people if plan else build.teams)(event, 5)
    game = build.called_round(event).games.exclude(kind="bye").order_by("pk").first()
    rests, absent = event.games.get(kind="bye").everybody()[0], game.everybody()[0]
    helper = helps(rests.players.first(), absent.players.first())
    return event, game, absent, rests, helper


@pytest.mark.parametrize("plan", [{}, {"seating": "alone"}], ids=["teams", "people"])
def test_a_substitutes_game_counts_for_the_events_choice_and_is_recounted(plan):
    event, _, absent, rests, _ = helped(**plan)
    for each in event.games.exclude(kind="bye"):
        build.won(each)

    found = {}
    for substitutes in SUBSTITUTES:
        found[substitutes] = counting(event, substitutes)
        recounted(event, goes_through=2)

    chair = found["chair"]
    won, lost, points = chair[absent.pk]
    assert (won, lost, chair[rests.pk]) == (1, 0, (1, 0, 0))
    assert found == {
        "chair": chair,
        "both": {**chair, rests.pk: (2, 0, points)},
        "nobody": {**chair, absent.pk: (0, 0, 0)},
    }


@pytest.mark.both
def test_who_is_back_before_the_last_hand_has_played_the_game_alone():
    event, game, absent, _, _ = helped()
    return_player(player=absent.players.first(), by=build.organizer(event), at=build.at(15, 10))

    build.won(game)

    assert counting(event, "nobody") == counting(event, "both") == counting(event, "chair")
    assert counting(event, "chair")[absent.pk][0] == 1


def test_a_substitute_stays_known_after_the_game_and_after_a_correction():
    event, game, absent, _, helper = helped()
    build.won(game)
    last, by = Hand.objects.filter(game=game).order_by("sequence").last(), build.organizer(event)

    assert absent.seats.get(game=game).helper == helper
    assert not Player.objects.filter(same_as__isnull=False, left_at=None).exists()

    strike_hand(hand=last, hand_id=uuid4(), reason="Wrong table", by=by, at=build.at(15, 30))
    assert absent.seats.get(game=game).helper == helper
    assert counting(event, "nobody")[absent.pk] == (0, 0, 0)


def test_somebody_without_a_team_plays_every_game_until_the_player_is_back():
    event = build.event(is_practice=True)
    build.teams(event, 2)
    by = build.organizer(event)
    sol = sign_up_single(event=event, key=uuid4(), name="Sol", by=by, at=build.MEET)
    first = build.called_round(event).games.get()
    absent = first.team("NS")
    helps(sol, absent.players.first())
    build.won(first)
    build.called_round(event, at=build.at(15, 30))
    assert {seat.helper.name for seat in absent.seats.all()} == {"Sol"}

    return_player(player=absent.players.first(), by=by, at=build.at(15, 40))

    assert [seat.helper and seat.helper.name for seat in absent.seats.order_by("game_id")] == ["Sol", None]


def test_nobody_sits_for_the_third_player_who_sits_out():
    event = build.event(is_practice=True, third_player=True)
    aces, _, _ = build.teams(event, 3)
    cy = add_player(team=aces, key=uuid4(), name="Cy", by=build.organizer(event), at=build.MEET)
    game = build.called_round(event).games.exclude(kind="bye").get()
    assert aces.seats.get(game=game).rests == cy
    helps(event.games.get(kind="bye").everybody()[0].players.first(), cy)

    build.won(game)

    assert counting(event, "nobody") == counting(event, "chair")
