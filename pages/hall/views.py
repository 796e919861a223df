"""The public pages: the event, its standings, seats, bracket, rules and awards; the big screen; and paper."""

from functools import partial
from itertools import chain, repeat
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.flyer.sentences import flyer_of, told, told_but
from pages.hall.bracket_picture import picture
from pages.hall.event_page import event_page
from pages.hall.fairness import fairness
from pages.hall.finder import finder, next_cards, seats_page
from pages.hall.forms import PINS, FindForm, LongTableForm, OfTableForm, PinForm
from pages.hall.guides import GUIDES, guide
from pages.hall.pagination import paginate
from pages.hall.rules_sheet import movement_of, wall_sheet, ways_from_tables
from pages.hall.screen import screen
from pages.header import header_clock
from pages.links import link_to
from pages.nav import public, public_layout
from pages.web import Screen
from rules.games import find_ruleset
from rules.ruleset.seats import chairs_around
from scoring.bracket.bracket import bracket_page
from scoring.cut.certificate import certificate_page
from scoring.open_play.waiting_list import waiting_list
from scoring.prizes.side_prizes import side_prizes
from scoring.sheet.sheet import most_hands
from scoring.standings.board import board, rows_near_cutoff
from seasons.clubs.club_of_event import club_of
from seasons.leagues.league_table import week_at
from seasons.series.series_table import series_at
from tournament.event.day_rows import with_its_day
from tournament.event.rules_of_event import announced, entry_for, game_ruleset, ruleset_for
from tournament.floor.seats_now import SeatRow, drawn_seats, seats, tables_in_use
from tournament.messages.audience import erased_at
from tournament.models import Game
from tournament.models.events import ResultsBy

MOST_OTHERS = 250
"""The most rows sent to a team's page, where a script finds its own. With more, it has a link."""
SECONDS_A_PAGE = 10
"""The seconds for which the big screen shows each of its parts."""
LINES = 8
"""The lines of a score slip for a game that ends by points alone."""


def _event(request: Request) -> dict[str, Any]:
    number = FindForm(request.GET).parameters().get("team")
    page = event_page(request.event, request.at, number)
    return {"page": page, "clock": header_clock(request.event, request.at, page.now), "asked": number}


def _event_page(request: Request) -> dict[str, Any]:
    here, context = request.event, _event(request)
    if context["page"].is_large:
        context |= _finder(request)
    game = find_ruleset(here.game, here.house_rules).name
    lines = flyer_of(with_its_day(here))
    told_here = {"flyer": told_but(lines, "hours", "breaks", "sign-up", "own"), "own": told(lines, "own")}
    return {"sign_up": link_to(request, "hall:sign-up", here.slug), "game": game, **told_here, **context}


def _finder(request: Request) -> dict[str, Any]:
    parameters = FindForm(request.GET).parameters()
    find = parameters.get("find") or f"{parameters.get('team', '')}"
    return {"finder": finder(request.event, request.at, find)}


def _standings(request: Request) -> dict[str, Any]:
    table = board(request.event, request.at)
    page = paginate(table.rows, request.GET, lambda line: [line.row])
    more = {"of_week": week_at(request.event), "in_series": series_at(request.event)}
    return {"board": table, "results": page, "announced": announced(request.event), **more}


def _near(request: Request) -> dict[str, Any]:
    """The rows near the cutoff. A script finds the team's own row among the ``others``."""
    table = board(request.event, request.at)
    near, others = rows_near_cutoff(table)
    return {
        "board": table,
        "near": near,
        "others": others[:MOST_OTHERS],
        "announced": announced(request.event),
    }


def _fairness(request: Request) -> dict[str, Any]:
    page = fairness(request.event, request.at)
    return {"page": page, "results": paginate(page.rows, request.GET, lambda row: [row.team])}


def _seats(request: Request) -> dict[str, Any]:
    seating, page = seats_page(request.event, request.GET)
    return {"seats": seating, "results": page, "waiting_list": waiting_list(request.event, request.at)}


def _bracket(request: Request) -> dict[str, Any]:
    return {"page": bracket_page(request.event, request.at)}


def _awards(request: Request) -> dict[str, Any]:
    page = bracket_page(request.event, request.at)
    return {"page": page, "side_prizes": side_prizes(request.event, request.at, page)}


def _rules(request: Request) -> dict[str, Any]:
    here = request.event
    return {
        "sheet": wall_sheet(here),
        "movement": movement_of(here),
        "game": find_ruleset(here.game, here.house_rules).name,
    }


def _guide(request: Request, *, name: str) -> dict[str, Any]:
    return {"guide": guide(name, request.event.slug), "guides": GUIDES}


def _privacy(request: Request) -> dict[str, Any]:
    return {
        "erased_at": erased_at(request.event),
        "backup_days": settings.BACKUP_DAYS,
        "club": club_of(request.event),
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
    }


def turn_now() -> int:
    """The turn of the rotation. All screens of an event show the same part at the same time."""
    return int(timezone.now().timestamp()) // SECONDS_A_PAGE


