"""The cut that decides who plays on, once it is settled."""

from scoring.models import Cut
from tournament.event.day_rows import day_rows
from tournament.models import Event


def cut_of(event: Event) -> Cut | None:
    """The settled cut; None before, and after it was reopened. One query; none if the page has read it."""
    return day_rows(event).once(_cut)


def _cut(event: Event) -> Cut | None:
    return Cut.objects.filter(phase__event=event, reopened_at=None).first()
