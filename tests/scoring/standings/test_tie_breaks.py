"""Places by an event's own tie-breaks: their figures, their SQL, and what stays the same."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.ruleset.hands import HandFacts
from rules.standings.tie_break import Counted
from rules.standings.tie_breaks import CRITERIA
from scoring.models import Ruling
from scoring.standings.standings import COUNTS, standings
from tests import build

pytestmark = pytest.mark.django_db


def played(*tie_breaks):
    """Four teams in their first round without any hand, and its two games."""
    event = build.event(is_practice=True, tie_breaks=tie_breaks)
    build.teams(event, 4)
    return event, list(build.called_round(event).games.order_by("pk"))


def ruled(game, penalty, supersedes=None) -> Ruling:
    """Make a ruling on East-West's conduct."""
    return Ruling.objects.create(
        id=uuid4(),
        event=game.event,
        game=game,
        kind="conduct",
        against=game.team("EW"),
        penalty=penalty,
        reason="Loud.",
        supersedes=supersedes,
        at=build.at(15, 10),
        by=build.organizer(game.event).badge,
    )


def cells(event, key):
    return {row.name: dict(row.cells)[key] for row in standings(event).rows}


def test_only_what_an_order_asks_for_is_read():
    orders = (
        (),
        ("games_won", "buchholz", "bostons"),
        ("games_won", "forfeits"),
        ("games_won", "forfeits", "penalties"),
    )
    events = [played(*order)[0] for order in orders]
    asked = []

    for event in events:
        with CaptureQueriesContext(connection) as queries:
            standings(event)
        asked.append(len(queries) - (asked[0] if asked else 0))

    assert asked[1:] == [0, 1, 2]


def test_every_tie_break_that_is_counted_has_its_count():
    assert set(COUNTS) == {key for key, one in CRITERIA.items() if isinstance(one, Counted)}


def test_a_boston_counts_and_one_that_a_penalty_made_does_not():
    event, (one, other) = played("bostons", "games_won")
    build.hand(one, build.BOSTON)
    build.hand(other, replace(build.FOUR_MADE, books=11, reneges=("EW",)))

    table = standings(event)

    assert sorted(cells(event, "bostons").values()) == [0, 0, 0, 1]
    assert (table.rows[0].bostons, table.rows[1].decided_by) == (1, "bostons")


def test_who_forfeited_fewer_hands_is_ahead():
    event, (one, _) = played("forfeits")
    build.hand(one, HandFacts(forfeited_by="EW"))

    last = standings(event).rows[-1]

    assert (last.name, last.decided_by) == (one.team("EW").name, "forfeits")
    assert dict(last.cells)["forfeits"] == 1


def test_a_penalty_counts_until_it_is_superseded():
    event, (one, _) = played("penalties")
    ruling = ruled(one, penalty="warning")

    assert cells(event, "penalties")[ruling.against.name] == 1

    ruled(one, penalty="none", supersedes=ruling)
    assert {*cells(event, "penalties").values()} == {0}
