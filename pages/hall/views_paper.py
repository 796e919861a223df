"""What people print: placards for the tables, score slips."""

from typing import Any

from accounts.access import Request
from pages.links import link_to
from pages.nav import public_layout
from pages.web import Screen
from scoring.queries.game.sheet import most_hands
from tournament.models import Game
from tournament.queries.game import game_ruleset, ruleset_for
from tournament.queries.seats import seats, tables_in_use

LINES = 8  # where only points end a game


def _placards(request: Request) -> dict[str, Any]:
    """One sheet for each table, with its number and the code that opens its page."""
    slug, numbers = request.event.slug, tables_in_use(request.event)
    return {
        "cards": [(number, link_to(request, "referee:table", slug, number)) for number in numbers],
        "hall": link_to(request, "hall:event", slug),
    }


def _slips(request: Request) -> dict[str, Any]:
    """A score slip for each table of the seating now; blank ones while nobody sits."""
    seating = seats(request.event)
    ruleset = ruleset_for(request.event)
    games = Game.objects.open().filter(event=request.event).select_related("event")
    # A round of Phase II may have more hands than the others (Rulebook E-79).
    lines = [most_hands(each) or LINES for each in (ruleset, *map(game_ruleset, games))]
    blank = () if seating.tables else tables_in_use(request.event)
    return {
        "seats": seating,
        "blank": blank,
        "sheets_of_six": len(seating.tables or blank) in (5, 6),
        "tiles": ruleset.entry,
        "hands": range(1, 1 + max(lines)),
    }


PLACARDS = Screen(
    needs="everyone", page="hall/paper/placards.html", context=_placards, layout=public_layout()
)
SLIPS = Screen(needs="everyone", page="hall/paper/slips.html", context=_slips, layout=public_layout())
