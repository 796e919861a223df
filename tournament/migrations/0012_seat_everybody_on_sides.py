from django.db import migrations

# Where each player is a side of their own, by the key of the game.
SINGLE = {
    "bid-fair": ("N", "S"),
    "cutthroat-bid-whist": ("N", "E", "W"),
    "solo-bid-euchre": ("N", "E", "S", "W"),
}
PAIRS = ("NS", "EW")
# Two partners of one game: who sat in which column has which chair.
PARTNERS = {"ns": ("NS", "N"), "ew": ("EW", "E"), "south": ("NS", "S"), "west": ("EW", "W")}
ALONE = {"ns": "N", "ew": "E", "south": "S", "west": "W"}
COLUMNS = ("ns", "ew", "south", "west")
BATCH = 500


def seat(apps, schema_editor):
    """A row for each side of every game there is, and one for each who sits on it."""
    alias = schema_editor.connection.alias
    Game, Side, Seat = (apps.get_model("tournament", name) for name in ("Game", "Side", "Seat"))
    sides, seats = {}, []
    for game in Game.objects.using(alias).select_related("event").order_by("pk").iterator(BATCH):
        is_open = game.called_at is not None and game.over_at is None and game.recalled_at is None
        for column, (name, chair) in chairs_of(game).items():
            seated_at = getattr(game, f"{column}_seated_at")
            side = sides.setdefault((game.pk, name), Side(game=game, name=name, seated_at=seated_at))
            team_id = getattr(game, f"{column}_id")
            seats.append(Seat(game=game, side=side, team_id=team_id, chair=chair, is_taken=is_open))
    Side.objects.using(alias).bulk_create(sides.values(), batch_size=BATCH)
    Seat.objects.using(alias).bulk_create(seats, batch_size=BATCH)


def chairs_of(game):
    """By column, the side and the chair of everybody who sat in a game."""
    there = [column for column in COLUMNS if getattr(game, f"{column}_id") is not None]
    if game.is_alone:
        return {column: (ALONE[column], ALONE[column]) for column in there}
    if game.south_id:
        return PARTNERS
    return {
        column: (name, name) for column, name in zip(there, SINGLE.get(game.event.game, PAIRS), strict=False)
    }


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_make_room_for_sides")]

    operations = [migrations.RunPython(seat, migrations.RunPython.noop)]
