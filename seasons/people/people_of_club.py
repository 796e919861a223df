"""The people of a club, and which of them play at an event."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet

from rules.competition.game_lines import Sums
from scoring.standings.sums import NOTHING, sums_at
from seasons.models import Appearance, Club, How, PeopleChange, Person
from seasons.shelf.in_force import appearances_in_force
from tournament.models import Event, Player
from tournament.models.teams import NOBODY
from tournament.models.typed_names import clean_name

TAKEN_OUT = r"^Player [0-9]+( of team [0-9]+)?$"
"""The placeholder name of a player who was taken out of the pages (``commands_taking_out.py``)."""


@dataclass(frozen=True, kw_only=True)
class PersonRow:
    """A person, how many ``events`` they played, and when they last signed up for one."""

    pk: int
    name: str
    events: int
    last_at: datetime | None


@dataclass(frozen=True)
class Suggestion:
    """A person that a player may be, and how they were matched (``How``)."""

    person: PersonRow
    how: str

    @property
    def words(self) -> str:
        return How(self.how).label


@dataclass(frozen=True, kw_only=True)
class PlayerRow:
    """A player of the event, with the recognized ``person`` or else ``suggestions``, the likeliest first."""

    player: Player
    person: PersonRow | None
    suggestions: tuple[Suggestion, ...]

    @property
    def is_new(self) -> bool:
        """Whether the club knows nobody who may be this player."""
        return self.person is None and not self.suggestions


@dataclass(frozen=True, kw_only=True)
class EventOfPerson:
    """What a person ``got`` at one event."""

    player: Player
    how: str
    held_on: date
    partners: tuple[str, ...]
    helped: tuple[str, ...]
    """The teams for which they substituted."""
    got: Sums


def people_of(club: Club, find: str = "") -> list[PersonRow]:
    """The club's people by name, or those with these words in it. One query."""
    found = club.people.known()
    for word in clean_name(find).split():
        found = found.filter(name__icontains=word)
    return _rows(club, found)


def _rows(club: Club, people: "QuerySet[Person]") -> list[PersonRow]:
    counting = Q(appearances__in=appearances_in_force(club))
    counted = people.annotate(
        events=Count("appearances__player__event", filter=counting, distinct=True),
        last_at=Max("appearances__player__signed_up_at", filter=counting),
    )
    return [
        PersonRow(pk=row.pk, name=row.name, events=row.events, last_at=row.last_at)
        for row in counted.order_by("name", "pk")
    ]


def players_of(event: Event, club: Club) -> list[PlayerRow]:
    """Everybody who plays at the event, and who they are or may be. Four queries.

    A substitute from the people who are here is listed by their own row, even if that has no team.
    """
    plays = Q(team__isnull=False, same_as=None) | Q(helps_as__isnull=False, same_as=None)
    players = _named(event).filter(plays).distinct().order_by("team", "pk")
    return who_they_are(event, club, list(players))


def asked_in_list(event: Event, club: Club) -> dict[str, PlayerRow]:
    """The players an organizer must identify before an import, by ``"{team's number}-{place in the team}"``.

    A player is left out if the only suggestion played for the same league team before. The same list always
    gives the same keys (Rulebook G-9). Five queries.
    """
    of_team = "player__team__in_league__of__entries__team"
    before = appearances_in_force(club).filter(**{f"{of_team}__event": event})
    regulars = set(before.values_list(of_team, "person"))
    numbers: Counter[int] = Counter()
    found = {}
    for row in players_of(event, club):
        assert row.player.team
        numbers[row.player.team.number] += 1
        is_regular = len(row.suggestions) == 1 and (
            (row.player.team_id, row.suggestions[0].person.pk) in regulars
        )
        if row.suggestions and not is_regular:
            found[f"{row.player.team.number}-{numbers[row.player.team.number]}"] = row
    return found


def asked_about(event: Event, club: Club | None) -> list[PlayerRow]:
    """The players whom the club may know, for the desk to ask, with a team or without. Four queries."""
    if club is None:
        return []
    here = _named(event).filter(left_at=None, same_as=None).order_by("pk")
    return [row for row in who_they_are(event, club, list(here)) if row.suggestions]


def _named(event: Event) -> "QuerySet[Player]":
    named = event.players.exclude(name=NOBODY).exclude(name__regex=TAKEN_OUT)
    return named.filter(merged_into=None).select_related("team")


