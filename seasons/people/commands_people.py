"""Recognize people, and correct their records.

Each action is taken at an event of the club, and is in that event's log without a name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any
from uuid import uuid4

from django.db import transaction

from seasons.clubs.club_of_event import club_of
from seasons.clubs.commands_clubs import account_of, lock_club
from seasons.models import Appearance, Club, How, PeopleChange, Person
from seasons.people.people_of_club import asked_in_list, players_of
from seasons.people.person_codes import person_with, player_with
from tournament.errors import Refused
from tournament.event.names import who_sits
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event, Player, Team
from tournament.models.typed_names import clean_name, one_line


@transaction.atomic
def recognize(
    *, event: Event, club: Club, player: Player, person: Person | None, how: str, by: Actor, at: datetime
) -> Person:
    """Record that a player of the event is this person, or somebody new. Repeating it changes nothing.

    If the player was recognized as another person, that ends.

    :raises Refused: if the person already plays at the event as another player.
    """
    lock_event(event.pk)
    club = lock_club(club)
    found = _recognized(club, player, person, How(how), by, at)
    log(event, "person.recognized", by=by, at=at, player=player)
    return found


@transaction.atomic
def recognize_new(*, event: Event, club: Club, by: Actor, at: datetime) -> int:
    """Recognize every player whom the club can't know, as somebody new. Returns how many.

    Anybody can type a known name or telephone number at sign-up, so these decide nothing (Rulebook G-7).
    """
    event = lock_event(event.pk)
    club = lock_club(club)
    new = [row.player for row in players_of(event, club) if row.is_new]
    for player in new:
        _recognized(club, player, None, How.NEW, by, at)
    log(event, "people.recognized", by=by, at=at, people=len(new))
    return len(new)


@transaction.atomic
def recognize_as_answered(
    *, event: Event, club: Club, answers: Mapping[str, int | None], by: Actor, at: datetime
) -> int:
    """Recognize imported players as an organizer answered, and those who need no answer. Returns how many.

    ``answers`` are people's ids, or None for somebody new, by the keys of ``asked_in_list``.

    :raises Refused: if an answer isn't suggested any more.
    """
    event = lock_event(event.pk)
    club = lock_club(club)
    asked = asked_in_list(event, club)
    for key, answer in answers.items():
        how = {each.person.pk: each.how for each in asked[key].suggestions} if key in asked else {}
        if key not in asked or (answer is not None and answer not in how):
            raise Refused("person.asked-again")
        person = Person.objects.get(pk=answer) if answer is not None else None
        _recognized(club, asked[key].player, person, How(how.get(answer or 0, How.NEW)), by, at)
    regulars = _recognize_regulars(event, club, {row.player.pk for row in asked.values()}, by, at)
    return len(answers) + regulars + recognize_new(event=event, club=club, by=by, at=at)


def _recognize_regulars(event: Event, club: Club, asked: set[int], by: Actor, at: datetime) -> int:
    """Recognize those about whom no question was ``asked``: they played for the same league team before."""
    done: set[int] = set()
    for row in players_of(event, club):
        if row.suggestions and row.player.pk not in asked:
            likely = row.suggestions[0]
            if likely.person.pk not in done:
                person = Person.objects.get(pk=likely.person.pk)
                done.add(_recognized(club, row.player, person, How(likely.how), by, at).pk)
    return len(done)


@transaction.atomic
def recognize_by_code(
    *, event: Event, club: Club, person: Person, code: str, by: Actor, at: datetime
) -> Player:
    """Give a person the results of the player with this code, at any event of the club."""
    lock_event(event.pk)
    club = lock_club(club)
    player = player_with(code)
    if player is None or club_of(player.event) != club:
        raise Refused("person.code", field="code")
    _recognized(club, player, person, How.CODE, by, at)
    log(event, "person.claimed", by=by, at=at)
    return player


@transaction.atomic
def sign_up_known(
    *,
    sign_up: Callable[..., Team | Player],
    event: Event,
    by: Actor,
    at: datetime,
    code: str = "",
    **entry: Any,
) -> Team | Player:
    """Sign up with ``sign_up``, and recognize players by the codes they typed (Rulebook G-7).

    A code is a person's, or a player's at an earlier event. In a team, it belongs to the player of the same
    name. If there is a code for each player, the codes of other names go to the remaining players in order.
    """
    entered = sign_up(event=event, **entry, by=by, at=at)
    if code.strip():
        event, club = lock_event(event.pk), club_of(event)
        if club is None:
            raise Refused("person.code", field="code")
        players = who_sits(entered.players.all()) if isinstance(entered, Team) else [entered]
        for player, person in _whose(lock_club(club), players, code.split(), by, at):
            _recognized(club, player, person, How.CODE, by, at)
            log(event, "person.recognized", by=by, at=at, player=player)
    return entered


def _whose(
    club: Club, players: Sequence[Player], codes: Sequence[str], by: Actor, at: datetime
) -> Iterator[tuple[Player, Person]]:
    """Match the people of the codes to the players.

    :raises Refused: if a code isn't valid in this club, or doesn't say which player it belongs to.
    """
    people = [_with_code(club, code, by, at) for code in codes]
    by_name = {player.name.casefold(): player for player in players}
    if len(people) == len(players):
        in_order = [person for person in people if person.name.casefold() not in by_name]
        named = {by_name[name]: one for one in people if (name := one.name.casefold()) in by_name}
        rest = [player for player in players if player not in named]
        yield from (*named.items(), *zip(rest, in_order, strict=False))
        return
    for person in people:
        if person.name.casefold() not in by_name:
            raise Refused("person.whose-code", field="code")
        yield by_name[person.name.casefold()], person


def _with_code(club: Club, code: str, by: Actor, at: datetime) -> Person:
    """The club's person with this code, or the person of the player with it, who is made if unknown."""
    person, player = person_with(code), player_with(code)
    if player and club_of(player.event) == club:
        now = Appearance.objects.now().filter(player=player).select_related("person").first()
        person = now.person if now else _recognized(club, player, None, How.NEW, by, at)
    if person is None or person.club_id != club.pk:
        raise Refused("person.code", field="code")
    return person


