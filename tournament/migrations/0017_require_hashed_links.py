from django.db import migrations, models


class Migration(migrations.Migration):
    # PostgreSQL changes no table that has rows written in the same transaction.
    dependencies = [("tournament", "0016_hash_links")]

    operations = [
        migrations.AlterField("badge", "hashed", models.CharField(max_length=64, unique=True)),
        migrations.AlterField("invitation", "hashed", models.CharField(max_length=64, unique=True)),
        migrations.AlterField("invitation", "expires_at", models.DateTimeField()),
    ]
