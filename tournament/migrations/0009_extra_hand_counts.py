from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_plays_phase_two"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="extra_hand_counts",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="own_points",
            field=models.SmallIntegerField(default=0),
        ),
    ]
