import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_rename_simulations_in_the_log")]

    operations = [
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=2)),
                ("seated_at", models.DateTimeField(blank=True, null=True)),
                ("units", models.PositiveSmallIntegerField(default=0)),
                ("points", models.SmallIntegerField(default=0)),
                ("bostons", models.PositiveSmallIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sides",
                        to="tournament.game",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": (models.UniqueConstraint(fields=("game", "name"), name="side_once_a_game"),),
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chair", models.CharField(max_length=2)),
                ("is_taken", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.game",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.side",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.team",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": (
                    models.UniqueConstraint(fields=("game", "team"), name="seat_nobody_twice_in_a_game"),
                    models.UniqueConstraint(fields=("game", "chair"), name="seat_one_a_chair"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_taken", True)),
                        fields=("team",),
                        name="seat_nobody_at_two_tables",
                    ),
                ),
            },
        ),
    ]
