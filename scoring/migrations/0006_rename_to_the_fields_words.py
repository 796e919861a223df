import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_hand_sent_at"), ("tournament", "0007_rename_to_the_fields_words")]

    operations = [
        migrations.RenameModel(old_name="RehearsalRun", new_name="SimulationRun"),
        migrations.AlterField(
            model_name="simulationrun",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="simulation_runs",
                to="tournament.event",
            ),
        ),
        migrations.RemoveConstraint(model_name="simulationrun", name="rehearsal_runs_alone"),
        migrations.RemoveConstraint(model_name="simulationrun", name="rehearsal_has_a_day"),
        migrations.AddConstraint(
            model_name="simulationrun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at", None), ("stopped_at", None)),
                fields=("event",),
                name="simulation_runs_alone",
            ),
        ),
        migrations.AddConstraint(
            model_name="simulationrun",
            constraint=models.CheckConstraint(
                condition=models.Q(("days__gte", 1), ("tables__gte", 1), ("teams__gte", 2)),
                name="simulation_has_a_day",
            ),
        ),
        migrations.AlterModelOptions(
            name="hand",
            options={"ordering": ("game", "sequence", "at")},
        ),
        migrations.AlterModelOptions(
            name="report",
            options={"ordering": ("game", "sequence", "at")},
        ),
        migrations.RemoveConstraint(
            model_name="hand",
            name="hand_has_its_place",
        ),
        migrations.RemoveConstraint(
            model_name="report",
            name="report_one_a_side_and_hand",
        ),
        migrations.RenameField(
            model_name="hand",
            old_name="place",
            new_name="sequence",
        ),
        migrations.RenameField(
            model_name="report",
            old_name="place",
            new_name="sequence",
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces", None)), fields=("game", "sequence"), name="hand_has_its_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("hand", None), ("withdrawn_at", None)),
                fields=("game", "sequence", "side"),
                name="report_one_a_side_and_hand",
            ),
        ),
    ]
