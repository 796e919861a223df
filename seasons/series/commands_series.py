"""Series: their rule, their events, and opening the final (Rulebook C-1 to C-9).

Each action is taken at an event of the club, and is in that event's log.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any
from uuid import uuid4

from django.db import transaction

from seasons.clubs.club_of_event import club_of
from seasons.clubs.commands_clubs import account_of, lock_club
from seasons.clubs.commands_copies import copy_event
from seasons.models import Club, How, Person, Series, SeriesEvent
from seasons.people.commands_people import recognize
from seasons.series.series_table import SeriesLine, last_event, table_of_series
from seasons.shelf.copied import crew_of
from tournament.entries.commands_sign_up import sign_up_single, sign_up_team
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event, Player, Role
from tournament.models.events import SignUp
from tournament.models.typed_names import LONGEST_NAME, clean_name
from tournament.settings.plan import plan_of


@transaction.atomic
def make_series(*, event: Event, club: Club, name: str, by: Actor, at: datetime, **rule: Any) -> Series:
    """Make a series of the club, with this event in it if it can count. ``rule`` has fields of ``Series``."""
    event = lock_event(event.pk)
    club = lock_club(club)
    series = Series.objects.create(club=club, name=_free_name(club, name), made_at=at, **rule)
    log(event, "series.made", by=by, at=at, series=series.name)
    if not (series.by_pairs and event.way.is_one):
        SeriesEvent.objects.create(series=series, event=event, at=at)
    return series


@transaction.atomic
def change_series(
    *, event: Event, club: Club, series: Series, name: str, by: Actor, at: datetime, **rule: Any
) -> Series:
    """Change the rule. The table is always computed, so it changes at once."""
    event = lock_event(event.pk)
    club = lock_club(club)
    write(series, name=_free_name(club, name, series), **rule)
    log(event, "series.changed", by=by, at=at, series=series.name)
    return series


@transaction.atomic
def add_to_series(
    *, event: Event, club: Club, series: Series, added: Event, by: Actor, at: datetime
) -> SeriesEvent:
    """Count an event, past or coming, in the series. Repeating it changes nothing."""
    event = lock_event(event.pk)
    club = lock_club(club)
    if club_of(added) != club:
        raise Refused("series.not-here", field="added")
    if series.by_pairs and added.way.is_one:
        raise Refused("series.no-pairs", field="added", event_name=added.name)
    if existing := series.events.now().filter(event=added).first():
        return existing
    row = SeriesEvent.objects.create(series=series, event=added, at=at)
    log(event, "series.added", by=by, at=at, series=series.name, event_name=added.name)
    return row


@transaction.atomic
def take_out_of_series(*, event: Event, club: Club, row: SeriesEvent, by: Actor, at: datetime) -> SeriesEvent:
    """Remove an event from the series. It can be added again. Repeating it changes nothing."""
    event = lock_event(event.pk)
    lock_club(club)
    row = SeriesEvent.objects.select_related("series", "event").get(pk=row.pk)
    if row.ended_at is None:
        write(row, ended_at=at)
        log(event, "series.removed", by=by, at=at, series=row.series.name, event_name=row.event.name)
    return row


@transaction.atomic
def open_final(
    *, event: Event, club: Club, series: Series, held_on: date, now: datetime, by: Actor, at: datetime
) -> Event:
    """Open the final as a copy of the last event, and sign up the qualifiers (Rulebook C-8).

    Pairs are signed up as teams. People are signed up directly if they play alone in the final; if it is for
    teams, they go on the list of those who look for a partner.

    :raises Refused: if there is a final, nobody qualifies, or the user doesn't organize the last event.
    """
    event = lock_event(event.pk)
    club = lock_club(club)
    table, last = table_of_series(series), last_event(series)
    if table.final:
        raise Refused("series.final-there", event_name=table.final.name)
    if last is None or not table.qualified:
        raise Refused("series.nobody")
    if series.by_pairs and last.way.is_one:
        raise Refused("series.no-pairs", event_name=last.name)
    plan = plan_of(last)
    # Changing only the date keeps the hours of the day.
    plan = plan.with_(name=f"{series.name}, final"[:LONGEST_NAME], held_on=held_on, capacity=0)
    crew = [badge for badge in crew_of(last) if badge.user_id != by.badge.user_id]
    final = copy_event(of=last, plan=plan, crew=crew, user=account_of(by), device=by.device, at=now)
    theirs = Actor(final.badges.get(role=Role.ORGANIZER, user=by.badge.user_id), by.device)
    for player, person in _signed_up(final, table.qualified, theirs, now):
        recognize(event=final, club=club, player=player, person=person, how=How.HAND, by=theirs, at=now)
    write(final, sign_up=SignUp.CLOSED)
    SeriesEvent.objects.create(series=series, event=final, is_final=True, at=now)
    log(final, "series.final-opened", by=theirs, at=now, series=series.name, entrants=len(table.qualified))
    return final


def _signed_up(
    final: Event, qualified: Sequence[SeriesLine], by: Actor, at: datetime
) -> Iterator[tuple[Player, Person]]:
    """Sign up the qualifiers, and yield each player with their person. Nobody is in two pairs."""
    people = Person.objects.in_bulk({who for line in qualified for who in line.row.who})
    taken: set[str] = set()
    signed_up: set[int] = set()
    for line in qualified:
        if signed_up & set(line.row.who):
            continue
        signed_up |= set(line.row.who)
        whom = [people[who] for who in line.row.who]
        names = [_free_player_name(person.name, taken) for person in whom]
        given: dict[str, Any] = {"event": final, "key": uuid4(), "by": by, "at": at}
        if len(whom) == 1 and not final.way.is_one:
            yield sign_up_single(**given, name=names[0]), whom[0]
        else:
            team = sign_up_team(**given, name="", players=names)
            yield from zip(team.players.order_by("pk"), whom, strict=True)


def _free_player_name(name: str, taken: set[str]) -> str:
    """The name, with a number if it is in ``taken`` (casefolded names), to which it is added."""
    free, number = name, 1
    while free.casefold() in taken:
        number += 1
        free = f"{name[: LONGEST_NAME - len(f' {number}')]} {number}"
    taken.add(free.casefold())
    return free


def _free_name(club: Club, name: str, own: Series | None = None) -> str:
    name = clean_name(name)
    if not name:
        raise Refused("series.name", field="name")
    others = club.series.exclude(pk=own.pk) if own else club.series.all()
    if others.filter(name__iexact=name).exists():
        raise Refused("series.name-taken", name=name, field="name")
    return name
