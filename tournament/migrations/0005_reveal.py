import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0004_what_counts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="standings_shown",
            field=models.CharField(
                choices=[
                    ("live", "after every hand"),
                    ("after_round", "after each round"),
                    ("hidden", "at the reveal; with a bracket, when the cut is settled"),
                ],
                default="live",
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Reveal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_last", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reveals",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_last", True)), fields=("event",), name="reveal_ends_once"
                    )
                ],
            },
        ),
    ]
