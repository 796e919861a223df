import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0005_buy_back"),
        ("tournament", "0008_plays_phase_two"),
    ]

    operations = [
        migrations.AddField(
            model_name="buyback",
            name="taken_back_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="buyback",
            name="team",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.team"),
        ),
        migrations.AddConstraint(
            model_name="buyback",
            constraint=models.UniqueConstraint(
                condition=models.Q(("taken_back_at", None)), fields=("team",), name="buy_back_once"
            ),
        ),
    ]
