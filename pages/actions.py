"""Actions: POST views that run one command, each declared in a line beside its screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from accounts.access import Request, View, asks_again, marked, needs
from accounts.counts import should_log
from pages.web import Done, RefusedError, Screen, do, effective_at, page_view, refusal, respond
from scoring.recording.commands_late import catch_up_event, catch_up_table
from tournament.badges.commands_devices import log_refusal
from tournament.errors import Refused
from tournament.models import Event

Found = Mapping[str, Any]
"""Arguments for a command that come from the request's address: the objects it works on."""


class ActionForm(forms.Form):
    """The form of an action. It is converted to arguments for the action's command."""

    def arguments(self, event: Event) -> dict[str, Any]:
        """The command's arguments.

        :raises Refused: or ``Http404``, if something named in the form doesn't exist.
        """
        return self.cleaned_data

    @property
    def sentence(self) -> str:
        return refusal(self)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """An action that ran. Templates get it as ``outcome``."""

    given: Found
    """The command's arguments."""
    form: ActionForm
    """Has the errors, if any."""
    done: Any
    """What it returned."""
    form_name: str

    @property
    def refused(self) -> Found:
        context = {"refused": self.form, "sentence": self.form.sentence}
        return {"outcome": self, **({self.form_name: self.form} if self.form_name else context)}


Answer = Callable[[Request, Outcome, str], HttpResponseBase]
"""Makes the response to an action that has no ``Screen``; gets the success message."""


def the_event(request: Request) -> Found:
    return {"event": request.event}


def nothing(request: Request) -> Found:
    return {}


def whole_event(request: Request, found: Found) -> None:
    """Run all overdue deadlines of the event."""
    catch_up_event(event=request.event, at=request.at, real=request.real)


def at_table(request: Request, found: Found) -> None:
    """Run the deadlines of the game's table that were overdue at the time of the press."""
    catch_up_table(game=found["game"], at=effective_at(request), real=request.real)


def do_logged(request: Request, action: str, form: forms.Form, command: Callable[[], Done]) -> Done | None:
    """Run the command if the form is valid. A refusal by the command is written to the audit log."""

    def logged() -> Done:
        try:
            return command()
        except Refused as why:
            event = request.event
            if should_log(f"refused {event.pk} {request.by.badge.pk}", f"{action} {why}"):
                log_refusal(event=event, action=action, why=why, by=request.by, at=request.at)
            raise

    return do(form, logged)


@dataclass(frozen=True, kw_only=True)
class Action:
    """An action without its screen, as ``action`` declares it. The API runs the same ones (``pages/api``)."""

    command: Callable[..., Any]
    finds: Callable[..., Found] = the_event
    form: type[ActionForm] | Callable[..., ActionForm] = ActionForm
    catches_up: Callable[[Request, Found], None] | None = None
    time_argument: str = ""
    logs: str = ""

    def run(self, request: Request, form_name: str = "", **address: Any) -> Outcome:
        sent = self.form(request.POST) if isinstance(self.form, type) else self.form(request, **address)
        given: dict[str, Any] = {}
        try:
            given.update(self.finds(request, **address))
        except Refused as refused:
            sent.add_error(None, RefusedError(refused))
        if catch_up := self.catches_up:
            do(sent, lambda: catch_up(request, given))
        if self.time_argument:
            given[self.time_argument] = effective_at(request)

        def act() -> Any:
            given.update(sent.arguments(request.event))
            return self.command(**given, by=request.by, at=request.at)

        done = do_logged(request, self.logs, sent, act) if self.logs else do(sent, act)
        return Outcome(given=given, form=sent, done=done, form_name=form_name)


def action_of(view: View) -> Action:
    """The action of a view that ``action`` made."""
    action: Action = view.__dict__["action"]
    return action


def action(
    where: Screen | Answer,
    command: Callable[..., Any],
    *,
    message: str | Callable[[Outcome], str] = "",
    back: Callable[[Request, Outcome], str] | None = None,
    form_name: str = "",
    only: str = "",
    asks_for_password: bool = False,
    **how: Any,
) -> View:
    """Make the view of an action; ``how`` has the fields of ``Action``.

    ``command`` gets the arguments that ``finds`` returns, those of ``form``, ``by`` and ``at``. ``finds``,
    and a ``form`` that is a function, get the request and the URL's arguments. ``catches_up`` runs before
    the command, if the form is valid. An entry may have waited on a phone: ``time_argument`` names the
    command's argument for the time it was made. ``logs`` is the action's name in the log of refusals.

    The response is the screen ``where`` the button was pressed, or a redirect to the URL that ``back``
    returns. It shows the success ``message``: a format string over the arguments and ``done``, or a function.
    Errors are a 422 with the form in the context as ``form_name``; without that, as ``refused`` with their
    ``sentence``. ``only`` is the key of ``KEYS`` that the action needs, if it isn't the screen's.

    :raises ValueError: if there is neither ``back`` nor a home of the screen.
    """
    if isinstance(where, Screen) and not (where.home or back):
        raise ValueError(f"After an action, {where.page} needs a place to go: give its Screen a home.")
    declared = Action(command=command, **how)

    def view(request: Request, **address: Any) -> HttpResponseBase:
        outcome = declared.run(request, form_name, **address)
        news, sent = "", outcome.form
        if not sent.errors:
            news = (
                message(outcome) if callable(message) else message.format(**outcome.given, done=outcome.done)
            )
        if not isinstance(where, Screen):
            return where(request, outcome, news)
        leads = back(request, outcome) if back and not sent.errors else ""
        return respond(request, where, sent, back=leads, message=news, **outcome.refused)

    guarded = require_POST(asks_again(view) if asks_for_password else view)
    decorated = needs(only or (where.needs if isinstance(where, Screen) else ""))(guarded)
    decorated.__dict__["action"] = declared
    return decorated


def page_or_action(screen: Screen, action: View) -> View:
    """Make the view of a screen whose form posts to the screen's own URL."""
    page = page_view(screen)

    def view(request: Request, **address: Any) -> HttpResponseBase:
        return (action if request.method == "POST" else page)(request, **address)

    return marked(view, screen.needs)
