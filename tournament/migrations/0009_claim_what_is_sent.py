from uuid import uuid4

from django.db import migrations, models


def name_each(apps, schema_editor):
    """The column's default is one value for all rows. Receivers must know those that wait from each other."""
    messages = apps.get_model("tournament", "Message").objects
    for pk in messages.exclude(due_at=None).values_list("pk", flat=True):
        messages.filter(pk=pk).update(sent_as=uuid4())


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_add_the_key_that_was_made"),
    ]

    operations = [
        migrations.AddField("delivery", "claimed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("message", "claimed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("message", "sent_as", models.UUIDField(default=uuid4)),
        migrations.RunPython(name_each, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            "delivery",
            models.Index(
                condition=models.Q(("due_at", None), _negated=True),
                fields=["webhook", "id"],
                name="delivery_open",
            ),
        ),
    ]
