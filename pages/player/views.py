"""What a team does on its own page: sit down, call a referee, report hands, agree to results."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.actions import Found, Outcome, action, page_or_action
from pages.header import header
from pages.nav import team_nav
from pages.player.forms import (
    CallForm,
    CorrectForm,
    DisputeForm,
    HelpForm,
    ObjectionForm,
    PhoneForm,
    ResultForm,
    SitOutForm,
)
from pages.player.own import CORRECT, HERE, OWN, posted_game, team_of
from pages.player.own_games import open_game
from pages.referee.forms import HandForm, hand_again, new_hand
from pages.referee.sheets import offered
from pages.web import do, effective_at, go, respond
from rules.ruleset.totals import is_total
from scoring.models import Report
from scoring.recording.commands_late import catch_up_table
from scoring.reports.commands_agreement import agree_result, object_to_result
from scoring.reports.commands_reports import accept_report, dispute_report, report_hand
from scoring.reports.meaning import meaning
from scoring.rounds.commands_seating_by_hand import choose_who_rests
from scoring.sheet.pending_reports import ReportRow, side_of_team, waiting_reports, why_no_report
from scoring.sheet.sheet import sheet, sheet_games
from seasons.leagues.commands_consent import open_own_page
from seasons.people.person_codes import code_of
from tournament.entries.commands_check_in import check_in_here, sit_out
from tournament.entries.commands_corrections import correct_entry
from tournament.entries.commands_presence import take_back_sign_up
from tournament.errors import Refused
from tournament.floor.commands_floor import call_referee, mark_seated
from tournament.floor.commands_substitutes import answer_request
from tournament.messages.commands_messages import set_phone_notifications
from tournament.models import Actor, Game, SubstituteRequest, Team


def _found(request: Request, game: Game | None) -> Found:
    if game is None:
        raise Refused("game.none")
    return {"game": game, "team": team_of(request)}


def _call(*, game: Game, team: Team, why: str, by: Actor, at: datetime) -> Any:
    return call_referee(game=game, why=f"{team}: {why or 'a referee, please.'}", by=by, at=at)


def _report(request: Request, pk: UUID) -> Found:
    reports = Report.objects.select_related("game").filter(game__event=request.event)
    return {"report": get_object_or_404(reports, pk=pk, game__in=Game.objects.of(team_of(request)))}


def _resting(request: Request) -> Found:
    """The team's game, and the player who is to sit it out."""
    player = get_object_or_404(team_of(request).players, pk=whole(request.POST.get("player", "")))
    game = posted_game(request)
    if game is None:
        raise Refused("game.none")
    return {"game": game, "player": player}


def _asked(request: Request, pk: UUID) -> Found:
    requests = SubstituteRequest.objects.filter(event=request.event, person__team=team_of(request))
    return {"request": get_object_or_404(requests, key=pk)}


def _at_its_table(request: Request, found: Found) -> None:
    catch_up_table(game=found["report"].game, at=effective_at(request), real=request.real)


def _game(request: Request, pk: int) -> Found:
    mine = Game.objects.standing().of(team_of(request))
    return {"game": get_object_or_404(mine, event=request.event, pk=pk)}


_say = partial(action, OWN, time_argument="said_at")

seated = _say(mark_seated, finds=lambda request: _found(request, posted_game(request)))
call = action(
    OWN,
    _call,
    finds=lambda request: _found(request, open_game(request.event, team_of(request))),
    form=CallForm,
)
substitute = action(OWN, answer_request, finds=_asked, form=HelpForm)


def _here(request: Request, code: str) -> Found:
    return {"team": team_of(request), "code": code, "is_everybody": "one" not in request.POST}


