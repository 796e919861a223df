from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0006_results_by"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="counters",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="event",
            name="side_prizes",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
