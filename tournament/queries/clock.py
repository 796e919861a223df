"""The clock of an event: a pure function of its schedule and a moment."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from rules.contest.clock import ClockFace, RoundSlot, Span, Timetable, face, round_slots
from rules.contest.clock import Phase as PhaseSpan
from rules.contest.rehearsal import EventClock
from tournament.models import Event, Phase
from tournament.models.schedule import PhaseKind


def event_now(event: Event, real: datetime) -> datetime:
    """What the event's clock shows at a real moment. A rehearsal's may be moved and sped up. No query."""
    if not event.clock_real or not event.clock_shown:
        return real
    return EventClock(event.clock_real, event.clock_shown, event.clock_speed).at(real)


def timetable(event: Event) -> Timetable:
    """The day as planned: phases and breaks. Two queries."""
    return _timetable(event, event.phases.all())


def _timetable(event: Event, phases: Iterable[Phase]) -> Timetable:
    spans = tuple(
        PhaseSpan(phase.kind, phase.get_kind_display(), phase.starts_at, phase.ends_at) for phase in phases
    )
    return Timetable(phases=spans, breaks=frozen_spans(event), pauses=())


def frozen_spans(event: Event) -> tuple[Span, ...]:
    """When deadlines stand still: the breaks. One query."""
    return tuple(Span(row.starts_at, row.ends_at) for row in event.breaks.all())


def clock_face(event: Event, at: datetime) -> ClockFace:
    """What the clock shows at ``at``; once the bracket is played, there is nothing to break. Two queries."""
    phases = list(event.phases.all())
    shown = face(_timetable(event, phases), at)
    is_played = any(phase.kind == PhaseKind.TWO and phase.closed_at for phase in phases)
    return replace(shown, in_break=None, next_break=None) if is_played else shown


def phase_one_slots(event: Event) -> tuple[RoundSlot, ...]:
    """The rounds that fit between the breaks of Phase I. Two queries."""
    day = timetable(event)
    span = next(phase for phase in day.phases if phase.key == PhaseKind.ONE)
    return round_slots(span, day.breaks)


def phase(event: Event, kind: str) -> Phase:
    """The event's phase of that kind. One query."""
    return event.phases.get(kind=kind)
