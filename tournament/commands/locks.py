"""The order in which deeds lock rows: the event, its games, its phases, then what hangs on them."""

from tournament.models import Event, Game, Phase


def lock_event(event: Event) -> Event:
    """The event as it is now, and nobody else's until the deed is done.

    Its key stays, so whoever writes a row that only names the event (the log, for one) needn't wait: they may
    hold what this deed asks for next.
    """
    return Event.objects.select_for_update(of=("self",), no_key=True).get(pk=event.pk)


def lock_day(event: Event) -> Event:
    """The event, with its open games and its phases: for deeds that move the day's times.

    A hand that ends a game locks the game and then the phase, so these come in that order here too.
    """
    event = lock_event(event)
    list(Game.objects.open().filter(event=event).select_for_update(of=("self",)).order_by("pk"))
    list(Phase.objects.filter(event=event).select_for_update(of=("self",)).order_by("pk"))
    return event
