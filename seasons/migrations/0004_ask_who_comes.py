from uuid import uuid4

import django.db.models.deletion
from django.db import migrations, models


def make_links(apps, schema_editor):
    people = apps.get_model("seasons", "Person").objects
    for pk in people.values_list("pk", flat=True):
        people.filter(pk=pk).update(link=uuid4())


COMES = [("yes", "yes"), ("maybe", "maybe"), ("no", "no")]


class Migration(migrations.Migration):
    dependencies = [
        ("seasons", "0003_end_who_played_in_ended_weeks"),
        ("tournament", "0016_let_programs_run_events"),
    ]
    operations = [
        migrations.AddField("Person", "is_regular", models.BooleanField(default=False)),
        migrations.AddField("Person", "link", models.UUIDField(null=True)),
        migrations.RunPython(make_links, migrations.RunPython.noop),
        migrations.AlterField("Person", "link", models.UUIDField(default=uuid4, unique=True)),
        migrations.CreateModel(
            name="AskedEvening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_on", models.BooleanField(default=True)),
                ("at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="asked_evenings",
                        to="seasons.club",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="asked",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("comes", models.CharField(choices=COMES, max_length=5)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="tournament.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="seasons.person",
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
    ]
