from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_rename_to_the_fields_words")]

    operations = [
        migrations.AddField(model_name="hand", name="units", field=models.JSONField(default=dict)),
        migrations.AddField(model_name="hand", name="points", field=models.JSONField(default=dict)),
    ]
