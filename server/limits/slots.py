"""The kinds of requests, and how many of each kind run at once."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from server.http.responses import Application, Receive, Send
from server.limits.badge_holders import BadgeHolders, Holder
from server.limits.bodies import key_of
from server.limits.limits import Limited
from tournament.models import Role


class RequestKind(StrEnum):
    REFEREE_ACTION = "referee action"
    DESK_ACTION = "desk action"
    CREW_PAGE = "crew page"
    TEAM_ACTION = "team action"
    TEAM_PAGE = "team page"
    PROGRAM = "program"
    STRANGER = "stranger"


SLOTS = {
    # Two hands are saved sooner one after the other than at the same time.
    RequestKind.REFEREE_ACTION: 1,
    # For all crew except referees. Some actions of organizers are slow, such as calling a round, and hands
    # must not wait for them.
    RequestKind.DESK_ACTION: 1,
    RequestKind.CREW_PAGE: 2,
    RequestKind.TEAM_ACTION: 1,
    RequestKind.TEAM_PAGE: 1,
    RequestKind.PROGRAM: 1,
    RequestKind.STRANGER: 1,
}


class Slots:
    """An application behind a concurrency limit for each kind of request."""

    def __init__(self, application: Application, holders: BadgeHolders) -> None:
        self._holders = holders
        self._limits = {kind: Limited(application, slots, kind=kind) for kind, slots in SLOTS.items()}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        holder = await self._holders.of(scope)
        key = key_of(holder, scope)
        await self._limits[self.kind_of(scope, holder)](scope, receive, send, key=key)

    def kind_of(self, scope: Mapping[str, Any], holder: Holder | None) -> RequestKind:
        is_action = scope["method"] not in ("GET", "HEAD")
        if holder is None:
            return RequestKind.STRANGER
        if holder.role == Role.PROGRAM:
            return RequestKind.PROGRAM
        if not holder.is_crew:
            return RequestKind.TEAM_ACTION if is_action else RequestKind.TEAM_PAGE
        if not is_action:
            return RequestKind.CREW_PAGE
        return RequestKind.REFEREE_ACTION if holder.role == Role.REFEREE else RequestKind.DESK_ACTION
