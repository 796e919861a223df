"""The log's entries are chained again, by codes, keys and salted digests of what is said (docs/log.md).

What was said until now stays as one text, with gaps for the names in it. Numbers of rows become keys.
"""

import json
import re
from datetime import UTC
from hashlib import sha256
from secrets import token_hex

from django.db import migrations, models

KEYS = {
    "game": "Game",
    "games": "Game",
    "team": "Team",
    "one": "Team",
    "other": "Team",
    "player": "Player",
    "badge": "Badge",
    "donation": "Donation",
}
NUMBERS = {"table": "Table", "round": "Round"}
OF_ROWS_ALONE = {"change", "run", "cut", "draw", "deadline"}
TEXTS = ("notes", "network")


def rechain(apps, schema_editor):
    known = {name: dict(_rows(apps, name, "key")) for name in set(KEYS.values())}
    known |= {name: dict(_rows(apps, name, "number")) for name in NUMBERS.values()}
    entries = apps.get_model("tournament", "LogEntry").objects
    for event in apps.get_model("tournament", "Event").objects.order_by("pk"):
        names, before, changed = _names(event), "", []
        for entry in entries.filter(event=event).select_related("by").order_by("pk"):
            texts = {"by": entry.by.name, "said": entry.words}
            texts |= {name: str(entry.facts.pop(name)) for name in TEXTS if name in entry.facts}
            texts = _parted(texts, names)
            entry.texts = {name: _salted(text) for name, text in texts.items()}
            entry.facts = {
                name: _value(name, value, known)
                for name, value in entry.facts.items()
                if name not in OF_ROWS_ALONE
            }
            entry.chained = before = _chained(before, event, entry)
            changed.append(entry)
        entries.bulk_update(changed, ["facts", "texts", "chained"], batch_size=200)
        event.chained = before
        event.save(update_fields=["chained"])


def _rows(apps, name, column):
    return ((pk, value) for pk, value in apps.get_model("tournament", name).objects.values_list("pk", column))


def _names(event):
    """All names of the event, the longest first."""
    rows = (event.teams, event.players, event.badges)
    names = {name for found in rows for name in found.values_list("name", flat=True) if name.strip()}
    return sorted(names, key=lambda name: (-len(name), name))


def _parted(texts, names):
    """The texts with a gap where a name occurs, and the names beside them."""
    there = [name for name in names if any(name in text for text in texts.values())]
    parted = dict(texts)
    for place, name in enumerate(there, start=1):
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        for text in texts:
            if text != "by" and word.search(parted[text]):
                parted[text] = word.sub(f"⟦name.{place}⟧", parted[text])
                parted[f"name.{place}"] = name
    return parted


def _value(name, value, known):
    if name in KEYS and isinstance(value, list):
        return [_value(name, each, known) for each in value]
    if name in KEYS or name in NUMBERS:
        found = known[KEYS.get(name) or NUMBERS[name]].get(value)
        return found if found is None or isinstance(found, int) else str(found)
    return f"{value:g}" if isinstance(value, float) else value


def _salted(text):
    salt = token_hex(16)
    return {"digest": sha256(f"{salt}{text}".encode()).hexdigest(), "salt": salt, "text": text}


def _chained(before, event, entry):
    content = {
        "form": 1,
        "event": str(event.key),
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "by": str(entry.by.key),
        "device": entry.device,
        "action": entry.action,
        "facts": entry.facts,
        "texts": {name: text["digest"] for name, text in entry.texts.items()},
    }
    written = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(f"{before}{sha256(written.encode()).hexdigest()}".encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("tournament", "0037_require_keys")]

    operations = [
        migrations.AddField("logentry", "texts", models.JSONField(default=dict)),
        migrations.RunPython(rechain, migrations.RunPython.noop),
    ]
