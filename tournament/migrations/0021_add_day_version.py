from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0020_doubt_the_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="day_version",
            field=models.PositiveBigIntegerField(default=0),
        ),
    ]
