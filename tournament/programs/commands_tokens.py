"""API tokens for programs."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tournament.badges.commands_badges import make_badge
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Event, Role, Token
from tournament.models.links import hash_of
from tournament.models.programs import Scope
from tournament.models.typed_names import clean_name

PREFIX = "uptown_"


@transaction.atomic
def give_token(
    *, event: Event, name: str, scope: str, tables: Sequence[int] = (), by: Actor, at: datetime
) -> Token:
    """Create a program's token. Only the returned value has its ``secret``; the database has a hash."""
    name = clean_name(name)
    if not name:
        raise Refused("token.name", field="name")
    if scope not in Scope.values:
        raise Refused("token.scope", field="scope")
    lock_event(event.pk)
    numbers = event.tables.values_list("number", flat=True)
    if unknown := sorted(set(tables) - set(numbers)):
        raise Refused("token.table", table=unknown[0], field="tables")
    badge = make_badge(event=event, role=Role.PROGRAM, name=name, at=at)
    secret = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(badge=badge, scope=scope, tables=sorted(set(tables)), hashed=hash_of(secret))
    token.secret = secret
    where = ", ".join(map(str, token.tables))
    log(event, "token.given", by=by, at=at, badge=badge, scope=Scope(scope).label.lower(), where=where)
    return token
