from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0033_see_who_is_back")]

    operations = [
        migrations.AlterField(
            "event", "sign_up_minutes", models.PositiveSmallIntegerField(blank=True, default=0, null=True)
        ),
    ]
