from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0003_red_and_white"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="best_of_games",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="event",
            name="bye_counts",
            field=models.CharField(
                choices=[
                    ("win", "a game won"),
                    ("nothing", "nothing"),
                    ("average", "the average of the round’s winners"),
                ],
                default="win",
                max_length=8,
            ),
        ),
    ]
