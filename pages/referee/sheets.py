"""What every view of a referee's phone shows: a game's sheet, or one of its hands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from accounts.access import SHOWS_ONLY, Request, View
from accounts.numbers import whole
from pages.actions import Found, Pressed, press
from pages.nav import crew_frame
from pages.referee.forms import (
    CorrectionForm,
    HandForm,
    ReasonForm,
    SideForm,
    StrikeForm,
    correction_of,
    new_hand,
)
from pages.web import Screen, answer, effective_at
from rules.games.entry import EntryTiles
from scoring.commands.late import catch_up_table
from scoring.models import Hand
from scoring.queries.game.agreement import result_of
from scoring.queries.game.meaning import Meaning, meaning
from scoring.queries.game.reports import waiting_reports
from scoring.queries.game.sheet import Sheet, as_changed, hand_on_sheet, sheet, sheet_games
from scoring.queries.rounds.late import late_hands_at
from tournament.models import Game
from tournament.models.floor import RefereeCall
from tournament.queries.day_rows import with_its_day
from tournament.queries.game import ruleset_for

STAGE, NEXT, VERSION = "Uptown-Stage", "Uptown-Next", "Uptown-Version"
"""Headers: in which stage of its game a form came; which hand comes next in it; as of when the answer is."""


def after(request: Request, pk: int, sent: forms.Form, **kept: Any) -> HttpResponse:
    """The sheet as it is after an action, in the fragment asked for; what was refused stays typed."""
    is_head = request.htmx and request.htmx.target == "head"
    typed = kept if sent.errors else {}
    # Its event is read with it, before its hands: the sheet knows all that happened up to this version, and
    # maybe more. The page is told, and needs no refresh by its own action (static/js/core/swaps.js).
    now = sheet_games(request.event).get(pk=pk)
    request.event = now.event = with_its_day(now.event)
    back = reverse("referee:game", args=(request.event.slug, pk))
    screen = Screen(
        needs="referee",
        page="referee/game.html",
        fragment="referee/_head_alone.html" if is_head else "referee/_game.html",
        shown=lambda request: sheet_context(request, now, refused=sent, **typed),
    )
    response = answer(request, screen, sent, back=back)
    if not is_head:
        response[VERSION] = str(now.event.version)
    return response


def press_at_table(command: Callable[..., Any], *, typed: str = "", **how: Any) -> View:
    """The view of an action on a game, or on a row of it; it is answered with the game's sheet.

    A refused form is shown as ``typed``.
    """

    def answered(request: Request, pressed: Pressed, news: str) -> HttpResponse:
        kept = {typed: pressed.form} if typed else {}
        return after(request, game_of(pressed.given), pressed.form, **kept)

    return press(answered, command, only="referee", **{"finds": the_game, **how})


def the_game(request: Request, pk: int) -> Found:
    return {"game": find_game(request, pk)}


def the_hand(request: Request, pk: UUID) -> Found:
    return {"hand": find_hand(request, pk)}


def game_of(given: Found) -> int:
    """The number of the game that an action is about: its own, or that of the row it changes."""
    if "game" in given:
        return int(given["game"].pk)
    return next(int(row.game_id) for row in given.values() if hasattr(row, "game_id"))


def its_table(request: Request, given: Found) -> None:
    """Do what had come due at the game's table when it was pressed."""
    catch_up_table(game=find_game(request, game_of(given)), at=effective_at(request))


def after_hand(request: Request, hand: Hand) -> HttpResponse | None:
    """What a saved hand changed, for a form that stays for the next: in the same stage it is the same form.

    None where the sheet has to come whole.
    """
    stage = request.headers.get(STAGE)
    if not stage:
        return None
    game = as_changed(hand.game)
    request.event = game.event = with_its_day(game.event)
    context = sheet_context(request, game)
    if context["sheet"].stage != stage:
        return None
    response = render(request, "referee/_saved.html", context)
    response["HX-Reswap"] = "none show:window:top"
    response[NEXT] = str(context["sheet"].next_number)
    # The game is as its action left it. What came after that is news to the page.
    response[VERSION] = str(game.event.version)
    return response


