"""Days on which one row fails: it is flagged and tried again, and everything else ends as without it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Agreement, GameScore, Hand
from scoring.tasks import tick
from tests import build
from tests.scoring.acting import sit
from tests.scoring.test_any_day import unmade
from tournament.models import Badge, Deadline, Event, Failure, Game, Role, Team

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

A_FEW = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SECOND = timedelta(seconds=1)
END = build.at(17, 20)


def events() -> dict[str, Event]:
    """Five events of a day, in each of which the clock has something to do."""
    rounds = build.event(name="Rounds", tables=3)
    build.teams(rounds, 6)
    build.called_round(rounds)
    quiet = build.event(name="Quiet", agreed_by="quiet", tables=2)
    build.teams(quiet, 4)
    build.called_round(quiet)
    openly = build.openly(6, tables=2, name="Open")
    full = build.event(name="Full", capacity=2)
    build.teams(full, 3)
    build.played_phase_one(bracket := _four_teams(), rounds=1)
    build.cut_settled(bracket)
    build.start_phase_two(event=bracket, by=build.organizer(bracket), at=build.at(17, 1))
    return {each.name: each for each in (rounds, quiet, openly, full, bracket)}


def _four_teams() -> Event:
    event = build.event(name="Bracket", calls_phase_two=True, advance_count=4, tables=2)
    build.teams(event, 4)
    return event


def live_through(day: dict[str, Event], minutes: list[int]) -> None:
    """One side of each table of Rounds sits down, two games are won, and the clock ticks now and then."""
    for game in games(day["Rounds"]):
        sit(game, game.team("NS"), build.at(15, 1))
    build.won(games(day["Quiet"])[0], at=build.at(15, 10))
    build.won(games(day["Quiet"])[1], at=build.at(15, 20))
    build.won(games(day["Open"])[0], at=build.at(15, 10))
    Event.objects.filter(pk=day["Full"].pk).update(capacity=4)


def after(minutes: list[int]) -> None:
    for minute in sorted(minutes):
        tick(build.THREE + timedelta(minutes=minute))
    for second in range(3):
        tick(END + timedelta(seconds=second))


def games(event: Event) -> list[Game]:
    found = Game.objects.filter(event=event, table__isnull=False).select_related("event").with_everybody()
    return list(found.order_by("called_at", "table__number", "pk"))


# --- how a row is made to fail: each returns the event, and the game if nothing else of the event is concerned


def a_game_without_a_score(day: dict[str, Event]) -> tuple[Event, Game | None]:
    game = games(day["Rounds"])[1]
    GameScore.objects.filter(game=game).delete()
    return day["Rounds"], game


def a_deadline_that_cannot_be_read(day: dict[str, Event]) -> tuple[Event, Game | None]:
    game = games(day["Rounds"])[0]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournament_deadline SET from_at = '2026-06-27 99:00:00' WHERE game_id = %s", [game.pk]
        )
    return day["Rounds"], game


def a_result_without_sides(day: dict[str, Event]) -> tuple[Event, Game | None]:
    game = games(day["Quiet"])[0]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_gamescore SET hands = 'many' WHERE game_id = %s", [game.pk])
    return day["Quiet"], game


def no_clock_badge(name: str) -> Callable[[dict[str, Event]], tuple[Event, Game | None]]:
    def spoil(day: dict[str, Event]) -> tuple[Event, Game | None]:
        Badge.objects.filter(event=day[name], role=Role.CLOCK).update(role=Role.DESK)
        return day[name], None

    return spoil


def an_event_that_cannot_be_read(day: dict[str, Event]) -> tuple[Event, Game | None]:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournament_event SET clock_shown = '2026-06-27 99:00:00' WHERE id = %s", [day["Open"].pk]
        )
    return day["Open"], None


def an_unknown_game(day: dict[str, Event]) -> tuple[Event, Game | None]:
    Event.objects.filter(pk=day["Bracket"].pk).update(game="no-such-game")
    return day["Bracket"], None


SPOILS = [
    a_game_without_a_score,
    a_deadline_that_cannot_be_read,
    a_result_without_sides,
    an_event_that_cannot_be_read,
    an_unknown_game,
    *(no_clock_badge(name) for name in ("Rounds", "Quiet", "Open", "Full", "Bracket")),
]


def ends(day: dict[str, Event], without: tuple[Event, Game | None] | None) -> list[tuple[object, ...]]:
    """The games, hands, agreements and waiting teams at the end of the day, without those that can't be right."""
    bad, bad_game = without or (None, None)
    left = [event.pk for event in day.values() if bad is None or event != bad or bad_game]
    but = [bad_game.pk] if bad_game else []
    there = Game.objects.filter(event__in=left).exclude(pk__in=but)
    return sorted(
        str(row) for row in [
            *there.values_list("event__name", "table__number", "called_at", "over_at", "referee_called_at"),
            *Hand.objects.filter(game__in=there).values_list("game__event__name", "game__table__number", "at", "facts"),
            *Agreement.objects.filter(game__in=there).values_list("game__event__name", "game__table__number", "at", "how"),
            *Deadline.objects.filter(game__in=there).values_list("game__event__name", "game__table__number", "due_at", "done_at"),
            *Team.objects.filter(event__in=left).values_list("event__name", "number", "waits_since", "moved_up_at"),
        ]
    )  # fmt: skip


def a_day(minutes: list[int], spoil: Callable[[dict[str, Event]], tuple[Event, Game | None]] | None):
    day = events()
    live_through(day, minutes)
    bad = spoil(day) if spoil else None
    after(minutes)
    return day, bad


@pytest.mark.embedded
@A_FEW
@given(st.lists(st.integers(0, 120), max_size=6), st.sampled_from(SPOILS))
@unmade
def test_a_row_that_fails_keeps_nothing_else_from_its_turn(minutes, spoil):
    day, bad = a_day(minutes, spoil)
    whole, _ = a_day(minutes, None)

    names = {event.pk: event.name for event in (*day.values(), *whole.values())}
    assert ends(day, bad) == ends(whole, _same(whole, bad))
    flagged = set(Failure.objects.open().values_list("event", flat=True))
    assert {names[pk] for pk in flagged} == {bad[0].name}


def _same(whole: dict[str, Event], bad: tuple[Event, Game | None]) -> tuple[Event, Game | None]:
    """The same event and game of the day on which nothing fails."""
    event, game = bad
    table = Game.objects.values_list("table__number", flat=True).get(pk=game.pk) if game else 0
    mine = (
        next((each for each in games(whole[event.name]) if each.table.number == table), None)
        if game
        else None
    )
    return whole[event.name], mine
