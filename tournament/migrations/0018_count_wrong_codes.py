from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_require_hashed_links")]

    operations = [
        migrations.AddField("badge", "code_tries", models.PositiveIntegerField(default=0)),
    ]
