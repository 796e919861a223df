"""What people print: placards for the tables, score slips."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import Request, everyone
from pages.header import header
from pages.links import link_to
from pages.nav import hall_nav
from scoring.queries.game.sheet import most_hands
from tournament.models import Game
from tournament.queries.game import game_ruleset, ruleset_for
from tournament.queries.seats import seats, tables_in_use

LINES = 8  # where only points end a game


@everyone
@require_safe
def placards(request: Request) -> HttpResponse:
    """One sheet for each table, with its number and the code that opens its page."""
    slug = request.event.slug
    cards = [
        (number, link_to(request, "referee:table", slug, number)) for number in tables_in_use(request.event)
    ]
    context = {"cards": cards, "hall": link_to(request, "hall:event", slug)}
    return render(
        request, "hall/paper/placards.html", {**header(request), **hall_nav(request, ""), **context}
    )


@everyone
@require_safe
def slips(request: Request) -> HttpResponse:
    """A score slip for each table of the seating now; blank ones while nobody sits."""
    seating = seats(request.event)
    ruleset = ruleset_for(request.event)
    games = Game.objects.open().filter(event=request.event).select_related("event")
    # A round of Phase II may have more hands than the others (Rulebook E-79).
    lines = [most_hands(each) or LINES for each in (ruleset, *map(game_ruleset, games))]
    blank = () if seating.tables else tables_in_use(request.event)
    context = {
        "seats": seating,
        "blank": blank,
        "sheets_of_six": len(seating.tables or blank) in (5, 6),
        "tiles": ruleset.entry,
        "hands": range(1, 1 + max(lines)),
    }
    return render(request, "hall/paper/slips.html", {**header(request), **hall_nav(request, ""), **context})
