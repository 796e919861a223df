from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0020_doubt_the_clock")]

    operations = [
        migrations.AddField("event", "contact_days", models.PositiveSmallIntegerField(default=30)),
    ]
