from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0018_count_wrong_codes")]

    operations = [
        migrations.AddField("event", "clock_doubted_at", models.DateTimeField(blank=True, null=True)),
    ]
