"""Read a league's results from a list or a workbook, with what is wrong in each row (Rulebook L-6)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from rules.evenings.fit import YEARS
from rules.ruleset.totals import MOST_HANDS, MOST_POINTS
from rules.seasons.score_lines import ScoreLine, games_of
from tournament.errors import Refused
from tournament.event.names import in_words
from tournament.lists.list_entries import BETWEEN
from tournament.lists.reading import Row, at_row, no_sheet, read_sheets
from tournament.models.typed_names import LONGEST_NAME, clean_name

NEEDED = ("team_a", "team_b", "points_a", "points_b")
COLUMNS = (
    *NEEDED,
    "bostons_a",
    "bostons_b",
    "hands_a",
    "hands_b",
    "players_a",
    "players_b",
    "won",
    "week",
    "date",
)
OF_ONE_TEAM: Mapping[str, str] = {
    "team": "team_a",
    "opponent": "team_b",
    "against": "team_b",
    "points": "points_a",
    "points_against": "points_b",
    "opponent_points": "points_b",
    "bostons": "bostons_a",
    "bostons_against": "bostons_b",
    "opponent_bostons": "bostons_b",
    "hands_won": "hands_a",
    "hands_lost": "hands_b",
    "players": "players_a",
    "winner": "won",
}
"""The columns by heading in a sheet that one team keeps. The sheet's title is that team's name."""
MOST_WEEKS = 520
A_WEEK = re.compile(r"(?:week|wk|w)[\s.#]*(\d{1,3})\b.*", re.IGNORECASE)
ALL_SHEETS = "*"
TOTALS = frozenset({"total", "totals", "grand total", "subtotal", "sum", "average", "avg"})
"""What a row is called that adds up others."""
SUMMARIES = TOTALS | {"summary", "standings", "table", "ranking", "overall"}
"""What a sheet is called that adds up others."""
A_NUMBER = re.compile(r"([-+−–]?)\s*(\d{1,6}|\d{1,3}(?:[,'’\s]\d{3})+)(?:[.,]0{1,2})?")
"""A whole number, with its thousands apart or not, and as a spreadsheet writes it: ``10.0``."""
ONE_OR_A_THOUSAND = re.compile(r"[-+−–]?\s*\d{1,3}(?:\.\d{3})+")
DATES = ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%B %d, %Y", "%b %d, %Y", "%d.%m.%Y")
MONTH_FIRST, DAY_FIRST = ("%m/%d/%Y", "%m/%d/%y"), ("%d/%m/%Y", "%d/%m/%y")
A_DAY_FIRST = re.compile(r"\s*(?:1[3-9]|2\d|3[01])/\d")
"""A date that can only begin with its day, so that all dates of the list do."""


@dataclass(frozen=True)
class Results:
    """The results that were read.

    If there are ``faults``, ``games`` is empty. Each fault has its row as its ``field``.
    """

    games: tuple[ScoreLine, ...] = ()
    """Has one line for each game to import."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The teams' spellings, by ``key_of_team``, in order."""
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    held_on: date | None = None
    faults: tuple[Refused, ...] = ()
    left_out: tuple[str, ...] = ()
    """The headings of unknown columns."""
    totals: tuple[str, ...] = ()
    """The rows and sheets that add up others."""
    without_sheet: tuple[str, ...] = ()
    """The teams whose sheet is missing."""

    @property
    def notes(self) -> Iterator[str]:
        """What was left out, or is missing, each in a sentence."""
        if self.left_out:
            yield f"Columns that aren’t known are left out: {', '.join(self.left_out)}."
        if self.totals:
            yield f"Totals are left out: {', '.join(self.totals)}."
        if self.without_sheet:
            yield (
                f"There is no sheet of {in_words(self.without_sheet)}: their games are read from the others’."
            )

    @property
    def has_hands(self) -> bool:
        return any(line.hands for line in self.games)


def key_of_team(name: str) -> str:
    return clean_name(name).casefold()


def read_results(
    content: bytes, week: int, today: date, *, each_is_a_game: bool = False, sheet: str = ""
) -> Results:
    """Read a week's results. In a workbook with a sheet for each week, only that week's sheet is read.

    ``sheet`` is the title of the sheet to read, or ``ALL_SHEETS``.

    :raises Refused: if the file isn't a list, has no results or not the columns they need, or has several
        sheets of which each can be a week.
    """
    sheets = read_sheets(content)
    games = tuple(each for each in sheets if _called_alike(each[0]) not in SUMMARIES) or sheets
    chosen = _sheets_of(games, week, sheet) if len(sheets) > 1 else sheets
    read = _Reading(week, today, len(sheets) > 1)
    read.totals += [f"the sheet “{each[0]}”" for each in sheets if len(chosen) > 1 and each not in games]
    for title, rows in chosen:
        read.sheet(title, rows)
    return read.results(each_is_a_game)


Sheets = tuple[tuple[str, tuple[Row, ...]], ...]


