"""Ask a club's people who comes to an evening, take their answers, and sign up who said yes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from seasons.clubs.commands_clubs import lock_club
from seasons.evenings.who_comes import is_asked, who_comes
from seasons.models import AskedEvening, Club, Comes, EveningAnswer, How, Person
from seasons.people.commands_people import recognize
from tournament.entries.commands_sign_up import sign_up_single, sign_up_team
from tournament.entries.places import why_no_public_sign_up
from tournament.errors import Refused, refuse
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event, Player
from tournament.models.typed_names import clean_name, one_line
from tournament.schedule.clock import event_now
from tournament.settings.commands_event import clock_badge

DEVICE = "their own link"


@transaction.atomic
def ask_who_comes(*, event: Event, club: Club, is_on: bool, by: Actor, at: datetime) -> AskedEvening:
    """Ask the club's people who comes, or stop asking: answers stay. Repeating it changes nothing."""
    event = lock_event(event.pk)
    asked, is_new = AskedEvening.objects.get_or_create(
        event=event, defaults={"club": club, "is_on": is_on, "at": at}
    )
    if is_new or asked.is_on != is_on:
        write(asked, is_on=is_on)
        log(event, "evening.asked", by=by, at=at, is_on=is_on)
    return asked


@transaction.atomic
def answer_for_oneself(
    *, person: Person, event: Event, key: UUID, comes: str, now: datetime
) -> EveningAnswer:
    """Record whether a person comes. Sent twice with the same ``key``, it is done once.

    The same answer again changes nothing, so a yes keeps its place in line.

    :raises Refused: if the club doesn't ask, or sign-up isn't open (Rulebook G-11).
    """
    event = lock_event(event.pk)
    person, at = Person.objects.get(pk=person.pk), event_now(event, now)
    known = EveningAnswer.objects.filter(key=key).first()
    content, label = (event, person, comes), Comes(comes).label
    if known := sent_before(
        "evening.answered", known, key=key, content=content, now=label, was=EveningAnswer.get_comes_display
    ):
        return known
    if not is_asked(event):
        raise Refused("evening.not-asked")
    refuse(why_no_public_sign_up(event, at))
    last = event.answers.filter(person=person).last()
    if last and last.comes == comes:
        return last
    answer = EveningAnswer.objects.create(key=key, event=event, person=person, comes=comes, at=now)
    log(event, "evening.answered", by=Actor(clock_badge(event), DEVICE), at=at, comes=label)
    return answer


@transaction.atomic
def sign_up_who_said_yes(*, event: Event, club: Club, by: Actor, at: datetime) -> int:
    """Sign up and recognize who said yes and has a place, in the order of their yes. Returns how many.

    Where teams play, they look for a partner. Nobody is signed up twice, and a no takes nobody off the list.

    :raises Refused: if there is nobody to sign up.
    """
    event = lock_event(event.pk)
    club = lock_club(club)
    taken: set[str] = set()
    for comer in who_comes(event, club).those(Comes.YES):
        person = comer.person
        # Two of one name are for the desk, which knows who is who.
        if comer.can_sign_up and person.name.casefold() not in taken:
            taken.add(person.name.casefold())
            player = _signed_up(event, person, by, at)
            recognize(event=event, club=club, player=player, person=person, how=How.HAND, by=by, at=at)
    if not taken:
        raise Refused("evening.nobody")
    log(event, "evening.signed-up", by=by, at=at, people=len(taken), is_one=len(taken) == 1)
    return len(taken)


def _signed_up(event: Event, person: Person, by: Actor, at: datetime) -> Player:
    given: dict[str, Any] = {"event": event, "key": uuid4(), "by": by, "at": at}
    given |= {"contact": person.contact, "may_message": person.consent_at is not None}
    if event.way.is_one:
        return sign_up_team(**given, name="", players=[person.name]).players.get()
    return sign_up_single(**given, name=person.name)


@transaction.atomic
def set_regulars(*, event: Event, club: Club, people: Sequence[Person], by: Actor, at: datetime) -> int:
    """Make these people the club's regulars; all others are guests. Returns how many."""
    lock_event(event.pk)
    lock_club(club)
    chosen = club.people.known().filter(pk__in=[person.pk for person in people])
    club.people.exclude(pk__in=chosen.values("pk")).update(is_regular=False)
    many = chosen.update(is_regular=True)
    log(event, "evening.regulars", by=by, at=at, people=many, is_one=many == 1)
    return many


@transaction.atomic
def add_guest(
    *, event: Event, club: Club, name: str, contact: str, may_contact: bool, by: Actor, at: datetime
) -> Person:
    """Add somebody who hasn't played here yet, so that they have a link."""
    lock_event(event.pk)
    lock_club(club)
    name, contact = clean_name(name), one_line(contact)
    if not name:
        raise Refused("person.name", field="name")
    if contact and not may_contact:
        raise Refused("person.consent", field="may_contact")
    person = Person.objects.create(
        club=club, name=name, contact=contact, consent_at=at if contact else None, made_at=at
    )
    log(event, "evening.guest", by=by, at=at)
    return person


@transaction.atomic
def renew_person_link(*, event: Event, club: Club, person: Person, by: Actor, at: datetime) -> Person:
    """Give a person another private link. The old one stops working."""
    lock_event(event.pk)
    lock_club(club)
    write(person, link=uuid4())
    log(event, "evening.link", by=by, at=at)
    return person
