"""Places by an event's own tie-breaks: their figures, their SQL, and what stays the same."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.games.hands import HandFacts
from scoring.models import Ruling
from scoring.queries.standings.standings import standings
from tests import build

pytestmark = pytest.mark.django_db


def played(**plan):
    """Four teams in their first round without any hand, and its two games."""
    event = build.event(is_practice=True, **plan)
    build.teams(event, 4)
    return event, list(build.called_round(event).games.order_by("pk"))


def ruled(game, penalty, supersedes=None) -> Ruling:
    """Make a ruling on East-West's conduct."""
    return Ruling.objects.create(
        id=uuid4(),
        event=game.event,
        game=game,
        kind="conduct",
        against=game.by_side()["EW"].seats.get().team,
        penalty=penalty,
        reason="Loud.",
        supersedes=supersedes,
        at=build.at(15, 10),
        by=build.organizer(game.event).badge,
    )


def cells(event, key):
    return {row.name: dict(row.cells)[key] for row in standings(event).rows}


@pytest.mark.parametrize(
    ("tie_breaks", "cost"),
    [
        pytest.param((), 2, id="usual"),
        pytest.param(("games_won", "buchholz", "bostons"), 2, id="from what is read anyway"),
        pytest.param(("games_won", "forfeits"), 3, id="forfeits"),
        pytest.param(("games_won", "forfeits", "penalties"), 4, id="forfeits and penalties"),
    ],
)
def test_only_what_an_order_asks_for_is_read(tie_breaks, cost, django_assert_num_queries):
    event, _ = played(tie_breaks=tie_breaks)

    with django_assert_num_queries(cost):
        standings(event)


def test_a_boston_counts_and_one_that_a_penalty_made_does_not():
    event, (one, other) = played(tie_breaks=("bostons", "games_won"))
    build.hand(one, build.BOSTON)
    build.hand(other, replace(build.FOUR_MADE, books=11, reneges=("EW",)))

    table = standings(event)

    assert sorted(cells(event, "bostons").values()) == [0, 0, 0, 1]
    assert (table.rows[0].bostons, table.rows[1].decided_by) == (1, "bostons")


def test_who_forfeited_fewer_hands_is_ahead():
    event, (one, _) = played(tie_breaks=("forfeits",))
    build.hand(one, HandFacts(forfeited_by="EW"))
    gone = one.by_side()["EW"].seats.get().team

    table = standings(event)

    assert table.rows[-1].name == gone.name
    assert (table.rows[-1].decided_by, dict(table.rows[-1].cells)["forfeits"]) == ("forfeits", 1)


def test_a_penalty_counts_until_it_is_superseded():
    event, (one, _) = played(tie_breaks=("penalties",))
    ruling = ruled(one, penalty="warning")

    assert cells(event, "penalties")[ruling.against.name] == 1

    ruled(one, penalty="none", supersedes=ruling)

    assert set(cells(event, "penalties").values()) == {0}