@transaction.atomic
def correct_person(
    *,
    event: Event,
    club: Club,
    person: Person,
    name: str,
    contact: str,
    may_contact: bool,
    may_name: bool | None = None,
    may_open: bool | None = None,
    is_minor: bool,
    guardian: str,
    by: Actor,
    at: datetime,
) -> Person:
    """Correct what the club knows of a person. Their contact is stored only if they agreed.

    With ``may_name``, their name is on the club's public pages. With ``may_open``, they have their own page;
    closing it changes their code (Rulebook G-8). None leaves it as it is.
    """
    lock_event(event.pk)
    lock_club(club)
    person.refresh_from_db()
    may_name = person.public_at is not None if may_name is None else may_name
    may_open = person.page_at is not None if may_open is None else may_open
    name, contact, guardian = clean_name(name), one_line(contact), clean_name(guardian)
    if not name:
        raise Refused("person.name", field="name")
    if contact and not may_contact:
        raise Refused("person.consent", field="may_contact")
    if is_minor and not guardian:
        raise Refused("person.guardian", field="guardian")
    consent_at = (person.consent_at or at) if contact else None
    public_at = (person.public_at or at) if may_name else None
    if person.page_at and not may_open:
        write(person, key=uuid4())
    page_at = (person.page_at or at) if may_open else None
    facts: dict[str, Any] = {
        "page_at": page_at,
        "contact": contact,
        "consent_at": consent_at,
        "is_minor": is_minor,
    }
    write(person, name=name, guardian=guardian if is_minor else "", public_at=public_at, **facts)
    log(event, "person.corrected", by=by, at=at)
    return person


@transaction.atomic
def merge_people(
    *, event: Event, club: Club, person: Person, other: Person, by: Actor, at: datetime
) -> PeopleChange:
    """Merge ``other`` into ``person``, who gets all their appearances."""
    lock_event(event.pk)
    lock_club(club)
    if person == other:
        raise Refused("person.same", field="other")
    _check_known(club, person, other)
    events = _events_of(person.appearances.now())
    if both := events & _events_of(other.appearances.now()):
        name = Event.objects.get(pk=min(both)).name
        raise Refused("person.both", field="other", one=person.name, other=other.name, event_name=name)
    change = _change(PeopleChange.Kind.MERGE, person, other, by, at)
    _move(other.appearances.now(), person, change, by, at)
    write(other, merged_into=person)
    log(event, "people.merged", by=by, at=at)
    return change


@transaction.atomic
def split_person(
    *, event: Event, club: Club, person: Person, players: Sequence[Player], by: Actor, at: datetime
) -> PeopleChange:
    """Move some of a person's appearances to a new person. At least one must stay."""
    lock_event(event.pk)
    lock_club(club)
    _check_known(club, person)
    moving = list(person.appearances.now().filter(player__in=players).select_related("player"))
    if not moving or len(moving) == person.appearances.now().count():
        raise Refused("person.split", field="players")
    other = Person.objects.create(club=club, name=moving[0].player.name, made_at=at)
    change = _change(PeopleChange.Kind.SPLIT, person, other, by, at)
    _move(moving, other, change, by, at)
    log(event, "people.split", by=by, at=at)
    return change


