"""The sides, people and chairs of a game, and the people who are free to substitute.

A side is named by its seats: NS and EW are teams, or partners for one game; N, E, S and W each play for
themselves (Rulebook E-51). Games are loaded ``with_everybody``, so there are no queries.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery

from rules.ruleset.ruleset import Ruleset
from rules.ruleset.seats import SEAT_WORDS, SIDE_WORDS
from rules.seating.known import without_rounds
from tournament.event.names import TeamName, chair_of, in_words, name_of, who_sits
from tournament.models import Event, Game, Player, Seat, Team
from tournament.models.events import SubstitutesCount
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind

_CHAIRS = {**SIDE_WORDS, **SEAT_WORDS}


def chairs_for(ruleset: Ruleset, group: Sequence[Team]) -> dict[str, Team]:
    """A group's entrants by chair, clockwise: each has a side or, if they are partners, a seat."""
    chairs = ruleset.sides if len(group) <= len(ruleset.sides) else ruleset.seats
    return dict(zip(chairs, group, strict=False))


def who_plays(game: Game) -> str:
    """Who plays a game, by chair: ``EW:7 NS:4``. The same if the game is called again."""
    return " ".join(sorted(f"{seat.chair}:{seat.team.number}" for seat in game.seating))


def chairs_at(game: Game) -> dict[str, Team]:
    return {seat.chair: seat.team for seat in game.seating}


def sides_at(game: Game) -> tuple[str, ...]:
    return tuple(game.by_side())


def ids_on(game: Game, side: str) -> tuple[int, ...]:
    """The ids of the teams on a side: one team, or two partners of this game."""
    return tuple(seat.team_id for seat in game.seating if seat.side.name == side)


def teams_on(game: Game, side: str) -> tuple[Team, ...]:
    return game.teams_by_side()[side]


def side_at(game: Game, team_id: int | None) -> str | None:
    return next((seat.side.name for seat in game.seating if seat.team_id == team_id), None)


def partner_at(game: Game, team_id: int) -> Team | None:
    side = side_at(game, team_id)
    return next((team for team in teams_on(game, side) if team.pk != team_id), None) if side else None


def who_plays_at(game: Game, team_id: int, players: Iterable[Player]) -> list[Player]:
    """The ``players`` of a team who sit in a game; two for a team of three (Rulebook E-122)."""
    present = who_sits(players)
    sits = game.event.way.sits
    if len(present) <= sits:
        return present
    rests = next((seat.rests_id for seat in game.seating if seat.team_id == team_id), None)
    return [player for player in present if chair_of(player) != rests][:sits]


def who_rests(game: Game, team_id: int, players: Iterable[Player]) -> str:
    """Which of a team's ``players`` sits out a game: ``Cy sits out``; empty if nobody does."""
    present = who_sits(players)
    plays = who_plays_at(game, team_id, present)
    rest = in_words(player.name for player in present if player not in plays)
    return f"{rest} sits out" if rest else ""


def name_on(game: Game, side: str) -> TeamName:
    """A side's name on a page: its team, or ``Ann & Cy``."""
    return name_together(teams_on(game, side))


def name_together(teams: Sequence[Team]) -> TeamName:
    """The joint name of partners, with the number and emblem of the first."""
    name = name_of(teams[0])
    return TeamName(
        team_id=name.team_id,
        number=name.number,
        emblem=name.emblem,
        name=" & ".join(team.name for team in teams),
    )


def names_at(game: Game) -> tuple[TeamName, ...]:
    return tuple(name_on(game, side) for side in sides_at(game))


def side_names(game: Game) -> Mapping[str, str]:
    """The names by side, and by chair for individuals."""
    chairs = {chair: team.name for chair, team in chairs_at(game).items()}
    sides = {side: " & ".join(team.name for team in teams) for side, teams in game.teams_by_side().items()}
    return chairs | sides


def side_texts(game: Game) -> dict[str, Any]:
    """The sides' names as texts of a log entry, so that its headline has placeholders instead of names."""
    return {f"side_{side}": name for side, name in side_names(game).items()}


