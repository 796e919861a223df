"""The actions of an event run one at a time, in the order in which they reached it.

If two locked the same rows in different orders, PostgreSQL would abort one of them as a deadlock.
"""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import reopen_cut
from scoring.models import Cut, Hand
from scoring.open_play.commands_open_play import open_play
from scoring.recording.commands_ending import forfeit_game
from scoring.recording.commands_hands import correct_hand, record_hand
from scoring.rounds.commands_rounds import call_round
from scoring.rulings.commands_leaving import leave_game
from tests import build
from tests.together import at_once
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game, call_referee
from tournament.log.locks import lock_event
from tournament.models import Event, Game, Phase
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of
from tournament.sharing.commands_sharing import leave_room, share_room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture(autouse=True)
def rows_are_locked():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write after the other, so there is no order to keep.")


def on_its_own(action):
    """The result of an action, or the sentence of its refusal."""
    try:
        return action()
    except Refused as refused:
        return str(refused)
    finally:
        connections.close_all()


def waiting_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]


def until_it_waits(number, action):
    """Return once ``number`` threads wait for a lock, or ``action`` is done without waiting."""
    until = time.monotonic() + 60
    while waiting_for_a_lock() < number and not action.done():
        assert time.monotonic() < until, "It never came to wait."
        time.sleep(0.01)


@contextmanager
def held(event):
    """Hold the event's lock for the block."""
    with transaction.atomic():
        lock_event(event.pk)
        yield


def one_after_the_other(event, *actions):
    """Start the actions in this order under the event's lock, each until it waits; then release the lock."""
    futures: list[Future] = []
    with ThreadPoolExecutor(len(actions)) as people:
        with held(event):
            for number, action in enumerate(actions, start=1):
                futures.append(people.submit(on_its_own, action))
                until_it_waits(number, futures[-1])
        return [future.result(timeout=120) for future in futures]


def with_a_game_waiting():
    """An event at one table: the game that is on, and the one that waits for the table."""
    event = build.event(tables=1)
    build.teams(event, 4)
    build.called_round(event)
    return event, Game.objects.open().select_related("event").get(), Game.objects.waiting().get()


def with_a_bracket(teams):
    event = build.event(advance_count=teams)
    build.teams(event, teams)
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def in_the_bracket(event, position):
    """That game of the bracket, called to a table."""
    game = Game.objects.standing().get(event=event, bracket_position=position)
    return call_game(game=game, by=build.organizer(event), at=build.at(17, 5))


def next_hand(game, at):
    by = build.organizer(game.event)
    return lambda: record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, by=by, at=at)


@pytest.mark.parametrize("is_first", [True, False], ids=["the cut first", "the hand first"])
def test_either_the_cut_is_reopened_or_the_brackets_first_hand_is_saved(is_first):
    event = with_a_bracket(2)
    hand, by = next_hand(in_the_bracket(event, "F"), build.at(17, 8)), build.organizer(event)
    actions = [lambda: reopen_cut(event=event, by=by, at=build.at(17, 8)), hand]

    outcomes = one_after_the_other(event, *(actions if is_first else reversed(actions)))

    # One of the two happened, and the other was refused with the reason.
    cuts, hands = Cut.objects.filter(reopened_at=None), Hand.objects.filter(game__phase__kind="two")
    assert (cuts.count(), hands.count()) == ((0, 0) if is_first else (1, 1))
    assert ("taken back" if is_first else "first hand of Phase II") in outcomes[1]


def test_a_semi_final_is_corrected_while_the_final_has_its_first_hand():
    event = with_a_bracket(4)
    semis = [in_the_bracket(event, position) for position in ("S1", "S2")]
    for semi in semis:
        build.hands(semi, [build.FOUR_MADE, build.EW_FOUR_MADE] * 2 + [build.FOUR_MADE], at=build.at(17, 10))
    final, by = in_the_bracket(event, "F"), build.organizer(event)
    at, last = build.at(17, 20), Hand.objects.standing().filter(game=semis[0]).order_by("sequence").last()
    correction = {
        "hand_id": uuid4(),
        "facts": build.EW_FOUR_MADE,
        "reason": "Read wrong.",
        "by": by,
        "at": at,
    }

    one_after_the_other(event, lambda: correct_hand(hand=last, **correction), next_hand(final, at))

    assert Game.objects.standing().get(event=event, bracket_position="F").team("NS") == semis[0].team("EW")
    assert not Hand.objects.filter(game=final).exists()


