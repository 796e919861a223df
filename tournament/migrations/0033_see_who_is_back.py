from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0032_play_in_sessions")]

    operations = [
        migrations.AddField("team", "back_at", models.DateTimeField(blank=True, null=True)),
    ]
