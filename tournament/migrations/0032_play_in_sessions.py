from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0031_number_games_of_a_series")]

    operations = [
        migrations.AddField("event", "spans_days", models.BooleanField(default=False)),
        migrations.AddField("break", "is_gap", models.BooleanField(default=False)),
        migrations.AddField(
            "break",
            "seating",
            models.CharField(
                blank=True,
                choices=[
                    ("swiss", "Rounds, by standing"),
                    ("random", "Rounds, by lot"),
                    ("robin", "Rounds, everybody against everybody"),
                    ("movement", "Rounds, one side stays and the other moves up a table"),
                    ("open", "Open play: the next game as a table frees"),
                    ("rise", "Rise and fly: winners keep the table"),
                    ("alone", "Individuals: a new partner every round"),
                ],
                default="",
                max_length=8,
            ),
        ),
    ]
