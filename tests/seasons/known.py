"""An organizer who knows everybody."""

from datetime import datetime

from seasons.models import Club
from seasons.people.commands_people import recognize, recognize_new
from seasons.people.people_of_club import players_of
from tournament.models import Actor, Event


def recognize_each(*, event: Event, club: Club, by: Actor, at: datetime) -> None:
    """Look at each player, and say yes where one person is suggested."""
    given = {"event": event, "club": club, "by": by, "at": at}
    for row in players_of(event, club):
        if row.person is None and len(row.suggestions) == 1:
            [likely] = row.suggestions
            person = club.people.get(pk=likely.person.pk)
            recognize(player=row.player, person=person, how=likely.how, **given)
    recognize_new(**given)
