"""Every refused press is in view, and it or the field that it describes has the focus, on a phone.

The pages come from the crawl of ``test_every_address``. Each form that has something to fill in is emptied,
and each of its buttons is pressed once; a form that was pressed on one page is not pressed on another.
"""

import shutil
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve
from lxml import html
from playwright.sync_api import Browser, Response, expect

from tests.conftest import Site, once, served
from tests.journeys import looked_at
from tests.journeys.moments import ALL
from tests.journeys.visitors import (
    ORGANIZER,
    STRANGER,
    WORN,
    Visitor,
    addresses,
    made,
    make_moments,
    telling_or_long,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

__all__ = ["made"]  # A fixture.

FIELDS = ".//input[not(@type='hidden')] | .//select | .//textarea"
REFUSED = "[role=alert][autofocus], [id$=_error][autofocus]"
# Empties the form, and unfolds and shows its button as a person does.
EMPTY = """([action, formIndex, buttonIndex]) => {
  const form = [...document.querySelectorAll(`form[method=post]`)].filter(
    (each) => each.getAttribute("action") === action)[formIndex];
  const button = form?.querySelectorAll("button:not([type=button])")[buttonIndex];
  if (!button || form.hidden) return false;
  for (let at = button; at; at = at.parentElement) if (at.matches("details")) at.open = true;
  form.noValidate = true;
  for (const field of form.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (["radio", "checkbox"].includes(field.type)) field.checked = false;
    else if (field.options) field.selectedIndex = -1;
    else field.value = "";
  }
  button.id = "pressed";
  button.scrollIntoView({ block: "center", behavior: "instant" });
  return button.checkVisibility() && !button.disabled;
}"""
# What is wrong with how a refusal is shown, or nothing.
SHOWN = """() => {
  const isThere = (each) => each.textContent.trim() && each.checkVisibility();
  const said = [...document.querySelectorAll(".refusal, .field-refusal, [role=alert]")].filter(isThere);
  const focused = document.activeElement;
  const own = said.find((each) => each.contains(focused)) ?? said.find(
    (each) => each.closest(".field, fieldset, label, .count, .entry-form")?.contains(focused)) ?? said.find(
    (each) => each.parentElement.id && focused.getAttribute("aria-describedby") === each.parentElement.id);
  if (!own) return `no refusal has the focus, but ${focused.outerHTML.slice(0, 90)}`;
  const { top, bottom, left, width } = own.getBoundingClientRect();
  if (top < 0 || Math.min(bottom, top + 200) > innerHeight) return `the refusal is at ${top} to ${bottom}`;
  const seen = document.elementFromPoint(left + width / 2, top + 10);
  return own.contains(seen) || seen?.contains(own) ? "" : `it is under ${seen?.outerHTML.slice(0, 90)}`;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A separate server, because some presses are not refused."""
    data = tmp_path_factory.mktemp("pressed") / "data"
    shutil.copytree(once("moments", make_moments), data)
    with served(data, "--no-demo") as site:
        yield site


@pytest.mark.parametrize("moment", [telling_or_long(moment) for moment in ALL])
def test_a_refusal_is_in_view_and_has_the_focus(site, made, browser, record_property, moment):
    complaints, seen = [], Counter()

    for access in WORN:
        for badge in made[moment]["badges"].get(access, [STRANGER])[:1]:
            presser = Presser(site, browser, badge)
            for _, address in addresses(access, made[moment]):
                complaints += presser.press_all(address)
            seen += presser.seen
    record_property("pressed", dict(seen))

    assert (complaints, seen["refused"] > 0) == ([], True), "\n".join(complaints)


@pytest.mark.parametrize(
    ("who", "access"), [(STRANGER, "anybody"), (STRANGER, "account"), (ORGANIZER, "organizers")]
)
def test_a_refusal_of_a_page_without_an_event_is_in_view(site, made, browser, who, access):
    presser, complaints = Presser(site, browser, who), []

    for _, address in addresses(access, made["in the bracket"]):
        complaints += presser.press_all(address)

    assert (complaints, presser.seen["refused"] > 0) == ([], True), "\n".join(complaints)


class Presser:
    """Somebody with a phone who presses the buttons of forms that are empty."""

    def __init__(self, site: Site, browser: Browser, badge: str) -> None:
        visitor = Visitor(site, browser, badge)
        self.base, self.page, self.seen = site.address, visitor.page, Counter()
        self.answers: list[Response] = []
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.on("response", self._note)

    def press_all(self, address: str) -> list[str]:
        """Press each button that isn't known yet on the page at this address. Returns what is wrong."""
        answer = self.page.context.request.get(address, max_redirects=0, max_retries=2)
        if not answer.ok or "<html" not in answer.text():
            return []
        complaints = []
        for path, name in list(self._buttons(answer.text(), address)):
            if looked_at.is_new({f"pressed {name}"}) and (wrong := self._press(address, path)):
                complaints.append(f"{address}, {name}: {wrong}")
        return complaints

    def _buttons(self, text: str, address: str) -> Iterator[tuple[list, str]]:
        """Each button of a form with fields: where it is, and the view and fields that it is about."""
        among: Counter[str] = Counter()
        for form in html.document_fromstring(text).iter("form"):
            if form.get("method") != "post":
                continue
            action = form.get("action")
            index, among[action] = among[action], among[action] + 1
            fields = sorted({field.get("name") or "" for field in form.xpath(FIELDS)})
            for number, button in enumerate(form.xpath(".//button[not(@type='button')]")):
                if fields and button.get("name") != "look":  # It saves nothing, so it refuses nothing.
                    to = urlsplit(urljoin(address, button.get("formaction") or action or "")).path
                    yield [action, index, number], f"{_view(to)} {fields} {button.get('name')}"

    def _press(self, address: str, path: list) -> str:
        page = self.page
        page.goto(address)
        page.wait_for_load_state("load")
        if not page.evaluate(EMPTY, path):
            return ""
        answer = self._answer()
        self.seen["pressed"] += 1
        if answer is not None and answer.status >= 500:
            return f"answers {answer.status}"
        page.wait_for_load_state("load")
        expect(page.locator(".htmx-request")).to_have_count(0)
        # The pages of sign-in refuse with 200.
        is_refused = answer is None or answer.status == 422 or page.locator(REFUSED).count()
        if not is_refused:
            return ""
        self.seen["refused"] += 1
        wrong = ""
        for _ in range(10):  # The swap follows the response.
            wrong = page.evaluate(SHOWN)
            if not wrong:
                break
            page.wait_for_timeout(50)
        return wrong

    def _answer(self) -> Response | None:
        """The response to the press; None if the phone refused it, or nothing came."""
        self.answers.clear()
        self.page.evaluate("document.getElementById('pressed').click()")
        for _ in range(400):
            if self.answers or self.page.locator("#refused").count():
                break
            self.page.wait_for_timeout(50)
        return self.answers[0] if self.answers else None

    def _note(self, answer: Response) -> None:
        if answer.request.method == "POST":
            self.answers.append(answer)


def _view(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return path
