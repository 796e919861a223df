from django.db import migrations


def count_earlier_penalties(apps, schema_editor):
    """A penalty keeps how many the team had before it, as its sentence is made when it is shown."""
    Ruling = apps.get_model("scoring", "Ruling")
    for ruling in Ruling.objects.exclude(penalty=""):
        before = Ruling.objects.filter(event=ruling.event_id, kind=ruling.kind, against=ruling.against_id)
        before = before.filter(at__lt=ruling.at, superseded_by=None).exclude(penalty__in=("", "none"))
        ruling.facts["earlier"] = before.count()
        ruling.save(update_fields=["facts"])


def take_names_from_certificates(apps, schema_editor):
    """A certificate names its teams by their keys."""
    Cut = apps.get_model("scoring", "Cut")
    for cut in Cut.objects.all():
        for row in cut.certificate["rows"]:
            row.pop("name", None)
            row.pop("number", None)
        cut.save(update_fields=["certificate"])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]

    operations = [
        migrations.RunPython(count_earlier_penalties, migrations.RunPython.noop),
        migrations.RunPython(take_names_from_certificates, migrations.RunPython.noop),
    ]
