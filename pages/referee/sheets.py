"""The context of a referee's views: a game's sheet, or one of its hands."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.access import SHOWS_ONLY, Request, View
from accounts.numbers import whole
from pages.actions import Found, Outcome, action
from pages.nav import crew_layout
from pages.referee.forms import (
    HandForm,
    ReasonForm,
    SideForm,
    StrikeForm,
    TotalOrHandsForm,
    correction_of,
    new_hand,
)
from pages.referee.forms_rulings import PassCallForm
from pages.referee.table_list import last_table
from pages.web import Screen, effective_at, respond
from rules.ruleset.entry import EntryTiles
from rules.ruleset.hands import HandFacts
from rules.ruleset.totals import is_total
from scoring.game.table_state import stage_of
from scoring.models import Hand
from scoring.recording.awaited import stopped
from scoring.recording.commands_late import catch_up_table
from scoring.recording.late_hands import late_hands_at
from scoring.reports.agreed import result_of
from scoring.reports.meaning import Meaning, meaning
from scoring.sheet.pending_reports import replaced_reports, waiting_reports
from scoring.sheet.presses import undone_words
from scoring.sheet.sheet import Sheet, as_saved, hand_on_sheet, sheet, sheet_games
from tournament.event.day_rows import with_shared_rows
from tournament.event.rules_of_event import entry_for, ruleset_for
from tournament.models import Game
from tournament.models.events import ResultsBy
from tournament.models.floor import RefereeCall

Entry = TypeVar("Entry", bound=HandForm)

STAGE, NEXT, VERSION = "Uptown-Stage", "Uptown-Next", "Uptown-Version"
"""HTTP headers: the game's stage when the form was rendered, the next hand's number, the event's version."""


def after(
    request: Request,
    pk: int,
    sent: forms.Form,
    *,
    message: str = "",
    saved: Game | None = None,
    **typed: Any,
) -> HttpResponse:
    """The sheet after an action, or the fragment that htmx targets. Forms with errors stay filled in.

    ``saved`` is the game, if the action has it (``as_saved``).
    """
    is_head = request.htmx and request.htmx.target == "head"
    refused = typed if sent.errors else {}
    # The event is read with the game and before its hands, so the sheet has everything up to this version.
    # The page learns the version and skips the refresh that its own action causes (static/js/core/swaps.js).
    now = saved or sheet_games(request.event).get(pk=pk)
    request.event = now.event = with_shared_rows(now.event)
    back = reverse("referee:game", args=(request.event.slug, pk))
    screen = Screen(
        needs="referee",
        page="referee/game.html",
        fragment="referee/_head_alone.html" if is_head else "referee/_game.html",
        context=lambda request: sheet_context(
            request, now, refused=sent, **refused, **_fragment_clock(request)
        ),
    )
    response = respond(request, screen, sent, back=back, message=message)
    if not is_head:
        response[VERSION] = str(now.event.version)
    return response


def action_at_table(command: Callable[..., Any], *, form_name: str = "", **how: Any) -> View:
    """Make the view of an action on a game, or on a row of it. The response is the game's sheet.

    A form with errors is in its context as ``form_name``.
    """

    def answered(request: Request, outcome: Outcome, news: str) -> HttpResponse:
        typed: dict[str, Any] = {form_name: outcome.form} if form_name else {}
        return after(request, game_of(outcome.given), outcome.form, message=news, **typed)

    return action(answered, command, only="referee", **{"finds": the_game, **how})


def the_game(request: Request, pk: int) -> Found:
    return {"game": find_game(request, pk)}


def the_hand(request: Request, pk: UUID) -> Found:
    return {"hand": find_hand(request, pk)}


def game_of(given: Found) -> int:
    """The id of the game that an action is about: the argument ``game``, or the game of another argument."""
    if "game" in given:
        return int(given["game"].pk)
    return next(int(row.game_id) for row in given.values() if hasattr(row, "game_id"))


def its_table(request: Request, given: Found) -> None:
    """Run the deadlines of the game's table that were overdue at the time of the press."""
    catch_up_table(game=find_game(request, game_of(given)), at=effective_at(request), real=request.real)


def in_already(outcome: Outcome) -> str:
    """The message after *Save* if somebody else had entered the same hand; else empty."""
    hand = outcome.done
    if hand.pk == outcome.given["hand_id"]:
        return ""
    return f"Hand {outcome.given['sequence']} is in already: {hand.by} entered the same."


def taken_back(outcome: Outcome) -> str:
    """The message after *Undo*, so that the earlier hand isn't taken for the one that was undone."""
    return undone_words(outcome.given["game"], outcome.given["press"])


def after_hand(request: Request, hand: Hand, sent: forms.Form, message: str = "") -> HttpResponse:
    """The response to a saved hand: only what it changed. The form stays on the page.

    The whole sheet if the game is in another stage, which has another form.
    """
    saved = as_saved(hand)
    if stage_of(hand.game, hand.game.score, request.at) != request.headers.get(STAGE):
        return after(request, hand.game.pk, sent, message=message, saved=saved)
    game = saved or sheet_games(request.event).get(pk=hand.game.pk)
    request.event = game.event = with_shared_rows(game.event)
    context = sheet_context(request, game, message=message, **_fragment_clock(request))
    response = render(request, "referee/_saved.html", context)
    response["HX-Reswap"] = "none show:window:top"
    response[NEXT] = str(context["sheet"].next_number)
    # The version that the command left, so that the page still refreshes for later ones.
    response[VERSION] = str(game.event.version)
    return response


