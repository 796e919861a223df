"""One action at a time at each event: whoever does something there locks the event first, and looks then.

Every action moves the event's version (``log``), so in the end it needs the event's row, with all that it has
locked by then. Were that row taken last, two actions could wait for each other: one holds a game and wants
the version, the other has logged something already and wants that game. Taken first, whoever waits for it has
nothing that anybody else wants, and whoever has it waits for nobody. So no other row need be locked, nothing
looked at under the lock is older than it, and versions move in the order of the commits: a screen that was
told one misses nothing that came before it. SQLite, where one writes at a time, does the same.
"""

from tournament.models import Event, Game, Phase, Team


def lock_event(event_id: int) -> Event:
    """The event as it is now, and nobody else's until the action is done. One query.

    Its key stays, so whoever writes a row that only names the event (a badge's, for one) needn't wait.
    """
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)


def lock_game(game: Game) -> Game:
    """The game as it is now, with all that an action asks of it, under its event's lock. Three queries."""
    lock_event(game.event_id)
    return Game.objects.with_its_place().get(pk=game.pk)


def lock_team(team: Team) -> Team:
    """The team as it is now, under its event's lock. Two queries."""
    lock_event(team.event_id)
    return Team.objects.select_related("event").get(pk=team.pk)


def lock_phase(event: Event, kind: str) -> Phase:
    """A phase of the event as both are now, under the event's lock. Two queries."""
    lock_event(event.pk)
    return Phase.objects.select_related("event").get(event=event, kind=kind)
