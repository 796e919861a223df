"""The rows that make the day: its phases, its breaks, what was done to it, and the round called last.

Nearly every page shows the clock, so they are read together, in one statement that Django writes once.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import (
    CharField,
    DateTimeField,
    F,
    Field,
    IntegerField,
    Model,
    QuerySet,
    Subquery,
    Value,
)

from tournament.models import Break, Event, Phase, Round, ScheduleChange
from tournament.models.prepared import Converters, Given, converted, converters_of

# What the statement's columns hold for each of them. A round fills them all: from the first of the four a
# database learns their types.
COLUMNS: dict[type[Model], tuple[str, ...]] = {
    Round: (
        *("id", "kind", "seating", "called_at", "play_from", "whistle_at", "recalled_at", "held_at"),
        *("phase_id", "number", "slot"),
    ),
    Phase: (
        *("id", "kind", "seating", "starts_at", "ends_at", "started_at", "closed_at", "calls_held_at"),
        *("rematch_minutes", "", ""),
    ),
    Break: ("id", "", "", "starts_at", "ends_at", "", "", "", "", "", ""),
    ScheduleChange: ("id", "kind", "part", "at", "break_at", "", "", "", "minutes", "", ""),
}
MODELS = tuple(COLUMNS)
TYPES: tuple["Field[Any, Any]", ...] = (
    IntegerField(),
    *[CharField()] * 2,
    *[DateTimeField()] * 5,
    *[IntegerField()] * 3,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class DayRows:
    """The day's rows, each kind in its order. A column that is left out here is read when it is needed.

    ``round`` is the one that was called last, with its phase; None before the first.
    """

    phases: Sequence[Phase]
    breaks: Sequence[Break]
    deeds: Sequence[ScheduleChange]
    round: Round | None


@dataclass
class _Kept:
    """The day of one page, once somebody has asked for it."""

    rows: DayRows | None = None


def with_its_day(event: Event) -> Event:
    """The event for a page that only shows: its day is read when it is first asked for, and then never again.

    A copy, so that what is done to the day later is not overlooked.
    """
    kept = copy(event)
    vars(kept)["kept_day"] = _Kept()
    return kept


def day_rows(event: Event) -> DayRows:
    """The day's rows. One query; none where the page has asked before (``with_its_day``)."""
    kept: _Kept = vars(event).get("kept_day") or _Kept()
    if kept.rows is None:
        kept.rows = _read(event)
    return kept.rows


def _read(event: Event) -> DayRows:
    statement, database = _statement(connection.vendor), connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(statement.sql, [event.pk if isinstance(p, Given) else p for p in statement.params])
        answers = cursor.fetchall()
    found: dict[type[Model], list[Any]] = {model: [] for model in MODELS}
    for answer in answers:
        which, *values = converted(answer, statement.converters, database)
        found[MODELS[which]].append(_row(MODELS[which], values))
    phases = sorted(found[Phase], key=lambda row: (row.starts_at, row.pk))
    last = next(iter(found[Round]), None)
    if last:
        last.phase = next(phase for phase in phases if phase.pk == last.phase_id)
    return DayRows(
        phases=phases,
        breaks=sorted(found[Break], key=lambda row: row.starts_at),
        deeds=sorted(found[ScheduleChange], key=lambda row: (row.at, row.pk)),
        round=last,
    )


def _row(model: type[Model], values: Sequence[Any]) -> Model:
    """A row of one kind, with the columns that were asked for."""
    there = dict(zip(COLUMNS[model], values, strict=True))
    names = [field.attname for field in model._meta.concrete_fields if field.attname in there]
    return model.from_db(DEFAULT_DB_ALIAS, names, [there[name] for name in names])


@dataclass(frozen=True, slots=True)
class _Statement:
    """The statement as one kind of database reads it, and what makes values of its answers."""

    sql: str
    params: Sequence[Any]
    converters: Converters


@lru_cache
def _statement(vendor: str) -> _Statement:
    event = Given(Phase, "event_id")
    called = Round.objects.called().filter(phase__event=event).order_by("-called_at", "-pk")
    last = Round.objects.filter(pk=Subquery(called.values("pk")[:1])).annotate(
        kind=F("phase__kind"), seating=F("phase__seating"), held_at=F("phase__calls_held_at")
    )
    first, *others = (
        _asked(MODELS.index(model), rows)
        for model, rows in (
            (Round, last),
            (Phase, Phase.objects.filter(event=event)),
            (Break, Break.objects.filter(event=event)),
            (ScheduleChange, ScheduleChange.objects.filter(event=event)),
        )
    )
    compiler = first.union(*others, all=True).query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    return _Statement(sql, params, converters_of(compiler))


def _asked(which: int, rows: "QuerySet[Any]") -> "QuerySet[Any, Any]":
    """The statement's columns for one kind of row; which kind stands first."""
    named = zip(COLUMNS[MODELS[which]], TYPES, strict=True)
    columns = (F(name) if name else Value(None, output_field=kind) for name, kind in named)
    return rows.order_by().values_list(Value(which), *columns)
