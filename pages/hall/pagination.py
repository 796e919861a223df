"""Pagination of long tables, with a search, the page of one team, and the whole table to print."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.http import urlencode

from pages.hall.forms import PageForm
from tournament.models.typed_names import plain

Row = TypeVar("Row")

MOST = 50
"""The rows of a page: as many as one can scroll through on a phone."""
MOST_FORMS = 25
"""The same where each row has forms: people search there, and rendering takes longer."""


class Named(Protocol):
    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class ResultPage(Generic[Row]):
    """A page of a long table."""

    rows: Sequence[Row]
    page: Page[Row] | None
    """None if it shows all rows."""
    is_long: bool
    finds_tables: bool
    """If it may be a table's number."""
    find: str
    """The search."""
    found: int
    """How many rows match."""
    team: int | None
    """The number of the team whose page it is."""
    part: str
    """The part of the table."""
    parameters: Mapping[str, Any]
    """These query parameters."""
    extra: Mapping[str, str]
    """The screen's others."""

    @property
    def query(self) -> str:
        """The query string of this page, with ``extra``."""
        parameters = {**self.parameters, **self.extra}
        return f"?{urlencode(parameters)}" if parameters else ""

    @property
    def query_start(self) -> str:
        """The start of a query string for this page, without ``extra``."""
        return _before_more(self.parameters)

    @property
    def of_part(self) -> str:
        """The start of a query string for this part, with ``extra``."""
        return _before_more(({"part": self.part} if self.part else {}) | dict(self.extra))

    @property
    def further(self) -> str:
        """``of_part`` with the search."""
        return self.of_part + _before_more({"find": self.find} if self.find else {})


def paginate(
    rows: Sequence[Row],
    asked: QueryDict,
    who: Callable[[Row], Iterable[Named]],
    *,
    table: Callable[[Row], int | None] | None = None,
    extra: Mapping[str, str] = MappingProxyType({}),
    at: int = 0,
    most: int = MOST,
) -> ResultPage[Row]:
    """The rows for a query string: ``?page=2``, ``?find=ace``, ``?team=12``, ``?whole=1``. No query.

    ``who`` returns the teams of a row, ``table`` its table's number, if rows can be found by it. ``extra``
    are other parameters to keep. The default page has row ``at``. Invalid parameters are ignored. A page has
    ``most`` rows, the last one up to half as many more.
    """
    parameters = PageForm(asked).parameters()
    find, team = parameters.get("find", ""), parameters.get("team")
    found = rows
    if find:
        number = plain(find).removeprefix("table").strip()
        found = [row for row in rows if is_meant(who(row), find) or (table and str(table(row)) == number)]
    page = None
    if is_long(found, most) and not parameters.get("whole"):
        pages = Paginator(found, most, orphans=most // 2)
        matches = (index for index, row in enumerate(found) if team in {one.number for one in who(row)})
        index = next(matches, None) if team else None
        if index is None and not find and "page" not in parameters:
            index = at
        page = pages.get_page(
            parameters.get("page") if index is None else min(index // most + 1, pages.num_pages)
        )
    return ResultPage(
        rows=found if page is None else list(page),
        page=page,
        is_long=is_long(rows, most),
        finds_tables=table is not None,
        find=find,
        found=len(found),
        team=team,
        part=parameters.get("part", ""),
        parameters=parameters,
        extra=extra,
    )


def query_of(asked: QueryDict) -> str:
    """The query string of this page, without other parameters."""
    parameters = PageForm(asked).parameters()
    return f"?{urlencode(parameters)}" if parameters else ""


def is_long(rows: Sized, most: int = MOST) -> bool:
    """Whether the rows are too many for a page of at most one and a half times ``most``."""
    return len(rows) > most + most // 2


def is_meant(teams: Iterable[Named], find: str) -> bool:
    """Whether a search matches one of these teams, by its number or a part of its name."""
    return any(plain(find) in plain(team.name) or find == str(team.number) for team in teams)


def _before_more(parameters: Mapping[str, Any]) -> str:
    return f"{urlencode(parameters)}&" if parameters else ""
