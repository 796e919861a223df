"""Somebody's Chromium, used as the cast of a day uses a browser: by fields and buttons, with JavaScript."""

from urllib.parse import urljoin, urlsplit

from playwright.sync_api import BrowserContext, Locator, Response, expect

from rehearsal.browser import Element, Page, PageRefused, accepted, read

PATIENCE = 30_000
AT_WORK = ".htmx-request, .htmx-swapping, .htmx-settling"


class RealBrowser:
    """A tab in a separate context: it stays open, with its stream, until its owner opens the next page."""

    def __init__(self, context: BrowserContext, base: str, *, has_touch: bool) -> None:
        self.base, self.has_touch = base, has_touch
        self.tab = context.new_page()
        # What it reads it holds against the facts: no copy will do that is a moment behind.
        self.tab.set_extra_http_headers({"Cache-Control": "no-cache"})
        self.tab.set_default_timeout(PATIENCE)

    def open(self, address: str) -> Page:
        """The page at an address, once its scripts have run."""
        answer = self.tab.goto(urljoin(self.base, address))
        return self._page(answer)

    def text(self, address: str) -> str:
        """What is at an address, as it came, with this browser's cookies and beside its tab."""
        answer = self.tab.context.request.get(
            urljoin(self.base, address), headers={"Cache-Control": "no-cache"}
        )
        if not answer.ok:
            raise PageRefused(f"{answer.status} at {address}.")
        return answer.text()

    def send(self, form: Element, page: Page, **fields: str | list[str]) -> Page:
        """Fill in the form as a person does, press its button, and wait for what comes of it."""
        here = self._form(form, page)
        for name, value in fields.items():
            self._fill(here, name, value)
        button = here.locator("button:not([name], [formaction], [type=button]):enabled").first
        self._unfold(button)
        is_swapped = "hx-post" in form.attributes
        with self._answer(is_swapped=is_swapped) as answered:
            self._press(button)
        if leads_to := answered.value.header_value("HX-Redirect"):
            self.tab.wait_for_url(urljoin(self.base, leads_to), timeout=PATIENCE)
        self._settle()
        return self._page(answered.value)

    def _form(self, form: Element, page: Page) -> Locator:
        """The form that was read, in the tab: there may be several with one action."""
        action = form.attributes.get("action")
        alike = [each for each in page.root.find("form") if each.attributes.get("action") == action]
        place = next(place for place, each in enumerate(alike) if each == form)
        return self.tab.locator(f'form[action="{action}"]' if action else "form:not([action])").nth(place)

    def _fill(self, form: Locator, name: str, value: str | list[str]) -> None:
        """Write, choose or tick what a field is to hold."""
        control = form.locator(f'[name="{name}"]').first
        unopened = form.locator("details:not([open]):has([name=folded]) > summary")
        while not control.count() and unopened.count():
            self._press(unopened.first)
            self._settle()
        kind = control.get_attribute("type")
        self._unfold(control)
        if kind in ("radio", "checkbox"):
            for each in [value] if isinstance(value, str) else value:
                one = form.locator(f'[name="{name}"]:is([value="{each}"], :not([value]))')
                if not one.is_checked():
                    self._press(one)
                expect(one).to_be_checked(timeout=PATIENCE)
        elif control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            assert isinstance(value, str)
            control.fill(value)

    def _unfold(self, part: Locator) -> None:
        """Open every fold that hides a part, the outermost first."""
        folds = part.locator("xpath=ancestor::details[not(@open)]/summary")
        while folds.count():
            self._press(folds.first)

    def _press(self, part: Locator) -> None:
        if self.has_touch:
            part.tap()
        else:
            part.click()

    def _answer(self, *, is_swapped: bool):
        """The response to a pressed button: to htmx, or a whole page."""
        if is_swapped:
            return self.tab.expect_response(_is_action)
        return self.tab.expect_navigation(wait_until="load")

    def _settle(self) -> None:
        """Wait until htmx has put everything where it belongs. The stream never ends: that is no work."""
        expect(self.tab.locator(AT_WORK)).to_have_count(0, timeout=PATIENCE)

    def _page(self, answer: Response | None) -> Page:
        assert answer is not None
        return accepted(Page(urlsplit(self.tab.url).path, answer.status, read(self.tab.content())))


def _is_action(answer: Response) -> bool:
    """Whether this answers an action, not a question what a hand would mean."""
    return answer.request.method == "POST" and not answer.url.endswith("/preview/")
