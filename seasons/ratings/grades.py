"""A club's grades, and the games that they are computed from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.db.models import Count, Max, QuerySet, Sum

from rules.seasons.ratings import Grade, Pair, RatedGame, Ratings, strength
from scoring.models import Ending, Hand
from seasons.models import Appearance, Club, ClubRatings, FinalGame, Person
from seasons.shelf.in_force import events_in_force
from tournament.event.names import chair_of, who_sits
from tournament.models import Event, Game, Player, Seat, Team
from tournament.models.floor import GameKind
from tournament.models.typed_names import plain

MOST_LISTED = 100
PLAYED = (Ending.WON, Ending.WHISTLE, Ending.DECIDER)


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game that counts (Rulebook G-2), and the ids of the players who sat, by side.

    ``winner`` is an index of ``sides``. A final game has no ``names`` and no ``event``.
    """

    game: int
    over_at: datetime
    sides: tuple[Pair, ...]
    winner: int
    bostons: tuple[int, ...]
    names: tuple[str, ...] = ()
    """The names of the sides."""
    event: int = 0


def games_of(club: Club) -> list[CountedGame]:
    """The club's games that count for grades, in order; final ones as stored in ``FinalGame``. Four queries.

    Byes, practice, and games with a forfeited hand are left out (Rulebook G-2).
    """
    final = {
        row.game_id: CountedGame(
            row.game_id, row.over_at, tuple(map(tuple, row.sides)), row.winner, tuple(row.bostons)
        )
        for row in FinalGame.objects.filter(club=club, game__event__in=events_in_force(club))
    }
    live = [sat for sat in played_games(games_that_count(club)) if sat.game not in final]
    return sorted([*final.values(), *live], key=lambda sat: (sat.over_at, sat.game))


def countable(**of: Any) -> "QuerySet[Game]":
    """Games that were played to an end and have a winner, including forfeits. No query yet."""
    return Game.objects.filter(
        **of,
        kind=GameKind.GAME,
        recalled_at=None,
        over_at__isnull=False,
        score__ending__in=PLAYED,
        score__winner__isnull=False,
    )


def _forfeited(games: "QuerySet[Game]") -> set[int]:
    """The ids of the games in which a hand was forfeited. One query."""
    hands = Hand.objects.standing().filter(game__in=games, is_awarded=True, facts__has_key="forfeited_by")
    return set(hands.values_list("game", flat=True))


def games_that_count(club: Club) -> "QuerySet[Game]":
    """The games of the club's events in force, as in ``countable``. No query yet."""
    return countable(event__in=events_in_force(club))


def played_games(counted: "QuerySet[Game]") -> Iterable[CountedGame]:
    """The countable games without a forfeited hand, with their current facts. Three queries."""
    without = _forfeited(counted)
    seats = (
        Seat.objects.filter(game__in=counted)
        .order_by("game", "side", "pk")
        .values_list(
            "game", "game__over_at", "game__event", "game__score__winner", "side", "side__name",
            "side__bostons", "team", "rests",
        )
    )  # fmt: skip
    players: dict[int, list[Player]] = defaultdict(list)
    seated = Player.objects.filter(team__seats__game__in=counted).distinct().order_by("pk")
    for player in seated:
        players[player.team_id or 0].append(player)
    for (game, over_at, event, winner), group in groupby(seats.iterator(), key=itemgetter(0, 1, 2, 3)):
        if game in without:
            continue
        sides: dict[int, list[int]] = defaultdict(list)
        facts, won = {}, 0
        for *_, side, name, made, team, rests in group:
            sides[side] += [player.pk for player in sat_at(game, over_at, players[team], rests)]
            facts[side] = name, made
            if team == winner:
                won = side
        yield CountedGame(
            game,
            over_at,
            tuple(tuple(sorted(side)) for side in sides.values()),
            list(sides).index(won),
            tuple(made for _, made in facts.values()),
            tuple(name for name, _ in facts.values()),
            event,
        )


def sat_at(game: int, over_at: datetime, players: Iterable[Player], rests: int | None) -> list[Player]:
    """The team's players who sat in a game that was over at ``over_at``, without the one who ``rests``.

    A substitute sits in the chair of the player who left.
    """
    chairs: dict[int, Player] = {}
    for player in players:
        is_there = player.left_at is None or player.left_at >= over_at
        if player.for_game_id not in (None, game) or not is_there or player.signed_up_at > over_at:
            continue
        held = chairs.get(chair_of(player))
        if held is None or held.for_game_id != game:
            chairs[chair_of(player)] = player
    return [player for chair, player in sorted(chairs.items()) if chair != rests]


def rated_games(club: Club, games: Iterable[CountedGame]) -> list[RatedGame]:
    """The games with ids of people in place of players. Two queries.

    A player who isn't recognized counts as a person of this one event: the id of the player, negative.
    """
    is_whom = people_by_player(club)
    return [
        RatedGame(
            tuple(tuple(sorted(is_whom.get(player, -player) for player in side)) for side in sat.sides),
            sat.winner,
            sat.bostons,
        )
        for sat in games
    ]


