from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0028_speak_of_players")]

    operations = [
        migrations.AddField("event", "phase_two", models.JSONField(blank=True, default=dict)),
    ]
