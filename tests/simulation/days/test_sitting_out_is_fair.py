"""Sitting out decides nobody's evening: whole evenings of equal players, played at random (Rulebook E-221).

The same evenings are ranked twice: with byes as the evening counts them, and as if everybody who sat out had
played, with the result of some game of that round, drawn at random. So it doesn't matter who sits out: in a
movement by result those do who lost.
"""

from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest

from rules.competition.game_lines import SidesLine
from rules.evenings.evening import Evening
from rules.evenings.known import EVENINGS
from rules.seating.known import SEATINGS
from rules.standings.standings import rank
from rules.standings.tie_breaks import TIE_BREAKS
from rules.standings.what_counts import is_fair_bye
from server.management.commands.simulate import day_of
from simulation.days.day import SimulatedDay

MOST = 0.1

GOLF = Evening(
    key="golf",
    name="Fewer points win",
    about="",
    source="",
    rounds=6,
    minutes=20,
    settings=dict(EVENINGS["haliburton"].settings)
    | {"game": "euchre-card", "house_rules": {"less_is_better": True}},
)
EVERY = {evening.key: evening for evening in (*EVENINGS.values(), GOLF)}
EVERY = {key: evening for key, evening in EVERY.items() if SEATINGS[evening.setting("seating")].has_rounds}


def entrants_of(evening):
    return (9, 10, 11, 14, 22) if day_of(evening).at_table == 4 else (7, 9, 13)


def played_out(lines, chance):
    """The lines with a random game of the round in place of each bye."""
    shares = defaultdict(list)
    for line in lines:
        if line.kind == "game":
            shares[line.round] += line.shares
    for number, line in enumerate(lines, start=1):
        if line.kind != "bye":
            yield line
            continue
        one = chance.choice(shares[line.round])
        units, points = (one.units, one.units_against), (one.points, one.points_against)
        yield SidesLine(((line.ns,), (-number,)), int(not one.is_won), units, points, round=line.round)


def first_places(evening, entrants, days):
    """The part of first places of those who sat out more than others, and less: each counted and played."""
    day = day_of(evening)
    size = {"teams": entrants, "tables": -(-entrants // day.at_table)}
    plan = day.plan(day.timetable, day.hands, seating=day.formats[0], **size)
    plan, more, many = replace(plan, spread=0.0), [0.0, 0.0], 0
    for number in range(days):
        chance = Random(f"{evening.key} {entrants} {number}")
        one = SimulatedDay(plan, day.hands, chance)
        one.play()
        sat_out = {team for team, byes in enumerate(one.byes) if byes > min(one.byes)}
        many += len(sat_out)
        for index, lines in enumerate((one.lines, list(played_out(one.lines, chance)))):
            rows = rank(range(entrants), lines, tie_breaks=plan.tie_breaks, what=plan.what_counts)
            first = [row.team for row in rows if row.rank == 1]
            more[index] += len(sat_out.intersection(first)) / len(first) / days
    return more, many / days


def check(key, entrants, days):
    evening = EVERY[key]

    (counted, played), many = first_places(evening, entrants, days)

    moved = abs(counted - played)
    assert moved / max(1, min(many, entrants - many)) <= MOST
    if (evening.setting("tie_breaks") or TIE_BREAKS)[0] not in ("games_won", "win_rate"):
        # Where points decide, no more than that for all of them together.
        assert moved <= MOST


@pytest.mark.parametrize("key", EVERY)
def test_each_evening_counts_a_bye_so_that_who_sits_out_can_win(key):
    evening = EVERY[key]

    assert is_fair_bye(evening.setting("bye_counts"), evening.setting("tie_breaks") or TIE_BREAKS)


@pytest.mark.parametrize(
    ("key", "entrants"),
    [("haliburton", 9), pytest.param("blue-jackets", 22, marks=pytest.mark.slow), ("golf", 7)],
)
def test_sitting_out_moves_no_first_place_by_more_than_a_tenth(key, entrants):
    check(key, entrants, days=150)


@pytest.mark.long
@pytest.mark.parametrize("key", EVERY)
def test_sitting_out_moves_no_first_place_in_any_evening(key):
    for entrants in entrants_of(EVERY[key]):
        check(key, entrants, days=200)
