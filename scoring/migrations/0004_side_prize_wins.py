import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_remove_sentences_of_rulings"),
        ("tournament", "0006_results_by"),
    ]

    operations = [
        migrations.CreateModel(
            name="SidePrizeWin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("prize", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="side_prize_wins",
                        to="tournament.event",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.team"),
                ),
            ],
        ),
    ]
