from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0029_choose_phase_two")]

    operations = [
        migrations.AddField("event", "calls_phase_two", models.BooleanField(default=False)),
    ]
