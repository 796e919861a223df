from django.db import migrations, models
from django.db.models.deletion import PROTECT


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_count_earlier_penalties")]

    operations = [
        migrations.RemoveField(model_name="ruling", name="headline"),
        migrations.RemoveField(model_name="ruling", name="because"),
        migrations.AlterField(
            model_name="ruling",
            name="game",
            field=models.ForeignKey(on_delete=PROTECT, related_name="rulings", to="tournament.game"),
        ),
    ]
