"""A Chromium behind the rehearsal's browser interface: it uses fields and buttons, with JavaScript."""

from urllib.parse import urljoin, urlsplit

from playwright.sync_api import BrowserContext, Locator, Response, expect

from tools.rehearsal.browser import Element, Page, PageRefused, accepted, read

PATIENCE = 30_000
AT_WORK = ".htmx-request, .htmx-swapping, .htmx-settling"


class RealBrowser:
    """A tab in a separate context, which keeps its stream until the next page is opened."""

    def __init__(self, context: BrowserContext, base: str, *, has_touch: bool) -> None:
        self.base, self.has_touch = base, has_touch
        self.tab = context.new_page()
        # The pages are compared with the facts, so a cached page that is a moment old won't do.
        self.tab.set_extra_http_headers({"Cache-Control": "no-cache"})
        self.tab.set_default_timeout(PATIENCE)

    def open(self, address: str) -> Page:
        """Open an address, and return its page once its scripts have run."""
        answer = self.tab.goto(urljoin(self.base, address))
        return self._page(answer)

    def text(self, address: str) -> str:
        """Fetch the raw response at an address with this browser's cookies, outside its tab."""
        answer = self.tab.context.request.get(
            urljoin(self.base, address), headers={"Cache-Control": "no-cache"}
        )
        if not answer.ok:
            raise PageRefused(f"{answer.status} at {address}.")
        return answer.text()

    def send(self, form: Element, page: Page, **fields: str | list[str]) -> Page:
        """Fill in a form as a person does, press its button, and wait for the result."""
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
        """The tab's form for a parsed one, as several may have the same action."""
        action = form.attributes.get("action")
        alike = [each for each in page.root.find("form") if each.attributes.get("action") == action]
        number = next(number for number, each in enumerate(alike) if each == form)
        return self.tab.locator(f'form[action="{action}"]' if action else "form:not([action])").nth(number)

    def _fill(self, form: Locator, name: str, value: str | list[str]) -> None:
        """Type, choose or tick the value of a field."""
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
        """Open every ``<details>`` around an element, the outermost first."""
        folds = part.locator("xpath=ancestor::details[not(@open)]/summary")
        while folds.count():
            self._press(folds.first)

    def _press(self, part: Locator) -> None:
        if self.has_touch:
            part.tap()
        else:
            part.click()

    def _answer(self, *, is_swapped: bool):
        """Expect the response to a pressed button: htmx's, or a whole page."""
        if is_swapped:
            return self.tab.expect_response(_is_action)
        return self.tab.expect_navigation(wait_until="load")

    def _settle(self) -> None:
        """Wait until htmx has swapped everything. The stream, which never ends, doesn't count."""
        expect(self.tab.locator(AT_WORK)).to_have_count(0, timeout=PATIENCE)

    def _page(self, answer: Response | None) -> Page:
        assert answer is not None
        return accepted(Page(urlsplit(self.tab.url).path, answer.status, read(self.tab.content())))


def _is_action(answer: Response) -> bool:
    """Whether this responds to an action, not to a hand's preview."""
    return answer.request.method == "POST" and not answer.url.endswith("/preview/")