def _sheets_of(sheets: Sheets, week: int, sheet: str) -> Sheets:
    """The sheets to read for a week.

    :raises Refused: if there is none, or nobody can know.
    """
    titles = [title for title, _ in sheets]
    if sheet == ALL_SHEETS:
        return sheets
    if sheet:
        found = tuple(each for each in sheets if _called_alike(each[0]) == _called_alike(sheet))
        if not found:
            raise no_sheet(sheet, titles)
        return found
    weeks = {title: A_WEEK.fullmatch(title) for title in titles}
    if any(weeks.values()):
        found = tuple(each for each in sheets if (of := weeks[each[0]]) and int(of[1]) == week)
        if not found:
            raise Refused("results.no-sheet", week=week, sheets=titles)
        return found
    if sum("team_a" in _columns(rows[0])[1] for _, rows in sheets) > 1:
        raise Refused("results.which-sheet", week=week, sheets=titles)
    return sheets


class _Reading:
    def __init__(self, week: int, today: date, has_sheets: bool) -> None:
        self._week, self._today, self._has_sheets = week, today, has_sheets
        self._lines: list[ScoreLine] = []
        self._names: dict[str, str] = {}
        self._players: dict[str, tuple[str, ...]] = {}
        self._dates: list[date] = []
        self._faults: list[tuple[str, int, Refused]] = []
        self._left_out: dict[str, None] = {}
        self._keepers: set[str] = set()
        self._forms = (*DATES, *MONTH_FIRST)
        self.totals: list[str] = []

    def sheet(self, title: str, rows: Sequence[Row]) -> None:
        headings, columns = _columns(rows[0])
        own = title if self._has_sheets and "team_a" not in columns else ""
        missing = [name for name in NEEDED if name not in columns and not (own and name == "team_a")]
        if missing:
            raise Refused("results.columns", field=self._where(title, rows[0].number), columns=missing)
        twice = [name for name in COLUMNS if columns.count(name) > 1]
        if twice:
            raise Refused("results.column-twice", field=self._where(title, rows[0].number), column=twice[0])
        self._left_out |= dict.fromkeys(
            rows[0].cells[index] for index, name in enumerate(columns) if name and name not in COLUMNS
        )
        if own:
            self._keepers.add(key_of_team(own))
            self._names.setdefault(key_of_team(own), clean_name(own))
        days = [row.cells[columns.index("date")] for row in rows if "date" in columns[: len(row.cells)]]
        if any(map(A_DAY_FIRST.match, days)):
            self._forms = (*DATES, *DAY_FIRST)
        for row in rows[1:]:
            cells = {name: cell for name, cell in zip(columns, row.cells, strict=False) if name in COLUMNS}
            called = {row.cells[0], cells.get("team_a", ""), cells.get("team_b", "")}
            if any(_called_alike(name) in TOTALS for name in called):
                self.totals.append(self._where(title, row.number))
            elif any(cells.values()) and [_heading(cell) for cell in row.cells] != headings:
                self._row(title, row.number, {**cells, **({"team_a": own} if own else {})})

    def results(self, each_is_a_game: bool) -> Results:
        found = games_of(self._lines, each_is_a_game=each_is_a_game, keepers=self._keepers)
        played = dict.fromkeys(team for line in self._lines for team in line.teams)
        without_sheet = [self._names[team] for team in played if self._keepers and team not in self._keepers]
        if self._faults:
            found = replace(found, unmatched=())  # The missing other line may be a faulty one.
        for first, second in found.differ:
            one, two = self._game_words(first), self._game_words(second)
            why = Refused("results.differ", here=one, there=two, row=first.row, at_sheet=first.sheet)
            self._fault(second, why)
        for line in found.unmatched:
            why = Refused("results.alone", team=self._names[line.teams[1]], game=self._game_words(line))
            self._fault(line, why)
        for first, second in found.twice:
            why = Refused("results.twice", game=self._game_words(second), row=first.row, at_sheet=first.sheet)
            self._fault(second, why)
        if not self._lines and not self._faults:
            raise Refused("results.none")
        faults = tuple(why for _, _, why in sorted(self._faults, key=lambda each: each[:2]))
        days = sorted(self._dates, key=lambda day: (-self._dates.count(day), day))
        return Results(
            games=() if faults else found.games,
            names={key: name for key, name in self._names.items() if key in played},
            players=self._players,
            held_on=days[0] if days else None,
            faults=faults,
            left_out=tuple(self._left_out),
            totals=tuple(self.totals),
            without_sheet=tuple(without_sheet),
        )

    def _row(self, title: str, number: int, cells: Mapping[str, str]) -> None:
        line = ScoreLine(row=number, sheet=title, teams=("", ""), points=(0, 0))
        try:
            self._lines.append(self._line(line, cells))
        except Refused as why:
            self._fault(line, why)

    def _line(self, line: ScoreLine, cells: Mapping[str, str]) -> ScoreLine:
        names = [clean_name(cells.get(f"team_{side}", "")) for side in "ab"]
        if not all(names):
            raise Refused("results.no-team")
        if long := next((name for name in names if len(name) > LONGEST_NAME), None):
            raise Refused("results.long-team", name=long[:20], most=LONGEST_NAME)
        one, other = map(key_of_team, names)
        if one == other:
            raise Refused("results.itself", name=names[0])
        points = _both(cells, "points", -MOST_POINTS, MOST_POINTS)
        if points is None:
            raise Refused("results.no-points", one=names[0], other=names[1])
        bostons = _both(cells, "bostons", 0, MOST_HANDS, empty=0) or (0, 0)
        hands = _both(cells, "hands", 0, MOST_HANDS)
        won = key_of_team(cells.get("won", ""))
        if won and won not in (one, other):
            raise Refused("results.winner", name=cells["won"], one=names[0], other=names[1])
        if points[0] == points[1] and not won:
            raise Refused("results.tie", one=names[0], other=names[1], points=points[0])
        ahead = one if points[0] > points[1] else other
        if won and points[0] != points[1] and won != ahead:
            raise Refused("results.other-winner", name=cells["won"], points=f"{points[0]}–{points[1]}")
        if day := cells.get("date", ""):
            self._dates.append(_day(day, self._today, self._forms))
        for key, name, players in zip((one, other), names, ("players_a", "players_b"), strict=True):
            self._names.setdefault(key, name)
            if cells.get(players):
                self._players[key] = _players(cells[players], self._names[key])
        week = _whole(cells.get("week", ""), "weeks", 0, MOST_WEEKS, 0)
        won = won if points[0] == points[1] else ""
        figures: dict[str, Any] = {"points": points, "bostons": bostons, "hands": hands}
        return replace(line, teams=(one, other), won=won, week=0 if week == self._week else week, **figures)

    def _fault(self, line: ScoreLine, why: Refused) -> None:
        why.field = self._where(line.sheet, line.row)
        self._faults.append((line.sheet, line.row, why))

    def _where(self, title: str, row: int) -> str:
        return f"{at_row(row)} of the sheet “{title}”" if self._has_sheets else at_row(row)

    def _game_words(self, line: ScoreLine) -> str:
        """A line in words: ``Aces 10, Kings 7; Bostons 1–0``."""
        (one, other), (mine, theirs) = (self._names[key] for key in line.teams), line.points
        bostons = f"; Bostons {line.bostons[0]}–{line.bostons[1]}" if any(line.bostons) else ""
        return f"{one} {mine}, {other} {theirs}{bostons}"