def _fragment_clock(request: Request) -> dict[str, Any]:
    """The ``clock`` of a sheet without its page's header: all that it asks of it."""
    return {"clock": SimpleLazyObject(lambda: stopped(request.event, request.at))} if request.htmx else {}


def sheet_context(
    request: Request, found: Game, *, form: HandForm | None = None, means: Meaning | None = None, **more: Any
) -> dict[str, Any]:
    head = head_context(request, found, asked=whole(str(form["sequence"].value())) if form else None)
    now: Sheet = head["sheet"]
    tiles = form.tiles if form else offered(request)
    dealer = now.dealer.seat if now.dealer else ""
    return {
        **head,
        "tiles": tiles,
        "last_table": partial(last_table, request.event),
        "has_cards": ruleset_for(request.event).play.has_cards,
        "form": form or new_hand(tiles, sequence=now.next_number, dealer=dealer),
        "means": means,
        "forfeit_form": SideForm(initial={"key": uuid4()}),
        "void_form": ReasonForm(),
        **more,
    }


def head_context(request: Request, found: Game, *, asked: int | None = None) -> dict[str, Any]:
    """The context around the entry form of a sheet; ``asked`` is the number of the hand being entered.

    The request's ``came_as`` is the hand's number when the form was rendered. Since then, hands may have been
    queued on the phone before it, which raises ``asked``.
    """
    now = sheet(found, request.at)
    sent = request.GET if request.method in SHOWS_ONLY else request.POST
    return {
        **crew_layout("referee:tables")(request),
        "sheet": now,
        "undo": now.undo if now.undo and now.undo.badge_id == request.by.badge.pk else None,
        "overtaken": overtaken(
            now, asked, came_as=whole(sent.get("came_as", "")) or 0, hand_id=sent.get("hand_id", "")
        ),
        "late_hands": late_hands_at(found),
        "is_called_for_late": found.referee_call == RefereeCall.LATE_HAND,
        "is_coming": found.referee_coming == request.by.badge.name,
        "call_form": PassCallForm(event=found.event) if now.called_for else None,
        "undo_key": uuid4(),
        "waiting": waiting_reports(found),
        "replaced": replaced_reports(found),
        "result": result_of(found, request.at),
        "choice_form": TotalOrHandsForm(initial={"key": uuid4()}),
    }


@dataclass(frozen=True, kw_only=True)
class Overtaken:
    """The hand being entered isn't the next one: ``by`` entered it, or an earlier one ``is_taken_back``.

    Neither is set if earlier hands wait on the phone, or if the form's own hand is saved: a refresh can come
    before the response to the press.
    """

    number: int
    by: str
    is_taken_back: bool


def overtaken(now: Sheet, asked: int | None, *, came_as: int, hand_id: str) -> Overtaken | None:
    """Why hand ``asked``, whose form holds ``hand_id``, is not the next one; None if it is. No query."""
    if asked in (None, now.next_number):
        return None
    is_saved = hand_id in map(str, now.written)
    entered = next((row for row in now.hands if row.number == asked and not row.is_struck), None)
    by = entered.by if entered and not is_saved else ""
    return Overtaken(number=asked or 0, by=by, is_taken_back=came_as > now.next_number)


COUNTED = ("Books", "Tricks")
"""What a game's slip calls what the sides took. Games that count neither have no word for it."""


def hand_context(request: Request, old: Hand, **more: Any) -> dict[str, Any]:
    found = find_game(request, old.game_id)
    now = sheet(found, request.at)
    tiles = offered(request, old.parsed)
    heads = {question.paper.partition(" ")[0] for question in tiles.questions}
    return {
        **crew_layout("referee:tables")(request),
        "sheet": now,
        "row": hand_on_sheet(now, old),
        "tiles": tiles,
        "means": meaning(found, old.parsed, request.at, replaces=old),
        "form": correction_of(tiles, old.parsed),
        "counted": next((each for each in COUNTED if each in heads), ""),
        "strike_form": StrikeForm(initial={"key": uuid4()}),
        **more,
    }


def find_game(request: Request, pk: int) -> Game:
    """The event's game with this id, or 404. Two queries; one for an action, which loads no seats."""
    games = sheet_games(request.event)
    if request.method not in SHOWS_ONLY:
        return get_object_or_404(games.prefetch_related(None), pk=pk)
    found = get_object_or_404(games, pk=pk)
    found.event = request.event  # Its schedule may be loaded.
    return found


def game_of_entry(request: Request, pk: int) -> Found:
    """The event's game with this id, for a command that loads the rest itself. One query."""
    games = sheet_games(request.event).prefetch_related(None).select_related(None).only("event")
    found = get_object_or_404(games, pk=pk)
    found.event = request.event
    return {"game": found}


def find_hand(request: Request, pk: UUID) -> Hand:
    return get_object_or_404(Hand.objects.select_related("game"), game__event=request.event, pk=pk)


def entry_form(form: type[Entry]) -> Callable[..., Entry]:
    return lambda request, pk: form(request.POST, tiles=offered(request))


def offered(request: Request, facts: HandFacts | None = None) -> EntryTiles:
    """The event's questions about a hand, or about a game's total.

    The request's ``asked`` decides which; without it the entry ``facts``, and without that the event.
    """
    sent = request.POST.get("asked") or request.GET.get("asked")
    is_by_total = request.event.results_by == ResultsBy.TOTALS
    if sent:
        is_by_total = sent == "total"
    elif facts is not None:
        is_by_total = is_total(facts)
    return entry_for(request.event, is_total=is_by_total)
