"""The kinds of requests, and how many of each kind run at once."""

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import Any

from server.http.responses import Application, Receive, Send
from server.limits.badge_holders import BadgeHolders, Holder, session_of
from server.limits.limits import Limited, address_of
from tournament.models import Role


class Kind(StrEnum):
    REFEREE_ACTION = "referee action"
    DESK_ACTION = "desk action"
    CREW_PAGE = "crew page"
    TEAM_ACTION = "team action"
    TEAM_PAGE = "team page"
    STRANGER = "stranger"


SLOTS = {
    # Two hands are saved sooner one after the other than at the same time.
    Kind.REFEREE_ACTION: 1,
    # For all crew except referees. Some actions of organizers are slow, such as calling a round, and hands
    # must not wait for them.
    Kind.DESK_ACTION: 1,
    Kind.CREW_PAGE: 2,
    Kind.TEAM_ACTION: 1,
    Kind.TEAM_PAGE: 1,
    Kind.STRANGER: 1,
}


class Slots:
    """An application behind a concurrency limit for each kind of request."""

    def __init__(self, application: Application, holders: BadgeHolders) -> None:
        self._holders = holders
        self._limits = {kind: Limited(application, slots, kind=kind) for kind, slots in SLOTS.items()}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Respond in a slot of the request's kind.

        Crew take turns by badge; teams and strangers by address, because anybody may sign up many teams.
        """
        holder = await self._holders.of(session_of(scope))
        key: Hashable = holder.number if holder and holder.is_crew else address_of(scope)
        await self._limits[self.kind_of(scope, holder)](scope, receive, send, key=key)

    def kind_of(self, scope: Mapping[str, Any], holder: Holder | None) -> Kind:
        is_action = scope["method"] not in ("GET", "HEAD")
        if holder is None:
            return Kind.STRANGER
        if not holder.is_crew:
            return Kind.TEAM_ACTION if is_action else Kind.TEAM_PAGE
        if not is_action:
            return Kind.CREW_PAGE
        return Kind.REFEREE_ACTION if holder.role == Role.REFEREE else Kind.DESK_ACTION
