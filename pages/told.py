"""An action whose refusal goes to the log."""

from collections.abc import Callable
from typing import TypeVar

from django import forms

from accounts.access import Request
from accounts.counts import is_news
from pages.web import do
from tournament.commands.door import tell_refusal
from tournament.errors import Refused

Done = TypeVar("Done")


def do_told(request: Request, action: str, form: forms.Form, command: Callable[[], Done]) -> Done | None:
    """Do what was typed, if the form is in order; the log hears what was refused, and why."""

    def told() -> Done:
        try:
            return command()
        except Refused as why:
            event = request.event
            if is_news(f"refused {event.pk} {request.by.badge.pk}", f"{action} {why}"):
                tell_refusal(event=event, action=action, why=why, by=request.by, at=request.at)
            raise

    return do(form, told)
