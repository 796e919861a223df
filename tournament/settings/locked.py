"""TODO say what this is."""

from tournament.errors import Refused
from tournament.models import Event, Game


def why_no_other_order(event: Event) -> Refused | None:
    """Why the tie-breaks can't change any more; None if they can (Rulebook A-15). One query."""
    if event.phases.filter(kind="one", closed_at__isnull=False).exists():
        return Refused("event.order-settled", has_bracket=event.way.has_bracket)
    return None


def why_no_other_count(event: Event) -> Refused | None:
    """Why it can't change how byes, best games and substitutes count; None if it can. One query.

    Rulebook E-93.
    """
    if event.phases.filter(kind="one", closed_at__isnull=False).exists():
        return Refused("event.count-settled", has_bracket=event.way.has_bracket, field="bye_counts")
    return None


def why_no_other_end(event: Event) -> Refused | None:
    """Why a Phase II can't be added or left out any more; None if it can (Rulebook E-133). One query."""
    if event.phases.filter(kind="one", closed_at__isnull=False).exists():
        return Refused("event.end-settled", field="plays_phase_two")
    return None


def why_no_other_format(event: Event) -> Refused | None:
    """Why the format of Phase II can't change any more; None if it can (Rulebook E-71). One query."""
    if event.phases.filter(kind="two", started_at__isnull=False).exists():
        return Refused("event.format-drawn", field="two_format")
    return None


def why_no_other_seating(event: Event) -> Refused | None:
    """Why the way of seating can't change any more; None if it can. One query."""
    if Game.objects.standing().filter(event=event, phase__kind="one", called_at__isnull=False).exists():
        return Refused("event.seating-begun", field="seating")
    return None
