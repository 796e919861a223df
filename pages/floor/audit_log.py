"""The audit log, paginated: what happened, who did it, when, on which device."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Q, QuerySet

from tournament.models import Event, Game, LogEntry, Role
from tournament.models.typed_names import plain

PAGE = 50
KINDS = {
    "event": "The event",
    "organizer": "Organizers",
    "badge": "Badges",
    "code": "Codes",
    "team": "Who plays",
    "player": "People looking for a partner",
    "donation": "Money given",
    "money": "The drawer and prizes",
    "phase-one": "Phase I",
    "phase-two": "Phase II",
    "round": "Rounds",
    "game": "Games",
    "hand": "Hands",
    "referee": "Calls for a referee",
    "ruling": "Rulings",
    "report": "Hands as they were reported",
    "agreement": "Agreements",
    "table": "Tables",
    "cut": "The cut",
    "lot": "Lots",
    "day": "Clock",
    "late": "Late hands",
    "clock": "Practice clock",
    "door": "Signing in",
    "refused": "What was refused",
    "contacts": "Contact data",
    "wall": "The big screen",
}
# Doubts about a hand that was saved anyway (scoring/hands/doubts.py).
DESPITE = {
    "odd-total": "its total was odd",
    "hands-count-more": "the hands before it counted more than the total",
    "same-hand": "it was the same as the last one, within two minutes",
    "too-fast": "it came within three minutes",
    "other-table": "another referee looks after the table",
}
COLUMNS = ("number", "at", "action", "words", "by", "role", "device", "more", "game", "facts")


@dataclass(frozen=True, kw_only=True)
class LogRow:
    """One entry. ``more`` are its notes and doubts, ``game`` and ``hand`` the ids of what it is about."""

    number: int
    at: datetime
    action: str
    words: str
    by: str
    role: str
    device: str
    more: str
    game: int | None
    hand: str | None


@dataclass(frozen=True, kw_only=True)
class LogPage:
    """A page of entries, newest first."""

    rows: tuple[LogRow, ...]
    older: int | None
    """The ``before`` of the next page, if there is one."""


@dataclass(frozen=True, kw_only=True)
class Narrowed:
    """A filter of the log; empty values filter nothing."""

    who: int | None = None
    what: str = ""
    query: str = ""
    table: int | None = None
    """A table's number, the others are ids."""
    team: int | None = None
    game: int | None = None
    since: datetime | None = None
    until: datetime | None = None


def log_page(event: Event, wanted: Narrowed, *, before: int | None = None) -> LogPage:
    """The matching entries before entry ``before``. Two queries; a search for words reads in chunks."""
    entries = narrowed(event, wanted).order_by("-pk")
    if before:
        entries = entries.filter(pk__lt=before)
    found = list(islice(_matching(entries, wanted.query), PAGE + 1))
    games = _games_of(found)
    rows = tuple(_row(entry, games) for entry in found[:PAGE])
    return LogPage(rows=rows, older=rows[-1].number if len(found) > PAGE else None)


def log_entries(event: Event, wanted: Narrowed, *, after: int, most: int) -> list[LogRow]:
    """At most this many matching entries after entry ``after``, oldest first. Two queries."""
    return log_rows(list(narrowed(event, wanted).filter(pk__gt=after).order_by("pk")[:most]))


def log_rows(found: Sequence[LogEntry]) -> list[LogRow]:
    """The rows of these entries. One query."""
    games = _games_of(found)
    return [_row(entry, games) for entry in found]


def _games_of(found: Sequence[LogEntry]) -> dict[str, int]:
    keys = {entry.facts["game"] for entry in found if isinstance(entry.facts.get("game"), str)}
    return {str(key): pk for key, pk in Game.objects.filter(key__in=keys).values_list("key", "pk")}


def log_lines(event: Event, wanted: Narrowed) -> Iterator[dict[str, Any]]:
    """Every matching entry, oldest first, for an export. Reads in chunks."""
    games = {str(key): pk for key, pk in event.games.values_list("key", "pk")}
    for entry in _matching(narrowed(event, wanted).order_by("pk"), wanted.query):
        row = vars(_row(entry, games))
        at = entry.at.astimezone(event.zone).isoformat()
        yield {**row, "at": at, "role": entry.by.role, "facts": entry.facts}


def narrowed(event: Event, wanted: Narrowed) -> QuerySet[LogEntry]:
    """The entries that match all of the filter but its query. An entry's text exists only once rendered."""
    entries = event.log.select_related("by")
    if wanted.who:
        entries = entries.filter(by=wanted.who)
    if wanted.what:
        entries = entries.filter(action__startswith=f"{wanted.what}.")
    if wanted.game:
        entries = entries.filter(facts__game__in=_keys(event.games.filter(pk=wanted.game)))
    if wanted.table:
        games = _keys(event.games.filter(table__number=wanted.table))
        entries = entries.filter(Q(facts__game__in=games) | Q(facts__table=wanted.table))
    if wanted.team:
        teams = _keys(event.teams.filter(pk=wanted.team))
        games = _keys(Game.objects.of(wanted.team).filter(event=event))
        entries = entries.filter(Q(facts__team__in=teams) | Q(facts__game__in=games))
    if wanted.since:
        entries = entries.filter(at__gte=wanted.since)
    if wanted.until:
        entries = entries.filter(at__lt=wanted.until)
    return entries


def log_choices(event: Event) -> dict[str, list[tuple[str, str]]]:
    """The choices of each filter: who wrote in this log, the kinds of entry, tables, teams. Four queries."""
    who = event.log.order_by("by__name", "by").values_list("by", "by__name").distinct()
    actions = event.log.order_by("action").values_list("action", flat=True).distinct()
    kinds = dict.fromkeys(action.split(".")[0] for action in actions)
    teams = event.teams.values_list("pk", "number", "name")
    return {
        "who": [(str(pk), name) for pk, name in who],
        "what": [(kind, KINDS.get(kind, kind.replace("-", " ").capitalize())) for kind in kinds],
        "table": [(str(each), f"Table {each}") for each in event.tables.values_list("number", flat=True)],
        "team": [(str(pk), f"{number} {name}") for pk, number, name in teams],
    }


def _matching(entries: QuerySet[LogEntry], query: str) -> Iterator[LogEntry]:
    wanted = plain(query).split()
    for entry in entries.iterator(chunk_size=500):
        text = plain(entry.words) if wanted else ""
        if all(word in text for word in wanted):
            yield entry


def _keys(rows: QuerySet[Any]) -> list[str]:
    return [str(key) for key in rows.values_list("key", flat=True)]


def _row(entry: LogEntry, games: Mapping[str, int]) -> LogRow:
    # The names of the clock and the public say their role already.
    is_somebody = entry.by.role not in {Role.CLOCK, Role.PUBLIC}
    return LogRow(
        number=entry.pk,
        at=entry.at,
        action=entry.action,
        words=entry.words,
        by=entry.text("by"),
        role=Role(entry.by.role).label if is_somebody else "",
        device=entry.device,
        more=_more(entry),
        game=games.get(entry.facts.get("game") or ""),
        hand=entry.facts.get("hand"),
    )


def _more(entry: LogEntry) -> str:
    doubts = [DESPITE[key] for key in entry.facts.get("despite", ()) if key in DESPITE]
    notes = [entry.text("notes")] if "notes" in entry.texts else []
    return " ".join([*notes, *([f"Saved although {', and '.join(doubts)}."] if doubts else [])])
