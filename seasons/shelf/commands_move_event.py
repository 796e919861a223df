"""Move an event to another database, and back: export it to a file, and import that.

The file is gzipped JSON lines: a header, then a row on each line, as Django serializes it. People, clubs and
accounts aren't in it. Rows get new ids in the other database; their keys stay the same, and so does the log's
hash chain (docs/moving.md).
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from itertools import chain
from typing import IO, Any

from django.core import serializers
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import AutoField, Max, Model

from scoring.against_log import unlike_log
from scoring.integrity import recomputed
from tournament.badges.commands_badges import make_badge
from tournament.errors import Refused
from tournament.event.commands_erase import erase_rows
from tournament.event.rows_of_event import APPS, keys_of, paths_to_event, rows_of
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Badge, Event, Failure, Invitation, LogEntry, Role
from tournament.models.links import hash_of, secret_of
from tournament.schedule.clock import event_now
from tournament.settings.commands_event import RESERVED_SLUGS, clock_badge

FORM = 1
"""The version of the file format."""
AT_ONCE = 500
Rows = dict[type[Model], list[Model]]


class _Exact(DjangoJSONEncoder):
    """Django's JSON with microseconds, which the log's chain needs."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


@transaction.atomic
def write_event(*, event: Event, to: IO[bytes]) -> int:
    """Write a consistent snapshot of the event to a file. Returns the number of rows."""
    event = lock_event(event.pk)
    rows = [_without_accounts(list(found)) for found in rows_of(event) if found.model in moving()]
    header = {
        "uptown": FORM,
        "event": str(event.key),
        "slug": event.slug,
        "tables": newest_migrations(),
        "rows": sum(map(len, rows)),
    }
    with gzip.GzipFile(fileobj=to, mode="wb", mtime=0) as packed:
        packed.write(json.dumps(header).encode() + b"\n")
        for row in chain.from_iterable(rows):
            [packed_row] = serializers.serialize("python", [row])
            packed.write(json.dumps(packed_row, cls=_Exact, ensure_ascii=False).encode() + b"\n")
    return sum(map(len, rows))


@transaction.atomic
def read_event(
    *, file: IO[bytes], slug: str = "", replaces: bool = False, organizer: Any = None, now: datetime
) -> Event:
    """Import an event from a file. The account ``organizer``, if any, becomes one of its organizers here.

    ``replaces`` allows it to replace the same event, if nothing happened here that isn't in the file.

    :raises Refused: if the file can't be read here, isn't what its log says, or the event can't be replaced.
    """
    header, rows = _read(file)
    here = Event.objects.filter(key=header["event"]).first()
    if here:
        here = lock_event(here.pk)
    event: Any = rows[Event][0]
    event.slug = slug or (here.slug if here else event.slug)
    if event.slug in RESERVED_SLUGS:
        raise Refused("move.reserved", slug=event.slug)
    if Event.objects.filter(slug=event.slug).exclude(key=event.key).exists():
        raise Refused("move.slug", slug=event.slug)
    ids: dict[tuple[type[Model], Any], Any] = {}
    if here:
        if not replaces:
            raise Refused("move.here", slug=here.slug)
        if here.chained and here.chained not in {getattr(entry, "chained", "") for entry in rows[LogEntry]}:
            raise Refused("move.newer", slug=here.slug)
        ids = _take_away(here, rows)
    _write(rows, ids)
    moved = Event.objects.get(key=event.key)
    if wrong := next(iter([*recomputed(moved), *unlike_log(moved)]), ""):
        raise Refused("move.broken", wrong=wrong)
    at = event_now(moved, now)
    if organizer and not moved.badges.filter(user=organizer).exists():
        name = organizer.get_full_name() or organizer.get_username()
        make_badge(event=moved, role=Role.ORGANIZER, name=name, user=organizer, at=at)
    log(moved, "event.moved", by=Actor(clock_badge(moved), "command line"), at=at)
    return moved


@cache
def moving() -> frozenset[type[Model]]:
    """The models whose rows move: those of an event, without a required key to anything outside of it.

    What failed on this server is none of the other's business.
    """
    models = set(paths_to_event()) - {Failure}
    while outside := {
        model
        for model in models
        if any(not key.null and key.related_model not in models for key in keys_of(model))
    }:
        models -= outside
    return frozenset(models)


def newest_migrations() -> dict[str, str]:
    """The name of each app's newest migration. A file can be read only by a database with the same ones."""
    leaves = MigrationLoader(None).graph.leaf_nodes()
    return {app: name for app, name in leaves if app in APPS}


