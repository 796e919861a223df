from django.db import migrations, models


def say_when_they_began(apps, schema_editor):
    """The first five minutes began with the call, every further with the end of those before."""
    deadlines = apps.get_model("tournament", "Deadline").objects
    for row in deadlines.select_related("game").order_by("game", "step"):
        before = deadlines.filter(game=row.game, step=row.step - 1).first()
        deadlines.filter(pk=row.pk).update(from_at=before.due_at if before else row.game.called_at)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0003_hold_back_calls"),
    ]

    operations = [
        migrations.AddField(
            model_name="deadline",
            name="call",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="deadline",
            name="from_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(say_when_they_began, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="deadline",
            name="from_at",
            field=models.DateTimeField(),
        ),
        migrations.RemoveConstraint(
            model_name="deadline",
            name="deadline_once",
        ),
        migrations.AddConstraint(
            model_name="deadline",
            constraint=models.UniqueConstraint(fields=("game", "call", "step"), name="deadline_once"),
        ),
    ]
