"""What the tables of a played day live by."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from rehearsal.ledger import Ledger, LivedGame
from rehearsal.scripts import Agenda, LivedTable, comings, tie_scripts

THREE = datetime(2026, 6, 27, 15, tzinfo=UTC)
FIVE_PAST = THREE + timedelta(minutes=5)


def made(side, books=10):
    return {"bidder": side, "level": 4, "strain": "uptown", "books": books}


def test_what_is_to_be_done_is_done_in_the_order_of_the_clock():
    agenda, done = Agenda(), []
    agenda.later(FIVE_PAST, lambda when: done.append("later"))
    agenda.later(THREE, lambda when: done.append("first"))
    agenda.later(THREE, lambda when: done.append("second"))

    agenda.do_all_at(THREE)

    assert done == ["first", "second"]
    assert agenda.next_at == FIVE_PAST


def test_now_and_then_a_side_comes_late_and_seldom_it_never_comes():
    days = [comings(Random(seed), THREE, FIVE_PAST, is_scripted=False) for seed in range(1000)]

    late = [day for day in days if any(moment is None or moment > FIVE_PAST for moment in day.values())]
    assert 80 < len(late) < 160
    assert 5 < sum(None in day.values() for day in days) < 40


def test_two_teams_that_can_come_out_level_are_made_to():
    ledger = Ledger()
    ledger.games = [
        LivedGame(ns=1, ew=2, hands=[made("NS")] * 3),
        LivedGame(ns=3, ew=4, hands=[made("NS")] * 3),
    ]
    tables = [LivedTable(1, 1, LivedGame(ns=1, ew=4)), LivedTable(2, 2, LivedGame(ns=3, ew=2))]

    tie_scripts(ledger, [1, 2, 3, 4], tables)
    for table in tables:
        table.played.hands = table.script
        ledger.games.append(table.played)

    first, second, *_ = ledger.standings([1, 2, 3, 4])
    assert {first.team, second.team} == {1, 3}
    assert first.is_tied
    assert second.is_tied


@pytest.mark.parametrize(("side", "winners"), [("NS", {1, 3}), ("EW", {2, 4})])
def test_both_partners_of_a_game_have_won_it(side, winners):
    ledger = Ledger()
    ledger.games = [LivedGame(ns=1, ew=2, south=3, west=4, hands=[made(side)] * 3)]

    rows = ledger.standings([1, 2, 3, 4])

    assert {row.team for row in rows if row.won} == winners
    assert {row.units_for for row in rows} == {0, 3}
