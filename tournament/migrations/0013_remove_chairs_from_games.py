from django.db import migrations


class Migration(migrations.Migration):
    # The score has moved to the sides before it.
    dependencies = [("tournament", "0012_seat_everybody_on_sides"), ("scoring", "0008_score_by_sides")]

    operations = [
        migrations.RemoveConstraint(model_name="game", name="game_needs_two_teams"),
        migrations.RemoveConstraint(model_name="game", name="game_without_opponent_is_a_bye"),
        migrations.RemoveConstraint(model_name="game", name="game_team_sits_once_ns"),
        migrations.RemoveConstraint(model_name="game", name="game_team_sits_once_ew"),
        migrations.RemoveConstraint(model_name="game", name="game_team_sits_once_south"),
        migrations.RemoveConstraint(model_name="game", name="game_team_sits_once_west"),
        migrations.RemoveConstraint(model_name="game", name="game_seats_nobody_twice"),
        migrations.RemoveConstraint(model_name="game", name="game_of_individuals_is_a_game"),
        migrations.RemoveConstraint(model_name="game", name="game_has_both_partners_or_none"),
        migrations.RemoveField(model_name="game", name="ns"),
        migrations.RemoveField(model_name="game", name="ew"),
        migrations.RemoveField(model_name="game", name="south"),
        migrations.RemoveField(model_name="game", name="west"),
        migrations.RemoveField(model_name="game", name="is_alone"),
        migrations.RemoveField(model_name="game", name="ns_seated_at"),
        migrations.RemoveField(model_name="game", name="ew_seated_at"),
        migrations.RemoveField(model_name="game", name="south_seated_at"),
        migrations.RemoveField(model_name="game", name="west_seated_at"),
    ]
