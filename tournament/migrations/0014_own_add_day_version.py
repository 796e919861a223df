from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0013_remove_chairs_from_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="day_version",
            field=models.PositiveBigIntegerField(default=0),
        ),
    ]
