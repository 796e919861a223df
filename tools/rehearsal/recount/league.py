"""Recounting a league's table through a week, and reading it from the league's page.

This uses none of ``rules``. Teams are names, games are what the bots entered.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import lxml.html

from tools.rehearsal.recount.pages import every, words_of

Pair = tuple[str, str]


def minus(number: int) -> str:
    """The number as pages write it, with a minus sign, U+2212."""
    return str(number).replace("-", "−")


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game that counts for ``week`` and was played at the event of the week ``played_in``."""

    week: int
    played_in: int
    teams: Pair
    winner: str
    points: tuple[int, int]
    bostons: tuple[int, int] = (0, 0)
    pk: int = 0
    rests: str = ""
    """The player of the team of three who sat it out."""

    @property
    def words(self) -> str:
        """The game's line on the league's page."""
        (one, other), (mine, theirs) = self.teams, self.points
        bostons = f" · Bostons {self.bostons[0]}–{self.bostons[1]}" if any(self.bostons) else ""
        return f"{one} {minus(mine)}, {other} {minus(theirs)}{bostons}"


@dataclass(frozen=True)
class Place:
    """A row of the table, in the page's words."""

    rank: str
    team: str
    games: str
    points: str
    bostons: str
    change: str
    owes: str


@dataclass(frozen=True)
class LeagueShown:
    rows: tuple[Place, ...]
    games: tuple[str, ...]
    note: str


def recounted(
    teams: Sequence[str],
    games: Collection[Game],
    drawn: Mapping[int, Sequence[Pair]],
    over: Collection[int],
    week: int,
) -> tuple[Place, ...]:
    """The table through ``week``. ``teams`` are in the order of their numbers; ``over`` are closed weeks."""
    through = [game for game in games if game.week <= week]
    before = [game for game in through if game.week < week]
    wins, points, played, bostons = _sums(through)
    old = {name: place for place, name in enumerate(_ordered(teams, before))}
    rows = []
    for place, name in enumerate(_ordered(teams, through)):
        gained = old[name] - place
        moved = "same place" if not gained else f"{'up' if gained > 0 else 'down'} {abs(gained)}"
        owes = sum(
            max(0, sum(name in pair for pair in drawn[number]) - _sums(_of(through, number))[2][name])
            for number in over
            if number <= week
        )
        rows.append(
            Place(
                rank=str(place + 1),
                team=name,
                games=f"{wins[name]}–{played[name] - wins[name]}",
                points=minus(points[name]),
                bostons=str(bostons[name]),
                change=moved if before else "–",
                owes=f"owes {owes} game{'s' * (owes != 1)}" if owes else "",
            )
        )
    return tuple(rows)


def leaders(games: Iterable[Game], week: int) -> set[str]:
    """The teams that won most games of the week and, of these, most points in it, in the page's words."""
    wins, points, played, _ = _sums(_of(games, week))
    best = max(((wins[name], points[name]) for name in played), default=None)
    return {
        f"{name}, {wins[name]} of {played[name]} won, {minus(points[name])} points"
        for name in played
        if (wins[name], points[name]) == best
    }


@dataclass(frozen=True, kw_only=True)
class Line:
    """Somebody's figures in the games that they played."""

    games: int = 0
    won: int = 0
    bostons: int = 0

    def __add__(self, other: "Line") -> "Line":
        return Line(
            games=self.games + other.games, won=self.won + other.won, bostons=self.bostons + other.bostons
        )


Sat = tuple[str, str]
"""A team, and the name of a player who sat for it."""


def lines_of(games: Iterable[Game], sat: Callable[[Game, str], Iterable[str]]) -> dict[Sat, Line]:
    """Each player's line for each team. ``sat`` returns who sat for a team in a game."""
    found: dict[Sat, Line] = {}
    for game in games:
        for team, made in zip(game.teams, game.bostons, strict=True):
            for name in sat(game, team):
                line = Line(games=1, won=game.winner == team, bostons=made)
                found[team, name] = found.get((team, name), Line()) + line
    return found


