"""A small page on every referee's phone: which card takes it, and was that a renege?"""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import Request, needs
from pages.nav import crew_layout
from pages.referee.forms_trick import TrickForm
from pages.referee.trick import answer_trick
from pages.web import do
from rules.games.card_table import table_for
from tournament.queries.game import ruleset_for


@needs("referee")
@require_safe
def trick(request: Request) -> HttpResponse:
    ruleset = ruleset_for(request.event)
    form = TrickForm(request.GET, table=table_for(ruleset))
    is_played = form.is_valid() and form.cleaned_data["played"]
    told = do(form, lambda: answer_trick(ruleset, form.asked())) if is_played else None
    context = {"event": request.event, "form": form, "told": told, "is_asked": bool(request.GET)}
    if request.htmx:
        return render(request, "referee/trick/_trick.html", context)
    return render(request, "referee/trick/trick.html", {**crew_layout("referee:tables")(request), **context})
