"""Long tables: pagination, a search, one's own place, and the whole list."""

from dataclasses import dataclass

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from pages.hall.pagination import MOST, MOST_FORMS, is_meant, paginate

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Named:
    number: int
    name: str


def shown(count, asked="", most=MOST):
    """The rows of ``count`` that a query string selects."""
    return paginate(
        [Named(number, f"Team {number}") for number in range(count, 0, -1)],
        QueryDict(asked),
        lambda row: [row],
        most=most,
    )


@given(st.integers(0, 4 * MOST))
def test_page_by_page_everybody_is_listed_once(count):
    first = shown(count)
    pages = [first.rows]
    while first.page and len(pages) < first.page.paginator.num_pages:
        pages.append(shown(count, f"page={len(pages) + 1}").rows)

    assert [row.number for page in pages for row in page] == list(range(count, 0, -1))
    assert all(len(page) <= MOST + MOST // 2 for page in pages)


@given(st.integers(1, 4 * MOST).flatmap(lambda count: st.tuples(st.just(count), st.integers(1, count))))
def test_a_number_opens_the_page_with_that_teams_place(hall):
    count, number = hall

    assert number in {row.number for row in shown(count, f"team={number}").rows}


def test_so_few_more_come_along():
    assert shown(MOST + MOST // 2).page is None
    assert len(shown(MOST + MOST // 2 + 1).rows) == MOST


def test_a_page_of_rows_with_forms_is_half_as_long():
    pages = [len(shown(3 * MOST + 5, f"page={number}", MOST_FORMS).rows) for number in range(1, 7)]

    assert pages == [25, 25, 25, 25, 25, 30]
    assert 5 in {row.number for row in shown(3 * MOST, "team=5", MOST_FORMS).rows}


@pytest.mark.parametrize(
    ("find", "found"),
    [("team 12", [125, 124, 123, 122, 121, 120, 12]), ("TEAM 99", [99]), ("125", [125]), ("Aces", [])],
)
def test_who_is_looked_for_is_found_by_number_or_part_of_the_name(find, found):
    assert [row.number for row in shown(125, f"find={find}").rows] == found


def test_capitals_accents_and_the_apostrophe_of_a_phone_do_not_matter():
    names = ["José’s Jokers", "JOSE'S OTHERS"]

    assert [is_meant([Named(7, name)], find) for name in names for find in ("jose's", "JOSÉ’S")] == [True] * 4
    assert [is_meant([Named(7, "Aces")], find) for find in ("7", "8", "ace")] == [True, False, True]


def test_what_is_found_comes_in_pages_too():
    first = shown(4 * MOST, "find=team&part=2")

    assert (len(first.rows), first.found, first.query_start) == (MOST, 4 * MOST, "part=2&find=team&")
    assert len(shown(4 * MOST, "find=team&whole=1").rows) == 4 * MOST


@pytest.mark.parametrize("find", ["12", "table 12", "TABLE12"])
def test_a_row_is_found_by_the_number_of_its_table_too(find):
    teams = [Named(number, "Aces") for number in range(100, 120)]

    found = paginate(teams, QueryDict(f"find={find}"), lambda row: [row], table=lambda row: row.number - 100)

    assert [team.number for team in found.rows] == [112]


@pytest.mark.parametrize(
    "asked",
    ["page=²", f"page={'9' * 5000}", "page=0", "team=500", "team=-1", "whole=no", "find=", "find=%00"],
)
def test_parameters_that_make_no_sense_are_ignored(asked):
    assert shown(125, asked).rows == shown(125).rows
