from django.db import migrations, models


def close_short_codes(apps, schema_editor):
    """Close the codes given before: six digits are too few where nobody is locked out. A new one is a press."""
    apps.get_model("tournament", "Badge").objects.update(code_until=None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0033_see_who_is_back")]

    operations = [
        migrations.RemoveConstraint("badge", "badge_code_opens_one_door"),
        migrations.RemoveField("badge", "code"),
        migrations.RemoveField("badge", "code_tries"),
        migrations.AddField(
            "badge", "code_hash", models.CharField(max_length=64, null=True, blank=True, unique=True)
        ),
        migrations.RunPython(close_short_codes, migrations.RunPython.noop),
    ]
