from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0041_mark_the_demo"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["event", "action"], name="log_by_action"),
        ),
    ]
