"""Actions at a table other than entering hands: whistle, forfeits, late teams, calls, teams' reports."""

from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from accounts.access import Request
from pages.actions import Found, Outcome, action
from pages.nav import crew
from pages.referee.forms import (
    ReasonForm,
    RestsForm,
    SeatedTeamForm,
    SideForm,
    ThirdForm,
    TotalOrHandsForm,
    UndoForm,
    WaiverForm,
    new_third,
)
from pages.referee.forms_rulings import CallWordsForm, HeadCallForm, pass_form
from pages.referee.sheets import (
    action_at_table,
    entry_form,
    find_game,
    game_of,
    its_table,
    offered,
    taken_back,
    the_game,
)
from pages.web import render_screen
from scoring.models import Report
from scoring.recording.commands_ending import end_at_whistle, forfeit_game, reopen_game, void_game
from scoring.recording.commands_late import forfeit_proposed_hand, start_five_minutes, waive_late_hand
from scoring.recording.commands_undo import undo_press
from scoring.reports.commands_agreement import witness_result
from scoring.reports.commands_conflicts import choose_report, choose_total_or_hands, overrule_reports
from scoring.rounds.commands_move_game import recall_game
from scoring.rounds.commands_seating_by_hand import choose_who_rests
from scoring.sheet.pending_reports import waiting_reports
from scoring.sheet.sheet import sheet
from tournament.floor.commands_floor import answer_call, call_head_referee, claim_call, mark_seated, pass_call
from tournament.models import Deadline


def _deadline(request: Request, pk: int) -> Found:
    return {"deadline": get_object_or_404(Deadline, event=request.event, pk=pk)}


def _report(request: Request, pk: UUID) -> Found:
    reports = Report.objects.select_related("game")
    return {"report": get_object_or_404(reports, game__event=request.event, pk=pk)}


whistle = action_at_table(end_at_whistle, catches_up=its_table)
forfeit = action_at_table(
    forfeit_game, form=SideForm, catches_up=its_table, time_argument="effective_at", form_name="forfeit_form"
)
void = action_at_table(void_game, form=ReasonForm, catches_up=its_table, form_name="void_form")
reopen = action_at_table(reopen_game)
recall = action_at_table(recall_game, catches_up=its_table)
undo = action_at_table(undo_press, form=UndoForm, time_argument="effective_at", message=taken_back)
seated = action_at_table(mark_seated, form=SeatedTeamForm, time_argument="said_at")
who_sits = action_at_table(choose_who_rests, form=RestsForm)
answered = action_at_table(answer_call, form=CallWordsForm)
coming = action_at_table(claim_call)
passed = action_at_table(pass_call, form=pass_form, form_name="call_form")
total_or_hands = action_at_table(
    choose_total_or_hands, form=TotalOrHandsForm, catches_up=its_table, form_name="choice_form"
)
witness = action_at_table(witness_result)
head_referee = action_at_table(call_head_referee, form=HeadCallForm)
start_late = action_at_table(start_five_minutes, form=SeatedTeamForm, catches_up=its_table)
forfeit_late = action_at_table(forfeit_proposed_hand, finds=_deadline)
waive_late = action_at_table(waive_late_hand, finds=_deadline, form=WaiverForm, form_name="waiver_form")
settle = action_at_table(choose_report, finds=_report, catches_up=its_table)


def _reports(request: Request, pk: int) -> dict[str, Any]:
    found = find_game(request, pk)
    now, tiles = sheet(found, request.at), offered(request)
    return {
        "sheet": now,
        "tiles": tiles,
        "waiting": waiting_reports(found),
        "form": new_third(tiles, sequence=now.next_number),
        "means": None,
    }


REPORTS = crew("referee", "referee/reports.html", "referee:tables", _reports)


def _after_third(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    pk = game_of(outcome.given)
    if not outcome.form.errors:
        return redirect("referee:game", request.event.slug, pk)
    screen = replace(REPORTS, context=partial(_reports, pk=pk))
    return render_screen(request, screen, status=422, form=outcome.form)


otherwise = action(
    _after_third,
    overrule_reports,
    only="referee",
    finds=the_game,
    form=entry_form(ThirdForm),
    catches_up=its_table,
)
