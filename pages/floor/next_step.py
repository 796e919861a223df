"""The next step of the day, and why it can't be taken yet."""

from dataclasses import dataclass
from datetime import datetime

from rules.seating.known import find_seating
from scoring.cut.why_no_cut import why_no_cut, why_no_skip
from scoring.game.slots import rounds_left
from scoring.open_play.open_steps import why_not_open
from scoring.recording.awaited import FINISH_IN_BREAK, Awaited, What, awaited
from scoring.rounds.next_of_phase_one import Next, NextOfPhaseOne, next_of_phase_one
from scoring.rounds.steps import can_be_early, is_only_early, why_no_round, why_no_way_back
from scoring.standings.hidden import places_shown
from tournament.errors import Refused
from tournament.event.day_rows import day_rows
from tournament.models import Event, Phase
from tournament.models.schedule import PhaseKind
from tournament.schedule.countdown import Countdown, at_the_time, countdown

RESUME, PHASE_TWO, BRACKET, REVEAL, AWARDS = "resume", "phase-two", "bracket", "reveal", "awards"


@dataclass(frozen=True, kw_only=True)
class NextStep:
    """The next step for the organizer."""

    kind: str
    title: str
    why_not: Refused | str | None = None
    """Empty if it can be taken now."""
    opens: Countdown | None = None
    can_be_early: bool = False
    """The round waits only for the clock."""
    shown: int = 0
    """The places revealed so far."""
    can_take_back: bool = False
    """Phase II has begun, and has no hand."""


@dataclass(frozen=True, kw_only=True)
class Day:
    """The next step and the progress of the day."""

    step: NextStep
    words: str
    """The wall's order to everybody; empty if the step says as much, or it is for players alone."""
    rounds_played: int
    rounds_left: int
    warning: str
    """Concerns the coming rounds."""
    has_begun: bool
    is_cut: bool
    is_phase_two: bool
    is_over: bool
    has_rounds: bool
    """False in open play."""


def day(event: Event, at: datetime, now: Awaited | None = None) -> Day:
    """The day's progress and its next step. At most twenty-nine queries."""
    now = now or awaited(event, at)
    phases = {phase.kind: phase for phase in day_rows(event).phases}
    one, two = phases["one"], phases["two"]
    called = sum(row.phase_id == one.pk for row in day_rows(event).called)
    is_cut = now.cut is not None
    coming = None if is_cut else now.next or next_of_phase_one(event, at)
    has_rounds = one.has_rounds
    rounds = rounds_left(event, coming.slots) if coming and coming.slots and has_rounds else None
    if now.what == What.AWARDS:
        step = NextStep(kind=AWARDS, title="Hand out the prizes")
    elif now.what == What.REVEAL:
        step = NextStep(kind=REVEAL, title="Reveal the places", shown=places_shown(event))
    elif now.is_paused:
        step = NextStep(kind=RESUME, title="Resume play")
    elif two.started_at:
        step = NextStep(kind=BRACKET, title="Play the bracket", can_take_back=not why_no_way_back(event))
    elif coming:
        step = _step(event, one, coming, called, now, at)
    else:
        step = NextStep(kind=PHASE_TWO, title=f"Start {event.way.part_two}")
    return Day(
        step=step,
        words=_words(now, step),
        rounds_played=called,
        rounds_left=rounds.rounds if rounds else 0,
        warning=rounds.warning if rounds else "",
        has_begun=one.started_at is not None,
        is_cut=is_cut,
        is_phase_two=two.started_at is not None,
        is_over=now.is_over,
        has_rounds=has_rounds,
    )


def _words(now: Awaited, step: NextStep) -> str:
    is_said = now.words == step.why_not or (now.what == What.ROUND and step.opens)
    is_for_players = now.what == What.REST and now.words != FINISH_IN_BREAK
    return "" if is_said or is_for_players else now.words


def _step(
    event: Event, one: Phase, coming: NextOfPhaseOne, called: int, now: Awaited, at: datetime
) -> NextStep:
    """The next step of Phase I. A fixed number of queries."""
    slot = coming.slot
    why_not: Refused | str | None = None
    begin = find_seating(one.seating).begin.format(number=called + 1)
    match coming.kind:
        case Next.ROUND:
            # Until the deal nobody is playing, so the tables are no reason.
            is_called = now.what == What.SEATS
            title, why_not = begin, now.words if is_called else why_no_round(event, at, slot)
        case Next.OPEN:
            title, why_not = begin, why_not_open(event, at)
        case Next.CALLING:
            title, why_not = "Games are called as tables open up", coming.held
        case Next.HELD:
            title = "The next games are held back"
        case Next.CUT if event.way.has_phase_one:
            title = event.way.cut.task
            why_not = why_no_cut(event, at)
        case Next.CUT:
            draw_at = now.plan.phase(PhaseKind.TWO).starts_at
            early = f"The draw is {at_the_time(event, draw_at, at)}." if at < draw_at else None
            title, why_not = event.way.cut.task, why_no_skip(event) or early
    opens = countdown(at, slot.called_at) if slot and is_only_early(why_not) else None
    return NextStep(
        kind=coming.kind,
        title=title,
        why_not=why_not,
        opens=opens,
        can_be_early=coming.kind == Next.ROUND and opens is not None and can_be_early(slot),
    )
