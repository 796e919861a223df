"""Public sign-up, from people's own phones."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST
from segno.helpers import make_wifi_data

from accounts.access import Request, View, everyone, may, public_by, signed_in
from accounts.qr_code import qr_code
from accounts.rate_limits import SIGN_UP, count_try, must_wait, network_of
from pages.actions import ActionForm
from pages.flyer.sentences import flyer_of, told, told_but
from pages.hall.forms_sign_up import (
    AboutForm,
    AnswerForm,
    AskForm,
    PartnerForm,
    SignUpTeamForm,
    SingleForm,
)
from pages.hall.partners import partner_desk
from pages.links import good_until, link_to
from pages.nav import public_layout
from pages.web import Screen, do, render_screen
from rules.money.words import dollars
from seasons.clubs.club_of_event import has_club
from seasons.people.commands_people import sign_up_known
from tournament.entries.commands_partners import answer_partner, ask_partner, block_partner, say_about
from tournament.entries.commands_sign_up import leave_list, sign_up_single, sign_up_team
from tournament.entries.places import (
    first_names_looking,
    places,
    player_with_page,
    sign_up_end,
    why_no_public_sign_up,
)
from tournament.entries.places import signed_up as find_signed_up
from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.event.rules_of_event import ruleset_for
from tournament.models import Actor, PartnerRequest, Player, Team
from tournament.models.schedule import PhaseKind
from tournament.schedule.day_page import day_page


@everyone
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: Request) -> HttpResponse:
    is_of_club = has_club(request.event)
    form = SignUpTeamForm(request.POST or None, way=request.event.way, is_of_club=is_of_club)
    return _signed(request, form, sign_up_team) or _invite(request, "hall/sign_up/sign_up.html", form)


@everyone
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_alone(request: Request) -> HttpResponse:
    form = SingleForm(request.POST or None, is_of_club=has_club(request.event))
    return _signed(request, form, sign_up_single) or _invite(
        request, "hall/sign_up/sign_up_alone.html", form, looking=first_names_looking(request.event)
    )


def _signed(request: Request, form: SignUpTeamForm | SingleForm, command: Any) -> HttpResponse | None:
    _slow_down(request, form)

    def act() -> Any:
        event = request.event
        return sign_up_known(
            sign_up=command, event=event, **form.arguments(event), by=public_by(request), at=request.at
        )

    done = do(form, act)
    return redirect("hall:signed-up", request.event.slug, done.page_secret) if done else None


def _invite(request: Request, page: str, form: forms.Form, **more: Any) -> HttpResponse:
    context = {**public_layout()(request), **_invitation(request), "form": form, **more}
    return render(request, page, context, status=422 if form.errors else 200)


def _slow_down(request: Request, form: forms.Form) -> None:
    """Apply the rate limit: a network with very many sign-ups may send one every few seconds."""
    if not form.is_bound:
        return
    whose = f"{request.event.slug} {network_of(request)}"
    if must_wait(request, SIGN_UP, whose):
        form.add_error(None, SIGN_UP.wait)
    count_try(request, SIGN_UP, whose)


def _invitation(request: Request) -> dict[str, Any]:
    """The facts about the event on each sign-up page. Nine queries at most."""
    event = request.event
    for_team = 0 if event.way.is_one else event.donation_team_cents
    return {
        "why_not": why_no_public_sign_up(event, request.at),
        "end": sign_up_end(event, request.at),
        "places": places(event),
        "starts_at": phase(event, PhaseKind.MEET).starts_at,
        "for_a_player": dollars(event.donation_player_cents) if event.donation_player_cents else "",
        "for_a_team": dollars(for_team) if for_team else "",
    }


def _signed_up(request: Request, secret: str) -> dict[str, Any]:
    found = find_signed_up(request.event, secret)
    if found is None:
        raise Http404("Nobody signed up at this address. The desk shows your link again.")
    opens = ("site:join", found.secret) if found.is_team else ("hall:signed-up", request.event.slug, secret)
    player = None if found.is_team else player_with_page(request.event, secret)
    looks = partner_desk(request.event, player) if player else None
    page = {"signed_up": found, "secret": secret, "link": link_to(request, *opens), "looks": looks}
    page["link_until"] = good_until(request.event)
    page["about_form"] = AboutForm()
    if looks:
        page["about_form"] = AboutForm(initial={"about": looks.player.about})
        page["others"] = [(one, uuid4()) for one in looks.others]
    return {**_invitation(request), **page}


def _acting(command: Any, form: type[ActionForm], says: str = "") -> View:
    """Make the view of an action by somebody without a badge, on their own page with its secret URL."""

    @everyone
    @require_POST
    def view(request: Request, secret: str) -> HttpResponse:
        player = player_with_page(request.event, secret)
        if player is None:
            raise Http404("Nobody signed up at this address. The desk shows your link again.")
        sent = form(request.POST)
        _slow_down(request, sent)

        def act() -> Any:
            given = {**sent.arguments(request.event), "by": public_by(request), "at": request.at}
            return command(player=player, **given)

        done = do(sent, act)
        if sent.errors:
            shown = replace(SIGNED_UP, context=partial(SIGNED_UP.context, secret=secret))
            return render_screen(request, shown, status=422, sentence=sent.sentence)
        if says and not isinstance(done, Team):
            messages.success(request, says)
        return redirect("hall:signed-up", request.event.slug, secret)

    return view


def _answer(*, player: Player, request: PartnerRequest, is_accepted: bool, by: Actor, at: datetime) -> Any:
    if request.asked_id != player.pk:
        raise Refused("partner.answered")
    return answer_partner(request=request, is_accepted=is_accepted, by=by, at=at)


def _poster(request: Request) -> dict[str, Any]:
    spans_days, lines = request.event.spans_days, flyer_of(request.event)
    return {
        **_invitation(request),
        "game": ruleset_for(request.event).name,
        "link": link_to(request, "hall:sign-up", request.event.slug),
        "wifi": _wifi(request),
        "flyer": told_but(lines, "sign-up", "money", "own"),
        "own": told(lines, "own"),
        "last_day": day_page(request.event, request.at).last_day if spans_days else None,
    }


def _wifi(request: Request) -> SafeString | None:
    """The Wi-Fi's QR code. It contains the password, so it is only on the poster that the crew opens."""
    event = request.event
    if not (event.wifi_name and signed_in(request) and may(request, "crew")):
        return None
    kind = "WPA" if event.wifi_password else None
    return qr_code(make_wifi_data(event.wifi_name, event.wifi_password or None, kind))


def _page(page: str, context: Any) -> Screen:
    return Screen(needs="everyone", page=page, context=context, layout=public_layout())


SIGNED_UP = _page("hall/sign_up/signed_up.html", _signed_up)
POSTER = _page("hall/sign_up/sign_up_poster.html", _poster)

about = _acting(say_about, AboutForm, "The others can read it now.")
ask = _acting(ask_partner, AskForm, "Asked. They say yes or no on their own page.")
answer = _acting(_answer, AnswerForm, "They know it now. You are still on the list.")
block = _acting(block_partner, PartnerForm, "You don’t see each other any more. They don’t learn why.")
leave = _acting(leave_list, ActionForm)
