"""Check every page, at eight moments of a day, as each person who may see it.

The URLs are read from the URLconf, so a new page is checked without being listed. With everything unfolded, a
page must satisfy axe on a phone and on a laptop, one of them in light mode and the other in dark mode. It
must not scroll sideways on either, nor on the phone with text of twice the size. It must cause no script
error and no violation of its content policy, and must ask nothing of another host.

Most elements repeat those of other pages: a page without a new shape is not opened, or, with ``--long``, only
if it has a new word. See ``looked_at``.
"""

import pytest

from tests.journeys import moments
from tests.journeys.visitors import (
    ORGANIZER,
    STRANGER,
    WORN,
    Visitor,
    addresses,
    made,
    site,
    telling_or_long,
)

__all__ = ["made", "site"]  # Fixtures.

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("moment", [telling_or_long(moment) for moment in moments.ALL])
@pytest.mark.parametrize("access", WORN)
def test_every_page_of_an_event_is_for_everybody(
    site, made, browser, record_property, longer, moment, access
):
    complaints = []

    for badge in made[moment]["badges"].get(access, [STRANGER]):
        own = [*made[moment]["slug"], made[moment]["name"]]
        visitor = Visitor(site, browser, badge, own=own, reads=longer > 1)
        for name, address in addresses(access, made[moment]):
            complaints += visitor.look_at(name, address)
        assert visitor.seen["pages"], f"There is no page for {access}."
        record_property("looked", dict(visitor.seen))

    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    ("who", "access"),
    [(STRANGER, "anybody"), (STRANGER, "account"), (ORGANIZER, "account"), (ORGANIZER, "organizers")],
)
def test_every_public_page_is_for_everybody(site, made, browser, record_property, longer, who, access):
    visitor, complaints = Visitor(site, browser, who, reads=longer > 1), []

    for name, address in addresses(access, made["in the bracket"]):
        complaints += visitor.look_at(name, address)
    assert visitor.seen["pages"], f"There is no page for {who}."
    record_property("looked", dict(visitor.seen))

    assert not complaints, "\n".join(complaints)


def test_a_page_that_is_not_there_is_for_everybody(site, browser):
    visitor = Visitor(site, browser, STRANGER)

    visitor.open("/there-is-no-such-page/")

    assert visitor.wrong == ["Failed to load resource: the server responded with a status of 404 (Not Found)"]
