from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_chain_the_log")]

    operations = [
        migrations.AddField("event", "phase_two", models.JSONField(blank=True, default=dict)),
    ]
