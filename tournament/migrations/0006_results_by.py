from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0005_reveal"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="results_by",
            field=models.CharField(
                choices=[
                    ("hands", "hand by hand"),
                    ("totals", "by the game’s total"),
                    ("either", "either way, table by table"),
                ],
                default="hands",
                max_length=6,
            ),
        ),
    ]