def sheet_context(
    request: Request,
    found: Game,
    *,
    form: HandForm | None = None,
    means: Meaning | None = None,
    **kept: Any,
) -> dict[str, Any]:
    head = head_context(request, found, asked=whole(str(form["sequence"].value())) if form else None)
    now: Sheet = head["sheet"]
    tiles = form.tiles if form else offered(request)
    dealer = now.dealer.seat if now.dealer else ""
    return {
        **head,
        "tiles": tiles,
        "form": form or new_hand(tiles, sequence=now.next_number, dealer=dealer),
        "means": means,
        "forfeit_form": SideForm(initial={"key": uuid4()}),
        "void_form": ReasonForm(),
        **kept,
    }


def head_context(request: Request, found: Game, *, asked: int | None = None) -> dict[str, Any]:
    """What is around the entry of a sheet; ``asked`` is the number of the hand that is being entered.

    ``came_as`` is the number with which the entry came: on its page it is behind the hands that wait there.
    """
    now = sheet(found, request.at)
    sent = request.GET if request.method in SHOWS_ONLY else request.POST
    return {
        **crew_frame("referee:tables")(request),
        "sheet": now,
        "undo": now.undo if now.undo and now.undo.badge_id == request.by.badge.pk else None,
        "overtaken": overtaken(now, asked, came_as=whole(sent.get("came_as", "")) or 0),
        "late_hands": late_hands_at(found),
        "is_called_for_late": found.referee_call == RefereeCall.LATE_HAND,
        "undo_key": uuid4(),
        "waiting": waiting_reports(found),
        "result": result_of(found, request.at),
    }


@dataclass(frozen=True, kw_only=True)
class Overtaken:
    """The hand that somebody else entered meanwhile, or that one was taken back since the form came.

    Neither, where hands before it wait on the phone.
    """

    number: int
    by: str
    is_taken_back: bool


def overtaken(now: Sheet, asked: int | None, *, came_as: int) -> Overtaken | None:
    """What came in between, where hand ``asked`` isn't the one that comes next. No query."""
    if asked in (None, now.next_number):
        return None
    there = next((row for row in now.hands if row.number == asked and not row.is_struck), None)
    by = there.by if there else ""
    return Overtaken(number=asked or 0, by=by, is_taken_back=came_as > now.next_number)


def hand_context(request: Request, old: Hand, **kept: Any) -> dict[str, Any]:
    found = find_game(request, old.game_id)
    now = sheet(found, request.at)
    tiles = offered(request)
    return {
        **crew_frame("referee:tables")(request),
        "sheet": now,
        "row": hand_on_sheet(now, old),
        "tiles": tiles,
        "means": meaning(found, old.told, request.at, replaces=old),
        "form": correction_of(tiles, old.told),
        "strike_form": StrikeForm(initial={"key": uuid4()}),
        **kept,
    }


def find_game(request: Request, pk: int) -> Game:
    """The event's game of that number, or 404. Two queries; for an action one: it asks who sits."""
    games = sheet_games(request.event)
    if request.method not in SHOWS_ONLY:
        return get_object_or_404(games.prefetch_related(None), pk=pk)
    found = get_object_or_404(games, pk=pk)
    found.event = request.event  # Which knows its day, once it was asked.
    return found


def game_of_entry(request: Request, pk: int) -> Found:
    """The event's game of that number, for an action that reads the rest itself. One query."""
    games = sheet_games(request.event).prefetch_related(None).select_related(None).only("event")
    found = get_object_or_404(games, pk=pk)
    found.event = request.event
    return {"game": found}


def find_hand(request: Request, pk: UUID) -> Hand:
    """The event's hand of that id, or 404. One query."""
    return get_object_or_404(Hand.objects.select_related("game"), game__event=request.event, pk=pk)


def correction(request: Request, pk: UUID) -> CorrectionForm:
    return CorrectionForm(request.POST, tiles=offered(request))


def offered(request: Request) -> EntryTiles:
    """What a hand of the event's game can be. No query."""
    return ruleset_for(request.event).entry