def _read(file: IO[bytes]) -> tuple[dict[str, Any], Rows]:
    """:raises Refused: if the file is damaged, or of another version."""
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            header = json.loads(packed.readline())
            if header["uptown"] != FORM or header["tables"] != newest_migrations():
                raise Refused("move.version")
            rows: Rows = {model: [] for model in paths_to_event() if model in moving()}
            for row in _rows(packed):
                rows[type(row)].append(row)
            for of_model in rows.values():
                _without_accounts(of_model)
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, DeserializationError) as broken:
        raise Refused("move.file") from broken
    events = [str(_key_of(event)) for event in rows[Event]]
    if events != [header["event"]] or sum(map(len, rows.values())) != header["rows"]:
        raise Refused("move.file")
    return header, rows


def _without_accounts(rows: list[Model]) -> list[Model]:
    """Set the rows' foreign keys to models that don't move, such as accounts, to None. Returns the rows."""
    for row in rows:
        for key in keys_of(type(row)):
            if key.related_model not in moving():
                setattr(row, key.attname, None)
    return rows


def _rows(lines: Iterable[bytes]) -> Iterator[Model]:
    """:raises KeyError: if a row is of a model that doesn't move."""
    names = {model._meta.label_lower for model in moving()}
    for line in lines:
        packed_row = json.loads(line)
        if packed_row["model"] not in names:
            raise KeyError(packed_row["model"])
        for row in serializers.deserialize("python", [packed_row]):
            yield row.object


def _take_away(here: Event, rows: Rows) -> dict[tuple[type[Model], Any], Any]:
    """Delete the event's rows, and return the ids of those with a key, by model and key.

    They are inserted again with the same ids, because people and clubs, which stay, refer to them. Badges in
    ``rows`` get the accounts that they have here.
    """
    ids, accounts = {}, {}
    gone = [list(found) for found in rows_of(here) if found.model in moving()]
    for row in chain.from_iterable(gone):
        if key := _key_of(row):
            ids[type(row), key] = row.pk
        if isinstance(row, Badge):
            accounts[row.key] = row.user_id
    for badge in rows[Badge]:
        assert isinstance(badge, Badge)
        badge.user_id = accounts.get(badge.key)
    erase_rows(gone)
    return ids


def _write(rows: Rows, kept: Mapping[tuple[type[Model], Any], Any]) -> None:
    """Insert the rows with ids of this database. Foreign keys are checked on commit.

    :raises Refused: if a row refers to one that isn't in the file.
    """
    ids: dict[tuple[type[Model], Any], Any] = {}
    for model, of_model in rows.items():
        mine = {key: pk for (of, key), pk in kept.items() if of is model}
        new = iter(_new_ids(model, len(of_model), taken=mine.values()))
        for row in of_model:
            ids[model, row.pk] = mine.get(_key_of(row)) or next(new, row.pk)
    try:
        for model, of_model in rows.items():
            for row in of_model:
                _put_here(row, ids)
            model._default_manager.bulk_create(of_model, batch_size=AT_ONCE)
            if model is Event:
                # Its model comes first, so all other rows are inserted under this lock.
                lock_event(of_model[0].pk)
    except KeyError as missing:
        raise Refused("move.file") from missing


def _put_here(row: Any, ids: Mapping[tuple[type[Model], Any], Any]) -> None:
    """Set the row's ids to those of this database, and hash its private link with this server's secret key.

    :raises KeyError: if it refers to a row that has no id here.
    """
    row.pk = ids[type(row), row.pk]
    for key in keys_of(type(row)):
        old = getattr(row, key.attname)
        if old is not None and key.related_model in moving():
            setattr(row, key.attname, ids[key.related_model, old])
    if isinstance(row, Badge | Invitation):
        row.hashed = hash_of(secret_of(row.nonce))
    if isinstance(row, Badge):
        row.code_hash = row.code_until = None


def _key_of(row: Model) -> Any:
    return getattr(row, "key", None)


def _new_ids(model: type[Model], count: int, taken: Iterable[int]) -> list[int]:
    """Unused ids in ascending order. Empty for a model whose ids aren't numbered by the database."""
    key, table = model._meta.pk, model._meta.db_table
    if not isinstance(key, AutoField):
        return []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            drawn = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
            cursor.execute(drawn, [table, key.column, count])
            return sorted(number for (number,) in cursor.fetchall())
    largest = max(model._default_manager.aggregate(largest=Max("pk"))["largest"] or 0, *taken, 0)
    return list(range(largest + 1, largest + count + 1))