@transaction.atomic
def undo_change(*, event: Event, club: Club, change: PeopleChange, by: Actor, at: datetime) -> PeopleChange:
    """Undo a merge or a split: what it moved is whose it would be without it. Repeating it changes nothing.

    :raises Refused: if two records would then have played at one event.
    """
    lock_event(event.pk)
    lock_club(club)
    change = PeopleChange.objects.select_related("one", "other").get(pk=change.pk)
    if change.undone_at:
        return change
    is_merge = change.kind == PeopleChange.Kind.MERGE
    holder, back = (change.one, change.other) if is_merge else (change.other, change.one)
    _check_known(club, change.one, *(() if is_merge else (change.other,)))
    if is_merge:
        write(back, merged_into=None)
    write(change, undone_at=at)
    for row in change.appearances.now().filter(person=holder).select_related("player__event"):
        before = _before(row)
        to = before.person
        if row.player.event_id in _events_of(to.appearances.now()):
            raise Refused("person.both", one=to.name, other=holder.name, event_name=row.player.event.name)
        _move([row], to, before.change, by, at)
    if not is_merge and not holder.appearances.now().exists():
        write(holder, merged_into=back)
    log(event, "people.undone", by=by, at=at)
    return change


def recognize_apart(*, player: Player, other: Player, merged_at: datetime, by: Actor, at: datetime) -> None:
    """Recognize a player who is back from a merge with ``other`` as who they would be without it.

    Part of that action. What people were merged since applies to them, too. Nobody plays twice at the event.
    """
    own = player.appearances.select_related("person", "change").order_by("pk").last()
    if own and own.ended_at and own.ended_at != merged_at:
        # The other had these rows, and those that merged or split people made of them.
        since = other.appearances.filter(pk__gt=own.pk).select_related("person", "change").order_by("pk")
        made = list(takewhile(lambda row: row.how == How.CHANGE, since))
        Appearance.objects.filter(pk__in=[row.pk for row in made]).update(player=player)
        own = [own, *made][-1]
    if own is None or own.ended_at is None:
        return
    back = _before(own) if own.change and own.change.undone_at else own
    merges = PeopleChange.objects.filter(kind=PeopleChange.Kind.MERGE, undone_at=None)
    found: list[tuple[Person, PeopleChange | None, str]] = [(back.person, back.change, back.how)]
    while change := merges.filter(other=found[-1][0]).select_related("one").first():
        found.append((change.one, change, How.CHANGE))
    if player.event_id in _events_of(found[-1][0].appearances.now()):
        return
    ends = [*(at for _ in found[1:]), None]
    Appearance.objects.bulk_create(
        Appearance(player=player, person=whom, change=of, how=how, at=at, by=by.badge.user, ended_at=ended_at)
        for (whom, of, how), ended_at in zip(found, ends, strict=True)
    )


def _before(row: Appearance) -> Appearance:
    """The row before the merge or split that made this one, without those that were undone, too."""
    rows = Appearance.objects.filter(player=row.player_id, pk__lt=row.pk).exclude(
        change__undone_at__isnull=False
    )
    return rows.select_related("person", "change").latest("pk")


def _recognized(
    club: Club, player: Player, person: Person | None, how: How, by: Actor, at: datetime
) -> Person:
    # A code of the entry that went opens the one that stayed.
    while player.merged_into:
        player = player.merged_into
    now = Appearance.objects.now().filter(player=player).select_related("person").first()
    if now and now.person == person:
        return now.person
    if now and person is None:
        raise Refused("person.recognized", player=player, person=now.person.name)
    if person is None:
        person = Person.objects.create(club=club, name=player.name, made_at=at)
    _check_known(club, person)
    if player.event_id in _events_of(person.appearances.now()):
        raise Refused("person.twice", person=person.name, player=player)
    if now:
        write(now, ended_at=at)
    Appearance.objects.create(player=player, person=person, how=how, at=at, by=by.badge.user)
    return person


def _check_known(club: Club, *people: Person) -> None:
    """:raises Refused: if one isn't of this club, or was merged into somebody else."""
    known = set(club.people.known().values_list("pk", flat=True).filter(pk__in=[each.pk for each in people]))
    if any(each.pk not in known for each in people):
        raise Refused("person.gone")


def _events_of(appearances: Any) -> set[int]:
    return set(appearances.values_list("player__event", flat=True))


def _change(kind: str, one: Person, other: Person, by: Actor, at: datetime) -> PeopleChange:
    return PeopleChange.objects.create(kind=kind, one=one, other=other, by=account_of(by), at=at)


def _move(
    appearances: Iterable[Appearance], to: Person, change: PeopleChange | None, by: Actor, at: datetime
) -> None:
    rows = list(appearances)
    Appearance.objects.filter(pk__in=[row.pk for row in rows]).update(ended_at=at)
    Appearance.objects.bulk_create(
        Appearance(
            player_id=row.player_id, person=to, how=How.CHANGE, at=at, by=account_of(by), change=change
        )
        for row in rows
    )
