from django.db import migrations


def end_appearances(apps, schema_editor):
    """Until now, an import that was undone or replaced left its people's appearances, and its series."""
    for week in apps.get_model("seasons", "LeagueWeek").objects.exclude(ended_at=None):
        for name, rows in (
            ("Appearance", {"player__event": week.event_id}),
            ("SeriesEvent", {"event": week.event_id}),
        ):
            apps.get_model("seasons", name).objects.filter(ended_at=None, **rows).update(
                ended_at=week.ended_at
            )


class Migration(migrations.Migration):
    dependencies = [("seasons", "0002_league_team_own_number")]
    operations = [migrations.RunPython(end_appearances, migrations.RunPython.noop)]
