"""Random days: nothing fires early or twice, and a dead ticker catches up to what a live one would do."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.time.clock import Span, deadline
from scoring.integrity import integrity
from scoring.models import GameScore, Hand
from scoring.tasks import tick
from tests import build
from tests.build import unmade
from tournament.errors import Refused
from tournament.floor.commands_floor import mark_seated
from tournament.models import Deadline, Game, Round
from tournament.schedule.clock import frozen_spans, timetable
from tournament.schedule.commands_schedule_changes import add_minutes, call_off_break, pause_day, resume_day

pytestmark = [pytest.mark.slow, pytest.mark.embedded]

END = build.at(16, 45)

A_FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@dataclass(frozen=True)
class Action:
    """An action at the event, ``after`` seconds after the call."""

    after: int
    kind: str
    minutes: int = 0

    @property
    def at(self) -> datetime:
        return build.THREE + timedelta(seconds=self.after)


actions = st.lists(
    st.builds(
        Action,
        after=st.integers(0, 45 * 60),
        kind=st.sampled_from(["pause", "resume", "minutes", "call off", "NS sits", "EW sits", "tick"]),
        minutes=st.integers(1, 20),
    ),
    max_size=9,
)


def live_through(happenings: Sequence[Action], *, is_alive: bool) -> Game:
    """Run these actions in a game called at three, except those that are refused; returns the game.

    A live clock ticks all the time; a dead one only at the end.
    """
    event = build.event()
    game, by = build.game(event), build.organizer(event)
    steps = [Action(second, "tick") for second in range(0, 105 * 60, 300)] if is_alive else []
    for action in sorted([*happenings, *steps], key=lambda one: one.after):
        with suppress(Refused):
            _do(action, game, by)
    with suppress(Refused):
        resume_day(event=event, by=by, at=build.at(15, 50))
    tick(END)
    return game


def _do(action: Action, game: Game, by) -> None:
    event, at = game.event, action.at
    match action.kind:
        case "pause":
            pause_day(event=event, by=by, at=at)
        case "resume":
            resume_day(event=event, by=by, at=at)
        case "minutes":
            add_minutes(event=event, minutes=action.minutes, by=by, at=at)
        case "call off":
            rest = next(span for span in timetable(event, at).breaks if span.ends_at > at)
            call_off_break(event=event, break_at=max(rest.starts_at, at), by=by, at=at)
        case "tick":
            tick(at)
        case _:
            team = game.team("NS") if action.kind == "NS sits" else game.team("EW")
            mark_seated(game=game, team=team, by=by, at=at)


def forfeits(game: Game) -> list[tuple[datetime, str]]:
    rows = Hand.objects.filter(game=game).order_by("sequence")
    return [(row.at, row.facts["forfeited_by"]) for row in rows]


@A_FEW
@given(actions)
@unmade
def test_a_dead_tick_ends_where_one_that_lived_would_have(happenings):
    sits = [action for action in happenings if action.kind != "tick"]

    games = [live_through(sits, is_alive=is_alive) for is_alive in (True, False)]

    living, dead = (
        (
            forfeits(game),
            GameScore.objects.get(game=game).winner_id is None,
            Round.objects.get(games=game).whistle_at,
            Deadline.objects.filter(game=game, due_at__lte=END).count(),
        )
        for game in games
    )
    assert living == dead


def lost_by_law(
    ns_seated_at: datetime | None, ew_seated_at: datetime | None, frozen: Sequence[Span]
) -> list[tuple[datetime, str]]:
    """The (time, side) of forfeited hands of a game called at three, by the rulebook alone (E-13 to E-17)."""
    seated, lost = {"NS": ns_seated_at, "EW": ew_seated_at}, []
    for step in range(1, 13):
        due_at = deadline(build.THREE, 5 * step, frozen)
        late = [side for side, since in seated.items() if since is None or since > due_at]
        if due_at > END or not late or len(lost) == 3:
            break
        if len(late) == 1:
            lost.append((due_at, late[0]))
    return lost


@A_FEW
@given(actions)
@unmade
def test_the_rows_say_what_the_law_of_the_five_minutes_says(happenings):
    game = live_through(happenings, is_alive=False)
    game = Game.objects.select_related("round").get(pk=game.pk)

    by_law = lost_by_law(game.side("NS").seated_at, game.side("EW").seated_at, frozen_spans(game.event, END))

    # A deadline at the moment of the whistle still forfeits (E-14).
    assert forfeits(game) == [(due_at, side) for due_at, side in by_law if due_at <= game.round.whistle_at]
    assert integrity(game.event) == []
