"""What a person does with a browser, and a small one without JavaScript that does it."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from django.test import Client

VOID = frozenset({"input", "br", "img", "meta", "link", "hr", "use", "path", "circle", "rect"})


class PageRefused(Exception):
    """A page said no. The text is what it said."""


@dataclass
class Element:
    """A part of a page: its tag, its attributes, and the words a person reads in it."""

    tag: str
    attributes: dict[str, str]
    words: str = ""
    children: list["Element"] = field(default_factory=list)

    def find(self, tag: str = "", **attributes: str) -> list["Element"]:
        """Every part in here with this tag and these attributes; ``data_team`` stands for ``data-team``.

        An attribute asked for with ``"*"`` must be there, whatever it holds.
        """
        asked = {key.replace("_", "-"): value for key, value in attributes.items()}
        found = []
        for child in self.children:
            has = child.attributes
            if (not tag or child.tag == tag) and all(
                key in has and value in ("*", has[key]) for key, value in asked.items()
            ):
                found.append(child)
            found += child.find(tag, **attributes)
        return found

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """The only such part.

        :raises LookupError: if there is none, or more than one.
        """
        found = self.find(tag, **attributes)
        if len(found) != 1:
            raise LookupError(f"{len(found)} parts like {tag} {attributes}, not one, in: {self.words[:200]}")
        return found[0]


@dataclass
class Page:
    """A page as it came."""

    address: str
    status: int
    root: Element

    @property
    def words(self) -> str:
        """What a person reads on it."""
        return self.root.words

    def form(self, action: str) -> Element:
        """The first form whose action ends like this.

        :raises LookupError: if there is none.
        """
        for form in self.root.find("form"):
            if urlsplit(form.attributes.get("action") or self.address).path.endswith(action):
                return form
        raise LookupError(f"There is no form for {action} on {self.address}: {self.words[:300]}")

    def has_form(self, action: str) -> bool:
        """Whether there is a form whose action ends like this, with a button that can be pressed."""
        try:
            form = self.form(action)
        except LookupError:
            return False
        return any("disabled" not in button.attributes for button in form.find("button"))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        if self.open[-1].tag not in ("script", "style"):
            for element in self.open:
                element.words += data


def read(html: str) -> Element:
    """The parts of a page."""
    reader = _Reader()
    reader.feed(html)
    _tidy(reader.root)
    return reader.root


def _tidy(element: Element) -> None:
    element.words = re.sub(r"\s+", " ", element.words).strip()
    for child in element.children:
        _tidy(child)


class Browser(Protocol):
    """Somebody's browser, with cookies of its own."""

    def open(self, address: str) -> Page:
        """The page at an address.

        :raises PageRefused: if it isn't for this browser, or isn't there.
        """
        ...

    def send(self, form: Element, page: Page, **fields: str | list[str]) -> Page:
        """Fill in a form and send it, as it stands but for ``fields``.

        :raises PageRefused: if the deed is refused, with the sentence the page shows.
        """
        ...


class Line(Protocol):
    """How a small browser reaches the server."""

    def ask(self, address: str, fields: list[tuple[str, str]] | None) -> tuple[int, str, str]:
        """Get an address, or post fields to it: status, the address it ended at, the page."""
        ...


class HttpLine:
    """Over the network, with a cookie jar of its own, as a phone would."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.opener.addheaders = [("User-Agent", "Uptown play")]

    def ask(self, address: str, fields: list[tuple[str, str]] | None) -> tuple[int, str, str]:
        url = urljoin(self.base, address)
        body = None if fields is None else urlencode(fields).encode()
        try:
            with self.opener.open(Request(url, data=body, headers={"Referer": url}), timeout=60) as reply:
                return reply.status, urlsplit(reply.url).path, reply.read().decode()
        except HTTPError as reply:
            return reply.code, urlsplit(reply.url).path, reply.read().decode()


class InnerLine:
    """Inside this process, through Django's whole stack of middleware: for the demo event."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"User-Agent": "Uptown play"})

    def ask(self, address: str, fields: list[tuple[str, str]] | None) -> tuple[int, str, str]:
        path = urlsplit(address).path
        if fields is None:
            reply: Any = self.client.get(address, follow=True)
        else:
            reply = self.client.post(
                address, urlencode(fields), content_type="application/x-www-form-urlencoded", follow=True
            )
        ended = urlsplit(reply.redirect_chain[-1][0]).path if reply.redirect_chain else path
        return reply.status_code, ended, reply.content.decode()


class SmallBrowser:
    """A browser without JavaScript: it opens pages, reads them, fills in forms and sends them."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def open(self, address: str) -> Page:
        """The page at an address, as it came."""
        return self._page(address, None)

    def send(self, form: Element, page: Page, **fields: str | list[str]) -> Page:
        """Send a form as it stands but for ``fields``."""
        sent = [pair for pair in _filled(form) if pair[0] not in fields]
        for name, value in fields.items():
            sent += [(name, each) for each in ([value] if isinstance(value, str) else value)]
        address = form.attributes.get("action") or page.address
        if form.attributes.get("method", "get").lower() != "post":
            return self._page(f"{address}?{urlencode(sent)}", None)
        return self._page(address, sent)

    def _page(self, address: str, fields: list[tuple[str, str]] | None) -> Page:
        status, ended, html = self.line.ask(address, fields)
        return accepted(Page(ended, status, read(html)))


def accepted(page: Page) -> Page:
    """The page, if it didn't say no.

    :raises PageRefused: if it did, with its sentence.
    """
    if page.status >= 400:
        refusals = page.root.find(role="alert")
        said = " ".join(part.words for part in refusals) or page.words[:400]
        raise PageRefused(f"{page.status} at {page.address}: {said}")
    return page


def _filled(form: Element) -> list[tuple[str, str]]:
    """What a form would send as it stands."""
    sent = []
    for part in form.find():
        name, kind = part.attributes.get("name", ""), part.attributes.get("type", "text")
        if not name or "disabled" in part.attributes:
            continue
        if part.tag == "input" and kind in ("radio", "checkbox"):
            if "checked" in part.attributes:
                sent.append((name, part.attributes.get("value", "on")))
        elif part.tag == "input" and kind not in ("submit", "button"):
            sent.append((name, part.attributes.get("value", "")))
        elif part.tag == "textarea":
            sent.append((name, part.words))
        elif part.tag == "select":
            sent += [(name, option.attributes["value"]) for option in _chosen(part)]
    return sent


def _chosen(select: Element) -> list[Element]:
    options = select.find("option")
    chosen = [option for option in options if "selected" in option.attributes]
    return chosen or ([] if "multiple" in select.attributes else options[:1])
