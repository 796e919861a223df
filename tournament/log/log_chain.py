"""The log's hash chain: the hash of an entry covers its content and the hash before it (docs/log.md).

The canonical form never changes, because old databases and printed heads depend on it. A test compares an
entry with a literal hash.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from tournament.models import Badge, Event, LogEntry, Player, Team
from tournament.models.teams import NOBODY

FORM = 1
"""The version of the canonical form."""


def digest_of_text(salt: str, text: str) -> str:
    return sha256(f"{salt}{text}".encode()).hexdigest()


def canonical(
    *,
    event: str,
    at: datetime,
    by: str,
    device: str,
    action: str,
    facts: Mapping[str, Any],
    digests: Mapping[str, str],
) -> str:
    """An entry's content as text: JSON by RFC 8785, without floats. ``event`` and ``by`` are keys."""
    content = {
        "form": FORM,
        "event": event,
        "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
        "by": by,
        "device": device,
        "action": action,
        "facts": facts,
        "texts": digests,
    }
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def hash_of_content(content: str) -> str:
    return sha256(content.encode()).hexdigest()


def chained(before: str, content_hash: str) -> str:
    """The hash of an entry after the one with the hash ``before`` (empty for the first)."""
    return sha256(f"{before}{content_hash}".encode()).hexdigest()


def newest_head() -> str:
    """The hash of the newest entry at a real event, else at a practice event. At most two queries."""
    entries = LogEntry.objects.order_by("-pk").values_list("chained", flat=True)
    return entries.filter(event__is_practice=False).first() or entries.first() or ""


def broken_links(event: Event) -> list[str]:
    """A sentence for each error in the log and its chain. Six queries, however long the log is."""
    return list(_Walk(event).objections())


def events_with_head(head: str) -> list[Event]:
    """The events whose log has an entry with a hash that begins with ``head``. One query."""
    return list(Event.objects.filter(log__chained__startswith=head).distinct().order_by("pk"))


@dataclass
class _Walk:
    """Recomputes the chain. ``erased`` counts the erased texts, ``said_erased`` those the log states."""

    event: Event
    before: str = ""
    erased: int = 0
    said_erased: int = 0

    def objections(self) -> Iterator[str]:
        names: dict[str, str] = {}
        entries = self.event.log.select_related("by").order_by("pk")
        for entry in entries.iterator(chunk_size=1000):
            self.before = chained(self.before, self._content_hash(entry))
            if entry.chained != self.before:
                where = f"The log was changed at entry {entry.pk}, or right before it."
                yield f"{where} It says: {self._shown(entry)}"
                return
            if wrong := next(_changed_texts(entry), ""):
                yield f"The text “{wrong}” was changed in entry {entry.pk}: {self._shown(entry)}"
                return
            self.erased += sum("text" not in text for text in entry.texts.values())
            self.said_erased += entry.facts.get("erased", 0)
            names |= names_in(entry)
        if Event.objects.values_list("chained", flat=True).get(pk=self.event.pk) != self.before:
            yield "The last entries of the log are gone."
        if self.erased != self.said_erased:
            yield f"{self.erased} texts of the log are erased, and the log says {self.said_erased}."
        yield from _other_names(self.event, names)

    def _content_hash(self, entry: LogEntry) -> str:
        content = canonical(
            event=str(self.event.key),
            at=entry.at,
            by=str(entry.by.key),
            device=entry.device,
            action=entry.action,
            facts=entry.facts,
            digests={name: text["digest"] for name, text in entry.texts.items()},
        )
        return hash_of_content(content)

    def _shown(self, entry: LogEntry) -> str:
        return f"{entry.at.astimezone(self.event.zone):%-I:%M %p}, {entry.words}"


def _changed_texts(entry: LogEntry) -> Iterator[str]:
    """The names of texts that were changed. An erased text can't be compared."""
    for name, text in entry.texts.items():
        if "text" in text and digest_of_text(text.get("salt", ""), text["text"]) != text["digest"]:
            yield name


def names_in(entry: LogEntry) -> dict[str, str]:
    keys = {"by": str(entry.by.key), **entry.facts}
    named: dict[str, str] = {}
    for name, key in keys.items():
        many = key if isinstance(key, list) else [key]
        for index, each in enumerate(many):
            text = f"{name}.{index}" if isinstance(key, list) else name
            if isinstance(each, str) and entry.texts_by_name.get(text):
                named[each] = entry.text(text)
    return named


def _other_names(event: Event, names: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each name that isn't its last one in the log, without team badges'. Three queries."""
    rows: tuple[tuple[str, Any], ...] = (
        ("team", Team.objects.filter(event=event)),
        ("player", Player.objects.filter(event=event).exclude(name=NOBODY)),
        ("badge", Badge.objects.filter(event=event, team=None)),
    )
    for kind, found in rows:
        for key, name in found.values_list("key", "name"):
            if names.get(str(key), name) != name:
                yield f"The {kind} “{name}” is called “{names[str(key)]}” in the log."
