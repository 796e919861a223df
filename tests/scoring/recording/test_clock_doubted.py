"""The computer's clock jumps: nobody forfeits a hand until an organizer confirms that it is right."""

from datetime import timedelta

import pytest

from scoring import tasks
from scoring.models import Hand
from scoring.recording.commands_late import catch_up_event, catch_up_table
from scoring.tasks import ClockWatch, watched_tick
from tests import build
from tournament.floor.commands_floor import mark_seated
from tournament.models import Deadline, Event
from tournament.schedule.commands_deadlines import trust_clock

HALF_AN_HOUR = timedelta(minutes=30)


@pytest.mark.parametrize(
    ("wall", "steady", "is_in_doubt"),
    [
        pytest.param(1, 1, False, id="a second later"),
        pytest.param(20, 1, False, id="set right by some seconds"),
        pytest.param(1800, 4, True, id="half an hour ahead"),
        pytest.param(-1800, 4, True, id="half an hour back"),
        pytest.param(301, 301, True, id="the process was away for minutes"),
    ],
)
def test_a_clock_is_compared_with_one_that_cannot_be_set(wall, steady, is_in_doubt):
    watch = ClockWatch()

    assert not watch.is_in_doubt(build.THREE, 100.0)
    assert watch.is_in_doubt(build.THREE + timedelta(seconds=wall), 100.0 + steady) == is_in_doubt


@pytest.fixture
def game(monkeypatch):
    """A game to which one side has come; the computer's clock jumps from three to half past."""
    game = build.game(build.event(is_practice=False))
    Event.objects.update(clock_speed=1.0)
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(game.event), at=build.THREE)
    monkeypatch.setattr(tasks, "watch", ClockWatch())
    watched_tick(build.THREE)
    watched_tick(build.THREE + HALF_AN_HOUR)
    game.refresh_from_db()
    return game


@pytest.mark.both
def test_nobody_forfeits_a_hand_by_a_clock_that_jumped(game):
    event, ahead = Event.objects.get(), build.THREE + HALF_AN_HOUR

    catch_up_event(event=event, at=ahead, real=ahead)
    catch_up_table(game=game, at=ahead, real=ahead)

    assert event.clock_doubted_at == ahead
    assert (Hand.objects.count(), Deadline.objects.filter(done_at=None).count()) == (0, 1)
    assert event.log.last().words.startswith("The computer’s clock jumped.")


@pytest.mark.both
def test_once_an_organizer_trusts_the_clock_due_work_is_done(game):
    trust_clock(event=game.event, by=build.organizer(game.event), at=build.THREE + HALF_AN_HOUR)

    watched_tick(build.THREE + HALF_AN_HOUR)

    assert Hand.objects.count() > 0


@pytest.mark.both
def test_where_the_clock_was_set_right_first_nothing_was_lost(game):
    watched_tick(build.THREE + timedelta(seconds=4))
    trust_clock(event=game.event, by=build.organizer(game.event), at=build.THREE + timedelta(seconds=5))

    watched_tick(build.THREE + timedelta(seconds=6))

    assert Hand.objects.count() == 0
    assert Event.objects.get().clock_doubted_at is None
