from django.db import migrations

ACTIONS = ("asked", "stopped", "finished")


def rename(apps, schema_editor):
    """A day played many times by chance was called a rehearsal."""
    log = apps.get_model("tournament", "LogEntry").objects
    for action in ACTIONS:
        log.filter(action=f"rehearsal.{action}").update(action=f"simulation.{action}")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_add_referee_call")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