def _checked_in(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    home = reverse("player:now", args=[request.event.slug])
    shown = replace(HERE, context=partial(HERE.context, code=outcome.given["code"]))
    return respond(request, shown, outcome.form, back=home, message=news, **outcome.refused)


here = page_or_action(
    HERE,
    action(_checked_in, check_in_here, finds=_here, message="The desk knows that you are here.", only="team"),
)
sits_out = action(OWN, sit_out, finds=lambda request: {"team": team_of(request)}, form=SitOutForm)
tells = action(
    OWN, set_phone_notifications, finds=lambda request: {"badge": request.by.badge}, form=PhoneForm
)


def _own_page(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    if outcome.form.errors:
        return respond(request, OWN, outcome.form, **outcome.refused)
    return redirect("site:own", code_of(outcome.done))


own_page = action(
    _own_page,
    open_own_page,
    finds=lambda request, pk: {"player": get_object_or_404(team_of(request).players, pk=pk)},
    only="team",
)
take_back = action(OWN, take_back_sign_up, finds=lambda request: {"team": team_of(request)})
correct = page_or_action(
    CORRECT,
    action(
        CORRECT,
        correct_entry,
        finds=lambda request: {"team": team_of(request)},
        form=lambda request: CorrectForm(team_of(request), request.POST),
        form_name="form",
        message="It is corrected.",
        back=lambda request, outcome: reverse("player:now", args=[request.event.slug]),
    ),
)
who_sits = action(OWN, choose_who_rests, finds=_resting)
accept = _say(accept_report, finds=_report, catches_up=_at_its_table)
dispute = _say(dispute_report, finds=_report, form=DisputeForm, catches_up=_at_its_table)
agree = _say(agree_result, finds=_game, form=ResultForm)
object_to = _say(object_to_result, finds=_game, form=ObjectionForm)


@needs("team")
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: Request) -> HttpResponse:
    # A report that waited on a phone may arrive after the next game has begun.
    game = _on_sheet(request, posted_game(request))
    if request.method != "POST" or game is None:
        return _page(request, game, None, status=422 if request.method == "POST" else 200)
    form = HandForm(request.POST, tiles=offered(request))
    do(form, lambda: catch_up_table(game=game, at=effective_at(request), real=request.real))
    sent = do(
        form,
        lambda: report_hand(
            report_id=form.hand_id_sent,
            game=game,
            facts=form.facts(),
            sequence=form.sequence_sent or 0,
            by=request.by,
            at=request.at,
            effective_at=effective_at(request),
        ),
    )
    if sent is None:
        return _page(request, game, form, status=422)
    # The team's page says what becomes of it.
    return go(request, reverse("player:now", args=(request.event.slug,)))


@needs("team")
@require_POST
def preview(request: Request) -> HttpResponse:
    game = _on_sheet(request, open_game(request.event, team_of(request)))
    form = HandForm(request.POST, tiles=offered(request))
    means = meaning(game, form.facts(), request.at) if game and form.is_valid() else None
    if request.htmx:
        context = {"means": means, "form": form, "tiles": form.tiles, "is_preview": True}
        return render(request, "referee/entry/_meaning.html", context)
    return _page(request, game, form, means=means)


def _on_sheet(request: Request, game: Game | None) -> Game | None:
    return sheet_games(request.event).get(pk=game.pk) if game else None


def _page(
    request: Request, game: Game | None, form: HandForm | None, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {**header(request), **team_nav(request), "why_not": Refused("game.none"), **more}
    if game:
        game.event = request.event  # Its schedule may be loaded.
        now = sheet(game, request.at)
        entered = None if form else _entered_already(request, game)
        tiles = form.tiles if form else offered(request, entered.parsed if entered else None)
        context |= {
            "why_not": why_no_report(game, request.at),
            "sheet": now,
            "tiles": tiles,
            "entered": entered,
            "form": form or new_hand(tiles, sequence=now.next_number),
        }
        if entered and entered.parsed and is_total(entered.parsed) == tiles.is_total:
            context["form"] = hand_again(tiles, entered.parsed, sequence=now.next_number)
            context["means"] = meaning(game, entered.parsed, request.at)
    return render(request, "player/report.html", context, status=status)


def _entered_already(request: Request, game: Game) -> ReportRow | None:
    """The entry of the next hand to start from: the team's own, or else the other side's."""
    waiting = waiting_reports(game)
    own = side_of_team(game, team_of(request).pk)
    rows = [] if waiting is None else sorted(waiting.choices, key=lambda row: row.side != own)
    return rows[0] if rows else None
