"""Who comes to an evening of a club: the answers of its people, their places, and the next full table."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from seasons.models import Appearance, AskedEvening, Club, Comes, EveningAnswer, Person
from seasons.shelf.in_force import events_in_force
from tournament.entries.places import places
from tournament.event.rules_of_event import group_size
from tournament.models import Event, Player
from tournament.models.links import sealed, unsealed

LINK = "evenings"


def link_secret(person: Person) -> str:
    """The secret of the person's private link to the club's evenings."""
    return sealed(LINK, person.link)


def person_with_link(secret: str) -> Person | None:
    """The person with this link, or the one they were merged into. One query, and one for each merge."""
    key = unsealed(LINK, secret)
    found = Person.objects.select_related("club", "merged_into").filter(link=key).first() if key else None
    while found and found.merged_into:
        found = found.merged_into
    return found


@dataclass(frozen=True, kw_only=True)
class Comer:
    """A person of the club, what they answered, and their entry at the event."""

    person: Person
    comes: str = ""
    player: Player | None = None
    is_named: bool = False
    """Somebody of their name is on the list, and isn't recognized yet."""
    has_place: bool = False
    waiting_number: int = 0

    @property
    def is_out(self) -> bool:
        """Whether they were on the list and left it."""
        return self.player is not None and _is_out(self.player)

    @property
    def is_on_list(self) -> bool:
        return self.player is not None and not self.is_out

    @property
    def can_sign_up(self) -> bool:
        return self.has_place and self.player is None and not self.is_named

    @property
    def changed_their_mind(self) -> bool:
        """Whether they are on the list, said that they don't come, and aren't here."""
        team = self.player.team if self.player else None
        return self.is_on_list and self.comes == Comes.NO and not (team and team.checked_in_at)


@dataclass(frozen=True, kw_only=True)
class WhoComes:
    """``comers`` are those on the list, then those who said yes in their order, then all others, by name.

    ``coming`` have a place, also if they aren't recognized, and didn't say no. ``at_table`` fill a table.
    """

    comers: tuple[Comer, ...]
    coming: int
    at_table: int

    @property
    def tables(self) -> int:
        return self.coming // self.at_table

    @property
    def missing(self) -> int:
        """How many more fill the next table; 0 if all are full."""
        return -self.coming % self.at_table if self.coming else self.at_table

    def those(self, comes: str) -> tuple[Comer, ...]:
        return tuple(each for each in self.comers if each.comes == comes)

    def of(self, person: Person) -> Comer:
        return next(each for each in self.comers if each.person == person)


def who_comes(event: Event, club: Club) -> WhoComes:
    """The club's people, what they answered, and how many fill tables. At most nine queries."""
    people = list(club.people.known().order_by("name", "pk"))
    answers = _answers(event, club)
    rows = Appearance.objects.now().filter(player__event=event).select_related("player__team")
    players = {row.person_id: row.player for row in rows}
    known = [player.pk for player in players.values()]
    others = event.players.filter(merged_into=None, left_at=None, team__withdrawn_at=None).exclude(
        pk__in=known
    )
    names = {name.casefold() for name in others.values_list("name", flat=True)}
    looking = event.players.filter(team=None, left_at=None, merged_into=None, same_as=None).count()
    on_list = event.teams.with_place().count() * event.way.sits + looking
    free, waiting = _free(event, looking)
    said_yes = [one for one in people if _says(answers, one) == Comes.YES and one.pk not in players]
    said_yes.sort(key=lambda one: answers[one.pk].pk)
    in_line = {one.pk: number for number, one in enumerate(said_yes)}
    queue = event.teams.waiting().values_list("pk", flat=True) if event.capacity else []
    in_queue = {team: number for number, team in enumerate(queue, start=1)}
    comers = []
    for one in sorted(people, key=lambda one: in_line.get(one.pk, -1 if one.pk in players else len(in_line))):
        player, number, waits = players.get(one.pk), in_line.get(one.pk), 0
        if player:
            waits = in_queue.get(player.team_id or 0, 0)
        elif number is not None and free is not None and number >= free:
            waits = waiting + number - free + 1
        comers.append(
            Comer(
                person=one,
                comes=_says(answers, one),
                player=player,
                is_named=player is None and one.name.casefold() in names,
                has_place=not waits and (not _is_out(player) if player else number is not None),
                waiting_number=waits,
            )
        )
    to_come = sum(one.can_sign_up for one in comers)
    away = sum(one.changed_their_mind and one.has_place for one in comers)
    at_table = group_size(event) * event.way.sits
    return WhoComes(comers=tuple(comers), coming=on_list + to_come - away, at_table=at_table)


def evenings_for(person: Person, now: datetime) -> list[Event]:
    """The evenings that the person is asked about and that aren't over, the next one first. One query."""
    asked = AskedEvening.objects.filter(event__in=events_in_force(person.club), is_on=True)
    asked = asked.filter(club=person.club_id, event__phases__ends_at__gt=now)
    rows = {
        row.event_id: row.event for row in asked.select_related("event").order_by("event__phases__starts_at")
    }
    return list(rows.values())


def is_asked(event: Event) -> bool:
    """One query."""
    return AskedEvening.objects.filter(event=event, is_on=True).exists()


def _answers(event: Event, club: Club) -> dict[int, EveningAnswer]:
    """The last answer of each person, also of those who were merged into them. Two queries."""
    merged = dict(club.people.exclude(merged_into=None).values_list("pk", "merged_into"))
    found = {}
    for answer in event.answers.order_by("pk"):
        whose = answer.person_id
        while into := merged.get(whose):
            whose = into
        found[whose] = answer
    return found


def _says(answers: Mapping[int, EveningAnswer], person: Person) -> str:
    return answers[person.pk].comes if person.pk in answers else ""


def _is_out(player: Player) -> bool:
    return player.left_at is not None or (player.team is not None and player.team.withdrawn_at is not None)


def _free(event: Event, looking: int) -> tuple[int | None, int]:
    """How many people can still get a place (None: any number), and how many wait for one (E-162)."""
    now = places(event)
    if now is None:
        return None, 0
    sits = event.way.sits
    return 0 if now.waiting else max(0, now.free * sits - looking), now.waiting * sits
