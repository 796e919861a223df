"""A tablet at a table, without sign-in; and the page to open and end them (Rulebook E-193, E-194)."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.actions import ActionForm, Found, Outcome, action, at_table
from pages.header import header
from pages.links import link_to
from pages.nav import crew, tablet_nav
from pages.player.forms import CallForm
from pages.referee.forms import HandForm, SeatedTeamForm, UndoForm, new_hand
from pages.referee.sheets import in_already, offered, taken_back
from pages.web import Screen, respond
from scoring.recording.commands_hands import record_hand
from scoring.recording.commands_undo import undo_press
from scoring.reports.meaning import Meaning, meaning
from scoring.sheet.sheet import last_game_at, sheet, sheet_games
from tournament.badges.commands_badges import end_tablet, open_tablet
from tournament.badges.crew import tablets
from tournament.errors import Refused
from tournament.floor.commands_floor import call_referee, mark_seated
from tournament.models import Event, Game, Role


def _tablet(
    request: Request, *, form: HandForm | None = None, means: Meaning | None = None
) -> dict[str, Any]:
    """Template context: the open game at the tablet's table, or the last one."""
    number = request.by.badge.only_at[0]
    found = last_game_at(get_object_or_404(request.event.tables, number=number))
    if found is None:
        return {"number": number, "sheet": None}
    game = sheet_games(request.event).get(pk=found.pk)
    game.event = request.event  # Its schedule may be loaded.
    now = sheet(game, request.at)
    tiles = form.tiles if form else offered(request)
    dealer = now.dealer.seat if now.dealer else ""
    return {
        "number": number,
        "sheet": now,
        "tiles": tiles,
        "form": form or new_hand(tiles, sequence=now.next_number, dealer=dealer),
        "means": means,
        "undo": now.undo if now.undo and now.undo.badge_id == request.by.badge.pk else None,
        "key": uuid4(),
        "call_form": CallForm(),
    }


TABLET = Screen(
    needs="tablet",
    page="tablet/tablet.html",
    fragment="tablet/_tablet.html",
    home="tablet:tablet",
    context=_tablet,
    layout=lambda request: {**header(request), **tablet_nav(request)},
)


def _game_here(request: Request) -> Game:
    """The game that the form names.

    :raises Refused: if it isn't at the tablet's own table.
    """
    pk, number = whole(request.POST.get("game", "")), request.by.badge.only_at[0]
    games = Game.objects.filter(event=request.event, table__number=number)
    game = None if pk is None else games.filter(pk=pk).first()
    if game is None:
        raise Refused("tablet.other-table", table=number)
    return game


def _found(request: Request) -> Found:
    return {"game": _game_here(request)}


def _own_press(request: Request) -> Found:
    game = _game_here(request)
    now = sheet(sheet_games(request.event).get(pk=game.pk), request.at).undo
    if now is None or f"{now.press}" != request.POST.get("press") or now.badge_id != request.by.badge.pk:
        raise Refused("tablet.no-undo")
    return {"game": game}


def _call(*, game: Game, why: str, by: Any, at: datetime) -> Game:
    return call_referee(game=game, why=f"{by.badge}: {why or 'a referee, please.'}", by=by, at=at)


def _recorded(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    if not outcome.form.errors:
        return respond(request, TABLET, outcome.form, message=news)
    again = _tablet(request, form=outcome.form)  # type: ignore[arg-type]
    is_by_the_form = again["sheet"] and again["sheet"].is_entering
    return respond(request, TABLET, outcome.form, **again, **({} if is_by_the_form else outcome.refused))


record = action(
    _recorded,
    record_hand,
    message=in_already,
    only="tablet",
    finds=_found,
    form=lambda request: HandForm(request.POST, tiles=offered(request)),
    catches_up=at_table,
    time_argument="effective_at",
)
undo = action(TABLET, undo_press, finds=_own_press, form=UndoForm, message=taken_back)
seated = action(TABLET, mark_seated, finds=_found, form=SeatedTeamForm, time_argument="said_at")
call = action(TABLET, _call, finds=_found, form=CallForm)


@needs("tablet")
@require_POST
def preview(request: Request) -> HttpResponse:
    form, means = HandForm(request.POST, tiles=offered(request)), None
    if form.is_valid():
        game = sheet_games(request.event).filter(pk=_game_here(request).pk).first()
        means = meaning(game, form.facts(), request.at) if game else None
    if request.htmx:
        context = {"means": means, "form": form, "tiles": form.tiles, "is_preview": True}
        return render(request, "referee/entry/_meaning.html", context)
    return render(
        request,
        "tablet/tablet.html",
        {"event": request.event, **TABLET.layout(request), **_tablet(request, form=form, means=means)},
    )


class TabletTableForm(ActionForm):
    number = forms.IntegerField(
        label="Table",
        min_value=1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), "Write the number of the table."),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"number": self.cleaned_data["number"]}


def _tablets(request: Request) -> dict[str, Any]:
    """The open tablets with their links. One query."""
    rows = [(badge, link_to(request, "site:join", badge.secret)) for badge in tablets(request.event)]
    return {"tablets": rows, "form": TabletTableForm()}


TABLETS = crew(
    "organizer", "tablet/tablets.html", "floor:paper", _tablets, "tablet/_tablets.html", home="tablet:tablets"
)


def _badge(request: Request, pk: int) -> Found:
    return {"badge": get_object_or_404(request.event.badges.filter(role=Role.TABLET), pk=pk)}


open_one = action(
    TABLETS, open_tablet, form=TabletTableForm, form_name="form", message="Scan the code with it."
)
end = action(TABLETS, end_tablet, finds=_badge, message="{badge} is ended.")
