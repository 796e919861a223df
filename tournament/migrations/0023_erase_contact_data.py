from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0022_undo_schedule_changes")]

    operations = [
        migrations.AddField("event", "contact_days", models.PositiveSmallIntegerField(default=30)),
    ]
