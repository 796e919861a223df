"""Long tables come in windows: with a search, the place of one team, and the whole to print."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar
from unicodedata import combining, normalize

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.http import urlencode

from pages.hall.forms import WindowForm

Row = TypeVar("Row")

MOST = 50
"""The rows of a window: what a phone scrolls through without losing its way."""
FEW = 25
"""So many more come along, rather than being a window of their own."""


class Named(Protocol):
    """Somebody with a number and a name."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class Window(Generic[Row]):
    """Some rows of a long table. ``page`` is None where all of them are shown.

    ``find`` is what was looked for, and ``found`` how many rows have it; ``finds_tables`` if it may be the
    number of a table. ``team`` is the number of the one whose place it is, ``part`` which part of the table
    was asked for; ``words`` are all of these. ``kept`` is what else the screen was asked for.
    """

    rows: Sequence[Row]
    page: Page[Row] | None
    is_long: bool
    finds_tables: bool
    find: str
    found: int
    team: int | None
    part: str
    words: Mapping[str, Any]
    kept: Mapping[str, str]

    @property
    def query(self) -> str:
        """Asks for the same again, with what is kept; it begins with a question mark."""
        words = {**self.words, **self.kept}
        return f"?{urlencode(words)}" if words else ""

    @property
    def again(self) -> str:
        """The same window, before whatever else an address asks for."""
        return _before_more(self.words)

    @property
    def of_part(self) -> str:
        """The part again and what else is kept, before whatever else an address asks for."""
        return _before_more(({"part": self.part} if self.part else {}) | dict(self.kept))

    @property
    def further(self) -> str:
        """The same, and what was looked for."""
        return self.of_part + _before_more({"find": self.find} if self.find else {})


def window(
    rows: Sequence[Row],
    asked: QueryDict,
    who: Callable[[Row], Iterable[Named]],
    *,
    table: Callable[[Row], int | None] | None = None,
    kept: Mapping[str, str] = MappingProxyType({}),
    at: int = 0,
) -> Window[Row]:
    """The rows that an address asks for: ``?page=2``, ``?find=ace``, ``?team=12``, ``?whole=1``. No query.

    ``who`` says whom a row is about; ``table`` which table, where rows are looked for by its number, too;
    ``kept`` what else a screen was asked for; ``at`` which row, from 0, is in the window that comes unasked.
    What makes no sense is as if it weren't asked.
    """
    words = WindowForm(asked).words()
    find, team = words.get("find", ""), words.get("team")
    found = rows
    if find:
        number = plain(find).removeprefix("table").strip()
        found = [row for row in rows if is_meant(who(row), find) or (table and str(table(row)) == number)]
    page = None
    if is_long(found) and not words.get("whole"):
        pages = Paginator(found, MOST, orphans=FEW)
        places = (place for place, row in enumerate(found) if team in {one.number for one in who(row)})
        place = next(places, None) if team else None
        if place is None and not find and "page" not in words:
            place = at
        page = pages.get_page(words.get("page") if place is None else min(place // MOST + 1, pages.num_pages))
    return Window(
        rows=found if page is None else list(page),
        page=page,
        is_long=is_long(rows),
        finds_tables=table is not None,
        find=find,
        found=len(found),
        team=team,
        part=words.get("part", ""),
        words=words,
        kept=kept,
    )


def again(asked: QueryDict) -> str:
    """The same window again, as the end of an address, whatever else was asked for."""
    words = WindowForm(asked).words()
    return f"?{urlencode(words)}" if words else ""


def is_long(rows: Sized) -> bool:
    return len(rows) > MOST + FEW


def is_meant(teams: Iterable[Named], find: str) -> bool:
    """Whether one of these is looked for with these words: its number, or part of its name."""
    return any(plain(find) in plain(team.name) or find == str(team.number) for team in teams)


def plain(words: str) -> str:
    """Words as they are compared: without capitals and accents, and with the typewriter's apostrophe."""
    letters = normalize("NFKD", words.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not combining(letter))


def _before_more(words: Mapping[str, Any]) -> str:
    return f"{urlencode(words)}&" if words else ""
