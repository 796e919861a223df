"""The day for people to read: as it was planned, and as it is by now."""

from dataclasses import dataclass
from datetime import datetime

from rules.competition.clock import Span
from tournament.models import Event
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import timetable
from tournament.queries.day_rows import day_rows
from tournament.queries.teams import why_no_public_sign_up


@dataclass(frozen=True, kw_only=True)
class DayRow:
    """A part of the day, and whether it is now. ``ends_at`` is None for the last.

    ``was`` is when it was planned to start, where that has changed.
    """

    label: str
    starts_at: datetime
    ends_at: datetime | None
    was: datetime | None
    is_now: bool


@dataclass(frozen=True, kw_only=True)
class DayPage:
    """The parts of the day in order, and its breaks. ``called_off`` are those that were struck out."""

    parts: tuple[DayRow, ...]
    breaks: tuple[datetime, ...]
    called_off: tuple[datetime, ...]
    break_minutes: int
    is_paused: bool
    has_begun: bool
    why_no_sign_up: str
    takes_walk_ups: bool


def day_page(event: Event, at: datetime) -> DayPage:
    """The plan of the day at ``at``, as it has become. Four queries."""
    planned = {phase.kind: phase for phase in day_rows(event).phases}
    day = timetable(event, at)
    one = planned["one"]
    parts = tuple(
        DayRow(
            label=part.label,
            starts_at=part.starts_at,
            ends_at=part.ends_at if part.key != PhaseKind.AWARDS else None,
            was=None if part.starts_at == planned[part.key].starts_at else planned[part.key].starts_at,
            is_now=part.starts_at <= at < part.ends_at,
        )
        for part in day.phases
        # Where people come alone there is no Phase II, and no hour is set aside for it (Rulebook E-53).
        if not (event.is_individual and part.key == PhaseKind.TWO)
    )
    return DayPage(
        parts=parts,
        breaks=tuple(rest.starts_at for rest in day.breaks),
        called_off=tuple(rest.starts_at for rest in day.called_off),
        break_minutes=_usual_minutes(day.breaks),
        is_paused=any(at in pause for pause in day.pauses),
        has_begun=one.started_at is not None,
        why_no_sign_up=why_no_public_sign_up(event, at),
        takes_walk_ups=one.closed_at is None,
    )


def _usual_minutes(breaks: tuple[Span, ...]) -> int:
    """How long a break lasts; one that was cut short or drawn out doesn't count for it."""
    lengths = sorted(int((rest.ends_at - rest.starts_at).total_seconds() // 60) for rest in breaks)
    return lengths[len(lengths) // 2] if lengths else 0
