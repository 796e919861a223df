"""SQL statements of queries: as many for a dozen teams as for a few, and as many as the docstring says."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pages.floor.floor_page import floor_pace
from pages.setup.tables import tables_page
from scoring.commands.rounds import draft_round
from scoring.queries.game.agreement import unagreed
from scoring.queries.rounds.seating import seating_page
from scoring.queries.rounds.waiting_list import waiting_list
from scoring.queries.standings.standings import standings
from tests import build
from tournament.models import Event
from tournament.queries.schedule_changes import day_controls

pytestmark = [pytest.mark.slow, pytest.mark.embedded]
AT = build.at(15, 21)


def drafted(count):
    event = build.event(tables=count)
    build.teams(event, count)
    build.played_phase_one(event, 1)
    draft_round(event=event, by=build.organizer(event), at=AT)
    return event


def openly(count):
    event = build.openly(count, tables=1)
    build.won(build.again(event.games.get()), at=build.at(15, 20))
    return event


def alone(count):
    event = build.event(seating="alone", tables=count)
    build.people(event, count)
    build.called_round(event)
    return event


@pytest.mark.parametrize(
    ("world", "query", "cost"),
    [
        pytest.param(drafted, standings, 2, id="the standings"),
        pytest.param(alone, standings, 2, id="the standings of people who come alone"),
        pytest.param(drafted, lambda event: seating_page(event, AT), 22, id="the seating page"),
        pytest.param(drafted, lambda event: floor_pace(event, AT), 7, id="the pace"),
        pytest.param(drafted, lambda event: unagreed(event, AT), 4, id="results not agreed"),
        pytest.param(openly, lambda event: waiting_list(event, AT), 12, id="the line of open play"),
        pytest.param(drafted, tables_page, 4, id="the tables"),
        pytest.param(drafted, lambda event: day_controls(event, AT), 4, id="the controls of the day"),
    ],
)
def test_a_query_takes_as_many_statements_for_a_dozen_teams_as_for_a_few(world, query, cost):
    taken = []
    for count in (4, 12):
        event = Event.objects.get(pk=world(count).pk)
        with CaptureQueriesContext(connection) as statements:
            query(event)
        taken.append(len(statements))

    assert taken == [cost, cost]
