from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0019_sign_up_closes"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="day_version",
            field=models.PositiveBigIntegerField(default=0),
        ),
    ]