def people_by_player(club: Club) -> dict[int, int]:
    """The person's id by player's id. A substitute is the person of their own player row. Two queries."""
    found = dict(Appearance.objects.now().filter(person__club=club).values_list("player", "person"))
    same = Player.objects.filter(event__of_club__club=club, same_as__isnull=False)
    for player, own in same.values_list("pk", "same_as"):
        if own in found:
            found.setdefault(player, found[own])
    return found


def facts_seen(ratings: ClubRatings, now: datetime) -> str:
    """A fingerprint of the facts behind the grades: if it changes, compute them again. Three queries."""
    club = ratings.club
    events = club.events.aggregate(version=Sum("event__version"), events=Count("pk"))
    people = Appearance.objects.filter(person__club=club).aggregate(last=Max("pk"), count=Count("pk"))
    ended = Appearance.objects.filter(person__club=club, ended_at=None).count()
    figures = (events["version"], events["events"], people["last"], people["count"], ended)
    # The date is in it so that games that became final are stored once a day, even if nothing else changed.
    return f"{now:%Y%m%d} {ratings.window_days} {' '.join(str(figure) for figure in figures)}"


def ratings_of(club: Club | None) -> ClubRatings | None:
    """The club's grades, if it wants them. One query."""
    if club is None:
        return None
    return ClubRatings.objects.filter(club=club, is_on=True).first()


def as_json(ratings: Ratings) -> dict[str, Any]:
    """The grades as JSON, without unrecognized players: no page shows them, and their ids are negative."""

    def figures(grade: Grade) -> list[float]:
        return [round(grade.mu, 6), round(grade.sigma, 6), grade.games]

    return {
        "pairs": [[list(pair), *figures(grade)] for pair, grade in ratings.pairs.items() if min(pair) > 0],
        "people": [[person, *figures(grade)] for person, grade in ratings.people.items() if person > 0],
        "points": [[person, points] for person, points in ratings.points.items() if person > 0],
    }


def read_ratings(result: Mapping[str, Any]) -> Ratings:
    return Ratings(
        pairs={tuple(pair): Grade(*figures) for pair, *figures in result.get("pairs", ())},
        people={person: Grade(*figures) for person, *figures in result.get("people", ())},
        points=dict(result.get("points", ())),
    )


@dataclass(frozen=True, kw_only=True)
class GradeRow:
    """The grade of a person or a pair. It is None for a person with too few partners (Rulebook G-3)."""

    name: str
    people: tuple[int, ...]
    grade: Grade | None
    is_provisional: bool = True
    points: int = 0


@dataclass(frozen=True, kw_only=True)
class GradesPage:
    """``pairs`` and ``people``, the best grade first; ``earned``, the most points first."""

    pairs: tuple[GradeRow, ...]
    people: tuple[GradeRow, ...]
    earned: tuple[GradeRow, ...]


def grades_page(row: ClubRatings, find: str = "") -> GradesPage:
    """The first ``MOST_LISTED`` of each list with all words of ``find`` in the name. One query."""
    ratings = read_ratings(row.result)
    names = dict(Person.objects.known().filter(club=row.club_id).values_list("pk", "name"))
    terms = plain(find).split()

    def named(people: Pair) -> str:
        name = " & ".join(names.get(person, "") for person in people)
        is_known = all(person in names for person in people)
        return name if is_known and all(word in plain(name) for word in terms) else ""

    def made(people: Pair, grade: Grade | None, points: int = 0) -> GradeRow:
        is_provisional = grade is None or grade.is_provisional(row.least_games)
        return GradeRow(
            name=named(people), people=people, grade=grade, is_provisional=is_provisional, points=points
        )

    def best(grades: Mapping[Pair, Grade]) -> tuple[GradeRow, ...]:
        def order(who: Pair) -> tuple[bool, float, Pair]:
            return grades[who].is_provisional(row.least_games), -grades[who].mu, who

        found = islice(filter(named, sorted(grades, key=order)), MOST_LISTED)
        return tuple(made(who, grades[who]) for who in found)

    earned = sorted(ratings.points.items(), key=lambda each: (-each[1], each[0]))
    listed = islice((each for each in earned if named((each[0],))), MOST_LISTED)
    return GradesPage(
        pairs=best(ratings.pairs),
        people=best({(who,): grade for who, grade in ratings.people.items()}),
        earned=tuple(made((who,), ratings.people.get(who), points) for who, points in listed),
    )


def by_grade(event: Event, club: Club | None) -> list[Team]:
    """The teams present, the strongest first; empty if the club keeps no grades. Five queries at most.

    Teams of equal strength are in the order of sign-up (Rulebook G-5).
    """
    row = ratings_of(club)
    if row is None or club is None or not row.computed_at:
        return []
    ratings, is_whom = read_ratings(row.result), people_by_player(club)
    players: dict[int, list[Player]] = defaultdict(list)
    for player in event.players.filter(team__isnull=False).order_by("pk"):
        players[player.team_id or 0].append(player)

    def grade(team: Team) -> float:
        sits = (is_whom.get(player.pk, -player.pk) for player in who_sits(players[team.pk]))
        return strength(tuple(sorted(sits)), ratings)

    return sorted(event.teams.present(), key=lambda team: (-grade(team), team.number))
