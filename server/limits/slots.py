"""Which slots of Django a request may have: by who sends it, and by what it is for."""

from collections.abc import Hashable, Mapping
from enum import StrEnum
from typing import Any

from server.http.responses import Application, Receive, Send
from server.limits.badge_holders import BadgeHolders, Holder, session_of
from server.limits.limits import Limited, address_of
from tournament.models import Role


class Kind(StrEnum):
    """The kinds of requests, each with slots that no other kind can take."""

    REFEREE_ACTION = "referee action"
    DESK_ACTION = "desk action"
    CREW_PAGE = "crew page"
    TEAM_ACTION = "team action"
    TEAM_PAGE = "team page"
    STRANGER = "stranger"


SLOTS = {
    # One interpreter saves two hands sooner one after the other than both at once.
    Kind.REFEREE_ACTION: 1,
    # Some of an organizer's actions take long, such as to call a round: no hand waits for these.
    Kind.DESK_ACTION: 1,
    Kind.CREW_PAGE: 2,
    Kind.TEAM_ACTION: 1,
    Kind.TEAM_PAGE: 1,
    Kind.STRANGER: 1,
}


class Slots:
    """An application behind the limits of all kinds of requests."""

    def __init__(self, application: Application, holders: BadgeHolders) -> None:
        self._holders = holders
        self._limits = {kind: Limited(application, slots) for kind, slots in SLOTS.items()}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Respond in a slot of the request's kind.

        The crew take turns by badge. Teams and strangers do by address: anybody may sign up a team.
        """
        holder = await self._holders.of(session_of(scope))
        key: Hashable = holder.number if holder and holder.is_crew else address_of(scope)
        await self._limits[self.kind_of(scope, holder)](scope, receive, send, key=key)

    def kind_of(self, scope: Mapping[str, Any], holder: Holder | None) -> Kind:
        is_action = scope["method"] not in ("GET", "HEAD")
        is_crew = holder is not None and holder.is_crew
        if holder is None:
            return Kind.STRANGER
        if is_crew and is_action:
            return Kind.REFEREE_ACTION if holder.role == Role.REFEREE else Kind.DESK_ACTION
        if is_crew:
            return Kind.CREW_PAGE
        return Kind.TEAM_ACTION if is_action else Kind.TEAM_PAGE
