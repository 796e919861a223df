"""The code by which a player's results become a person's: on the player's page, told to an organizer.

It is made from the player and the server's secret, so nothing is stored.
"""

from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models import Player

DIGITS = 6


def code_of(player: Player) -> str:
    """Such as ``1207-482913``. One chance in a million that a made-up one is right."""
    found = int(salted_hmac("seasons.player", str(player.key), algorithm="sha256").hexdigest(), 16)
    return f"{player.pk}-{found % 10**DIGITS:0{DIGITS}}"


def player_with(code: str) -> Player | None:
    """The player whose code it is. One query."""
    number, _, _ = code.strip().partition("-")
    if not (number.isascii() and number.isdigit() and len(number) < DIGITS * 3):
        return None
    player = Player.objects.select_related("event", "team").filter(pk=int(number)).first()
    return player if player and constant_time_compare(code_of(player), code.strip()) else None
