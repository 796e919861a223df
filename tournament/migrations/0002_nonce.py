from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_version_1")]

    operations = [
        migrations.RenameField("badge", "chance", "nonce"),
        migrations.RenameField("invitation", "chance", "nonce"),
        migrations.RenameField("webhook", "chance", "nonce"),
    ]
