"""The day as planned, for people to read."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event
from tournament.models.schedule import PhaseKind


@dataclass(frozen=True, kw_only=True)
class DayRow:
    """A part of the day, and whether it is now. ``ends_at`` is None for the last."""

    label: str
    starts_at: datetime
    ends_at: datetime | None
    is_now: bool


@dataclass(frozen=True, kw_only=True)
class DayPage:
    """The parts of the day in order, and its breaks."""

    parts: tuple[DayRow, ...]
    breaks: tuple[datetime, ...]
    break_minutes: int
    has_begun: bool
    is_sign_up_open: bool


def day_page(event: Event, at: datetime) -> DayPage:
    """The plan of the day at ``at``. Two queries."""
    phases = list(event.phases.all())
    breaks = list(event.breaks.all())
    one = next(phase for phase in phases if phase.kind == "one")
    return DayPage(
        parts=tuple(
            DayRow(
                label=phase.get_kind_display(),
                starts_at=phase.starts_at,
                ends_at=phase.ends_at if phase.kind != PhaseKind.AWARDS else None,
                is_now=phase.starts_at <= at < phase.ends_at,
            )
            for phase in phases
        ),
        breaks=tuple(row.starts_at for row in breaks),
        break_minutes=int((breaks[0].ends_at - breaks[0].starts_at).total_seconds() // 60) if breaks else 0,
        has_begun=one.started_at is not None,
        is_sign_up_open=one.closed_at is None,
    )
