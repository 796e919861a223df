"""Personal codes, derived from a row's key and the server's secret key. No code is stored.

A player's code is on the team's page. With it, an organizer or a sign-up links the player's results to a
person. A person's code also opens the page of all their results, so it is longer, and changes when that page
is closed.
"""

import re

from django.utils.crypto import constant_time_compare, salted_hmac

from seasons.models import Person
from tournament.models import Player

DIGITS, DIGITS_OF_PERSON = 6, 15
MOST_DIGITS = 18
"""The digits at which a number may be too large for a database id."""
PERSON = re.compile(r"[Pp]\d+-\d+")


def code_of(row: Player | Person) -> str:
    """A player's code, such as ``1207-482913``, or a person's, such as ``P17-482913770042118``."""
    is_person = isinstance(row, Person)
    salt, digits = ("seasons.person", DIGITS_OF_PERSON) if is_person else ("seasons.player", DIGITS)
    found = int(salted_hmac(salt, str(row.key), algorithm="sha256").hexdigest(), 16)
    return f"{'P' if is_person else ''}{row.pk}-{found % 10**digits:0{digits}}"


def player_with(code: str) -> Player | None:
    """The player with this code. One query."""
    pk = _number(code)
    row = None if pk is None else Player.objects.select_related("event", "team").filter(pk=pk).first()
    return row if row and constant_time_compare(code_of(row), code.strip()) else None


def person_with(code: str) -> Person | None:
    """The person with this code, or the one they were merged into. One query, and one for each merge."""
    pk = _number(code.strip()[1:]) if PERSON.fullmatch(code.strip()) else None
    row = None if pk is None else Person.objects.select_related("club", "merged_into").filter(pk=pk).first()
    if row is None or not constant_time_compare(code_of(row), code.strip().upper()):
        return None
    while row.merged_into:
        row = row.merged_into
    return row


def _number(code: str) -> int | None:
    number, _, _ = code.strip().partition("-")
    return int(number) if number.isascii() and number.isdigit() and len(number) < MOST_DIGITS else None
