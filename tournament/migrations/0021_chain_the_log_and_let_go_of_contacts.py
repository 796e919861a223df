"""Contact data is let go of after so many days, and each entry of the log gets a hash over what it says and the hash before it; those that are there begin."""

import json
from datetime import UTC
from hashlib import sha256

from django.db import migrations, models


def chain(apps, schema_editor):
    event_model, entry_model = apps.get_model("tournament", "Event"), apps.get_model("tournament", "LogEntry")
    for event in event_model.objects.order_by("pk"):
        before, changed = "", []
        for entry in entry_model.objects.filter(event=event).order_by("pk"):
            at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
            said = [event.pk, at, entry.by_id, entry.device, entry.action, entry.words, entry.facts]
            told = sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
            entry.chained = before = sha256(f"{before}{told}".encode()).hexdigest()
            changed.append(entry)
        entry_model.objects.bulk_update(changed, ["chained"], batch_size=400)
        event_model.objects.filter(pk=event.pk).update(chained=before)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0020_doubt_the_clock")]

    operations = [
        migrations.AddField("event", "contact_days", models.PositiveSmallIntegerField(default=30)),
        migrations.AddField(
            "logentry", "chained", models.CharField(default="", max_length=64), preserve_default=False
        ),
        migrations.AddField("event", "chained", models.CharField(blank=True, default="", max_length=64)),
        migrations.RunPython(chain, migrations.RunPython.noop),
    ]