def lines_shown(html: str) -> dict[Sat, Line]:
    """The lines on the league's page of players."""
    root = lxml.html.document_fromstring(html)
    found: dict[Sat, Line] = {}
    for card in every(root, "section", within="columns"):
        (team,) = every(card, "h2")
        for row in every(card, "li"):
            (name,), (record,) = every(row, of="row-main"), every(row, of="row-end")
            figures = [int(number) for number in re.findall(r"\d+", words_of(record))]
            won, games, bostons = (*figures, 0)[:3]
            named = words_of(name).removesuffix(" substitute")
            found[words_of(team), named] = Line(games=games, won=won, bostons=bostons)
    return found


Tallies = dict[str, tuple[int, int]]
"""Games won and games played, by name."""


def record_shown(html: str) -> dict[str, Tallies]:
    """The sections of a record page: ``with`` and ``against`` by person, ``nights`` by event."""
    found: dict[str, Tallies] = {}
    for part in every(lxml.html.document_fromstring(html), "section", having="aria-labelledby"):
        if part.get("aria-labelledby", "") not in ("with", "against", "nights"):
            continue
        lines = found.setdefault(part.get("aria-labelledby", ""), {})
        for row in every(part, "li"):
            (name,), (record,) = every(row, of="row-main"), every(row, of="row-end")
            won, games = (int(number) for number in re.findall(r"\d+", words_of(record)))
            lines[re.sub(r", \w+ \d+, \d{4}$", "", words_of(name))] = won, games
    return found


def tallied(rows: Iterable[tuple[str, bool]]) -> Tallies:
    """The tallies by name. Each row is a game: the name, and whether the game was won."""
    games, won = Counter[str](), Counter[str]()
    for name, is_won in rows:
        games[name] += 1
        won[name] += is_won
    return {name: (won[name], games[name]) for name in games}


def sides_shown(html: str) -> set[Pair]:
    """The drawn games on a week's page, North–South first."""
    root = lxml.html.document_fromstring(html)
    found = set()
    for row in every(root, "li"):
        (team,) = [words_of(name) for name in every(row, "b")] or [""]
        if opponents := re.search(r"North–South against (.*?)(?:, East–West|$)", words_of(row)):
            found |= {(team, other) for other in opponents[1].split(", ")}
    return found


def league_shown(html: str) -> LeagueShown:
    root = lxml.html.document_fromstring(html)
    (table,) = every(root, "table", of="standings")
    (listed,) = every(root, "ul", of="league-games")
    games = [words_of(line) for line in every(listed, of="row-main")]
    (note,) = every(every(root, "header", of="page-header")[0], "p", of="page-note")
    return LeagueShown(tuple(_places(table)), tuple(games), words_of(note).replace(" ,", ","))


def _places(table: lxml.html.HtmlElement) -> Iterator[Place]:
    for row in every(table, "tr", within="tbody"):
        rank, games, points, bostons, change = every(row, "td")
        hidden = every(change, of="visually-hidden")
        yield Place(
            rank=words_of(rank),
            team=words_of(every(row, of="team-name")[0]),
            games=words_of(games),
            points=words_of(points),
            bostons=words_of(bostons),
            change=words_of(hidden[0] if hidden else change),
            owes=" ".join(words_of(note) for note in every(row, of="team-note")),
        )


def _of(games: Iterable[Game], week: int) -> list[Game]:
    return [game for game in games if game.week == week]


def _ordered(teams: Sequence[str], games: Iterable[Game]) -> list[str]:
    """The teams by wins, then points, highest first. Ties keep the order of ``teams``."""
    wins, points, *_ = _sums(games)
    return sorted(teams, key=lambda name: (wins[name], points[name]), reverse=True)


def _sums(games: Iterable[Game]) -> tuple[Counter[str], Counter[str], Counter[str], Counter[str]]:
    """Wins, points, games and Bostons by team."""
    wins, points, played, bostons = (Counter[str]() for _ in range(4))
    for game in games:
        wins[game.winner] += 1
        for name, scored, made in zip(game.teams, game.points, game.bostons, strict=True):
            points[name] += scored
            played[name] += 1
            bostons[name] += made
    return wins, points, played, bostons
