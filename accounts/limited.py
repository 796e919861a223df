"""Badges limited to some tables: whether a URL is about one of these tables (Rulebook E-192)."""

import re
from collections.abc import Mapping
from typing import Any

from scoring.models import Hand, Report, Ruling
from tournament.event.names import in_words
from tournament.models import Badge, Deadline, Game, Role

# The object that a URL's route names: ``game/<int:pk>/…`` is about a game.
NAMED = re.compile(r"(\w+)/<\w+:(?:pk|number)>")
TABLE = {
    "game": (Game, "table__number"),
    "hand": (Hand, "game__table__number"),
    "report": (Report, "game__table__number"),
    "ruling": (Ruling, "game__table__number"),
    "late": (Deadline, "game__table__number"),
}


def why_not_here(badge: Badge, route: str, address: Mapping[str, Any], *, is_action: bool) -> str:
    """The refusal of a URL outside the badge's tables; empty if it is inside. One query.

    A page that names no table, such as a list of rulings, may be read. A tablet is never refused, because its
    pages use only its own table.
    """
    if not badge.only_at or badge.role == Role.TABLET:
        return ""
    named = NAMED.search(route)
    if named is None:
        return _sentence(badge) if is_action else ""
    if named[1] == "table":
        return "" if address["number"] in badge.only_at else _sentence(badge)
    if named[1] in TABLE:
        model, path = TABLE[named[1]]
        rows: Any = model._default_manager.filter(pk=address["pk"])
        if rows.filter(**{f"{path}__in": badge.only_at}).exists():
            return ""
    return _sentence(badge)


def _sentence(badge: Badge) -> str:
    tables = in_words([str(number) for number in badge.only_at])
    word = "tables" if len(badge.only_at) > 1 else "table"
    return f"Your badge is for {word} {tables}. Ask the organizer for more tables, or call another referee."
