"""Side prizes, such as for most loners, the high game or the low score (Rulebook E-103 to E-107)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any, Final, Generic

from rules.competition.team import Team, listed

COUNTER, BOSTONS, SETS = "counter", "bostons", "sets"
HIGH_GAME, LOW_GAME, HIGH_HAND, LOW_SCORE = "high_game", "low_game", "high_hand", "low_score"
DECIDES: Final[Mapping[str, str]] = {
    COUNTER: "the most of a counter",
    BOSTONS: "the most Bostons",
    SETS: "the most bids set",
    HIGH_GAME: "the most points in one game",
    LOW_GAME: "the fewest points in one game",
    HIGH_HAND: "the most points in one hand",
    LOW_SCORE: "the fewest points in all games",
}
COUNTED: Final = (COUNTER, BOSTONS, SETS)
FEWEST: Final = (LOW_GAME, LOW_SCORE)

SPLIT, BY_PLACE, PLAYED = "split", "place", "played"
TIES: Final[Mapping[str, str]] = {
    SPLIT: "they share it",
    BY_PLACE: "the better place in the standings decides",
    PLAYED: "one hand is played for it, or a card drawn",
}
FIRST, HAS_ONE, NOT_IN = "first", "has one", "not in"
MOST_PRIZES: Final = 6
MOST_GAMES: Final = 99


class BadSidePrize(ValueError):
    """The declaration of a side prize is invalid."""


@dataclass(frozen=True, kw_only=True)
class SidePrize:
    """A side prize as an event declares it.

    With ``by_game`` only each entrant's first games count, up to that number. With ``else_best`` the best
    place in the standings wins if nobody who may win it has a figure. With ``not_first`` first place can't
    win it. With ``one_each`` the winner of a prize declared before it can't win it.
    """

    name: str
    decides: str
    counter: str = ""
    ties: str = SPLIT
    by_game: int = 0
    else_best: bool = False
    not_first: bool = False
    one_each: bool = False

    def __post_init__(self) -> None:
        """:raises BadSidePrize: if its name, or what decides it, is missing or unknown."""
        if not self.name.strip():
            raise BadSidePrize("Give each side prize a name.")
        if self.decides not in DECIDES or self.ties not in TIES or not 0 <= self.by_game <= MOST_GAMES:
            raise BadSidePrize(f"Say what decides {self.name}, and what happens after a tie.")
        if bool(self.counter) != (self.decides == COUNTER):
            raise BadSidePrize(f"Say which counter decides {self.name}.")

    def as_json(self) -> dict[str, Any]:
        """The prize for storage; ``SidePrize(**stored)`` reads it back."""
        return asdict(self)

    @property
    def words(self) -> str:
        """What decides the prize: ``Most loners, by game 4``."""
        what = f"most {_lower(self.counter)}" if self.counter else DECIDES[self.decides].removeprefix("the ")
        return f"{what[0].upper()}{what[1:]}{f', by game {self.by_game}' if self.by_game else ''}"

    @property
    def rule(self) -> tuple[str, ...]:
        """The whole prize in sentences, for the wall."""
        whose = "has any" if self.decides in COUNTED else "has played"
        return (
            f"{self.words}.",
            *((f"If nobody {whose}, the best place in the standings wins it.",) if self.else_best else ()),
            f"After a tie {TIES[self.ties]}.",
            *(("First place wins no side prize.",) if self.not_first else ()),
            *(("Nobody wins two side prizes.",) if self.one_each else ()),
        )


def _lower(name: str) -> str:
    return name if name.isupper() else name[:1].lower() + name[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """One entrant's figures in one game."""

    points: int | None = None
    """None unless the game was played to its end."""
    high_hand: int | None = None
    """If it was entered as a total."""
    bostons: int = 0
    sets: int = 0
    went_set: int = 0
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Awarded(Generic[Team]):
    """The current winners of a side prize.

    ``is_tied`` is true while ``winners`` still have to play it off.
    """

    prize: SidePrize
    rows: tuple[tuple[Team, int], ...]
    """All entrants with a figure, best first."""
    winners: tuple[Team, ...] = ()
    figure: int | None = None
    """None if the place in the standings decided."""
    passed: tuple[tuple[Team, str], ...] = ()
    """The entrants with a better figure who may not win it, with the reason."""
    is_tied: bool = False


@dataclass(frozen=True)
class _Barred(Generic[Team]):
    """The entrants who may not win a prize, and the only ones who may."""

    first: Collection[Team]
    has_one: Collection[Team]
    may_win: Collection[Team]

    def why(self, team: Team) -> str:
        if team not in self.may_win:
            return NOT_IN
        return FIRST if team in self.first else HAS_ONE if team in self.has_one else ""


