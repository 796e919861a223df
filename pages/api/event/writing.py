"""How a call writes: it runs the action of a page (``pages/actions.py``) and returns what it changed."""

import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.crypto import salted_hmac
from ninja import Header, Query

from accounts.access import View
from pages.actions import Outcome, action_of
from pages.api.event import bodies
from pages.api.event.problems import ProblemError, problem_in, refused
from pages.api.event.reads import list_data, sheet_data, team_data
from pages.api.event.results import router as router
from pages.api.event.shapes import WrittenGame, WrittenList, WrittenTeam
from pages.api.event.tokens import ApiRequest, Bearer, its_table
from scoring.models import Hand
from scoring.sheet.sheet import sheet_games
from tournament.errors import Refused
from tournament.log.commands_sent import is_repeated
from tournament.log.locks import lock_event
from tournament.models import Event, Game, Team
from tournament.schedule.clock import event_now

CHANGED = "Something has happened at the event since. Read it again, then decide."
NOTHING = inspect.Parameter.empty
PREVIEW: Any = Query(  # type: ignore[type-arg]
    False, description="Do it, show what it changes, and undo it."
)
KEY: Any = Header(  # type: ignore[type-arg]
    ...,
    alias="Idempotency-Key",
    description="A new one for each thing you enter, the same one when you send it again: it acts once.",
    min_length=1,
    max_length=200,
)
IF_MATCH: Any = Header(  # type: ignore[type-arg]
    None, alias="If-Match", description="An ETag of this event: 412 if something has happened since."
)

Address = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class About:
    """The object of a call. ``finds`` maps its URL arguments to the action's, ``shows`` makes the body."""

    finds: Callable[[ApiRequest, Address], Address]
    shows: Callable[[ApiRequest, Any, Address], dict[str, Any]]
    returns: Any


def _game(request: ApiRequest, address: Address) -> Address:
    games = request.event.games.filter(pk=address["game"]).values_list("table__number", flat=True)
    its_table(request, games[0] if games else None)
    return {"pk": address["game"]}


def _hand(request: ApiRequest, address: Address) -> Address:
    hands = Hand.objects.filter(game__event=request.event, pk=address["hand"])
    tables = hands.values_list("game__table__number", flat=True)
    its_table(request, tables[0] if tables else None)
    return {"pk": address["hand"]}


def team_in(request: ApiRequest, address: Address) -> Address:
    return {"pk": get_object_or_404(request.event.teams, number=address["team"]).pk}


def _as_it_is(request: ApiRequest, address: Address) -> Address:
    return {"pk": address["list_id"]} if "list_id" in address else {}


def _sheet(request: ApiRequest, outcome: Outcome, address: Address) -> dict[str, Any]:
    about = outcome.given.get("game") or outcome.given["hand"].game
    found: Game = sheet_games(request.event).get(pk=about.pk)
    return {"game": sheet_data(request, found)}


def _shown_team(request: ApiRequest, outcome: Outcome, address: Address) -> dict[str, Any]:
    given = outcome.given.get("team", outcome.done)
    return {"team": team_data(Team.objects.prefetch_related("players").get(pk=given.pk))}


def _shown_list(request: ApiRequest, outcome: Outcome, address: Address) -> dict[str, Any]:
    return {"list": list_data(request.event)}


GAME = About(finds=_game, shows=_sheet, returns=WrittenGame)
HAND = About(finds=_hand, shows=_sheet, returns=WrittenGame)
TEAM = About(finds=team_in, shows=_shown_team, returns=WrittenTeam)
NEW_TEAM = About(finds=_as_it_is, shows=_shown_team, returns=WrittenTeam)
LIST = About(finds=_as_it_is, shows=_shown_list, returns=WrittenList)


