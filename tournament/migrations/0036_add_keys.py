"""Events, badges and games get a key that is the same in every database that they are moved to."""

from uuid import uuid4

from django.db import migrations, models

MODELS = ("Event", "Badge", "Game")


def give_keys(apps, schema_editor):
    for name in MODELS:
        model = apps.get_model("tournament", name)
        rows = list(model.objects.only("pk"))
        for row in rows:
            row.key = uuid4()
        model.objects.bulk_update(rows, ["key"], batch_size=400)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0035_open_sign_up_until_play")]

    operations = [
        *(
            migrations.AddField(name.lower(), "key", models.UUIDField(null=True, default=None))
            for name in MODELS
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
    ]