def test_the_next_round_takes_back_a_game_that_is_called_by_hand():
    event, first, waiting = with_a_game_waiting()
    by = build.organizer(event)
    Phase.objects.filter(event=event, kind="one").update(calls_held_at=build.at(15, 40))
    forfeit_game(game=first, side="NS", hand_ids=[uuid4() for _ in range(3)], by=by, at=build.at(16, 1))
    assert Game.objects.waiting().get() == waiting

    one_after_the_other(
        event,
        lambda: call_round(event=event, by=by, at=build.at(16, 5)),
        lambda: call_game(game=waiting, by=by, at=build.at(16, 5)),
    )

    assert Game.objects.get(pk=waiting.pk).recalled_at == build.at(16, 5)


def test_an_action_that_says_much_meets_another_on_the_way():
    """A team leaves: its game is forfeited hand by hand, each logged, and then the waiting game is called."""
    event, game, waiting = with_a_game_waiting()
    build.hand(game, at=build.at(15, 1))
    common = {"by": build.organizer(event), "at": build.at(15, 5)}
    plan = plan_of(Event.objects.get(pk=event.pk))

    outcomes = one_after_the_other(
        event,
        lambda: leave_game(team=game.team("NS"), key=uuid4(), **common),
        lambda: call_game(game=waiting, **common),
        lambda: call_referee(game=game, why="So", **common),
        lambda: change_event(event=event, plan=plan, **common),
    )

    assert outcomes[0] == game.team("NS")
    assert "called" in outcomes[1]
    assert Game.objects.get(pk=waiting.pk).called_at == build.at(15, 5)
    assert Event.objects.get(pk=event.pk).version == event.log.count()


def test_two_events_that_call_at_once_never_take_each_others_table():
    """Calling locks both events of the room, the older first, from either one (E-202)."""
    plan = {"seating": "open", "tables": 1}
    plain, kitty = build.one_room(build.event(name="No kitty", **plan), build.event(name="Kitty", **plan))
    for event in (plain, kitty):
        build.pair(event, "Ann", "Bob")
        build.pair(event, f"Cy {event.pk}", f"Di {event.pk}")
    opens = [
        lambda event=event: open_play(event=event, by=build.organizer(event), at=build.THREE)
        for event in (kitty, plain, kitty, plain)
    ]

    answers = at_once(*opens)

    assert sum(isinstance(answer, Refused) for answer in answers) == 2
    assert not [one for one in answers if isinstance(one, Exception) and not isinstance(one, Refused)]
    assert Game.objects.open().filter(event__in=(plain, kitty)).count() == 1


def test_an_event_that_is_just_brought_into_a_room_is_called_in_it():
    plan = {"seating": "open", "tables": 1}
    plain, kitty = build.event(name="No kitty", **plan), build.event(name="Kitty", **plan)
    build.one_room(plain, kitty)
    leave_room(event=plain, by=build.organizer(plain), at=build.MEET)
    for event in (plain, kitty):
        build.teams(event, 2)
    by = build.organizer(plain)

    _, opened = one_after_the_other(
        plain,
        lambda: share_room(event=plain, other=kitty, by=by, at=build.MEET),
        lambda: open_play(event=plain, by=by, at=build.THREE),
    )
    open_play(event=Event.objects.get(pk=kitty.pk), by=build.organizer(kitty), at=build.THREE)

    assert opened.phase.event_id == plain.pk
    assert Game.objects.open().filter(event__in=(plain, kitty)).count() == 1
