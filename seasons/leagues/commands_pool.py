"""A league's pool of substitutes: join it, leave it, and seat somebody from it (Rulebook L-41)."""

from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from seasons.clubs.commands_clubs import lock_club
from seasons.leagues.league_table import week_at
from seasons.leagues.pool_of_players import named
from seasons.models import Appearance, Club, How, League, Person, PoolPlace
from seasons.models.leagues import Absence
from seasons.people.commands_people import recognize
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import sign_up_single
from tournament.errors import Refused
from tournament.event.names import who_sits
from tournament.floor.commands_substitutes import seat_substitute
from tournament.log.audit_log import log
from tournament.log.commands_sent import known_player
from tournament.log.locks import lock_event
from tournament.models import Actor, Event, Player
from tournament.models.typed_names import clean_name

REASON = "Away; from the pool of substitutes"


@transaction.atomic
def put_into_pool(
    *, event: Event, club: Club, league: League, name: str, by: Actor, at: datetime
) -> PoolPlace:
    """Add a person to the pool by name, for an organizer or the desk. Repeating it changes nothing.

    :raises Refused: if the club knows nobody of this name, or several.
    """
    lock_event(event.pk)
    club = lock_club(club)
    name = clean_name(name)
    if not name:
        raise Refused("person.name", field="name")
    people = named(club, name)
    if len(people) != 1:
        raise Refused("pool.several" if people else "pool.nobody", name=name, field="name")
    in_pool = make_ready(league, people[0], at)
    log(event, "pool.joined", by=by, at=at, league=league.name)
    return in_pool


@transaction.atomic
def take_out_of_pool(
    *, event: Event, club: Club, league: League, person: Person, by: Actor, at: datetime
) -> Person:
    """Remove a person from the pool. Repeating it changes nothing."""
    lock_event(event.pk)
    lock_club(club)
    if person.pools.now().filter(league=league).update(ended_at=at):
        log(event, "pool.left", by=by, at=at, league=league.name)
    return person


@transaction.atomic
def seat_from_pool(
    *,
    event: Event,
    club: Club,
    key: UUID,
    player: Player,
    person: Person,
    by: Actor,
    at: datetime,
    reason: str = "",
) -> Player:
    """Seat a person from the pool for a player of a league's team tonight. Repeating a ``key`` does nothing.

    The person is signed up without a team and recognized, then substitutes like anybody on that list
    (Rulebook E-125). If missed games are played from the pool (``Absence.POOL``), substitutes may replace the
    whole team, which is checked in once they have all its chairs.

    :raises Refused: if the event isn't a week of a league, or the person isn't ready or plays already.
    """
    event = lock_event(event.pk)
    club = lock_club(club)
    now = f"{person} for {player}"
    known, _ = known_player("pool.seated", key, (event, player, person, reason.strip()), now)
    if known:
        return known
    week = week_at(event)
    if week is None or week.league.club_id != club.pk:
        raise Refused("pool.no-league")
    if not PoolPlace.objects.now().filter(league=week.league, person=person, person__club=club).exists():
        raise Refused("pool.not-ready", person=person.name)
    single = _on_the_list(event, club, person, by, at)
    substitute = seat_substitute(
        key=key,
        player=player,
        person=single,
        reason=reason.strip() or REASON,
        may_replace_all=week.league.absence == Absence.POOL,
        by=by,
        at=at,
    )
    team = substitute.team
    if team and all(each.stands_in_for_id for each in who_sits(team.players.all())):
        check_in_team(team=team, by=by, at=at)
    return substitute


def make_ready(league: League, person: Person, at: datetime, *, is_own: bool = False) -> PoolPlace:
    """Return the person's place in the pool, adding it if needed. The caller has locked the club."""
    in_pool = PoolPlace.objects.now().filter(league=league, person=person).first()
    return in_pool or PoolPlace.objects.create(league=league, person=person, at=at, is_own=is_own)


def _on_the_list(event: Event, club: Club, person: Person, by: Actor, at: datetime) -> Player:
    """The person's own player at the event. If there is none, sign them up as looking for a partner."""
    own = Appearance.objects.now().filter(person=person, player__event=event).select_related("player").first()
    if own:
        return own.player
    single = sign_up_single(event=event, key=uuid4(), name=person.name, by=by, at=at)
    recognize(event=event, club=club, player=single, person=person, how=How.HAND, by=by, at=at)
    return single
