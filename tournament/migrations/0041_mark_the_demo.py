from django.db import migrations, models


def mark_the_demo(apps, schema_editor):
    """The demo was known by its name. It has been left alone for long, so that it starts over."""
    events = apps.get_model("tournament", "Event").objects
    first = events.filter(name="Pride South on the Lake (demo)", is_practice=True).order_by("pk").first()
    if first:
        events.filter(pk=first.pk).update(demo="taken")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0040_say_that_tables_open_up")]

    operations = [
        migrations.AddField(
            "event",
            "demo",
            models.CharField(
                blank=True,
                choices=[
                    ("played", "the built-in players"),
                    ("taken", "somebody who acts as its referee or organizer"),
                ],
                default="",
                max_length=6,
            ),
        ),
        migrations.RunPython(mark_the_demo, migrations.RunPython.noop),
    ]
