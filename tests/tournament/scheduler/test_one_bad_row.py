"""Days on which one row fails: it is flagged and tried again, and everything else ends as without it."""

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scoring.models import Agreement, GameScore, Hand
from scoring.recording.commands_late import catch_up_event, end_five_minutes
from scoring.tasks import tick
from tests import build
from tests.build import unmade
from tests.scoring.acting import sit
from tournament.errors import Refused
from tournament.models import Badge, Deadline, Event, Failure, Game, LogEntry, Role, Team, Work
from tournament.scheduler.commands_attempts import Attempts

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

A_FEW = settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.generate],  # Each day takes seconds: nothing is made smaller.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
SECOND = timedelta(seconds=1)
END = build.at(17, 20)
Fails = tuple[Event, Game | None]
Spoil = Callable[[dict[str, Event]], Fails]


@pytest.fixture(scope="module")
def day(kept) -> dict[str, Event]:
    """Five events of a day, in each of which the clock has something to do."""
    rounds = build.event(name="Rounds", tables=3)
    build.teams(rounds, 6)
    build.called_round(rounds)
    quiet = build.event(name="Quiet", agreed_by="quiet", tables=2)
    build.teams(quiet, 4)
    build.called_round(quiet)
    openly = build.openly(6, tables=2, name="Open")
    full = build.event(name="Full", capacity=2)
    for _ in range(3):
        build.team(full, is_here=False)
    # One side of each table of Rounds sits down, three games are won, and the full event has room again.
    for game in games(rounds):
        sit(game, game.team("NS"), build.at(15, 1))
    for game, minute in ((games(quiet)[0], 10), (games(quiet)[1], 20), (games(openly)[0], 10)):
        build.won(game, at=build.at(15, minute))
    Event.objects.filter(pk=full.pk).update(capacity=4)
    return {each.name: each for each in (rounds, quiet, openly, full, _in_phase_two())}


def _in_phase_two() -> Event:
    event = build.event(name="Bracket", calls_phase_two=True, advance_count=4, tables=2)
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)
    build.cut_settled(event)
    build.start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def games(event: Event) -> list[Game]:
    found = (
        Game.objects.filter(event=event, table__isnull=False)
        .select_related("event", "table")
        .with_everybody()
    )
    return list(found.order_by("called_at", "table__number", "pk"))


# --- how a row is made to fail: each returns the event, and the game if it concerns nothing else there ---


def a_game_without_a_score(day: dict[str, Event]) -> Fails:
    game = games(day["Rounds"])[1]
    GameScore.objects.filter(game=game).delete()
    return day["Rounds"], game


def a_deadline_that_cannot_be_read(day: dict[str, Event]) -> Fails:
    game = games(day["Rounds"])[0]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournament_deadline SET from_at = '2026-06-27 99:00:00' WHERE game_id = %s", [game.pk]
        )
    return day["Rounds"], game


def a_hand_that_cannot_be_read(day: dict[str, Event]) -> Fails:
    game = games(day["Quiet"])[0]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_hand SET at = '2026-06-27 99:00:00' WHERE game_id = %s", [game.pk])
    return day["Quiet"], game


def no_clock_badge(name: str) -> Spoil:
    def spoil(day: dict[str, Event]) -> Fails:
        Badge.objects.filter(event=day[name], role=Role.CLOCK).update(role=Role.DESK)
        return day[name], None

    return spoil


def an_event_that_cannot_be_read(day: dict[str, Event]) -> Fails:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournament_event SET clock_shown = '2026-06-27 99:00:00' WHERE id = %s", [day["Open"].pk]
        )
    return day["Open"], None


def a_bracket_game_that_cannot_be_read(day: dict[str, Event]) -> Fails:
    game = day["Bracket"].games.filter(called_at=None).latest("pk")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_game SET made_at = '2026-06-27 99:00:00' WHERE id = %s", [game.pk])
    return day["Bracket"], None


SPOILS = [
    a_game_without_a_score,
    a_deadline_that_cannot_be_read,
    a_hand_that_cannot_be_read,
    an_event_that_cannot_be_read,
    a_bracket_game_that_cannot_be_read,
    *(no_clock_badge(name) for name in ("Rounds", "Quiet", "Open", "Full", "Bracket")),
]


OF_GAME = ("event__name", "table__number", "called_at", "over_at", "referee_called_at")
OF_ROW = ("game__event__name", "game__table__number")
OF_TEAM = ("event__name", "number", "waits_since", "moved_up_at")


