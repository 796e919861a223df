"""The badge holders by session or API token, cached in this process.

They only decide which slots a request waits for. Views check permissions (``accounts.access``).
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connections
from django.db.models import Q
from django.http import parse_cookie
from django.utils import timezone

from pages.api.calls import ROOT
from server.http.storage import report_to_operator
from tournament.models import Badge, Role, Session, Token
from tournament.models.keys import CREW
from tournament.models.links import hash_of

GOOD_FOR = 30.0
"""The seconds after which a credential is looked up again, in case its badge was revoked."""
MOST = 20_000
"""The most credentials in the cache."""
MOST_AT_ONCE = 500
"""The most credentials that one query looks up."""

# A malformed cookie must not reach the database, where it could fail the query for everybody in it.
SESSION = re.compile(r"[a-z0-9]{8,40}")


class Holder(NamedTuple):
    number: int
    role: str

    @property
    def is_crew(self) -> bool:
        return self.role in CREW

    @property
    def may_upload(self) -> bool:
        return self.is_crew or self.role == Role.PROGRAM


Read = Callable[[Iterable[str]], Mapping[str, Holder]]


class BadgeHolders:
    """The cache. Only the server's event loop may call this."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._known: OrderedDict[str, tuple[Holder, float]] = OrderedDict()
        self._asked: set[str] = set()
        self._one_look = asyncio.Lock()

    async def of(self, scope: Mapping[str, Any]) -> Holder | None:
        """The holder who sends a request; None for a stranger."""
        sent = credential_of(scope)
        if not sent:
            return None
        known = self._known.get(sent)
        if known is None or monotonic() - known[1] > GOOD_FOR:
            await self._look(sent)
            known = self._known.get(sent)
        return known[0] if known else None

    async def _look(self, sent: str) -> None:
        """Look a credential up, together with all that were requested while the last query ran.

        A flood of made-up cookies or tokens delays nobody by more than a few queries.
        """
        self._asked.add(sent)
        async with self._one_look:
            while sent in self._asked:
                wanted = [self._asked.pop() for _ in range(min(MOST_AT_ONCE, len(self._asked)))]
                try:
                    found = await asyncio.to_thread(self._read_and_close, wanted)
                except Exception as error:  # While the database is away, what is known stays.
                    report_to_operator(error)
                    return
                self._take(wanted, found)

    def _take(self, wanted: Iterable[str], found: Mapping[str, Holder]) -> None:
        now = monotonic()
        for sent in wanted:
            self._known.pop(sent, None)
            if sent in found:
                self._known[sent] = found[sent], now
        while len(self._known) > MOST:
            self._known.popitem(last=False)

    def _read_and_close(self, credentials: Iterable[str]) -> Mapping[str, Holder]:
        try:
            return self._read(credentials)
        finally:
            connections.close_all()


def read_holders(credentials: Iterable[str]) -> dict[str, Holder]:
    """The sessions and tokens that have a badge now, with their holder. Three queries."""
    credentials = list(credentials)
    rows = Session.objects.filter(session_key__in=credentials, expire_date__gt=timezone.now())
    worn = {
        key: ([int(badge) for badge in badges.split()], user)
        for key, badges, user in rows.values_list("session_key", "worn", "user_id")
    }
    numbers = {number for badges, _ in worn.values() for number in badges}
    users = {user for _, user in worn.values() if user is not None}
    badges = Badge.objects.worn().filter(Q(pk__in=numbers) | Q(user_id__in=users, user__is_active=True))
    found = list(badges.values_list("pk", "user_id", "role"))
    tokens = Token.objects.filter(hashed__in=credentials, badge__revoked_at=None)
    holders = {
        hashed: Holder(pk, role) for hashed, pk, role in tokens.values_list("hashed", "badge", "badge__role")
    }
    for key, (mine, user) in worn.items():
        of_session = [
            Holder(pk, role) for pk, of, role in found if pk in mine or (user is not None and of == user)
        ]
        if of_session:
            holders[key] = min(of_session, key=lambda holder: (not holder.is_crew, holder.number))
    return holders


def cookies_of(scope: Mapping[str, Any]) -> dict[str, str]:
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(sent.decode("latin-1"))


def credential_of(scope: Mapping[str, Any]) -> str:
    """The hash of a program's token, or the key of a browser's session, which is shorter; or nothing."""
    if scope["path"].startswith(ROOT) and (token := token_of(scope)):
        return hash_of(token)
    session = cookies_of(scope).get(settings.SESSION_COOKIE_NAME, "")
    return session if SESSION.fullmatch(session) else ""


def token_of(scope: Mapping[str, Any]) -> str:
    """The API token in a request's headers, read as Django Ninja does (``HttpBearer``)."""
    kind, _, token = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").partition(" ")
    return token if kind.lower() == "bearer" else ""
