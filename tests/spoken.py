"""What a screen reader gets of an open page: Chromium's accessibility tree, in reading order.

``objections`` (tests/looking.py) has axe's rules, which judge one element at a time. These judge the page as
it is read: one title, headings in order, and no two buttons or links that sound the same and do different
things.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

LANDMARKS = {
    *("banner", "main", "contentinfo", "navigation", "complementary", "region", "search", "form"),
}
CONTROLS = {
    *("button", "link", "textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch"),
    *("spinbutton", "slider", "tab", "menuitem", "DisclosureTriangle", "Date", "InputTime"),
}
Node = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A node of the tree, in the innermost ``landmark``. ``target`` is where it leads, or what it sends."""

    role: str
    name: str
    level: int
    landmark: str
    target: str
    is_refused: bool
    is_described: bool


@dataclass(frozen=True, slots=True)
class Behind:
    """What the document says of the element behind a node."""

    target: str = ""
    is_refused: bool = False


def spoken(page: Page) -> list[Spoken]:
    """The nodes in reading order."""
    client = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in client.send("Accessibility.getFullAXTree")["nodes"]}
    behind = dict(_behind(client.send("DOM.getDocument", {"depth": -1})["root"], ""))
    client.detach()
    return list(_read(nodes, next(iter(nodes)), "the page", behind))


def unclear(page: Page) -> list[str]:
    """What is wrong with the page as it is read, one line each."""
    nodes = spoken(page)
    levels = [node.level for node in nodes if node.role == "heading"]
    wrong = [f"{count} h1 headings" for count in [levels.count(1)] if count != 1]
    wrong += [f"an h{below} follows an h{above}" for above, below in pairwise(levels) if below > above + 1]
    for landmark in ("main", "banner"):
        count = sum(node.role == landmark for node in nodes)
        wrong += [f"{count} landmarks {landmark}"] if count != 1 else []
    for node in nodes:
        if node.role in CONTROLS and not node.name:
            wrong.append(f"a {node.role} has no name: {node.target}")
        if node.is_refused and not node.is_described:
            wrong.append(f"nothing says why “{node.name}” is refused")
    return [*wrong, *_alike(nodes)]


def _alike(nodes: list[Spoken]) -> list[str]:
    """The buttons and links of one landmark that have the same name and do different things."""
    targets = defaultdict(set)
    for node in nodes:
        if node.role in ("button", "link") and node.target:
            targets[node.landmark, node.role, node.name].add(node.target)
    return [
        f"{role}s “{name}” in {landmark} do different things: {', '.join(sorted(each)[:3])}"
        for (landmark, role, name), each in targets.items()
        if len(each) > 1
    ]


def _read(
    nodes: Mapping[str, Node], key: str, landmark: str, behind: Mapping[int, Behind]
) -> Iterator[Spoken]:
    node = nodes[key]
    role, name, said = (
        " ".join(str(node.get(part, {}).get("value", "")).split()) for part in ("role", "name", "description")
    )
    if not node.get("ignored"):
        has = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
        element = behind.get(node.get("backendDOMNodeId", 0), Behind())
        level = int(has.get("level") or 0)
        yield Spoken(role, name, level, landmark, element.target, element.is_refused, bool(said))
        if role in LANDMARKS:
            landmark = f"{role} {name}".strip()
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from _read(nodes, child, landmark, behind)


def _behind(node: Node, action: str) -> Iterator[tuple[int, Behind]]:
    """The elements by their id. ``action`` is that of the form around them."""
    words = node.get("attributes", [])
    has, target = dict(zip(words[::2], words[1::2], strict=True)), ""
    match node.get("nodeName"):
        case "FORM":
            action = has.get("action", "")
        case "A":
            target = has.get("href", "")
        case "BUTTON" if has.get("type", "submit") == "submit":
            parts = (has.get("form"), has.get("formaction", action), has.get("name"), has.get("value"))
            target = " ".join(filter(None, parts))
    yield node["backendNodeId"], Behind(target.strip(), has.get("aria-invalid") == "true")
    for child in node.get("children", ()):
        yield from _behind(child, action)
