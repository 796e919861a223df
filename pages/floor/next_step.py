"""The day as a row of steps: what comes next, and why it can't be done yet."""

from dataclasses import dataclass
from datetime import datetime

from scoring.models import Cut
from scoring.queries.rounds.open_floor import is_calling, is_held_back
from scoring.queries.rounds.open_steps import is_on, last_opened, opens_next, why_not_open
from scoring.queries.rounds.steps import (
    TooEarly,
    can_be_early,
    rounds_left,
    slots_left,
    why_no_cut,
    why_no_round,
)
from tournament.models import Event, Phase
from tournament.models.schedule import WITHOUT_ROUNDS, Seating
from tournament.queries.clock import timetable
from tournament.queries.countdown import Countdown, countdown
from tournament.queries.day_rows import day_rows

ROUND, CUT, PHASE_TWO, BRACKET, AWARDS = "round", "cut", "phase-two", "bracket", "awards"
OPEN, CALLING, HELD = "open", "calling", "held"


@dataclass(frozen=True, kw_only=True)
class Step:
    """The one thing an organizer does next. ``why_not`` is empty when it can be done now.

    A round that waits for nothing but the clock ``can_be_early``.
    """

    kind: str
    title: str
    why_not: str = ""
    opens: Countdown | None = None
    can_be_early: bool = False


@dataclass(frozen=True, kw_only=True)
class Day:
    """The next step, and how far the day has come. ``has_rounds`` is false in open play.

    ``warning`` is what the organizer should know of the rounds to come.
    """

    step: Step
    rounds_played: int
    rounds_left: int
    warning: str
    has_begun: bool
    is_cut: bool
    is_phase_two: bool
    is_over: bool
    has_rounds: bool


def day(event: Event, at: datetime) -> Day:
    """Where the day stands and what comes next. A fixed number of queries: at most twenty-nine."""
    phases = {phase.kind: phase for phase in day_rows(event).phases}
    one, two = phases["one"], phases["two"]
    called = one.rounds.called().count()
    is_cut = Cut.objects.filter(phase=one, reopened_at=None).exists()
    slots = () if is_cut else slots_left(event, at)
    slot = next(iter(slots), None)
    left = rounds_left(event, slots) if slots and one.seating not in WITHOUT_ROUNDS else None
    if two.closed_at:
        step = Step(kind=AWARDS, title="Hand out the prizes")
    elif two.started_at:
        step = Step(kind=BRACKET, title="Play the bracket")
    elif is_cut and event.is_individual:
        step = Step(kind=AWARDS, title="Hand out the prizes")
    elif is_cut:
        step = Step(kind=PHASE_TWO, title="Start Phase II")
    elif one.seating in WITHOUT_ROUNDS:
        step = _open_step(event, one, at)
    elif slot is None and one.started_at:
        title = "Settle the first three" if event.is_individual else "Settle who goes through"
        step = Step(kind=CUT, title=title, why_not=why_no_cut(event, at))
    else:
        why_not = why_no_round(event, at, slot)
        opens = countdown(at, slot.called_at) if slot and isinstance(why_not, TooEarly) else None
        step = Step(
            kind=ROUND,
            title=f"Call round {called + 1}",
            why_not=why_not,
            opens=opens,
            can_be_early=opens is not None and can_be_early(slot),
        )
    return Day(
        step=step,
        rounds_played=called,
        rounds_left=left.rounds if left else 0,
        warning=left.warning if left else "",
        has_begun=one.started_at is not None,
        is_cut=is_cut,
        is_phase_two=two.started_at is not None,
        is_over=two.closed_at is not None or (is_cut and event.is_individual),
        has_rounds=one.seating not in WITHOUT_ROUNDS,
    )


def _open_step(event: Event, one: Phase, at: datetime) -> Step:
    """Open the play, let games be called as tables open up, and then the cut. Nineteen queries at most."""
    last, day = last_opened(event), timetable(event, at)
    opening = opens_next(day, last, at)
    if last is None or (opening and not is_on(last, at)):
        title = "Open play" if one.seating == Seating.OPEN else "Begin rise and fly"
        why_not = why_not_open(event, at)
        opens = countdown(at, opening.called_at) if opening and isinstance(why_not, TooEarly) else None
        return Step(kind=OPEN, title=title, why_not=why_not, opens=opens)
    if is_calling(event, at):
        return Step(kind=CALLING, title="Games are called as tables open up")
    if is_held_back(event, at):
        return Step(kind=HELD, title="The next games are held back")
    return Step(kind=CUT, title="Settle who goes through", why_not=why_no_cut(event, at))
