from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0008_score_by_sides")]

    operations = [
        migrations.RemoveField(model_name="hand", name="units_ns"),
        migrations.RemoveField(model_name="hand", name="units_ew"),
        migrations.RemoveField(model_name="hand", name="units_south"),
        migrations.RemoveField(model_name="hand", name="units_west"),
        migrations.RemoveField(model_name="hand", name="points_ns"),
        migrations.RemoveField(model_name="hand", name="points_ew"),
        migrations.RemoveField(model_name="hand", name="points_south"),
        migrations.RemoveField(model_name="hand", name="points_west"),
        migrations.RemoveField(model_name="gamescore", name="units_ns"),
        migrations.RemoveField(model_name="gamescore", name="units_ew"),
        migrations.RemoveField(model_name="gamescore", name="units_south"),
        migrations.RemoveField(model_name="gamescore", name="units_west"),
        migrations.RemoveField(model_name="gamescore", name="points_ns"),
        migrations.RemoveField(model_name="gamescore", name="points_ew"),
        migrations.RemoveField(model_name="gamescore", name="points_south"),
        migrations.RemoveField(model_name="gamescore", name="points_west"),
        migrations.RemoveField(model_name="gamescore", name="bostons_ns"),
        migrations.RemoveField(model_name="gamescore", name="bostons_ew"),
    ]
