import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_come_alone")]

    operations = [
        migrations.RenameModel(old_name="DayDeed", new_name="ScheduleChange"),
        migrations.AlterField(
            model_name="schedulechange",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="schedule_changes",
                to="tournament.event",
            ),
        ),
        migrations.RemoveConstraint(model_name="schedulechange", name="day_deed_starts_a_phase"),
        migrations.RemoveConstraint(model_name="schedulechange", name="day_deed_adds_minutes"),
        migrations.RemoveConstraint(model_name="schedulechange", name="day_deed_names_its_break"),
        migrations.AddConstraint(
            model_name="schedulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "started"), models.Q(("part", ""), _negated=True)),
                    models.Q(models.Q(("kind", "started"), _negated=True), ("part", "")),
                    _connector="OR",
                ),
                name="schedule_change_starts_a_phase",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "minutes"), ("minutes__gte", 1)),
                    models.Q(models.Q(("kind", "minutes"), _negated=True), ("minutes", None)),
                    _connector="OR",
                ),
                name="schedule_change_adds_minutes",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("break_at__isnull", False), ("kind", "breakoff")),
                    models.Q(models.Q(("kind", "breakoff"), _negated=True), ("break_at", None)),
                    _connector="OR",
                ),
                name="schedule_change_names_its_break",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="event",
            name="event_real_clock_is_not_moved",
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_fills_its_slot_once",
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_of_individuals_is_a_game",
        ),
        migrations.RenameField(
            model_name="event",
            old_name="house",
            new_name="house_rules",
        ),
        migrations.RenameField(
            model_name="event",
            old_name="house_frozen_at",
            new_name="house_rules_frozen_at",
        ),
        migrations.RenameField(
            model_name="event",
            old_name="is_rehearsal",
            new_name="is_practice",
        ),
        migrations.RenameField(
            model_name="game",
            old_name="slot",
            new_name="bracket_position",
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_practice", True), ("clock_real", None), _connector="OR"),
                name="event_real_clock_is_not_moved",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("south", None), ("west", None)),
                    models.Q(("bracket_position", ""), ("kind", "game")),
                    _connector="OR",
                ),
                name="game_of_individuals_is_a_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("recalled_at", None), models.Q(("bracket_position", ""), _negated=True)),
                fields=("phase", "bracket_position"),
                name="game_fills_its_slot_once",
            ),
        ),
    ]
