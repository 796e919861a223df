"""Deeds that need the same rows take them in one order: the event, its games, its phases, and the rest.

Where two took them the other way round, PostgreSQL would end one of them in the middle of the hall.
"""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from scoring.commands.bracket import start_phase_two
from scoring.commands.ending import forfeit_game
from scoring.commands.hands import record_hand
from scoring.models import Hand
from tests import build
from tournament.commands.day import add_minutes
from tournament.commands.events import change_event, plan_of
from tournament.models import DayDeed, Event, Game, Phase

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture(autouse=True)
def rows_are_locked():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write after the other, so there is no order to keep.")


def on_its_own(deed):
    try:
        return deed()
    finally:
        connections.close_all()


def waiting_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]


@contextmanager
def held(kind):
    """Nobody else gets that phase of the day, for as long as the block lasts."""
    with transaction.atomic():
        list(Phase.objects.select_for_update(of=("self",)).filter(kind=kind))
        yield


def one_after_the_other(kind, *deeds):
    """Start the deeds in this order while a phase is held, each until it waits; then let go."""
    futures: list[Future] = []
    with ThreadPoolExecutor(len(deeds)) as people:
        with held(kind):
            for number, deed in enumerate(deeds, start=1):
                futures.append(people.submit(on_its_own, deed))
                until = time.monotonic() + 10
                while waiting_for_a_lock() < number and not futures[-1].done():
                    assert time.monotonic() < until, "It never came to wait."
                    time.sleep(0.01)
        return [future.result(timeout=20) for future in futures]


def changed(event):
    by, plan = build.organizer(event), plan_of(Event.objects.get(pk=event.pk))
    return lambda: change_event(event=event, plan=plan, by=by, at=build.at(15, 2))


def with_a_game_waiting():
    event = build.event(tables=1)
    build.teams(event, 4)
    build.called_round(event)
    return Game.objects.open().select_related("event").get()


def test_the_bracket_is_drawn_while_the_day_is_changed():
    event = build.event(advance_count=2)
    build.teams(event, 2)
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    by = build.organizer(event)

    one_after_the_other(
        "two", lambda: start_phase_two(event=event, by=by, at=build.at(16, 30)), changed(event)
    )

    assert Game.objects.standing().filter(slot="F").count() == 1


def test_a_last_hand_frees_a_table_while_the_day_is_changed():
    game = with_a_game_waiting()
    build.hands(game, [build.FOUR_MADE] * 2, at=build.at(15, 1))
    by = build.organizer(game.event)

    one_after_the_other(
        "one",
        lambda: record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, by=by, at=build.at(15, 2)),
        changed(game.event),
    )

    assert Hand.objects.count() == 3


def test_a_game_is_forfeited_before_its_five_minutes_are_over_while_the_day_is_changed():
    game = with_a_game_waiting()
    by, ids = build.organizer(game.event), [uuid4() for _ in range(3)]

    one_after_the_other(
        "one",
        lambda: forfeit_game(game=game, side="NS", hand_ids=ids, by=by, at=build.at(15, 2)),
        changed(game.event),
    )

    assert Hand.objects.count() == 3


def test_minutes_are_added_while_a_last_hand_frees_a_table():
    game = with_a_game_waiting()
    by, ids = build.organizer(game.event), [uuid4() for _ in range(3)]

    one_after_the_other(
        "one",
        lambda: forfeit_game(game=game, side="NS", hand_ids=ids, by=by, at=build.at(15, 2)),
        lambda: add_minutes(event=game.event, minutes=5, by=by, at=build.at(15, 2)),
    )

    assert DayDeed.objects.get().minutes == 5