def _columns(row: Row) -> tuple[list[str], list[str]]:
    """The headings of a sheet, and the columns that they name."""
    headings = [_heading(cell) for cell in row.cells]
    return headings, [OF_ONE_TEAM.get(heading, heading) for heading in headings]


def _called_alike(name: str) -> str:
    return clean_name(name).casefold().rstrip(" :.")


def _heading(cell: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", clean_name(cell).casefold()).strip("_")


def _both(
    cells: Mapping[str, str], what: str, least: int, most: int, empty: int | None = None
) -> tuple[int, int] | None:
    """The figures of both sides, or None if both are empty.

    :raises Refused: if only one is empty, or one isn't a whole number.
    """
    typed = [cells.get(f"{what}_{side}", "") for side in "ab"]
    if not any(typed):
        return None
    one, other = (_whole(cell, what, least, most, empty) for cell in typed)
    return one, other


def _whole(cell: str, what: str, least: int, most: int, empty: int | None) -> int:
    if not cell and empty is not None:
        return empty
    if not cell:
        raise Refused("results.one-side", kind=_called(what))
    if ONE_OR_A_THOUSAND.fullmatch(cell):
        raise Refused("results.thousand", typed=cell[:20])
    found = A_NUMBER.fullmatch(cell)
    number = int(re.sub(r"\D", "", found[2])) * (-1 if found[1] and found[1] != "+" else 1) if found else 0
    if not found or not least <= number <= most:
        raise Refused("results.number", kind=_called(what), typed=cell[:20])
    return number


def _called(what: str) -> str:
    return what.capitalize() if what == "bostons" else what


def _day(cell: str, today: date, forms: Sequence[str]) -> date:
    for form in forms:
        try:
            day = datetime.strptime(cell.strip(), form).date()  # noqa: DTZ007  A date has no zone.
        except ValueError:
            continue
        if day > today:
            raise Refused("results.future", typed=cell[:20])
        if day.year not in YEARS:
            break
        return day
    raise Refused("results.date", typed=cell[:20])


def _players(cell: str, team: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(filter(None, map(clean_name, BETWEEN.split(cell)))))
    if not 2 <= len(names) <= 3 or any(len(name) > LONGEST_NAME for name in names):
        raise Refused("results.players", team=team)
    return names


def in_lines(faults: Sequence[Refused]) -> Iterator[str]:
    """Each fault on a line that begins with its row."""
    for why in faults:
        yield f"{why.field}: {why}" if why.field else str(why)
