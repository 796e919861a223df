"""Long tables come in windows: with a search, the place of one team, and the whole to print."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

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
    """Some rows of a long table. ``page`` is None where all are shown, or those that were looked for.

    ``find`` is what was looked for, ``team`` the number of the one whose place it is, ``part`` which part of
    the table was asked for; ``words`` are all of these. ``kept`` is what else the screen was asked for.
    """

    rows: Sequence[Row]
    page: Page[Row] | None
    is_long: bool
    find: str
    team: int | None
    part: str
    words: Mapping[str, Any]
    kept: Mapping[str, str]

    @property
    def query(self) -> str:
        """Asks for the same again, with what is kept."""
        words = {**self.words, **self.kept}
        return f"?{urlencode(words)}" if words else ""

    @property
    def again(self) -> str:
        """The same window, before whatever else an address asks for."""
        return f"{urlencode(self.words)}&" if self.words else ""

    @property
    def of_part(self) -> str:
        """The part again and what else is kept, before whatever else an address asks for."""
        kept = ({"part": self.part} if self.part else {}) | dict(self.kept)
        return f"{urlencode(kept)}&" if kept else ""


def window(
    rows: Sequence[Row],
    asked: QueryDict,
    who: Callable[[Row], Iterable[Named]],
    kept: Mapping[str, str] = MappingProxyType({}),
    at: int = 0,
) -> Window[Row]:
    """The rows that an address asks for: ``?page=2``, ``?find=ace``, ``?team=12``, ``?whole=1``. No query.

    ``who`` says whom a row is about, ``kept`` what else a screen was asked for, ``at`` which row, from 0, is
    in the window that comes unasked. What makes no sense is as if it weren't asked.
    """
    pages = Paginator(rows, MOST, orphans=FEW)
    words = WindowForm(asked).words()
    find, team, whole = words.get("find", ""), words.get("team"), words.get("whole")
    shown, page = rows, None
    if find:
        shown = [row for row in rows if any(_is_meant(team, find) for team in who(row))]
    elif is_long(rows) and not whole:
        places = (place for place, row in enumerate(rows) if team in {one.number for one in who(row)})
        place = next(places, None) if team else None
        if place is None and "page" not in words:
            place = at
        page = pages.get_page(words["page"] if place is None else min(place // MOST + 1, pages.num_pages))
        shown = list(page)
    return Window(
        rows=shown,
        page=page,
        is_long=is_long(rows),
        find=find,
        team=team,
        part=words.get("part", ""),
        words=words,
        kept=kept,
    )


def again(asked: QueryDict) -> str:
    """The same window again, as the end of an address, whatever else was asked for."""
    words = WindowForm(asked).words()
    return f"?{urlencode(words)}" if words else ""


def is_long(rows: Sequence[object]) -> bool:
    """Whether so many are more than one window shows."""
    return len(rows) > MOST + FEW


def _is_meant(team: Named, find: str) -> bool:
    return find.casefold() in team.name.casefold() or find == str(team.number)
