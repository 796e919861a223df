"""Actions at a table beside its hands: the whistle, forfeits, sitting down, late teams, calls."""

from uuid import UUID

from django.shortcuts import get_object_or_404

from accounts.access import Request
from pages.actions import Found
from pages.referee.forms import ReasonForm, SeatedTeamForm, SideForm, WaiverForm
from pages.referee.forms_rulings import HeadCallForm
from pages.referee.sheets import its_table, press_at_table
from scoring.commands.agreement import witness_result
from scoring.commands.conflicts import choose_report
from scoring.commands.ending import end_at_whistle, forfeit_game, void_game
from scoring.commands.late import forfeit_proposed_hand, start_five_minutes, waive_late_hand
from scoring.models import Report
from tournament.commands.floor import answer_call, call_head_referee, mark_seated
from tournament.models import Deadline


def _deadline(request: Request, pk: int) -> Found:
    return {"deadline": get_object_or_404(Deadline, event=request.event, pk=pk)}


def _report(request: Request, pk: UUID) -> Found:
    reports = Report.objects.select_related("game")
    return {"report": get_object_or_404(reports, game__event=request.event, pk=pk)}


whistle = press_at_table(end_at_whistle, catches_up=its_table)
forfeit = press_at_table(
    forfeit_game, form=SideForm, catches_up=its_table, pressed_at="effective_at", typed="forfeit_form"
)
void = press_at_table(void_game, form=ReasonForm, catches_up=its_table, typed="void_form")
seated = press_at_table(mark_seated, form=SeatedTeamForm, pressed_at="said_at")
answered = press_at_table(answer_call)
witness = press_at_table(witness_result)
head_referee = press_at_table(call_head_referee, form=HeadCallForm)
start_late = press_at_table(start_five_minutes, form=SeatedTeamForm)
forfeit_late = press_at_table(forfeit_proposed_hand, finds=_deadline)
waive_late = press_at_table(waive_late_hand, finds=_deadline, form=WaiverForm, typed="waiver_form")
settle = press_at_table(choose_report, finds=_report, catches_up=its_table)
