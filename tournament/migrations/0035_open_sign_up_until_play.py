from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0034_hash_codes")]

    operations = [
        migrations.AlterField(
            "event", "sign_up_minutes", models.PositiveSmallIntegerField(blank=True, default=0, null=True)
        ),
    ]
