from datetime import timedelta
from hashlib import sha256

from django.db import migrations, models

LASTED = timedelta(days=3)


def hash_links(apps, schema_editor):
    """Links that were given out open what they opened; set-up links of long ago open nothing any more."""
    for row in apps.get_model("tournament", "Badge").objects.all():
        row.hashed, row.chance = sha256(row.chance.encode()).hexdigest(), f"={row.chance}"
        row.save(update_fields=["hashed", "chance"])
    for row in apps.get_model("tournament", "Invitation").objects.all():
        row.hashed, row.chance = sha256(row.chance.encode()).hexdigest(), f"={row.chance}"
        row.expires_at = row.made_at + LASTED
        row.save(update_fields=["hashed", "chance", "expires_at"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0015_keep_sessions_with_their_device")]

    operations = [
        migrations.RenameField("badge", "secret", "chance"),
        migrations.AlterField("badge", "chance", models.CharField(max_length=44)),
        migrations.AddField("badge", "hashed", models.CharField(max_length=64, null=True)),
        migrations.RenameField("invitation", "token", "chance"),
        migrations.AlterField("invitation", "chance", models.CharField(max_length=44)),
        migrations.AddField("invitation", "hashed", models.CharField(max_length=64, null=True)),
        migrations.AddField("invitation", "expires_at", models.DateTimeField(null=True)),
        migrations.AddField("invitation", "withdrawn_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(hash_links, migrations.RunPython.noop),
    ]
