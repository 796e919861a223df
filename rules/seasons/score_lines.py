"""Turning the lines of a league's workbook into games: one line a game, or one of each team. Rulebook L-6."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

Lines = tuple["ScoreLine", ...]


@dataclass(frozen=True, kw_only=True)
class ScoreLine:
    """A row of a list: a game from the view of its first team."""

    row: int
    sheet: str = ""
    teams: tuple[str, str]
    """Normalized names."""
    points: tuple[int, int]
    bostons: tuple[int, int] = (0, 0)
    hands: tuple[int, int] | None = None
    won: str = ""
    week: int = 0

    @property
    def figures(self) -> tuple[object, ...]:
        return self.points, self.bostons, self.hands, self.won, self.week

    def from_the_other_side(self) -> "ScoreLine":
        hands = self.hands and (self.hands[1], self.hands[0])
        turned = {name: getattr(self, name)[::-1] for name in ("teams", "points", "bostons")}
        return replace(self, **turned, hands=hands)


@dataclass(frozen=True)
class Sorted:
    """The ``games``, one line each, and the lines that can't be used."""

    games: Lines
    differ: tuple[Lines, ...] = ()
    """Pairs of lines of one game that disagree."""
    unmatched: Lines = ()
    """Lines without the one of the other team."""
    twice: tuple[Lines, ...] = ()
    """Repeated lines."""


def games_of(
    lines: Sequence[ScoreLine], *, each_is_a_game: bool = False, keepers: Collection[str] = ()
) -> Sorted:
    """Sort the lines into games.

    If there is a sheet for each team, ``keepers`` are the teams whose sheet is there. A game of two of them
    has two lines, and a game with another team has one.

    Otherwise the lines say it. If more than half of the pairs of teams that met have lines from both sides,
    every game has two lines. If not, each line is a game. Only if it would give both teams more games than
    usual can it be the second line of a game.
    """
    if each_is_a_game:
        return Sorted(tuple(lines))
    met: dict[frozenset[str], list[ScoreLine]] = defaultdict(list)
    for line in lines:
        met[frozenset(line.teams)].append(line)
    parted = [_by_side(found) for found in met.values()]
    most_have_two = 2 * sum(bool(of_other) for _, of_other in parted) > len(parted)
    often = Counter(team for line in lines for team in line.teams)
    usual = _usual(often.values())
    sorts = [
        _matched(of_first, of_other, needs_both=True)
        if _has_two(of_first[0], keepers, most_have_two)
        else _matched(of_first, of_other, needs_both=False)
        if not keepers and all(often[team] > usual for team in of_first[0].teams)
        else Sorted((*of_first, *of_other))
        for of_first, of_other in parted
    ]
    return Sorted(
        games=tuple(sorted((line for each in sorts for line in each.games), key=_row_key)),
        differ=tuple(pair for each in sorts for pair in each.differ),
        unmatched=tuple(line for each in sorts for line in each.unmatched),
        twice=tuple(pair for each in sorts for pair in each.twice),
    )


def _has_two(line: ScoreLine, keepers: Collection[str], most_have_two: bool) -> bool:
    return all(team in keepers for team in line.teams) if keepers else most_have_two


def _row_key(line: ScoreLine) -> tuple[str, int]:
    return line.sheet, line.row


def _usual(counts: Iterable[int]) -> int:
    """The most common number of lines of a team; of several, the smallest."""
    often = Counter(counts)
    return min((count for count in often if often[count] == max(often.values())), default=0)


def _by_side(lines: Sequence[ScoreLine]) -> tuple[list[ScoreLine], list[ScoreLine]]:
    """The lines of the team that comes first, and those of the other."""
    first = lines[0].teams
    return [line for line in lines if line.teams == first], [line for line in lines if line.teams != first]


def _matched(of_first: list[ScoreLine], of_other: list[ScoreLine], *, needs_both: bool) -> Sorted:
    games, left, others = [], [], list(of_other)
    for line in of_first:
        turned = line.from_the_other_side().figures
        other = next((each for each in others if each.figures == turned), None)
        if other is None:
            left.append(line)
        else:
            others.remove(other)
            games.append(line)
    differ = tuple(zip(left, others, strict=False))
    unmatched = (*left[len(differ) :], *others[len(differ) :])
    if needs_both:
        return Sorted(tuple(games), differ, unmatched)
    known: dict[tuple[object, ...], ScoreLine] = {}
    twice = [
        (known[line.figures], line) for line in unmatched if known.setdefault(line.figures, line) != line
    ]
    again = {line for _, line in twice}
    return Sorted((*games, *(line for line in unmatched if line not in again)), differ, (), tuple(twice))
