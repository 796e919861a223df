from django.db import migrations, models
from django.db.models import Count


def count_the_log(apps, schema_editor):
    """A screen that is open goes on from the number it was told: until now that was the log's length."""
    Event = apps.get_model("tournament", "Event")
    for event in Event.objects.annotate(entries=Count("log")):
        Event.objects.filter(pk=event.pk).update(version=event.entries)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0007_rename_to_the_fields_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="version",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.RunPython(count_the_log, migrations.RunPython.noop),
    ]
