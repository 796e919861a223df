"""Byes and best games by an event's own settings, in the standings and in the independent recount."""

from itertools import product

import pytest

from rehearsal.recount.recount import Recount
from rules.competition.what_counts import BYES
from scoring.queries.standings.standings import standings
from tests import build
from tests.pages.visit import wearing
from tournament.models import Event

pytestmark = pytest.mark.django_db


def played(**plan):
    """Five teams after three rounds, so that three of them had a bye."""
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
    """Nine people after two rounds, so that two of them had a bye."""
    event = build.event(is_practice=True, seating="alone")
    build.people(event, 9)
    for minute in (0, 30):
        for game in build.called_round(event, at=build.at(15, minute)).games.filter(kind="game"):
            build.won(game, at=build.at(15, minute + 20))
    return event


@pytest.mark.parametrize("day", [pytest.param(played, id="teams"), pytest.param(played_alone, id="people")])
def test_the_recount_agrees_by_every_setting(day):
    event = day()
    crew = wearing(event.badges.get(role="organizer"))

    def page(address):
        return b"".join(crew.get(f"/{event.slug}/{address}")).decode()

    for bye_counts, best_of_games in product(BYES, (0, 1, 2)):
        rows = standings(changed(event, bye_counts=bye_counts, best_of_games=best_of_games)).rows
        recounted = Recount(page, goes_through=2).rows

        assert [
            (row.team, row.rank, row.tally.won, row.tally.hands, row.tally.points) for row in recounted
        ] == [(row.number, row.rank, row.won, row.units, row.points) for row in rows]
