from django.db import migrations, models

SENTENCE = models.CharField(max_length=500, blank=True, default="")


class Migration(migrations.Migration):
    """Their sentences are made when they are shown, from the facts and the names of now."""

    dependencies = [("scoring", "0011_add_walkover")]

    operations = [
        # With a default, so that there is a way back.
        migrations.AlterField("hand", "headline", SENTENCE),
        migrations.AlterField("report", "headline", SENTENCE),
        migrations.RemoveField("hand", "headline"),
        migrations.RemoveField("hand", "because"),
        migrations.RemoveField("report", "headline"),
    ]
