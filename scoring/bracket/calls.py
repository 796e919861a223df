"""The games of Phase II that can be called, the bracket's own before those of the second chance (E-227)."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Q, QuerySet

from scoring.bracket.drawn import phase_two
from scoring.models import Cut
from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.event.rules_of_event import choice_of
from tournament.floor.calling import ready_together
from tournament.models import Event, Game
from tournament.models.schedule import PhaseKind


def events_to_call() -> QuerySet[Event]:
    """The events with a Phase II game to call without the organizer. One query."""
    waiting = Game.objects.never_called().exclude(bracket_position="")
    mine = Q(calls_phase_two=True, pk__in=waiting.values("event"))
    series = Q(pk__in=waiting.filter(number__gt=1).values("event"))
    return Event.objects.filter(mine | series, clock_doubted_at=None).order_by("pk")


def games_to_call(event: Event, free: int) -> QuerySet[Game]:
    """Uncalled Phase II games, later ones of series first; only these if the organizer calls. Two queries.

    A game that was recalled waits for the organizer (Rulebook E-78). Where there is a second chance, eight
    more queries: its games are left out while the ``free`` tables are kept for the bracket (E-227).
    """
    waiting = Game.objects.never_called().filter(event=event)
    if not event.calls_phase_two:
        waiting = waiting.filter(number__gt=1)
    if choice_of(event).second_chance and free <= tables_kept(event):
        waiting = waiting.of_places()
    return waiting.exclude(bracket_position="").with_table_and_round().bracket_first()


def tables_kept(event: Event) -> int:
    """The free tables that the bracket may still need. Eight queries."""
    cut = Cut.objects.get(phase__event=event, reopened_at=None)
    return phase_two(cut, phase(event, PhaseKind.TWO)).tables_kept


def callable_together(
    games: Iterable[Game], busy: Mapping[int, Refused], *, free: int, kept: int, at: datetime
) -> list[Game]:
    """The ``games`` to call together; the bracket's own may be more than the ``free`` tables.

    Those of the second chance leave the ``kept`` tables free (Rulebook E-227). No query.
    """
    ready = ready_together(sorted(games, key=lambda game: game.is_second_chance), busy, at=at)
    mine = [game for game in ready if not game.is_second_chance]
    return mine + [game for game in ready if game.is_second_chance][: max(0, free - kept)]
