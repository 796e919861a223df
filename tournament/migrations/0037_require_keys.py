from uuid import uuid4

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0036_add_keys")]

    operations = [
        migrations.AlterField(name, "key", models.UUIDField(default=uuid4, unique=True))
        for name in ("event", "badge", "game")
    ]
