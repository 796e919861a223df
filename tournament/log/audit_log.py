"""Writing the audit log: what happened, who did it, when, on which device."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import CharField, Exists, F, Q, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import SHA256, Concat

from tournament.errors import Refused
from tournament.errors.log_sentences import gap
from tournament.log.announcements import announce
from tournament.log.log_chain import canonical, digest_of_text, hash_of_content
from tournament.models import Actor, Badge, Donation, Event, Game, LogEntry, Player, Round, Table, Team
from tournament.models.typed_names import as_word

NO_GAME = 0
"""Announced in place of a game's id if no player needs to refresh."""
LONGEST_TEXT = 500


class _Sha256(SHA256):
    """SHA-256 as hexadecimal digits, computed by the database. Django's own needs a PostgreSQL extension."""

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        template = "ENCODE(SHA256(CONVERT_TO(%(expressions)s, 'UTF8')), 'hex')"
        return self.as_sql(compiler, connection, template=template, **more)


def log(
    event: Event,
    action: str,
    *,
    by: Actor,
    at: datetime,
    concerns: Game | None = None,
    is_for_nobody: bool = False,
    keeps_day: bool = False,
    **facts: object,
) -> None:
    """Append an entry and increment the event's version. Call it inside the action's transaction.

    A row among ``facts`` is stored as its key or number with its current name, a text in a form that can be
    erased, a refusal as its code and values. The sentence is rendered when the entry is shown
    (``errors/log_sentences.py``).

    The caller already holds the event's lock (``locks.py``). After the commit every screen is notified. If
    the action ``concerns`` one game, players of other games needn't refresh, and the day's rows are as before
    (``event/day_rows.py``); if it ``is_for_nobody``, no player needs to. One that ``keeps_day`` leaves the
    day's rows as they were, although all need to.

    :raises TypeError: if a fact has no canonical form, such as a float.
    :raises Refused: if the badge was taken back while the action waited for the lock.
    """
    values: dict[str, Any] = {}
    texts = {"by": by.badge.name}
    for name, fact in facts.items():
        _put(values, texts, name, fact)
    salted = {name: _salted(text) for name, text in _with_gaps(texts).items()}
    device = by.device[:80]
    content = canonical(
        event=str(event.key),
        at=at,
        by=str(by.badge.key),
        device=device,
        action=action,
        facts=values,
        digests={name: text["digest"] for name, text in salted.items()},
    )
    hashed = Value(hash_of_content(content))
    # The database chains the hash to the previous one. Reading that one first would cost a statement.
    before = RawSQL("(SELECT chained FROM tournament_event WHERE id = %s)", [event.pk], CharField())
    LogEntry.objects.create(
        event=event,
        at=at,
        by=by.badge,
        device=device,
        action=action,
        facts=values,
        texts=salted,
        chained=_Sha256(Concat(before, hashed)),
    )
    # The badge was looked at before the event was locked: it may have been taken back since.
    taken_back = Badge.objects.filter(pk=by.badge.pk, revoked_at__isnull=False)
    may_act = Q() if by.badge.revoked_at else ~Exists(taken_back)
    # Not the key of this instance again, which may have been read before the lock.
    day = {} if concerns or is_for_nobody or keeps_day else {"day_key": uuid4()}
    if not Event.objects.filter(may_act, pk=event.pk).update(
        version=F("version") + 1, chained=_Sha256(Concat("chained", hashed)), **day
    ):
        raise Refused("badge.taken-back")
    # What is read with this instance from now on isn't what pages read before. The database has the hash.
    event.day_key, event.chained = day.get("day_key", event.day_key), ""
    concerned = NO_GAME if is_for_nobody else concerns.pk if concerns else None
    transaction.on_commit(partial(announce, event.slug, concerned))


def erase_from_log(event: Event, names: Iterable[str]) -> int:
    """Erase the texts of the event's log that contain one of these names; returns how many.

    Part of the action that erases a person. That action's own entry gives the number as ``erased``, so that
    the chain still verifies. Reads the whole log.
    """
    found = [as_word(name) for name in names if name]
    changed, erased = [], 0
    for entry in event.log.order_by("pk"):
        gone = {
            name
            for name, text in entry.texts.items()
            if any(name_in.search(text.get("text", "")) for name_in in found)
        }
        if gone:
            entry.texts = {
                name: {"digest": text["digest"]} if name in gone else text
                for name, text in entry.texts.items()
            }
            changed.append(entry)
            erased += len(gone)
    LogEntry.objects.bulk_update(changed, ["texts"], batch_size=200)
    return erased


def _put(values: dict[str, Any], texts: dict[str, str], name: str, fact: object) -> None:
    """Store a fact: its key or value in ``values``, its name or text in ``texts``."""
    match fact:
        case None:
            return
        case str():
            texts[name] = fact[:LONGEST_TEXT]
        case Team() | Player() | Badge():
            values[name], texts[name] = str(fact.key), fact.name
        case [Team() | Player(), *_]:
            assert isinstance(fact, list | tuple)
            values[name] = [str(each.key) for each in fact]
            texts |= {f"{name}.{index}": each.name for index, each in enumerate(fact)}
        case Refused():
            values[name] = fact.code
            for each, value in fact.values.items():
                _put_value(values, texts, each, value)
        case Game():
            values[name] = str(fact.key)
            if fact.table:
                values.setdefault("table", fact.table.number)
        case _:
            values[name] = _value(fact)


def _put_value(values: dict[str, Any], texts: dict[str, str], name: str, value: object) -> None:
    """Store a value of a refusal, as its sentence shows it."""
    match value:
        case None | int() | Team() | Player() | Badge():
            _put(values, texts, name, value)
        case list():
            texts |= {f"{name}.{index}": str(each) for index, each in enumerate(value)}
        case _:
            _put(values, texts, name, str(value))


def _value(fact: object) -> Any:
    match fact:
        case Game() | Donation():
            return str(fact.key)
        case Table() | Round():
            return fact.number
        case UUID():
            return str(fact)
        case datetime():
            return fact.astimezone(UTC).isoformat(timespec="microseconds")
        case None | bool() | int() | str():
            return fact
        case list() | tuple():
            return [_value(each) for each in fact]
        case dict():
            return {str(name): _value(each) for name, each in fact.items()}
        case _:
            raise TypeError(f"{fact!r} has no fixed form: write it as a text or a whole number.")


def _salted(text: str) -> dict[str, str]:
    salt = token_hex(16)
    return {"digest": digest_of_text(salt, text), "salt": salt, "text": text}


def _with_gaps(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts, with a placeholder wherever one contains another, so that each name is stored once."""
    parted = dict(texts)
    for name in sorted(texts, key=lambda each: -len(texts[each])):
        short = re.compile(rf"(?<!\w){re.escape(texts[name])}(?!\w)") if texts[name].strip() else None
        for other, text in parted.items():
            if short and other != name and len(text) > len(texts[name]):
                parted[other] = short.sub(gap(name).replace("\\", r"\\"), text)
    return parted
