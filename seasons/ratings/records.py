"""The record of a person or of a pair, across the events of a club.

They count the same games as grades do (Rulebook G-2): played to an end, without byes and forfeits.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Min

from scoring.standings.hidden import hidden_among
from seasons.models import Club
from seasons.ratings.bid_hands import Bar, bid_bars, bid_hands_of, book_bars
from seasons.ratings.grades import CountedGame, games_that_count, people_by_player, played_games
from seasons.ratings.season_figures import held_on_of
from seasons.shelf.in_force import appearances_in_force, events_in_force
from tournament.models import Player, Seat


@dataclass(frozen=True, kw_only=True)
class RecordLine:
    """The games with or against one person, or at one event, and how many were won."""

    name: str
    games: int
    won: int
    person: int = 0
    held_on: date | None = None

    @property
    def lost(self) -> int:
        return self.games - self.won


@dataclass(frozen=True, kw_only=True)
class Record:
    """The record of one or two people. The streaks are of games won."""

    games: int
    won: int
    bostons: int
    longest_streak: int
    current_streak: int
    hands: int
    bid: int
    made: int
    nights: tuple[RecordLine, ...]
    partners: tuple[RecordLine, ...]
    opponents: tuple[RecordLine, ...]
    bids: tuple[Bar, ...]
    books: tuple[Bar, ...]

    @property
    def lost(self) -> int:
        return self.games - self.won


def public_record(club: Club, people: frozenset[int]) -> Record:
    """The record that these people may see themselves. Fourteen queries.

    It leaves out events whose results are hidden (Rulebook E-94). Others have the names they played under.
    """
    hidden = hidden_among(events_in_force(club))
    return record_of(club, people, without=hidden, as_played=True)


def record_of(
    club: Club, people: frozenset[int], *, without: Iterable[int] = (), as_played: bool = False
) -> Record:
    """The record of a person, or of people who played together. Ten queries, however many games.

    ``without`` are ids of events to leave out. With ``as_played``, others have the names they played under.
    """
    is_whom = people_by_player(club)
    players = [player for player, person in is_whom.items() if person in people]
    seats = Seat.objects.filter(team__players__in=players).exclude(game__event__in=list(without))
    mine: list[tuple[CountedGame, int, tuple[tuple[int, ...], ...]]] = []
    for sat in played_games(games_that_count(club).filter(pk__in=seats.values("game"))):
        sides = tuple(tuple(is_whom.get(player, -player) for player in side) for side in sat.sides)
        index = next((index for index, side in enumerate(sides) if people <= set(side)), None)
        if index is not None:
            mine.append((sat, index, sides))
    mine.sort(key=lambda row: (row[0].over_at, row[0].game))
    won = [sat.winner == index for sat, index, _ in mine]
    with_whom: Counter[int] = Counter()
    against: Counter[int] = Counter()
    won_with: Counter[int] = Counter()
    won_against: Counter[int] = Counter()
    for (_, index, sides), is_won in zip(mine, won, strict=True):
        for number, side in enumerate(sides):
            for who in set(side) - people:
                (with_whom if number == index else against)[who] += 1
                (won_with if number == index else won_against)[who] += is_won
    names = _names(club, {*with_whom, *against}, as_played=as_played)
    hands = list(bid_hands_of({sat.game: sat.names[index] for sat, index, _ in mine}))
    own = Counter(hand for hand in hands if hand.is_mine)
    streaks = [(is_won, len(list(group))) for is_won, group in groupby(won)]
    return Record(
        games=len(mine),
        won=sum(won),
        bostons=sum(sat.bostons[index] for sat, index, _ in mine),
        longest_streak=max((count for is_won, count in streaks if is_won), default=0),
        current_streak=streaks[-1][1] if streaks and streaks[-1][0] else 0,
        hands=len(hands),
        bid=own.total(),
        made=sum(many for hand, many in own.items() if hand.is_made),
        nights=_nights(club, mine),
        partners=_lines(with_whom, won_with, names),
        opponents=_lines(against, won_against, names),
        bids=bid_bars(own),
        books=book_bars(own),
    )


def _lines(
    games: Mapping[int, int], won: Mapping[int, int], names: Mapping[int, str]
) -> tuple[RecordLine, ...]:
    """A line for each person: the most games first, and of equals the most won."""
    lines = [
        RecordLine(name=names[who], games=many, won=won[who], person=max(who, 0))
        for who, many in games.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.games, -line.won, line.name)))


def _names(club: Club, whom: Iterable[int], *, as_played: bool) -> dict[int, str]:
    people = [who for who in whom if who > 0]
    if as_played:
        played = appearances_in_force(club).filter(person__in=people).order_by("player")
        names = dict(played.values_list("person", "player__name"))
    else:
        names = dict(club.people.filter(pk__in=people).values_list("pk", "name"))
    unknown = Player.objects.filter(pk__in=[-who for who in whom if who < 0])
    return names | {-pk: name for pk, name in unknown.values_list("pk", "name")}


def _nights(club: Club, mine: Iterable[tuple[CountedGame, int, Any]]) -> tuple[RecordLine, ...]:
    games: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for sat, index, _ in mine:
        games[sat.event] += 1
        won[sat.event] += sat.winner == index
    events = (
        events_in_force(club)
        .filter(pk__in=games)
        .annotate(starts=Min("phases__starts_at"))
        .order_by("-starts")
    )
    return tuple(
        RecordLine(name=event.name, held_on=held_on_of(event), games=games[event.pk], won=won[event.pk])
        for event in events
    )


# --- a season ----------------------------------------------------------------------------------
