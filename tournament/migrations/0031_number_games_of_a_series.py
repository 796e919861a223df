from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0030_call_phase_two")]

    operations = [
        migrations.AddField("game", "number", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("game", "best_of", models.PositiveSmallIntegerField(default=1)),
        migrations.RemoveConstraint("game", "game_fills_its_slot_once"),
        migrations.AddConstraint(
            "game",
            models.UniqueConstraint(
                fields=("phase", "bracket_position", "number"),
                condition=models.Q(recalled_at=None) & ~models.Q(bracket_position=""),
                name="game_fills_its_slot_once",
            ),
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=models.Q(number__gte=1, number__lte=models.F("best_of")),
                name="game_is_one_of_its_series",
            ),
        ),
    ]
