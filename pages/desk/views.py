"""The desk: sign-up, check-in and donations on one page."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_htmx.http import replace_url, trigger_client_event

from accounts.access import Request
from pages.actions import Found, Outcome, action
from pages.desk.forms import (
    CrewPartnerForm,
    DeskFieldForm,
    PairForm,
    SearchForm,
    WalkUpForm,
    WalkUpSingleForm,
)
from pages.hall.pagination import MOST_FORMS, paginate
from pages.links import link_to
from pages.nav import crew, crew_layout
from pages.web import Screen, render_fragment, respond
from rules.money.words import dollars
from scoring.bracket.drawn import bought_back, lost_once
from scoring.prizes.payouts import pot_asks
from seasons.clubs.club_of_event import club_at_desk, has_club
from seasons.people.commands_people import sign_up_known
from seasons.people.people_of_club import PlayerRow, asked_about
from tournament.entries.commands_check_in import check_in_found
from tournament.entries.commands_partners import give_crew_partner
from tournament.entries.commands_sign_up import leave_list, pair_singles, register_walk_up, sign_up_single
from tournament.entries.desk_board import GONE, desk_board
from tournament.entries.places import why_no_sign_up
from tournament.models import Event, Player, Role, Team
from tournament.models.codes import check_in_code
from tournament.money.ledger import pots_of


def _board(request: Request, asked_for: QueryDict | None = None) -> dict[str, Any]:
    """The teams and singles that match the search, and those whom the club may know.

    Eleven queries, and six more if a pot has a fine.
    """
    asked_for = request.GET if asked_for is None else asked_for
    search = SearchForm(asked_for)
    wanted = search.wanted()
    found = desk_board(request.event, **wanted)
    narrowed = _narrowed(wanted["query"], wanted["state"])
    shown = paginate(found.teams, asked_for, lambda row: [row], extra=narrowed, most=MOST_FORMS)
    asked: dict[int | None, list[PlayerRow]] = defaultdict(list)
    for about in asked_here(request):
        asked[about.player.team_id].append(about)
    asks = pot_asks(request.event, {row.pk: row.state == GONE for row in shown.rows})
    return {
        "search": search,
        "state": wanted["state"],
        "is_narrowed": bool(narrowed),
        "keep": _keep(search),
        "tabs": [
            (one, _query(_narrowed(wanted["query"], one.key)), one.key == wanted["state"])
            for one in found.shown
        ],
        "board": found,
        "results": shown,
        "rows": [
            (row, uuid4(), asked.get(row.pk, ()), [(ask, uuid4()) for ask in asks[row.pk] if ask.open])
            for row in shown.rows
        ],
        "asked_singles": asked.get(None, ()),
        "suggested": suggested(request.event),
        "pair_form": PairForm(None, found.singles),
        "crew_form": CrewPartnerForm(),
        "left_over": found.singles[-1] if len(found.singles) % 2 else None,
        "lost_once": [(row, uuid4()) for row in lost_once(request.event)],
        "bought_back": bought_back(request.event),
        "is_organizer": request.by.badge.role == Role.ORGANIZER,
    }


def asked_here(request: Request) -> list[PlayerRow]:
    """The players whom this badge's wearer is asked to identify for the club. Five queries at most."""
    return asked_about(request.event, club_at_desk(request.event, request.by.badge))


def _walk_ups(request: Request) -> dict[str, Any]:
    """The forms for walk-ups. After one that htmx sent, the next form has the focus. One query."""
    is_next = request.method == "POST" and bool(request.htmx)
    return {
        "why_not": why_no_sign_up(request.event),
        "team_form": _walk_up_form(request, is_next=is_next),
        "single_form": WalkUpSingleForm(is_of_club=has_club(request.event)),
    }


def suggested(event: Event) -> dict[str, tuple[tuple[int, str], ...]]:
    """The suggested amounts of a player and of a team, in cents and as text; empty if none."""
    for_team = 0 if event.way.is_one else event.donation_team_cents
    amounts = {"player": event.donation_player_cents, "team": for_team}
    return {whose: ((cents, dollars(cents)),) if cents else () for whose, cents in amounts.items()}


def side_pots(event: Event) -> tuple[str, ...]:
    """The names of the pots that a donor can choose, beside the first."""
    return tuple(pot.name for pot in pots_of(event) if pot.name)


def board_keep(request: Request) -> str:
    return _keep(SearchForm(request.GET))


def _keep(search: SearchForm) -> str:
    wanted, page = search.wanted(), search.page_number()
    return _query(_narrowed(wanted["query"], wanted["state"]) | ({"page": page} if page else {}))


def _narrowed(query: str, state: str) -> dict[str, Any]:
    return {key: value for key, value in (("q", query), ("state", state)) if value}


def _query(kept: Mapping[str, Any]) -> str:
    return f"?{urlencode(kept)}" if kept else ""


