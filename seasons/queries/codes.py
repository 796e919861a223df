"""Codes that people have of their own, made from a row's key and the server's secret: nothing is stored.

A player's is on the team's page: told to an organizer or typed at sign-up, it makes the results theirs. A
person's opens the page of all their results, too; so it is longer, and ends when the page does.
"""

import re

from django.utils.crypto import constant_time_compare, salted_hmac

from seasons.models import Person
from tournament.models import Player

DIGITS, DIGITS_OF_PERSON = 6, 15
MOST_DIGITS = 18
"""Of a number that a database takes."""
PERSON = re.compile(r"[Pp]\d+-\d+")


def code_of(row: Player | Person) -> str:
    """Such as ``1207-482913``, one of a million, or a person's: ``P17-482913770042118``."""
    is_person = isinstance(row, Person)
    salt, digits = ("seasons.person", DIGITS_OF_PERSON) if is_person else ("seasons.player", DIGITS)
    found = int(salted_hmac(salt, str(row.key), algorithm="sha256").hexdigest(), 16)
    return f"{'P' if is_person else ''}{row.pk}-{found % 10**digits:0{digits}}"


def player_with(code: str) -> Player | None:
    """The player whose code it is. One query."""
    pk = _number(code)
    row = None if pk is None else Player.objects.select_related("event", "team").filter(pk=pk).first()
    return row if row and constant_time_compare(code_of(row), code.strip()) else None


def person_with(code: str) -> Person | None:
    """The person whose code it is; of who was merged, who they are now. One query, and one for each merge."""
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
