"""An action whose refusal goes to the log."""

from collections.abc import Callable
from typing import TypeVar

from django import forms

from accounts.access import Request
from accounts.counts import is_news
from pages.web import do, refusal
from tournament.commands.door import tell_refusal

Done = TypeVar("Done")


def do_told(request: Request, action: str, form: forms.Form, command: Callable[[], Done]) -> Done | None:
    """Do what was typed, if the form is in order; the log hears what was refused, and by what sentence."""
    if not form.is_valid():
        return None
    done = do(form, command)
    if form.errors:
        why, event = refusal(form), request.event
        if is_news(f"refused {event.pk} {request.by.badge.pk}", f"{action} {why}"):
            tell_refusal(event=event, action=action, why=why, by=request.by, at=request.at)
    return done
