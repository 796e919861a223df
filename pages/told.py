"""What the log is told of besides actions, and how often: a flood fills no log."""

from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar

from django import forms
from django.core.cache import cache

from pages.access import Request
from pages.counts import count
from pages.web import do, refusal
from tournament.commands.door import tell_refusal

Done = TypeVar("Done")

WINDOW = 10 * 60
MOST = 20


def is_news(what: str, whose: str) -> bool:
    """Whether the log is to hear of it: once in ten minutes of the same, and of so many of a kind in all."""
    kind = f"told:{_short(what)}"
    if not cache.add(f"{kind}:{_short(whose)}", 1, timeout=WINDOW):
        return False
    return 1 <= count(kind, seconds=WINDOW) <= MOST


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


def _short(words: str) -> str:
    return sha256(words.encode(errors="replace")).hexdigest()[:32]
