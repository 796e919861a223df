from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0019_sign_up_closes")]

    operations = [
        migrations.AddField("event", "clock_doubted_at", models.DateTimeField(blank=True, null=True)),
    ]