def ends(day: dict[str, Event], event: Event, game: Game | None) -> list[str]:
    """How the day ends, without that game; without one, without that event."""
    left = [each.pk for each in day.values() if game or each != event]
    untouched = Game.objects.filter(event__in=left).exclude(pk=game.pk if game else None)
    mine = {"game__in": untouched}
    rows = (
        untouched.values_list(*OF_GAME),
        Hand.objects.filter(**mine).values_list(*OF_ROW, "at", "facts"),
        Agreement.objects.filter(**mine).values_list(*OF_ROW, "at", "how"),
        Deadline.objects.filter(**mine).values_list(*OF_ROW, "due_at", "done_at"),
        Team.objects.filter(event__in=left).values_list(*OF_TEAM),
    )
    return sorted(str(row) for found in rows for row in found)


def live_through(minutes: list[int]) -> None:
    """The clock ticks now and then, and three times at the end."""
    for minute in sorted(minutes):
        tick(build.THREE + timedelta(minutes=minute))
    for second in range(3):
        tick(END + second * SECOND)


@pytest.mark.embedded
@A_FEW
@given(st.lists(st.integers(0, 120), max_size=6), st.sampled_from(SPOILS))
@unmade
def test_a_row_that_fails_keeps_nothing_else_from_its_turn(day, minutes, spoil):
    with transaction.atomic():
        event, game = spoil(day)
        live_through(minutes)
        with_it = ends(day, event, game)
        flagged = set(Failure.objects.open().values_list("event__name", flat=True))
        transaction.set_rollback(True)

    live_through(minutes)

    assert with_it == ends(day, event, game)
    assert flagged == {event.name}


def bad_game() -> Game:
    """The only late hand of an event can't be forfeited, because the game's score is missing. It is 3:06."""
    game = build.game()
    sit(game, game.team("NS"), build.at(15, 1))
    GameScore.objects.filter(game=game).delete()
    return game


def test_a_failure_is_logged_once_and_retried_less_and_less_often(caplog):
    game = bad_game()

    for second in range(120):
        tick(build.at(15, 6) + second * SECOND)
    flag = Failure.objects.get()
    GameScore.objects.create(game=game)
    tick(build.at(15, 10))

    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert (flag.work, flag.row, flag.tries, flag.ended_at) == (
        Work.LATE,
        game.deadlines.get(step=1).pk,
        7,
        None,
    )
    assert [bool(record.exc_info) for record in errors] == [True]
    assert [entry.words for entry in LogEntry.objects.filter(action__startswith="due.").order_by("pk")] == [
        "Table 1: The time to be seated can’t be counted out. It is tried again.",
        "Table 1: The time to be seated can’t be counted out: this is over.",
    ]
    assert list(game.hands.values_list("at", flat=True)) == [build.at(15, 5), build.at(15, 10)]
    assert Failure.objects.get().ended_at == build.at(15, 10)


@pytest.mark.tampers
def test_one_bracket_game_that_fails_keeps_no_other_from_its_table():
    day = {"Bracket": _in_phase_two()}
    a_bracket_game_that_cannot_be_read(day)

    for second in range(3):
        tick(END + second * SECOND)

    called = day["Bracket"].games.exclude(bracket_position="").exclude(called_at=None)
    assert called.count() == 1
    assert list(Failure.objects.open().values_list("work", flat=True)) == [Work.NEXT]


def test_a_failing_action_is_flagged_at_the_real_time():
    game, real = bad_game(), build.at(20)

    with pytest.raises(Refused, match="can’t be counted out"):
        catch_up_event(event=game.event, at=build.at(15, 6), real=real)

    flag = Failure.objects.get()
    assert (flag.since, flag.next_at) == (real, real + SECOND)


def test_what_is_skipped_because_it_is_not_its_turn_stays_flagged():
    game = bad_game()
    tick(build.at(15, 6))
    flag, rows, later = Failure.objects.get(), game.deadlines.filter(done_at=None), build.at(15, 8)
    skipped, not_reached, gone = (Attempts(later, Work.LATE) for _ in range(3))

    skipped.run(Work.LATE, lambda: None, row=flag.row)
    not_reached.each(Work.LATE, rows, lambda row: 1, event="game__event", limit=0)
    for attempts in (skipped, not_reached):
        attempts.end({})
    still_open = Failure.objects.open().count()
    gone.each(Work.LATE, rows.none(), lambda row: 1, event="game__event")
    gone.end({})

    assert (still_open, Failure.objects.open().count()) == (1, 0)


@pytest.mark.both
def test_what_is_not_due_any_more_is_not_flagged_any_more():
    game = bad_game()
    tick(build.at(15, 6))
    with pytest.raises(Refused, match="At Table 1, the time to be seated can’t be counted out"):
        catch_up_event(event=game.event, at=build.at(15, 6), real=build.at(15, 6))
    pressed = Failure.objects.get()

    end_five_minutes(deadline=game.deadlines.get(), by=build.organizer(game.event), at=build.at(15, 6))
    tick(build.at(15, 6, 1))

    assert (pressed.tries, Failure.objects.open().count(), game.deadlines.filter(done_at=None).count()) == (
        2,
        0,
        0,
    )
