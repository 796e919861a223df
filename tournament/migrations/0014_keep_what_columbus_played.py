from django.db import migrations

GAME = "columbus-no-kitty"
# A renege cost three books in Columbus, and a game that was given away no more than any other.
AS_PLAYED = {"renege_costs": "books", "game_bonus": 0}


def keep(apps, schema_editor):
    """Write into the events of Columbus that have settled their house rules what these did not say yet."""
    for event in apps.get_model("tournament", "Event").objects.filter(game=GAME):
        if "renege_books" in event.house_rules and "renege_costs" not in event.house_rules:
            event.house_rules = {**event.house_rules, **AS_PLAYED}
            event.save(update_fields=["house_rules"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_remove_chairs_from_games")]

    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
