"""The people who are ready to substitute in a league (Rulebook L-41)."""

from dataclasses import dataclass

from seasons.models import Appearance, Club, League, Person, PoolPlace
from tournament.models import Event, Player


@dataclass(frozen=True, kw_only=True)
class PoolPerson:
    """A person in a pool. With ``is_own`` they joined it themselves."""

    person: int
    name: str
    contact: str
    """Empty without consent."""
    is_own: bool


def pool_of(league: League, event: Event | None = None) -> list[PoolPerson]:
    """The pool, by name; with an ``event``, without those who play there now. Three queries at most."""
    rows = PoolPlace.objects.now().filter(league=league, person__merged_into=None).select_related("person")
    busy = _plays_at(event) if event else set()
    found = [
        PoolPerson(person=row.person_id, name=row.person.name, contact=row.person.contact, is_own=row.is_own)
        for row in rows
        if row.person_id not in busy
    ]
    return sorted(found, key=lambda each: (each.name.casefold(), each.person))


def pools_for(person: Person) -> list[tuple[League, bool]]:
    """The leagues of the person's club, and whether they are ready to substitute there. Two queries."""
    ready = set(person.pools.now().values_list("league", flat=True))
    return [(league, league.pk in ready) for league in person.club.leagues.order_by("name")]


def named(club: Club, name: str) -> list[Person]:
    """The club's people of exactly this name, ignoring case. One query."""
    return list(club.people.known().filter(name__iexact=name))


def _plays_at(event: Event) -> set[int]:
    """The ids of people who play in a team of the event now, or substitute in one. Two queries."""
    now = Player.objects.filter(event=event, left_at=None, team__isnull=False, team__withdrawn_at=None)
    own = Appearance.objects.now().filter(player__in=now)
    lent = Appearance.objects.now().filter(player__helps_as__in=now)
    return {*own.values_list("person", flat=True), *lent.values_list("person", flat=True)}