def others_at(game: Game, team_id: int) -> str:
    """A team's opponents: ``Bob & Di``; ``Bob, Cy and Di``."""
    mine = side_at(game, team_id)
    return in_words(name_on(game, side).name for side in sides_at(game) if side != mine)


def chair_words(game: Game, team_id: int) -> str:
    """A team's side or seat in words: ``North–South``, or ``South`` alone."""
    return next(_CHAIRS[seat.chair] for seat in game.seating if seat.team_id == team_id)


@dataclass(frozen=True, kw_only=True)
class FreePerson:
    """A person who is here and has no game now, and ``why``. With ``is_busy_later``, their team plays on.

    They can be asked on their own phone if they have a team's page (``has_page``).
    """

    player: Player
    why: str
    is_busy_later: bool = False
    has_page: bool = True


def substitutes_count_now(event: Event) -> str:
    """The ``SubstitutesCount`` that applies now: in Phase II always ``CHAIR`` (Rulebook E-151). One query."""
    if event.phases.filter(kind=PhaseKind.ONE, closed_at__isnull=False).exists():
        return SubstitutesCount.CHAIR
    return event.substitutes_count


def free_people(event: Event, but: Game | None = None) -> tuple[FreePerson, ...]:
    """The people who could substitute now, without those of game ``but`` (Rulebook E-125). Three queries."""
    people = list(event.players.filter(left_at=None).select_related("team"))
    lent = {person.same_as_id for person in people}
    playing: dict[int, int | None] = dict(
        Seat.objects.filter(game__in=Game.objects.standing().filter(event=event, over_at=None))
        .exclude(game__kind=GameKind.BYE)
        .values_list("team", "rests")
    )
    # In open play a team on the waiting list may be called at any moment.
    one = event.phases.filter(Q(kind=PhaseKind.ONE), closed_at=None, seating__in=without_rounds())
    waits_for_call = one.exists()
    apart = set(but.everybody_ids()) if but else set()
    many = Counter(person.team_id for person in people)
    found = []
    for person in people:
        team = person.team
        if person.pk in lent or person.same_as_id or (team and team.pk in apart):
            continue
        if team is None:
            found.append(FreePerson(player=person, why="looks for a partner", has_page=False))
        elif team.checked_in_at is None:
            continue
        elif team.withdrawn_at:
            found.append(FreePerson(player=person, why=f"{team.name} has left"))
        elif team.pk in playing:
            if playing[team.pk] == chair_of(person) and many[team.pk] > event.way.sits:
                found.append(FreePerson(player=person, why=f"sits out for {team.name}", is_busy_later=True))
        elif not waits_for_call:
            why = "has no game now" if event.way.is_one else f"{team.name} has no game now"
            found.append(FreePerson(player=person, why=why, is_busy_later=True))
    return tuple(found)


def seated_at(game: Game, side: str) -> datetime | None:
    return game.side(side).seated_at


def late_at(game: Game, at: datetime | None = None) -> tuple[str, ...]:
    sat = {name: side.seated_at for name, side in game.by_side().items()}
    return tuple(side for side, since in sat.items() if since is None or (at is not None and since > at))


def is_everybody_seated(game: Game) -> bool:
    return not late_at(game)


def never_seated(event: Event) -> tuple[tuple[TeamName, int | None], ...]:
    """Those who were called to a game of Phase I that is over, and have sat down in none.

    Each with the number of the table that they are called to now; None if they are at none. Partners of one
    game are late together, so both are named until they have sat with somebody else (Rulebook E-54). One
    query.
    """
    seats = Seat.objects.filter(team=OuterRef("pk"), game__recalled_at=None)
    called = seats.exclude(game__kind=GameKind.BYE).filter(game__over_at__isnull=False)
    now = seats.filter(is_taken=True).values("game__table__number")
    teams = event.teams.to_seat().filter(Exists(called), ~Exists(seats.filter(side__seated_at__isnull=False)))
    rows: Any = teams.annotate(table_now=Subquery(now[:1]))
    return tuple((name_of(team), team.table_now) for team in rows)
