"""The interface of a bot's browser (``Browser``), and an implementation without JavaScript."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, cast
from urllib.parse import urlsplit
from wsgiref.types import WSGIApplication

import httpx
import lxml.html
from lxml import etree


class PageRefused(Exception):
    """A page refused an action. The text is its refusal."""


@dataclass(frozen=True)
class Element:
    node: lxml.html.HtmlElement

    @property
    def attributes(self) -> Mapping[str, str]:
        return cast(Mapping[str, str], self.node.attrib)

    @property
    def words(self) -> str:
        return " ".join(self.node.text_content().split())

    def find(self, tag: str = "", **attributes: str) -> list["Element"]:
        """The descendants with this tag and these attributes; ``data_team`` means ``data-team``.

        The value ``"*"`` matches any value.
        """
        asked = {key.replace("_", "-"): value for key, value in attributes.items()}
        return [
            Element(node)
            for node in self.node.iterdescendants(tag or etree.Element)
            if all(key in node.attrib and value in ("*", node.attrib[key]) for key, value in asked.items())
        ]

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """:raises LookupError: if there isn't exactly one such element."""
        found = self.find(tag, **attributes)
        if len(found) != 1:
            raise LookupError(f"{len(found)} parts like {tag} {attributes}, not one, in: {self.words[:200]}")
        return found[0]


@dataclass(frozen=True)
class Page:
    address: str
    status: int
    root: Element

    @property
    def words(self) -> str:
        return self.root.words

    def form(self, action: str) -> Element:
        """The first form whose action ends with ``action``.

        :raises LookupError: if there is none.
        """
        for form in self.root.find("form"):
            if urlsplit(form.attributes.get("action") or self.address).path.endswith(action):
                return form
        raise LookupError(f"There is no form for {action} on {self.address}: {self.words[:300]}")

    def has_form(self, action: str) -> bool:
        """Whether there is such a form, with at least one button enabled."""
        try:
            form = self.form(action)
        except LookupError:
            return False
        return any("disabled" not in button.attributes for button in form.find("button"))


def read(html: str) -> Element:
    """The parsed HTML, without scripts and style sheets."""
    root = lxml.html.document_fromstring(html if html.strip() else "<html></html>")
    etree.strip_elements(root, "script", "style", with_tail=False)
    return Element(root)


class Browser(Protocol):
    """A browser with its own cookies. Its methods raise ``PageRefused`` for an error page, with its text."""

    def open(self, address: str) -> Page: ...

    def text(self, address: str) -> str:
        """The response body, unparsed: a page, a CSV file, an SVG picture."""
        ...

    def send(self, form: Element, page: Page, **fields: str | list[str]) -> Page:
        """Submit a form that was found on ``page``; ``fields`` override its values."""
        ...


class SmallBrowser:
    """A browser without JavaScript, for a server at this URL, or for an application of this process."""

    def __init__(self, url: str = "http://testserver", application: WSGIApplication | None = None) -> None:
        # Shorter than the server's keep-alive, so that no request uses a connection that was just closed.
        over_the_net = httpx.HTTPTransport(limits=httpx.Limits(keepalive_expiry=2))
        self.client = httpx.Client(
            base_url=url,
            transport=httpx.WSGITransport(application) if application else over_the_net,
            follow_redirects=True,
            timeout=60,
            # The bots compare pages with facts, so they must not get a cached page.
            headers={"User-Agent": "Uptown play", "Cache-Control": "no-cache"},
        )

    def open(self, address: str) -> Page:
        return _page(self.client.get(address))

    def text(self, address: str) -> str:
        reply = self.client.get(address)
        if reply.status_code >= 400:
            raise PageRefused(f"{reply.status_code} at {address}.")
        return reply.text

    def send(self, form: Element, page: Page, **fields: str | list[str]) -> Page:
        sent: dict[str, list[str]] = {}
        for name, value in _filled(form):
            sent.setdefault(name, []).append(value)
        sent |= {name: [value] if isinstance(value, str) else value for name, value in fields.items()}
        address = form.attributes.get("action") or page.address
        if form.attributes.get("method", "get").lower() != "post":
            return _page(self.client.get(address, params=sent))
        came_from = {"Referer": str(self.client.base_url.join(page.address))}
        return _page(self.client.post(address, data=sent, headers=came_from))


def _filled(form: Element) -> Iterator[tuple[str, str]]:
    """The names and values that a browser would send for an untouched form."""
    for part in cast(lxml.html.FormElement, form.node).inputs:
        kind = part.get("type", "text")
        if not part.name or "disabled" in part.attrib or kind in ("submit", "button"):
            continue
        if kind in ("radio", "checkbox"):
            # lxml's own ``value`` is "on" even if the page has an empty value.
            yield from [(part.name, part.get("value", "on"))] if part.checked else []
        elif part.tag == "select" and part.multiple:
            yield from ((part.name, value) for value in part.value)
        else:
            yield part.name, part.value or ""


def _page(reply: httpx.Response) -> Page:
    return accepted(Page(reply.url.path, reply.status_code, read(reply.text)))


def accepted(page: Page) -> Page:
    """:raises PageRefused: if the page is an error, with the text of its refusal."""
    if page.status >= 400:
        refusals = page.root.find(role="alert")
        refusal = " ".join(part.words for part in refusals) or page.words[:400]
        raise PageRefused(f"{page.status} at {page.address}: {refusal}")
    return page
