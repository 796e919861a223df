"""Results across the events of a club: the record of a person or a pair, and a season's figures.

They count the same games as grades do (Rulebook G-2): played to an end, without byes and forfeits.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Min, Sum

from scoring.models import GameScore, Hand
from scoring.queries.standings.hidden import hidden_among
from seasons.models import Appearance, Club
from seasons.queries.ratings import CountedGame, countable, games_that_count, people_by_player, played_games
from tournament.models import Event, Game, Player, Team

EVERY_SIDE = "NSEW"
"""Contains every side's name: with it, ``_hands`` takes each hand as one's own."""
BAR, GAP, LABEL, LONGEST = 26, 10, 80, 100
"""The sizes in a chart: a bar's height, the gap, the width of a label, and the longest bar."""


@dataclass(frozen=True, kw_only=True)
class Line:
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
class Bar:
    """A bar of a chart. ``full`` is the length of the solid part, ``rest`` of the hatched part after it."""

    label: str
    words: str
    y: int
    full: int
    rest: int

    @property
    def baseline(self) -> int:
        return self.y + BAR - 8

    @property
    def end(self) -> int:
        return LABEL + self.full

    @property
    def words_at(self) -> int:
        return LABEL + self.full + self.rest + 8


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
    nights: tuple[Line, ...]
    partners: tuple[Line, ...]
    opponents: tuple[Line, ...]
    bids: tuple[Bar, ...]
    books: tuple[Bar, ...]

    @property
    def lost(self) -> int:
        return self.games - self.won


def public_record(club: Club, people: frozenset[int]) -> Record:
    """The record that these people may see themselves. Fourteen queries.

    It leaves out events whose results are hidden (Rulebook E-94). Others have the names they played under.
    """
    hidden = hidden_among(Event.objects.filter(of_club__club=club))
    return record_of(club, people, without=hidden, as_played=True)


def record_of(
    club: Club, people: frozenset[int], *, without: Iterable[int] = (), as_played: bool = False
) -> Record:
    """The record of a person, or of people who played together. Ten queries, however many games.

    ``without`` are ids of events to leave out. With ``as_played``, others have the names they played under.
    """
    is_whom = people_by_player(club)
    players = [player for player, person in is_whom.items() if person in people]
    games = Game.objects.filter(seats__team__players__in=players).exclude(event__in=list(without))
    mine: list[tuple[CountedGame, int, tuple[tuple[int, ...], ...]]] = []
    for sat in played_games(games_that_count(club).filter(pk__in=games.values("pk"))):
        sides = tuple(tuple(is_whom.get(player, -player) for player in side) for side in sat.sides)
        place = next((place for place, side in enumerate(sides) if people <= set(side)), None)
        if place is not None:
            mine.append((sat, place, sides))
    mine.sort(key=lambda row: (row[0].over_at, row[0].game))
    won = [sat.winner == place for sat, place, _ in mine]
    with_whom: Counter[int] = Counter()
    against: Counter[int] = Counter()
    won_with: Counter[int] = Counter()
    won_against: Counter[int] = Counter()
    for (_, place, sides), is_won in zip(mine, won, strict=True):
        for number, side in enumerate(sides):
            for who in set(side) - people:
                (with_whom if number == place else against)[who] += 1
                (won_with if number == place else won_against)[who] += is_won
    names = _names(club, {*with_whom, *against}, as_played=as_played)
    hands = list(_hands({sat.game: sat.names[place] for sat, place, _ in mine}))
    own = Counter(hand for hand in hands if hand.is_mine)
    streaks = [(is_won, len(list(group))) for is_won, group in groupby(won)]
    return Record(
        games=len(mine),
        won=sum(won),
        bostons=sum(sat.bostons[place] for sat, place, _ in mine),
        longest_streak=max((count for is_won, count in streaks if is_won), default=0),
        current_streak=streaks[-1][1] if streaks and streaks[-1][0] else 0,
        hands=len(hands),
        bid=own.total(),
        made=sum(many for hand, many in own.items() if hand.is_made),
        nights=_nights(mine),
        partners=_lines(with_whom, won_with, names),
        opponents=_lines(against, won_against, names),
        bids=_bids(own),
        books=_books(own),
    )


def _lines(games: Mapping[int, int], won: Mapping[int, int], names: Mapping[int, str]) -> tuple[Line, ...]:
    """A line for each person: the most games first, and of equals the most won."""
    lines = [
        Line(name=names[who], games=many, won=won[who], person=max(who, 0)) for who, many in games.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.games, -line.won, line.name)))


def _names(club: Club, whom: Iterable[int], *, as_played: bool) -> dict[int, str]:
    people = [who for who in whom if who > 0]
    if as_played:
        played = Appearance.objects.now().filter(person__in=people).order_by("player")
        names = dict(played.values_list("person", "player__name"))
    else:
        names = dict(club.people.filter(pk__in=people).values_list("pk", "name"))
    unknown = Player.objects.filter(pk__in=[-who for who in whom if who < 0])
    return names | {-pk: name for pk, name in unknown.values_list("pk", "name")}


def _nights(mine: Iterable[tuple[CountedGame, int, Any]]) -> tuple[Line, ...]:
    games: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for sat, place, _ in mine:
        games[sat.event] += 1
        won[sat.event] += sat.winner == place
    events = Event.objects.filter(pk__in=games).annotate(starts=Min("phases__starts_at")).order_by("-starts")
    return tuple(
        Line(name=event.name, held_on=_held_on(event), games=games[event.pk], won=won[event.pk])
        for event in events
    )