def awarded(
    prizes: Sequence[SidePrize],
    games: Mapping[Team, Sequence[GameFigures]],
    places: Mapping[Team, int],
    *,
    first: Collection[Team] = (),
    played: Mapping[str, Team] | None = None,
    in_it: Mapping[str, Collection[Team]] | None = None,
) -> tuple[Awarded[Team], ...]:
    """The winners of each side prize, in the order in which the prizes are declared (Rulebook E-106).

    ``games`` are each entrant's games in the order of play. Only entrants with one of the ``places`` can win.
    ``first`` are those in first place. By the prize's name, ``played`` has the winner of the hand that was
    played for a tied prize, and ``in_it`` the entrants in the prize's pot, if it has one (Rulebook M-2).
    """
    found: list[Awarded[Team]] = []
    has_one: set[Team] = set()
    for prize in prizes:
        may_win = places if in_it is None else in_it.get(prize.name, places)
        barred = _Barred(first if prize.not_first else (), has_one if prize.one_each else (), may_win)
        each = _awarded(prize, _figures(prize, games, places), places, barred, (played or {}))
        if not each.is_tied:
            has_one.update(each.winners)
        found.append(each)
    return tuple(found)


def _awarded(
    prize: SidePrize,
    figures: Mapping[Team, int],
    places: Mapping[Team, int],
    barred: _Barred[Team],
    played: Mapping[str, Team],
) -> Awarded[Team]:
    sign = 1 if prize.decides in FEWEST else -1
    rows = sorted(figures.items(), key=lambda row: (sign * row[1], places[row[0]], listed(row[0])))
    passed: list[tuple[Team, str]] = []
    by_figure = [(figure, [team for team, _ in group]) for figure, group in groupby(rows, lambda row: row[1])]
    by_place: list[tuple[int | None, list[Team]]] = [
        (None, [team for team in places if places[team] == place])
        for place in sorted(set(places.values()))
        if prize.else_best
    ]
    for figure, group in (*by_figure, *by_place):
        why_not = {team: why for team in group if (why := barred.why(team))}
        passed += [(team, why) for team, why in why_not.items() if figure is not None]
        able = [team for team in group if team not in why_not]
        if able:
            winners, is_tied = _resolved(prize, able, places, played)
            return Awarded(
                prize=prize,
                rows=tuple(rows),
                winners=winners,
                figure=figure,
                passed=tuple(passed),
                is_tied=is_tied,
            )
    return Awarded(prize=prize, rows=tuple(rows), passed=tuple(passed))


def _figures(
    prize: SidePrize, games: Mapping[Team, Sequence[GameFigures]], places: Mapping[Team, int]
) -> dict[Team, int]:
    """The figures of the entrants who have one and are in the standings."""
    counting = {team: played[: prize.by_game or None] for team, played in games.items() if team in places}
    if prize.decides in COUNTED:
        sums = {team: sum(_count(prize, game) for game in played) for team, played in counting.items()}
        return {team: count for team, count in sums.items() if count}
    pick = min if prize.decides in FEWEST else max
    by_team = {
        team: [
            figure
            for game in played
            if (figure := game.high_hand if prize.decides == HIGH_HAND else game.points) is not None
        ]
        for team, played in counting.items()
    }
    if prize.decides != LOW_SCORE:
        return {team: pick(figures) for team, figures in by_team.items() if figures}
    # Rulebook E-104: entrants who came late or left early can't have the low score. A bye may cost one game.
    enough = max(1, max(map(len, by_team.values()), default=0) - 1)
    return {team: sum(figures) for team, figures in by_team.items() if len(figures) >= enough}


def _count(prize: SidePrize, game: GameFigures) -> int:
    if prize.decides == COUNTER:
        return game.counters.get(prize.counter, 0)
    return game.bostons if prize.decides == BOSTONS else game.sets


def _resolved(
    prize: SidePrize, able: Sequence[Team], places: Mapping[Team, int], played: Mapping[str, Team]
) -> tuple[tuple[Team, ...], bool]:
    """The winners among those tied, and whether they still have to play for the prize."""
    tied = tuple(able)
    if len(tied) > 1 and prize.ties == BY_PLACE:
        best = min(places[team] for team in tied)
        tied = tuple(team for team in tied if places[team] == best)
    if len(tied) > 1 and prize.ties == PLAYED:
        won = played.get(prize.name)
        return ((won,), False) if won in tied and won is not None else (tied, True)
    return tied, False
