"""Whether results are hidden until the reveal, and how many places it has shown (Rulebook E-94, E-95)."""

from django.db.models import QuerySet

from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.models import Event, Reveal
from tournament.models.events import StandingsShown
from tournament.models.schedule import Phase, PhaseKind


def is_hidden(event: Event) -> bool:
    """Whether the public may see no results of Phase I. No query, unless the event hides them: then two."""
    if event.standings_shown != StandingsShown.HIDDEN:
        return False
    if event.way.has_bracket:
        return phase(event, PhaseKind.ONE).closed_at is None
    return not Reveal.objects.filter(event=event, is_last=True).exists()


def hidden_among(events: "QuerySet[Event]") -> set[int]:
    """The ids of those events whose results are hidden. Three queries."""
    hiding = list(events.filter(standings_shown=StandingsShown.HIDDEN))
    ended = Phase.objects.filter(event__in=hiding, kind=PhaseKind.ONE, closed_at__isnull=False)
    shown = Reveal.objects.filter(event__in=hiding, is_last=True)
    over = {
        True: set(ended.values_list("event", flat=True)),
        False: set(shown.values_list("event", flat=True)),
    }
    return {event.pk for event in hiding if event.pk not in over[event.way.has_bracket]}


def places_shown(event: Event) -> int:
    """The number of places, from the last up, that the reveal has shown so far. One query."""
    return Reveal.objects.filter(event=event).count()


def why_no_reveal(event: Event) -> Refused | None:
    """Why no place can be shown; None if one can. Two queries at most."""
    if not is_hidden(event):
        return Refused("reveal.none")
    return None if phase(event, PhaseKind.ONE).closed_at else Refused("reveal.early")
