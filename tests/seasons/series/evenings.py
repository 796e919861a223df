"""Evenings that count in a series."""

from scoring.cut.commands_cut import settle_cut
from seasons.series.commands_series import (
    add_to_series,
    make_series,
)
from tests import build
from tests.seasons.nights import Night

RULE = {"table": [5, 3], "below": 1, "qualify": 1}


def evening(*names, week=0, winner, **plan):
    """An event without a Phase II: in its only round, the team with ``winner`` wins."""
    here = Night(*names, week=week, plays_phase_two=False, **plan).played(winner).known()
    settle_cut(event=here.event, by=here.by, at=build.at(17) + here.week)
    return here


def two_evenings(**rule):
    """Two events that Dee wins: with Ray in week 0, and with Mo in week 1."""
    evenings = [
        evening("Dee", "Ray", "Mo", "Lou", winner="Dee"),
        evening("Dee", "Mo", "Ray", "Lou", week=1, winner="Dee"),
    ]
    series = make_series(**evenings[0].press, name="Summer", **RULE | rule)
    add_to_series(**evenings[0].press, series=series, added=evenings[1].event)
    return *evenings, series


def series_with_a_final(event, club, other):
    """For other tests: two events in a series, with somebody qualified for its final."""
    given = {"event": event, "club": club, "by": build.organizer(event), "at": build.MEET}
    series = make_series(**given, name="Summer", qualify=1)
    settle_cut(event=event, by=given["by"], at=build.at(15, 38))
    add_to_series(**given, series=series, added=other)
    return series
