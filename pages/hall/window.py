"""Long tables come in windows: with a search, the place of one team, and the whole to print."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar
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
    def number(self) -> int:
        """The number."""

    @property
    def name(self) -> str:
        """The name."""


@dataclass(frozen=True, kw_only=True)
class Window(Generic[Row]):
    """Some rows of a long table. ``page`` is None where all of them are shown.

    ``find`` is what was looked for, and ``found`` how many rows have it; ``finds_tables`` if it may be the
    number of a table. ``team`` is the number of the one whose place it is, ``part`` which part of the table
    was asked for. ``query`` asks for the same again; it begins with a question mark.
    """

    rows: Sequence[Row]
    page: Page[Row] | None
    is_long: bool
    finds_tables: bool
    find: str
    found: int
    team: int | None
    part: str
    query: str

    @property
    def again(self) -> str:
        """The part and what was looked for, before whatever else an address asks for."""
        words = {name: word for name, word in (("part", self.part), ("find", self.find)) if word}
        return f"{urlencode(words)}&" if words else ""


def is_long(count: int) -> bool:
    """Whether so many rows come in windows."""
    return count > MOST + FEW


def window(
    rows: Sequence[Row],
    asked: QueryDict,
    who: Callable[[Row], Iterable[Named]],
    table: Callable[[Row], int | None] | None = None,
) -> Window[Row]:
    """The rows that an address asks for: ``?page=2``, ``?find=ace``, ``?team=12``, ``?whole=1``. No query.

    ``who`` says whom a row is about; ``table`` which table, where rows are looked for by its number, too.
    What makes no sense is as if it weren't asked.
    """
    words = WindowForm(asked).words()
    find, team = words.get("find", ""), words.get("team")
    found = rows
    if find:
        number = plain(find).removeprefix("table").strip()
        found = [row for row in rows if is_meant(who(row), find) or (table and str(table(row)) == number)]
    page = None
    if is_long(len(found)) and not words.get("whole"):
        pages = Paginator(found, MOST, orphans=FEW)
        places = (place for place, row in enumerate(found) if team in {one.number for one in who(row)})
        place = next(places, None) if team else None
        page = pages.get_page(words.get("page") if place is None else min(place // MOST + 1, pages.num_pages))
    return Window(
        rows=found if page is None else list(page),
        page=page,
        is_long=is_long(len(rows)),
        finds_tables=table is not None,
        find=find,
        found=len(found),
        team=team,
        part=words.get("part", ""),
        query=f"?{urlencode(words)}" if words else "",
    )


def is_meant(teams: Iterable[Named], find: str) -> bool:
    """Whether one of these is looked for with these words: its number, or part of its name."""
    return any(plain(find) in plain(team.name) or find == str(team.number) for team in teams)


def plain(words: str) -> str:
    """Words as they are compared: without capitals and accents, and with the typewriter's apostrophe."""
    letters = normalize("NFKD", words.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not combining(letter))
