"""Actions: what is pressed on a screen, each declared in a line beside it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from accounts.access import Request, View, asks_again, marked, needs
from accounts.counts import is_news
from pages.web import Done, Screen, answer, do, effective_at, opened, refusal
from scoring.commands.late import catch_up_event, catch_up_table
from tournament.commands.door import tell_refusal
from tournament.errors import Refused
from tournament.models import Event

Found = Mapping[str, Any]
"""Arguments of a command that the request gives: what it is done to."""


class ActionForm(forms.Form):
    """What is typed for an action."""

    def arguments(self, event: Event) -> dict[str, Any]:
        """The command's arguments. What can't be found is a 404, or ``Refused``."""
        return self.cleaned_data

    @property
    def sentence(self) -> str:
        """All that was refused, in one line; empty if nothing was."""
        return refusal(self)


@dataclass(frozen=True, kw_only=True)
class Pressed:
    """An action that was pressed: with the arguments ``given`` its command returned ``done``, or ``form`` has
    what was refused. A template gets it as ``pressed``."""

    given: Found
    form: ActionForm
    done: Any
    typed: str

    @property
    def refused(self) -> Found:
        """What a template gets of a refusal."""
        words = {"refused": self.form, "sentence": self.form.sentence}
        return {"pressed": self, **({self.typed: self.form} if self.typed else words)}


Answer = Callable[[Request, Pressed, str], HttpResponseBase]
"""The response to an action that has no screen, with the good news."""


def the_event(request: Request) -> Found:
    return {"event": request.event}


def nothing(request: Request) -> Found:
    return {}


def hall(request: Request, found: Found) -> None:
    """Do what has come due in the whole hall."""
    catch_up_event(event=request.event, at=request.at)


def table(request: Request, found: Found) -> None:
    """Do what had come due at the game's table when it was pressed."""
    catch_up_table(game=found["game"], at=effective_at(request))


def do_logged(request: Request, action: str, form: forms.Form, command: Callable[[], Done]) -> Done | None:
    """Do what was typed, if the form is in order; a refusal by the command goes to the log."""

    def logged() -> Done:
        try:
            return command()
        except Refused as why:
            event = request.event
            if is_news(f"refused {event.pk} {request.by.badge.pk}", f"{action} {why}"):
                tell_refusal(event=event, action=action, why=why, by=request.by, at=request.at)
            raise

    return do(form, logged)


def press(
    where: Screen | Answer,
    command: Callable[..., Any],
    *,
    finds: Callable[..., Found] = the_event,
    form: type[ActionForm] | Callable[..., ActionForm] = ActionForm,
    catches_up: Callable[[Request, Found], None] | None = None,
    pressed_at: str = "",
    told: str | Callable[[Pressed], str] = "",
    back: Callable[[Request, Pressed], str] | None = None,
    typed: str = "",
    logs: str = "",
    only: str = "",
    asks_for_password: bool = False,
) -> View:
    """The view of an action.

    ``command`` gets what the request ``finds``, the ``form``'s arguments, ``by`` and ``at``; ``finds``, and a
    ``form`` that is a function, get the request with the arguments of its address. ``pressed_at`` names the
    command's argument for the moment of an entry that waited on a phone. What ``catches_up`` is done first,
    if the form is in order. The answer is the screen ``where`` it was pressed, or leads ``back`` to an
    address, and has the good news ``told``: a template of the arguments and of ``done``, or a function. A
    refusal answers 422 with the form as ``typed`` says it is called; else it is ``refused``, and its words
    are ``sentence``. With ``logs``, the words for the action, it is logged. ``only`` says whose action it is,
    where it isn't that of all who use the screen.
    """

    def view(request: Request, **address: Any) -> HttpResponseBase:
        sent = form(request.POST) if isinstance(form, type) else form(request, **address)
        given: dict[str, Any] = {}
        try:
            given.update(finds(request, **address))
        except Refused as refused:
            sent.add_error(None, str(refused))
        if catches_up and sent.is_valid():
            catches_up(request, given)
        if pressed_at:
            given[pressed_at] = effective_at(request)

        def act() -> Any:
            given.update(sent.arguments(request.event))
            return command(**given, by=request.by, at=request.at)

        done = do_logged(request, logs, sent, act) if logs else do(sent, act)
        pressed = Pressed(given=given, form=sent, done=done, typed=typed)
        news = "" if sent.errors else told(pressed) if callable(told) else told.format(**given, done=done)
        if not isinstance(where, Screen):
            return where(request, pressed, news)
        leads = back(request, pressed) if back and not sent.errors else ""
        return answer(request, where, sent, back=leads, told=news, **pressed.refused)

    guarded = require_POST(asks_again(view) if asks_for_password else view)
    return needs(only or (where.needs if isinstance(where, Screen) else ""))(guarded)


def opened_or_pressed(screen: Screen, action: View) -> View:
    """The view of a screen whose form is sent to the screen's own address."""
    page = opened(screen)

    def view(request: Request, **address: Any) -> HttpResponseBase:
        return (action if request.method == "POST" else page)(request, **address)

    return marked(view, screen.needs)
