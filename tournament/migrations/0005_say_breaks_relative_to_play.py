from collections import Counter
from datetime import timedelta

from django.db import migrations, models

MINUTE = timedelta(minutes=1)


def keep_breaks_as_written(apps, schema_editor):
    """Breaks of older events keep their written times; an event without breaks keeps its one round."""
    for event in apps.get_model("tournament", "Event").objects.all():
        rests = list(event.breaks.filter(is_gap=False).order_by("starts_at"))
        lengths = Counter((rest.ends_at - rest.starts_at) // MINUTE for rest in rests)
        if event.long_break_after and len(lengths) > 1:
            del lengths[event.long_break_minutes]
        event.breaks_at = "times" if rests else "never"
        event.break_minutes = lengths.most_common(1)[0][0] if rests else 5
        one = event.phases.filter(kind="one").first()
        if not rests and one:
            event.round_minutes = min(max(10, (one.ends_at - one.starts_at) // MINUTE), 1440)
        event.save(update_fields=["breaks_at", "break_minutes", "round_minutes"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_sent_key")]

    operations = [
        migrations.AddField(
            "event",
            "breaks_at",
            models.CharField(
                choices=[
                    ("half", "at the top and middle of each hour"),
                    ("hour", "at the top of each hour"),
                    ("rounds", "after each round"),
                    ("never", "never: one round follows the other"),
                    ("times", "at the times below"),
                ],
                default="half",
                max_length=6,
            ),
        ),
        migrations.AddField("event", "break_minutes", models.PositiveSmallIntegerField(default=5)),
        migrations.AddField("event", "round_minutes", models.PositiveSmallIntegerField(default=25)),
        migrations.RemoveConstraint("break", "break_lasts"),
        migrations.AddConstraint(
            "break",
            models.CheckConstraint(
                condition=models.Q(("ends_at__gte", models.F("starts_at"))), name="break_ends_after_it_starts"
            ),
        ),
        migrations.RunPython(keep_breaks_as_written, migrations.RunPython.noop),
    ]