def writes(
    path: str,
    view: View,
    about: About,
    needs: Bearer,
    *,
    summary: str,
    body: type[bodies.Body] | None = None,
    key: str = "",
    is_press: bool = False,
    tag: str = "Write",
    words: str = "",
) -> None:
    """Declare a writing call: the action of a page's ``view`` at a path, with a body.

    ``key`` is the field of the action's form that takes the call's Idempotency-Key. An action without such a
    field that does another thing when it is sent again ``is_press``: it has a key, too, which is kept here.
    """
    action, has_key = action_of(view), is_press or bool(key)

    def call(request: ApiRequest, slug: str, **sent: Any) -> Any:
        preview, tag = sent.pop("preview"), sent.pop("if_match", None)
        named, typed = sent.pop("idempotency_key", None), sent.pop("body", None)
        fields = typed.sent(request.event) if typed else {}
        if key:
            fields[key] = key_of(request, named)
        request.POST = _as_form(fields)  # type: ignore[assignment]
        content = (request.event, path, sent, typed.model_dump() if typed else None)
        with transaction.atomic() if preview or tag or has_key else nullcontext():
            is_old = bool(tag) and _is_old(request, tag)
            before = _last_entry(request) if is_old else 0
            address = about.finds(request, sent)
            if is_press and _is_repeated(request, named, content, summary):
                outcome = None
            else:
                outcome = action.run(request, **address)
                errors = outcome.form.errors
                if is_old and (errors or _last_entry(request) != before):
                    raise ProblemError(412, CHANGED, code="event.changed")
                if errors:
                    if preview:
                        transaction.set_rollback(True)
                    raise problem_in(outcome.form)
            if key:
                # After the action, which has locked the event.
                _is_repeated(request, named, content, summary)
            request.event = Event.objects.get(pk=request.event.pk)
            request.at = event_now(request.event, request.real)
            shown = about.shows(request, outcome, address)
            if preview:
                transaction.set_rollback(True)
        return {"preview": preview, "version": request.event.version, **shown}

    call.__doc__ = words
    call.__dict__["__signature__"] = _signature(path, body, has_key=has_key)
    # The operation's id in the OpenAPI file.
    call.__name__ = "".join(letter if letter.isalnum() else "_" for letter in summary.lower())
    router.post(
        f"events/{{slug:slug}}/{path}",
        response=about.returns,
        auth=needs,
        summary=summary,
        tags=[tag],
    )(call)


def _signature(path: str, body: type[bodies.Body] | None, *, has_key: bool) -> inspect.Signature:
    """The signature from which ninja takes the call's parameters."""
    takes: dict[str, tuple[Any, Any]] = {"request": (Any, NOTHING), "slug": (str, NOTHING)}
    for word in re.findall(r"{(\w+:\w+)}", path):
        kind, name = word.split(":")
        takes[name] = {"int": int, "uuid": UUID}[kind], NOTHING
    if body:
        takes["body"] = body, NOTHING
    takes["preview"] = bool, PREVIEW
    if has_key:
        takes["idempotency_key"] = str, KEY
    takes["if_match"] = str | None, IF_MATCH
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY if index else inspect.Parameter.POSITIONAL_OR_KEYWORD,
                annotation=kind,
                default=default,
            )
            for index, (name, (kind, default)) in enumerate(takes.items())
        ]
    )


def key_of(request: ApiRequest, named: str) -> UUID:
    """The id under which it is stored once: the key, if it is a UUID, or one that only the server makes."""
    try:
        return UUID(named)
    except ValueError:
        # The salt never changes, or what is sent again after an upgrade would act twice.
        made = salted_hmac("pages.api.writes", f"{request.token.pk} {named}", algorithm="sha256")
        return UUID(bytes=made.digest()[:16])


def _is_repeated(request: ApiRequest, named: str, content: Any, summary: str) -> bool:
    """Whether this was sent with the key before; else it is remembered.

    The actions' commands compare only what they do with the key.

    :raises ProblemError: if something else was sent with it.
    """
    lock_event(request.event.pk)
    try:
        return is_repeated("call", key=key_of(request, named), content=content, now=summary)
    except Refused as why:
        raise refused(why) from why


def _as_form(fields: Mapping[str, Any]) -> QueryDict:
    sent = QueryDict(mutable=True)
    for name, value in fields.items():
        if isinstance(value, list):
            sent.setlist(name, [str(each) for each in value])
        elif value is not False and value is not None:
            sent[name] = str(value)
    return sent


def _is_old(request: ApiRequest, tag: str) -> bool:
    """Whether the event has changed since this ETag. Locks the event.

    If so, the action still runs, and is rolled back if it did anything. A retry with a used key does nothing,
    and so it gets its response (RFC 9110, 13.1.1).
    """
    event = lock_event(request.event.pk)
    return tag.strip().removeprefix("W/").strip('"').split("-")[0] != f"v{event.version}"


def _last_entry(request: ApiRequest) -> int:
    """The id of this program's last log entry. Deadlines that ran meanwhile are logged as the clock's."""
    entries = request.event.log.filter(by=request.by.badge).order_by("-pk")
    return entries.values_list("pk", flat=True).first() or 0