def _screen(request: Request) -> dict[str, Any]:
    pin = PinForm(request.GET).kind()
    return {
        "screen": screen(request.event, request.at, turn_now(), pin),
        "pin": pin,
        "pins": PINS,
        "link": link_to(request, "hall:event", request.event.slug),
        "seats_link": link_to(request, "hall:seats", request.event.slug),
        "seconds_a_page": SECONDS_A_PAGE,
    }


def _placards(request: Request) -> dict[str, Any]:
    """A sheet for each table, with its number, its chairs, and the QR code of its page.

    Where people play alone, it also has who sits there in the called round.
    """
    slug, numbers = request.event.slug, tables_in_use(request.event)
    moves = ways_from_tables(request.event)
    sitting = seats(request.event) if request.event.way.by_chair else None
    people: dict[int | None, list[SeatRow]] = {}
    for row in sorted(sitting.teams, key=lambda row: "NESW".find(row.side[:1])) if sitting else ():
        people.setdefault(row.table, []).append(row)
    cards = [
        (number, link_to(request, "referee:table", slug, number), goes, people.get(number, []))
        for number, goes in zip(numbers, chain(moves.tables, repeat(())), strict=False)
    ]
    return {
        "cards": cards,
        "when": moves.when,
        "round": sitting.title if sitting else "",
        "hall": link_to(request, "hall:event", slug),
        "chairs": chairs_around(ruleset_for(request.event)),
    }


def _slips(request: Request) -> dict[str, Any]:
    seating = seats(request.event)
    ruleset = ruleset_for(request.event)
    games = Game.objects.open().filter(event=request.event).select_related("event")
    # A round of Phase II may have more hands than other rounds (Rulebook E-79).
    lines = [most_hands(each) or LINES for each in (ruleset, *map(game_ruleset, games))]
    drawn = [] if seating.tables else [{"sides": sides} for sides in drawn_seats(request.event)]
    blank = () if seating.tables or drawn else tables_in_use(request.event)
    by_total = request.event.results_by != ResultsBy.HANDS or not ruleset.play.has_cards
    by_hand = request.event.results_by != ResultsBy.TOTALS and ruleset.play.has_cards
    return {
        "seats": seating,
        "drawn": drawn,
        "blank": blank,
        "sheets_of_six": len(seating.tables or blank) in (5, 6),
        "tiles": entry_for(request.event, is_total=not by_hand),
        "total": entry_for(request.event, is_total=True) if by_total else None,
        "hands": range(1, 1 + max(lines)) if by_hand else (),
    }


def _next_cards(request: Request) -> dict[str, Any]:
    """Cards with everybody's next seat (Rulebook E-213); with ``?table=7``, only for those at one table."""
    table = OfTableForm(request.GET).number()
    return {"cards": next_cards(request.event, request.at, table), "table": table}


@everyone
@cached()
@require_safe
def bracket_svg(request: Request) -> HttpResponse:
    context = {"event": request.event, "picture": picture(bracket_page(request.event, request.at))}
    return render(request, "hall/bracket/bracket.svg", context, content_type="image/svg+xml")


EVENT = public("hall/event.html", "hall:event", _event_page, reads=FindForm)
NOW = public("hall/event.html", "hall:event", _event, "hall/_now.html", reads=FindForm)
FINDER = public("hall/event.html", "hall:event", _finder, "hall/finder/_finder.html", reads=FindForm)
STANDINGS = public(
    "hall/standings.html", "hall:standings", _standings, "hall/_standings_table.html", reads=LongTableForm
)
EMBED = public("api/embed.html", "hall:standings", _standings, reads=LongTableForm)
"""The standings, to embed in another website (``urls.py`` allows that for this page alone)."""
NEAR = public("hall/standings.html", "hall:standings", _near, "hall/_standings_near.html")
FAIRNESS = public(
    "hall/fairness.html", "hall:standings", _fairness, "hall/_fairness.html", reads=LongTableForm
)
SEATS = public("hall/seats.html", "hall:seats", _seats, "hall/_seats_list.html", reads=LongTableForm)
BRACKET = public("hall/bracket.html", "hall:bracket", _bracket, "hall/_bracket_games.html")
AWARDS = public("hall/awards.html", "hall:awards", _awards, "hall/_podium.html")
RULES = public("hall/rules.html", "hall:rules", _rules)
GUIDE = {name: public("hall/paper/guide.html", "", partial(_guide, name=name)) for name in GUIDES}
CERTIFICATE = public(
    "hall/certificate/certificate.html",
    "hall:certificate",
    lambda request: {"page": certificate_page(request.event)},
)
PRIVACY = public("hall/sign_up/privacy.html", "", _privacy)
SCREEN = Screen(
    needs="everyone",
    page="hall/screen/screen.html",
    fragment="hall/screen/_screen_board.html",
    cached=cached(reads=PinForm, rotates_every=SECONDS_A_PAGE),
    context=_screen,
)
PLACARDS = Screen(
    needs="everyone", page="hall/paper/placards.html", context=_placards, layout=public_layout()
)
NEXT_CARDS = Screen(
    needs="everyone", page="hall/paper/next_cards.html", context=_next_cards, layout=public_layout()
)
SLIPS = Screen(needs="everyone", page="hall/paper/slips.html", context=_slips, layout=public_layout())