DESK = Screen(
    needs="desk",
    page="desk/desk.html",
    fragment="desk/_desk_board.html",
    home="desk:desk",
    context=_board,
    layout=lambda request: {**crew_layout("desk:desk")(request), **_walk_ups(request)},
)
WALK_UP = replace(
    DESK,
    fragment="desk/_walk_up_team.html",
    context=_walk_ups,
    layout=lambda request: {**crew_layout("desk:desk")(request), **_board(request)},
)
SINGLE = replace(WALK_UP, fragment="desk/_walk_up_single.html")


def on_the_board(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    player = outcome.given.get("player")
    shown = outcome.given.get("team") or (player.team if isinstance(player, Player) else outcome.done)
    anchor = f"team-{shown.pk}" if isinstance(shown, Team) else "singles"
    back = f"{reverse('desk:desk', args=[request.event.slug])}{board_keep(request)}#{anchor}"
    return respond(request, DESK, outcome.form, back=back, message=news, **outcome.refused)


def _at_the_field(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    """The response to the desk's field: all teams, or after a refusal those that match what was typed."""
    asked_for = QueryDict(mutable=True)
    asked_for["state"] = request.POST.get("state", "")
    if outcome.form.errors:
        asked_for["q"] = request.POST.get("q", "")
    back = f"{reverse('desk:desk', args=[request.event.slug])}{_keep(SearchForm(asked_for))}"
    shown = replace(DESK, context=partial(_board, asked_for=asked_for))
    told = {**outcome.refused, "found": outcome.done.team if outcome.done else None}
    if outcome.form.errors or not request.htmx:
        return respond(request, shown, outcome.form, back=back, message=news, **told)
    return replace_url(render_fragment(request, shown, message=news, **told), back)


def who_came(outcome: Outcome) -> str:
    team = outcome.done.team
    return f"{team.number} {team.name} {'was here already' if outcome.done.was_here else 'is here'}."


def beside(screen: Screen, request: Request, outcome: Outcome, news: str, **more: Any) -> HttpResponse:
    """The response of a form beside a list: an empty form. The list refreshes itself."""
    if outcome.form.errors or not request.htmx:
        return respond(request, screen, outcome.form, message=news, **outcome.refused)
    again = render_fragment(request, screen, message=news, **{"done": outcome.done} | more)
    return trigger_client_event(again, "uptown:changed")


def beside_who_came(screen: Screen, request: Request, outcome: Outcome, news: str) -> HttpResponse:
    """Like ``beside``, with the entry that was registered or asked about, and questions about its players."""
    player = outcome.given.get("player")
    entry = (player.team or player) if isinstance(player, Player) else outcome.done
    asked = () if outcome.form.errors else [
        row for row in asked_here(request) if entry in (row.player.team, row.player)
    ]  # fmt: skip
    return beside(screen, request, outcome, news, done=entry, asked=asked)


def _walk_up_form(request: Request, typed: Any = None, *, is_next: bool = False) -> WalkUpForm:
    is_of_club = has_club(request.event)
    return WalkUpForm(typed, way=request.event.way, is_of_club=is_of_club, is_next=is_next)


def _single_form(request: Request) -> WalkUpSingleForm:
    return WalkUpSingleForm(request.POST, is_of_club=has_club(request.event))


def _registered(outcome: Outcome) -> str:
    team = outcome.done
    is_here = ", and here" if team.checked_in_at else ", on the waiting list" if team.waits_since else ""
    return f"{team.name} is {team.event.entrant} {team.number}{is_here}."


def _pair_form(request: Request) -> PairForm:
    return PairForm(request.POST, desk_board(request.event).singles)


def _single(request: Request, pk: int) -> Found:
    return {"player": get_object_or_404(request.event.players, pk=pk)}


def _poster(request: Request) -> dict[str, Any]:
    code = check_in_code(request.event.key)
    return {"link": link_to(request, "player:here", request.event.slug, code)}


POSTER = crew("desk", "desk/check_in_poster.html", "desk:desk", _poster, home="desk:check-in-poster")

scan = action(
    _at_the_field, check_in_found, form=DeskFieldForm, form_name="find_form", message=who_came, only="desk"
)
register_team = action(
    partial(beside_who_came, WALK_UP),
    partial(sign_up_known, sign_up=register_walk_up),
    form=lambda request: _walk_up_form(request, request.POST),
    message=_registered,
    form_name="team_form",
    only="desk",
)
register_single = action(
    partial(beside_who_came, SINGLE),
    partial(sign_up_known, sign_up=sign_up_single),
    form=_single_form,
    message="{done.name} is on the list of people looking for a partner.",
    form_name="single_form",
    only="desk",
)
pair = action(
    on_the_board,
    pair_singles,
    form=_pair_form,
    message="{done.name} is team {done.number}.",
    form_name="pair_form",
    only="desk",
)
crew_partner = action(
    on_the_board,
    give_crew_partner,
    finds=_single,
    form=CrewPartnerForm,
    message="{done.name} is team {done.number}, with a crew partner.",
    only="desk",
)
leave = action(
    on_the_board, leave_list, finds=_single, message="{player.name} is no longer on the list.", only="desk"
)