def _held_on(event: Any) -> date:
    found: date = event.starts.astimezone(event.zone).date()
    return found


@dataclass(frozen=True, slots=True)
class _BidHand:
    bid: str
    books: int | None
    is_mine: bool
    is_made: bool


def _hands(side_of: Mapping[int, str]) -> Iterator[_BidHand]:
    """The hands of these games that have a bid. ``side_of`` is one's own side in each game. One query."""
    hands = Hand.objects.standing().filter(game__in=side_of, is_decider=False)
    for game, facts, winner in hands.values_list("game", "facts", "winner_side"):
        bid, bidder = facts.get("level") or facts.get("bid"), facts.get("bidder")
        if bid and bidder:
            yield _BidHand(str(bid), facts.get("books"), bidder in side_of[game], winner == bidder)


def _by_bid(hands: Mapping[_BidHand, int]) -> list[tuple[str, int, int]]:
    """Each bid, how often it was made, and how often it was set."""
    bid: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for hand, many in hands.items():
        bid[hand.bid] += many
        made[hand.bid] += many * hand.is_made
    order = sorted(bid, key=lambda label: (not label.isdigit(), int(label) if label.isdigit() else 0, label))
    return [(label, made[label], bid[label] - made[label]) for label in order]


def _by_books(hands: Mapping[_BidHand, int]) -> list[tuple[int, int]]:
    """Each number of books that a bidder took, and in how many hands."""
    took: Counter[int] = Counter()
    for hand, many in hands.items():
        if hand.books is not None:
            took[hand.books] += many
    return sorted(took.items())


def _bids(hands: Mapping[_BidHand, int]) -> tuple[Bar, ...]:
    rows = [(f"Bid {label}", made, lost) for label, made, lost in _by_bid(hands)]
    return _bars(rows, lambda full, rest: f"made {full} of {full + rest}")


def _books(hands: Mapping[_BidHand, int]) -> tuple[Bar, ...]:
    rows = [(f"{books} book{'' if books == 1 else 's'}", many, 0) for books, many in _by_books(hands)]
    return _bars(rows, lambda full, _: f"{full} hand{'' if full == 1 else 's'}")


def _bars(rows: list[tuple[str, int, int]], words: Any) -> tuple[Bar, ...]:
    most = max((full + rest for _, full, rest in rows), default=1)
    return tuple(
        Bar(
            label=label,
            words=words(full, rest),
            y=number * (BAR + GAP),
            full=round(LONGEST * full / most),
            rest=round(LONGEST * rest / most),
        )
        for number, (label, full, rest) in enumerate(rows)
    )


# --- a season ----------------------------------------------------------------------------------


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
    bid_hands: Mapping[_BidHand, int]


@lru_cache(maxsize=2048)
def _night_at(key: UUID, version: int) -> _Night:
    """The figures of an event at a version. They can't change within one, so they are cached. Six queries."""
    sat = list(played_games(countable(event__key=key)))
    of_player: dict[int, _Figures] = defaultdict(_Figures)
    for each in sat:
        for place, side in enumerate(each.sides):
            for player in side:
                of_player[player] += _Figures(1, place == each.winner, each.bostons[place])
    games = [each.game for each in sat]
    return _Night(
        of_player=of_player,
        games=len(games),
        hands=GameScore.objects.filter(game__in=games).aggregate(hands=Sum("hands"))["hands"] or 0,
        bostons=sum(sum(each.bostons) for each in sat),
        bid_hands=Counter(_hands(dict.fromkeys(games, EVERY_SIDE))),
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
    """All events of a club between two dates. ``people`` by games won."""

    since: date
    until: date
    events: tuple[EventFigures, ...]
    people: tuple[PersonFigures, ...]
    bid_hands: Mapping[_BidHand, int]

    @property
    def bids(self) -> tuple[Bar, ...]:
        return _bids(self.bid_hands)

    @property
    def books(self) -> tuple[Bar, ...]:
        return _books(self.bid_hands)

    @property
    def hands_by_bid(self) -> list[dict[str, Any]]:
        """A row for each bid and each number of books: the hands that had it, and those that made the bid."""
        return [
            *({"what": f"bid {bid}", "hands": won + lost, "made": won}
              for bid, won, lost in _by_bid(self.bid_hands)),
            *({"what": f"{books} books", "hands": many, "made": ""}
              for books, many in _by_books(self.bid_hands)),
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
    there = Event.objects.filter(of_club__club=club, is_practice=False)
    dated = there.annotate(starts=Min("phases__starts_at")).order_by("-starts", "-pk")
    events = [event for event in dated if since <= _held_on(event) <= until]
    nights = [_night_at(event.key, event.version) for event in events]
    is_whom = people_by_player(club)
    of_person: dict[int, _Figures] = defaultdict(_Figures)
    many: Counter[int] = Counter()
    bid_hands: Counter[_BidHand] = Counter()
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
                held_on=_held_on(event),
                entrants=entrants[event.pk],
                games=night.games,
                hands=night.hands,
                bostons=night.bostons,
            )
            for event, night in zip(events, nights, strict=True)
        ),
        people=tuple(sorted(people, key=lambda row: (-row.won, row.games, row.name))),
    )
