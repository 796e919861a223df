from collections import defaultdict

from django.db import migrations

# Sides were called by the columns they stood in.
OLD_NAMES = {"ns": "NS", "ew": "EW", "south": "S", "west": "W"}
BATCH = 500


def score(apps, schema_editor):
    """What each side won goes to the side, what it got for a hand under its name; rows call it by that name."""
    alias = schema_editor.connection.alias
    Side = apps.get_model("tournament", "Side")
    GameScore, Hand, Report, Agreement = (
        apps.get_model("scoring", name) for name in ("GameScore", "Hand", "Report", "Agreement")
    )
    sides = defaultdict(list)
    for side in Side.objects.using(alias).order_by("pk"):
        sides[side.game_id].append(side)
    columns = {game: dict(zip(columns_of(own), own, strict=False)) for game, own in sides.items()}

    won = []
    for row in GameScore.objects.using(alias).iterator(BATCH):
        for column, side in columns[row.game_id].items():
            side.units = getattr(row, f"units_{column}")
            side.points = getattr(row, f"points_{column}")
            side.bostons = getattr(row, f"bostons_{column}", 0)
            won.append(side)
    Side.objects.using(alias).bulk_update(won, ["units", "points", "bostons"], batch_size=BATCH)

    hands = list(Hand.objects.using(alias))
    for hand in hands:
        own = columns[hand.game_id]
        hand.units = {side.name: getattr(hand, f"units_{column}") for column, side in own.items()}
        hand.points = {side.name: getattr(hand, f"points_{column}") for column, side in own.items()}
        hand.winner_side = new_name(own, hand.winner_side)
    Hand.objects.using(alias).bulk_update(hands, ["units", "points", "winner_side"], batch_size=BATCH)

    for Row in (Report, Agreement):
        rows = list(Row.objects.using(alias).exclude(side=""))
        for row in rows:
            row.side = new_name(columns[row.game_id], row.side)
        Row.objects.using(alias).bulk_update(rows, ["side"], batch_size=BATCH)


def columns_of(sides):
    """In which column each side of a game stood."""
    if len(sides) == 3:
        return ("ns", "ew", "west")
    return ("ns", "ew", "south", "west")


def new_name(own, old):
    """What a side is called that was called ``old``; empty as it was."""
    return next((side.name for column, side in own.items() if OLD_NAMES[column] == old), "")


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_make_room_for_what_sides_got"),
        ("tournament", "0012_seat_everybody_on_sides"),
    ]

    operations = [migrations.RunPython(score, migrations.RunPython.noop)]
