from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0020_doubt_the_clock")]

    operations = [
        migrations.AddField("event", "tie_breaks", models.JSONField(blank=True, default=list)),
    ]
