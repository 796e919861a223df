"""SQL statements of queries: as many for a dozen teams as for a few, where no screen's test asks it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.open_play.waiting_list import waiting_list
from scoring.rounds.commands_rounds import draft_round
from scoring.rounds.seating import seating_page
from scoring.standings.standings import standings
from tests import build
from tournament.models import Event

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
    build.won(event.games.get(), at=build.at(15, 20))
    return event


def alone(count):
    event = build.event(seating="alone", tables=count)
    build.people(event, count)
    build.called_round(event)
    return event


@pytest.mark.parametrize(
    ("world", "query"),
    [
        pytest.param(drafted, lambda event: seating_page(event, AT), id="the seating of a draft"),
        pytest.param(openly, lambda event: waiting_list(event, AT), id="the line of open play"),
        pytest.param(alone, standings, id="the standings of people who come alone"),
    ],
)
def test_a_query_takes_as_many_statements_for_a_dozen_teams_as_for_a_few(world, query):
    taken = []
    for count in (4, 12):
        event = Event.objects.get(pk=world(count).pk)
        with CaptureQueriesContext(connection) as statements:
            query(event)
        taken.append(len(statements))

    assert taken[0] == taken[1] > 0
