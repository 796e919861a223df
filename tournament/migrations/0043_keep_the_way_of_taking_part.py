from django.db import migrations, models


def keep_the_way_of_taking_part(apps, schema_editor):
    events = apps.get_model("tournament", "Event").objects
    events.filter(game="bid-fair").update(takes_part="singles")
    events.filter(is_individual=True).update(takes_part="partners")
    everybody_alone = ("cutthroat-bid-whist", "solo-bid-euchre")
    events.filter(is_individual=True, game__in=everybody_alone).update(takes_part="alone")


def say_who_comes_alone(apps, schema_editor):
    events = apps.get_model("tournament", "Event").objects
    events.filter(takes_part__in=("partners", "alone")).update(is_individual=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0042_find_log_entries_by_action")]

    operations = [
        migrations.AddField(
            "event",
            "takes_part",
            models.CharField(
                choices=[
                    ("teams", "Teams"),
                    ("singles", "One against one"),
                    ("partners", "Partners who change"),
                    ("alone", "Everybody alone"),
                ],
                default="teams",
                max_length=8,
            ),
        ),
        migrations.RunPython(keep_the_way_of_taking_part, say_who_comes_alone),
        migrations.RemoveField("event", "is_individual"),
        migrations.AddConstraint(
            "event",
            models.CheckConstraint(
                condition=models.Q(takes_part__in=("teams", "singles", "partners", "alone")),
                name="event_way_of_taking_part_is_known",
            ),
        ),
    ]
