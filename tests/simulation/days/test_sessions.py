"""A simulated Phase I in two sessions (Rulebook E-69)."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from rules.time.clock import Span
from rules.time.schedule import fahrenheit_day
from simulation.days.day import SimulatedDay
from simulation.days.figures import DEFAULT_HANDS
from simulation.days.plan import SimulationPlan
from tests import build

DAY = fahrenheit_day(build.DAY, build.CHICAGO)
LUNCH = Span(build.at(16), build.at(17))


def with_lunch():
    """Phase I from three to four and from five to six; Phase II is an hour later than usual."""
    meet, one, two, awards = DAY.phases
    hour = timedelta(hours=1)
    later = [
        replace(part, starts_at=part.starts_at + hour, ends_at=part.ends_at + hour) for part in (two, awards)
    ]
    one = replace(one, ends_at=one.ends_at + hour)
    breaks = tuple(Span(build.at(hour, 30), build.at(hour, 35)) for hour in (15, 17, 18, 19))
    return replace(DAY, phases=(meet, one, *later), breaks=breaks, gaps=(LUNCH,))


def played(**plan):
    day = SimulatedDay(SimulationPlan(with_lunch(), **plan), DEFAULT_HANDS, Random(7))
    begun = []
    play = day.play_game

    def looked_at(sides, start, whistle):
        begun.append((start, whistle))
        return play(sides, start, whistle)

    day.play_game = looked_at
    day.play()
    return day, begun


def test_everybody_plays_in_the_half_hours_of_both_sessions():
    day, begun = played(teams=16, tables=8)

    assert day.games == [4] * 16
    assert sorted({whistle for _, whistle in begun}) == [90, 120, 210, 240]


def test_no_round_goes_on_over_the_lunch():
    _, begun = played(teams=18, tables=3)

    # Nine games need three turns, and each session has two half-hours.
    assert sorted({whistle for _, whistle in begun}) == [120, 240]


@pytest.mark.parametrize("seating", ["open", "rise"])
def test_in_open_play_no_game_is_called_in_the_lunch(seating):
    _, begun = played(teams=10, tables=4, seating=seating)

    assert not [start for start, _ in begun if 120 <= start < 185]
    assert {whistle for _, whistle in begun} == {120, 240}
