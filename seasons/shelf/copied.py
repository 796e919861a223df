"""The events that a user can copy, and what a copy takes from its original."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Min

from seasons.models import Copied, Member, Template
from tournament.floor.kept_apart import kept_apart
from tournament.models import Badge, Event, KeptApart, Role, Team
from tournament.settings.plan import DayPlan, plan_of

CREW = (Role.ORGANIZER, Role.REFEREE, Role.DESK)
MOST_OFFERED = 5


@dataclass(frozen=True)
class OwnEvent:
    event: Event
    held_on: date


def events_to_copy(user: Any) -> list[OwnEvent]:
    """The events that the user organizes and so can copy, the latest first. One query."""
    mine = Event.objects.filter(badges__in=Badge.objects.worn().filter(user=user, role=Role.ORGANIZER))
    dated = mine.annotate(starts=Min("phases__starts_at")).order_by("-starts", "-pk")
    return [OwnEvent(event, event.starts.astimezone(event.zone).date()) for event in dated]


def templates_of(user: Any) -> list[Template]:
    """The templates of the user's clubs, by name. One query."""
    mine = Member.objects.now().filter(user=user).values("club")
    return list(Template.objects.now().filter(club__in=mine).select_related("event", "club"))


def may_copy(event: Event, user: Any) -> bool:
    """Whether the user organizes the event, or it is a template of a club of theirs. Two queries at most."""
    is_own = event.badges.worn().filter(user=user, role=Role.ORGANIZER).exists()
    return is_own or any(template.event_id == event.pk for template in templates_of(user))


def copied_plan(event: Event, today: date) -> DayPlan:
    """The event's plan, moved by weeks: one week, or as many as make it today or later. Four queries."""
    plan = plan_of(event)
    past = (today - plan.held_on).days
    return plan.moved(weeks=max(1, -(-past // 7)))


def crew_of(event: Event) -> list[Badge]:
    """The valid badges of the crew, organizers first. One query."""
    crew = event.badges.worn().filter(role__in=CREW).order_by("pk")
    return sorted(crew, key=lambda badge: CREW.index(Role(badge.role)))


@dataclass(frozen=True)
class Pair:
    one: Team
    other: Team


def apart_last_time(event: Event) -> tuple[Pair, ...]:
    """The pairs that the copied event kept apart, as the teams of the same names here.

    Pairs that are kept apart here already are left out. Four queries at most.
    """
    copied = Copied.objects.filter(event=event).first()
    if copied is None:
        return ()
    rows = KeptApart.objects.standing().filter(event__key=copied.of).select_related("one", "other")
    named = [(row.one.name.casefold(), row.other.name.casefold()) for row in rows]
    if not named:
        return ()
    teams, apart = _by_name(event.teams.filter(withdrawn_at=None)), kept_apart(event)
    pairs = [Pair(teams[one], teams[other]) for one, other in named if one in teams and other in teams]
    return tuple(pair for pair in pairs if frozenset((pair.one.pk, pair.other.pk)) not in apart)


def _by_name(teams: Iterable[Team]) -> dict[str, Team]:
    return {team.name.casefold(): team for team in teams}
