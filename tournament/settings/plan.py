"""An event's settings as one value, and how they map to rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass, replace
from datetime import time
from typing import Any, Self

from django.db.models import Model

from rules.competition.taking_part import WayOfTakingPart
from rules.games import find_ruleset
from rules.seating.known import find_seating, way_of
from rules.time.hours import DayHours, SessionPlan
from tournament.event.day_rows import DayRows
from tournament.models import Break, Event, Phase
from tournament.models.events import BreaksAt, EventSettings, PairsUp, SeedsBy
from tournament.models.schedule import PhaseKind, PhaseSettings


def _settings(*models: type[Model]) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a dataclass for the settings of these models, with the models' defaults."""
    for column in (column for model in models for column in model._meta.fields):
        default = column.default
        yield column.name, Any, field(default_factory=default) if callable(default) else default


_Settings: Any = make_dataclass(
    "_Settings", _settings(EventSettings, PhaseSettings), frozen=True, kw_only=True
)


@dataclass(frozen=True, kw_only=True)
class DayPlan(_Settings, DayHours):  # type: ignore[misc]
    """An event as its organizer fills it in. The defaults are the day of Rulebook E-10.

    Its settings are the fields of ``EventSettings`` and ``PhaseSettings``.
    """

    name: str
    venue: str = ""
    tables: int = 8
    is_practice: bool = False
    what_counts = Event.what_counts

    @property
    def way(self) -> WayOfTakingPart:
        return way_of(
            find_ruleset(self.game, self.house_rules),
            self.seating,
            spare=int(self.third_player),
            pairs_up=self.pairs_up != PairsUp.NEVER,
        ).playing_on(self.plays_phase_two, plays_phase_one=self.seeds_by == SeedsBy.PHASE_ONE)

    @property
    def has_rounds(self) -> bool:
        return find_seating(self.seating).has_rounds

    @property
    def hours(self) -> tuple[Any, ...]:
        """The values of the hours, to compare two plans."""
        return tuple(getattr(self, each.name) for each in fields(DayHours))

    def with_(self, **settings: Any) -> Self:
        """``replace`` for the settings that come from the models, which type checkers don't know."""
        return replace(self, **settings)


def columns(plan: DayPlan, model: type[Model]) -> dict[str, Any]:
    """The values of the plan for the columns of ``model`` that it has as fields."""
    return {name: getattr(plan, name) for name in _shared(model)}


def plan_of(event: Event) -> DayPlan:
    """The plan that the event follows now. Three queries."""
    phases = {row.kind: row for row in event.phases.all()}
    starts = {kind: row.starts_at.astimezone(event.zone) for kind, row in phases.items()}
    rows = DayRows(event)
    plan = DayPlan(
        **{name: getattr(event, name) for name in _shared(Event)},
        **{name: getattr(phases[PhaseKind.ONE], name) for name in _shared(Phase)},
        **_sessions_of(event, phases, rows.gaps),
        held_on=starts[PhaseKind.MEET].date(),
        meet_at=starts[PhaseKind.MEET].time(),
        phase_one_at=starts[PhaseKind.ONE].time(),
        phase_two_at=starts[PhaseKind.TWO].time(),
        awards_at=starts[PhaseKind.AWARDS].time(),
        breaks=_written_breaks(event, rows),
        tables=event.tables.filter(is_out_of_use=False).count(),
    )
    is_there = plan.local().two == starts[PhaseKind.TWO].replace(tzinfo=None)
    return plan if is_there else replace(plan, phase_two_on=starts[PhaseKind.TWO].date())


def _written_breaks(event: Event, rows: DayRows) -> tuple[time, ...]:
    if event.breaks_at != BreaksAt.TIMES:
        return ()
    return tuple(dict.fromkeys(rest.starts_at.astimezone(event.zone).time() for rest in rows.breaks))


def _shared(model: type[Model]) -> set[str]:
    return {each.name for each in fields(DayPlan)} & {column.name for column in model._meta.concrete_fields}


def _sessions_of(event: Event, phases: Mapping[str, Phase], gaps: Sequence[Break]) -> dict[str, Any]:
    one, two = phases[PhaseKind.ONE], phases[PhaseKind.TWO]
    begin = [one.starts_at, *(gap.ends_at for gap in gaps)]
    end = [*(gap.starts_at for gap in gaps), one.ends_at]
    ends = [moment.astimezone(event.zone).time() if moment != two.starts_at else None for moment in end]
    later = zip((moment.astimezone(event.zone) for moment in begin[1:]), ends[1:], gaps, strict=True)
    return {
        "phase_one_until": ends[0],
        "sessions": tuple(
            SessionPlan(held_on=shown.date(), starts_at=shown.time(), ends_at=stops, seating=gap.seating)
            for shown, stops, gap in later
        ),
    }
