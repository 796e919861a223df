"""Forgetting people: on their request, or after the club's retention time (``Club.remembers``)."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from seasons.clubs.commands_clubs import lock_club
from seasons.models import Appearance, Club, EveningAnswer, PeopleChange, Person, PoolPlace
from seasons.people.people_of_club import forgotten_by
from tournament.erasing.commands_taking_out import take_out_player
from tournament.log.audit_log import log
from tournament.log.locks import lock_events
from tournament.models import Actor, Event, Player
from tournament.settings.commands_event import clock_badge


@transaction.atomic
def erase_person(*, event: Event, club: Club, person: Person, now: datetime, by: Actor, at: datetime) -> int:
    """Take a person out of all their events, and delete what the club knows of them. Results stay.

    Returns the number of events.
    """
    # An import that was undone or replaced has ended its appearances, and still has the names.
    in_force = Q(appearances__ended_at=None) | Q(appearances__ended_at=F("event__of_week__ended_at"))
    players = list(
        Player.objects.filter(in_force, appearances__person=person, team__isnull=False)
        .distinct()
        .select_related("event")
        .order_by("event", "pk")
    )
    # All at once and in order of id: erasing two people from different events must not deadlock.
    events = {player.event_id for player in players} | {event.pk}
    lock_events(events)
    lock_club(club)
    for player in players:
        is_here = player.event_id == event.pk
        actor = by if is_here else Actor(clock_badge(player.event), "clock")
        take_out_player(player=player, by=actor, at=at if is_here else now)
    _delete(person)
    log(event, "person.erased", by=by, at=at, events=len(players), is_one=len(players) == 1)
    return len(players)


@transaction.atomic
def forget_people(*, club: Club, now: datetime) -> int:
    """Delete what the club knows of people it is due to forget. Returns how many.

    Their names stay at the events they played, but nothing links these players to each other any more.
    """
    club = lock_club(club)
    people = list(forgotten_by(now, club))
    for person in people:
        _delete(person)
    return len(people)


def _delete(person: Person) -> None:
    """Delete a person, everybody who was merged into them, their answers and their links to players."""
    whole = {person.pk}
    while more := set(Person.objects.filter(merged_into__in=whole).values_list("pk", flat=True)) - whole:
        whole |= more
    changes = PeopleChange.objects.filter(Q(one__in=whole) | Q(other__in=whole))
    Appearance.objects.filter(change__in=changes).exclude(person__in=whole).update(change=None)
    Appearance.objects.filter(person__in=whole).delete()
    PoolPlace.objects.filter(person__in=whole).delete()
    EveningAnswer.objects.filter(person__in=whole).delete()
    changes.delete()
    Person.objects.filter(pk__in=whole).update(merged_into=None)
    Person.objects.filter(pk__in=whole).delete()
