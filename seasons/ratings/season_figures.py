"""A season's figures: all events of a club between two dates, counted as grades count (Rulebook G-2)."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Min, Sum

from scoring.models import GameScore
from seasons.models import Club
from seasons.ratings.bid_hands import (
    EVERY_SIDE,
    Bar,
    BidHand,
    bid_bars,
    bid_hands_of,
    book_bars,
    by_bid,
    by_books,
)
from seasons.ratings.grades import countable, people_by_player, played_games
from seasons.shelf.in_force import events_in_force
from tournament.models import Event, Team


def held_on_of(event: Any) -> date:
    found: date = event.starts.astimezone(event.zone).date()
    return found


@dataclass(frozen=True, slots=True)
class _Figures:
    games: int = 0
    won: int = 0
    bostons: int = 0

    def __add__(self, other: "_Figures") -> "_Figures":
        return _Figures(self.games + other.games, self.won + other.won, self.bostons + other.bostons)


@dataclass(frozen=True, slots=True)
class _Night:
    """The figures of an event, from the games that count: by player, in total, and its hands by bid."""

    of_player: Mapping[int, _Figures]
    games: int
    hands: int
    bostons: int
    bid_hands: Mapping[BidHand, int]


@lru_cache(maxsize=2048)
def _night_at(key: UUID, version: int) -> _Night:
    """The figures of an event at a version. They can't change within one, so they are cached. Six queries."""
    sat = list(played_games(countable(event__key=key)))
    of_player: dict[int, _Figures] = defaultdict(_Figures)
    for each in sat:
        for index, side in enumerate(each.sides):
            for player in side:
                of_player[player] += _Figures(1, index == each.winner, each.bostons[index])
    games = [each.game for each in sat]
    return _Night(
        of_player=of_player,
        games=len(games),
        hands=GameScore.objects.filter(game__in=games).aggregate(hands=Sum("hands"))["hands"] or 0,
        bostons=sum(sum(each.bostons) for each in sat),
        bid_hands=Counter(bid_hands_of(dict.fromkeys(games, EVERY_SIDE))),
    )


@dataclass(frozen=True, kw_only=True)
class EventFigures:
    event: Event
    held_on: date
    entrants: int
    games: int
    hands: int
    bostons: int


@dataclass(frozen=True, kw_only=True)
class PersonFigures:
    person: int
    name: str
    events: int
    games: int
    won: int
    bostons: int

    @property
    def number(self) -> int:
        return self.person

    @property
    def share(self) -> int:
        """The percentage of games won; a half is rounded up."""
        return (200 * self.won + self.games) // (2 * self.games)


@dataclass(frozen=True, kw_only=True)
class Season:
    """All events of a club between two dates."""

    since: date
    until: date
    events: tuple[EventFigures, ...]
    people: tuple[PersonFigures, ...]
    """By games won."""
    bid_hands: Mapping[BidHand, int]

    @property
    def bids(self) -> tuple[Bar, ...]:
        return bid_bars(self.bid_hands)

    @property
    def books(self) -> tuple[Bar, ...]:
        return book_bars(self.bid_hands)

    @property
    def hands_by_bid(self) -> list[dict[str, Any]]:
        """A row for each bid and each number of books: the hands that had it, and those that made the bid."""
        return [
            *({"what": f"bid {bid}", "hands": won + lost, "made": won}
              for bid, won, lost in by_bid(self.bid_hands)),
            *({"what": f"{books} books", "hands": many, "made": ""}
              for books, many in by_books(self.bid_hands)),
        ]  # fmt: skip

    @property
    def games(self) -> int:
        return sum(row.games for row in self.events)

    @property
    def hands(self) -> int:
        return sum(row.hands for row in self.events)

    @property
    def bostons(self) -> int:
        return sum(row.bostons for row in self.events)


def season_of(club: Club, since: date, until: date) -> Season:
    """Six queries, however many events, and six for each version of an event that isn't cached."""
    dated = events_in_force(club).annotate(starts=Min("phases__starts_at")).order_by("-starts", "-pk")
    events = [event for event in dated if since <= held_on_of(event) <= until]
    nights = [_night_at(event.key, event.version) for event in events]
    is_whom = people_by_player(club)
    of_person: dict[int, _Figures] = defaultdict(_Figures)
    many: Counter[int] = Counter()
    bid_hands: Counter[BidHand] = Counter()
    for night in nights:
        known = [(is_whom[who], figures) for who, figures in night.of_player.items() if who in is_whom]
        for person, figures in known:
            of_person[person] += figures
        many.update({person for person, _ in known})
        bid_hands.update(night.bid_hands)
    names = dict(club.people.known().values_list("pk", "name"))
    teams = Team.objects.filter(event__in=events, withdrawn_at=None)
    entrants = Counter(teams.values_list("event", flat=True))
    people = [
        PersonFigures(
            person=person,
            name=names[person],
            events=many[person],
            games=figures.games,
            won=figures.won,
            bostons=figures.bostons,
        )
        for person, figures in of_person.items()
        if person in names
    ]
    return Season(
        since=since,
        until=until,
        bid_hands=bid_hands,
        events=tuple(
            EventFigures(
                event=event,
                held_on=held_on_of(event),
                entrants=entrants[event.pk],
                games=night.games,
                hands=night.hands,
                bostons=night.bostons,
            )
            for event, night in zip(events, nights, strict=True)
        ),
        people=tuple(sorted(people, key=lambda row: (-row.won, row.games, row.name))),
    )
