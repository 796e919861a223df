"""What a team says of its games: a hand reported, accepted, disputed; a result agreed, or not."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import Request, needs
from pages.actions import Found, press
from pages.header import header
from pages.nav import team_nav
from pages.player.forms import DisputeForm, ObjectionForm, ResultForm
from pages.player.games import open_game
from pages.player.own import OWN, game_meant, team_of
from pages.referee.forms import HandForm, hand_again, new_hand
from pages.web import do, effective_at, go
from scoring.commands.agreement import agree_result, object_to_result
from scoring.commands.late import catch_up_table
from scoring.commands.reports import accept_report, dispute_report, report_hand
from scoring.models import Report
from scoring.queries.game.meaning import meaning
from scoring.queries.game.reports import ReportRow, side_of_team, waiting_reports, why_no_report
from scoring.queries.game.sheet import sheet, sheet_games
from tournament.errors import Refused
from tournament.models import Game
from tournament.queries.game import ruleset_for


@needs("team")
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: Request) -> HttpResponse:
    game = _meant(request)
    if request.method != "POST" or game is None:
        return _page(request, game, None, status=422 if request.method == "POST" else 200)
    form = HandForm(request.POST, tiles=ruleset_for(request.event).entry)
    if form.is_valid():
        catch_up_table(game=game, at=effective_at(request))
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
    if not sent.is_dispute:  # Then the page says what to do.
        messages.success(request, "Sent. It counts once the other side says that it is right.")
    return go(request, reverse("player:now", args=(request.event.slug,)))


@needs("team")
@require_POST
def preview(request: Request) -> HttpResponse:
    game = _open(request)
    form = HandForm(request.POST, tiles=ruleset_for(request.event).entry)
    means = meaning(game, form.facts(), request.at) if game and form.is_valid() else None
    if request.htmx:
        shown = {"means": means, "form": form, "tiles": form.tiles, "is_preview": True}
        return render(request, "referee/entry/_meaning.html", shown)
    return _page(request, game, form, means=means)


def _open(request: Request) -> Game | None:
    found = open_game(request.event, team_of(request))
    return sheet_games(request.event).get(pk=found.pk) if found else None


def _meant(request: Request) -> Game | None:
    """The game that a report is about: what waited on a phone may come in when another has begun."""
    if "game" not in request.POST:
        return _open(request)
    game = game_meant(request, team_of(request))
    return sheet_games(request.event).get(pk=game.pk) if game else None


def _page(
    request: Request, game: Game | None, form: HandForm | None, *, status: int = 200, **kept: Any
) -> HttpResponse:
    """The entry of the next hand; or why there is none."""
    context = {**header(request), **team_nav(request), "why_not": Refused("game.none"), **kept}
    if game:
        game.event = request.event  # Which knows its day, once it was asked.
        now, tiles = sheet(game, request.at), ruleset_for(request.event).entry
        said = None if form else _said_already(request, game)
        context |= {
            "why_not": why_no_report(game, request.at),
            "sheet": now,
            "tiles": tiles,
            "said": said,
            "form": form or new_hand(tiles, sequence=now.next_number),
        }
        if said and said.told:
            context["form"] = hand_again(tiles, said.told, sequence=now.next_number)
            context["means"] = meaning(game, said.told, request.at)
    return render(request, "player/report.html", context, status=status)


def _said_already(request: Request, game: Game) -> ReportRow | None:
    """The entry of the next hand that this one starts from: the team's own, or else the other side's."""
    waiting = waiting_reports(game)
    own = side_of_team(game, team_of(request).pk)
    rows = [] if waiting is None else sorted(waiting.choices, key=lambda row: row.side != own)
    return rows[0] if rows else None


def _report(request: Request, pk: UUID) -> Found:
    reports = Report.objects.select_related("game").filter(game__event=request.event)
    return {"report": get_object_or_404(reports, pk=pk, game__in=Game.objects.of(team_of(request)))}


def _at_its_table(request: Request, found: Found) -> None:
    catch_up_table(game=found["report"].game, at=effective_at(request))


def _game(request: Request, pk: int) -> Found:
    mine = Game.objects.standing().of(team_of(request))
    return {"game": get_object_or_404(mine, event=request.event, pk=pk)}


_say = partial(press, OWN, pressed_at="said_at")

accept = _say(accept_report, finds=_report, catches_up=_at_its_table)
dispute = _say(dispute_report, finds=_report, form=DisputeForm, catches_up=_at_its_table)
agree = _say(agree_result, finds=_game, form=ResultForm)
object_to = _say(object_to_result, finds=_game, form=ObjectionForm)