def who_they_are(event: Event, club: Club, asked: Sequence[Player]) -> list[PlayerRow]:
    """The recognized or suggested people of players, who needn't be saved yet. Three queries."""
    is_whom = dict(Appearance.objects.now().filter(player__event=event).values_list("player", "person"))
    by_name: dict[str, list[int]] = defaultdict(list)
    by_contact: dict[str, list[int]] = defaultdict(list)
    for pk, name, contact in club.people.known().values_list("pk", "name", "contact"):
        by_name[name.casefold()].append(pk)
        if contact:
            by_contact[plain_contact(contact)].append(pk)
    taken = set(is_whom.values())
    # A team may sign up with one contact for two players, which identifies neither.
    shared = Counter(plain_contact(player.contact) for player in asked)
    own = {plain for plain, players in shared.items() if players == 1}
    by_contact = {plain: people for plain, people in by_contact.items() if plain in own}
    found: list[dict[int, How]] = [
        {} if player.pk in is_whom else _suggested(player, by_name, by_contact, taken) for player in asked
    ]
    shown = taken.union(*found)
    rows = {row.pk: row for row in _rows(club, club.people.known().filter(pk__in=shown))} if shown else {}
    return [
        PlayerRow(
            player=player,
            person=rows.get(is_whom.get(player.pk, 0)),
            suggestions=tuple(Suggestion(rows[pk], how) for pk, how in suggested.items()),
        )
        for player, suggested in zip(asked, found, strict=True)
    ]


def _suggested(
    player: Player, by_name: Mapping[str, list[int]], by_contact: Mapping[str, list[int]], taken: set[int]
) -> dict[int, How]:
    """The people that a player may be, and how. Nobody plays twice at an event, so ``taken`` are left out."""
    found = dict.fromkeys(by_name.get(player.name.casefold(), ()), How.NAME)
    contacts = dict.fromkeys(by_contact.get(plain_contact(player.contact), ()), How.CONTACT)
    found = contacts | {pk: how for pk, how in found.items() if pk not in contacts}
    return {pk: how for pk, how in found.items() if pk not in taken}


def plain_contact(contact: str) -> str:
    """A phone number's last ten digits, or an e-mail address in lower case."""
    digits = re.sub(r"\D", "", contact)
    return digits[-10:] if "@" not in contact and len(digits) >= 7 else contact.strip().casefold()


def events_of(person: Person) -> list[EventOfPerson]:
    """The person's events, the last one first. Three queries, and ``sums_at`` for each of them."""
    shown = appearances_in_force(person.club).filter(person=person)
    shown = shown.select_related("player__event", "player__team")
    dated = shown.annotate(starts=Min("player__event__phases__starts_at")).order_by("-starts", "-pk")
    appearances: list[Any] = list(dated)
    teams = {row.player.team_id for row in appearances}
    helped: dict[int, list[str]] = defaultdict(list)
    lent = Player.objects.filter(same_as__in=[row.player_id for row in appearances], team__isnull=False)
    for own, name in lent.order_by("pk").values_list("same_as", "team__name"):
        helped[own or 0].append(name)
    partners: dict[int, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(team__in=teams).order_by("pk"):
        partners[player.team_id or 0].append(player)
    return [
        EventOfPerson(
            player=row.player,
            how=row.get_how_display(),
            held_on=row.starts.astimezone(row.player.event.zone).date(),
            partners=tuple(
                each.name for each in partners[row.player.team_id or 0] if each.pk != row.player.pk
            ),
            helped=tuple(dict.fromkeys(helped[row.player_id])),
            got=sums_at(row.player.event.key, row.player.event.version).get(row.player.team_id or 0, NOTHING),
        )
        for row in appearances
    ]


def with_own_page(event: Event) -> list[int]:
    """The ids of the event's players who have a page of their own results. One query."""
    known = Appearance.objects.now().filter(player__event=event, person__page_at__isnull=False)
    return list(known.values_list("player", flat=True))


def changes_of(person: Person) -> list[PeopleChange]:
    """The merges and splits of this person that can be undone, the last one first. One query."""
    rows = PeopleChange.objects.filter(undone_at=None, one=person).select_related("one", "other")
    return list(rows.order_by("-pk"))


def forgotten_by(now: datetime, club: Club) -> "QuerySet[Person]":
    """The people without an event of the club in its retention time (``Club.remembers``). No query yet."""
    counting = Q(appearances__in=appearances_in_force(club))
    last = Max("appearances__player__event__phases__ends_at", filter=counting)
    since = now - club.remembers
    quiet = club.people.known().annotate(last_at=last)
    return quiet.filter(Q(last_at__lt=since) | Q(last_at=None, made_at__lt=since))
