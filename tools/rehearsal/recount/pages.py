"""Reading the places on a page: standings, podiums, brackets, tables."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

import lxml.etree
import lxml.html

Node: TypeAlias = Any


@dataclass(frozen=True)
class Line:
    """A line of standings."""

    who: str
    rank: str
    figures: Mapping[str, str]
    """By heading."""
    decided: str
    """The heading of the deciding figure."""
    chance: str


@dataclass(frozen=True)
class Cell:
    """A game of a bracket."""

    label: str
    teams: tuple[tuple[str, str, str, bool], ...]
    """(team, number, figure, has won)."""
    seeds: tuple[tuple[str, str], ...] = ()
    """(number, seed)."""


@dataclass
class Shown:
    """The places on a page. Teams are numbers, but names on the wall and in pictures.

    ``podium``, ``others`` and ``second_chance``: (place, team).
    """

    lines: list[Line] = field(default_factory=list)
    """All others."""
    chain: list[Line] = field(default_factory=list)
    """The lines of the cut page."""
    podium: list[tuple[str, str]] = field(default_factory=list)
    others: list[tuple[str, str]] = field(default_factory=list)
    second_chance: list[tuple[str, str]] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    tables: dict[str, list[str]] = field(default_factory=dict)

    @property
    def places(self) -> int:
        rows = sum(len(table) for table in self.tables.values())
        marks = len(self.podium) + len(self.others) + len(self.second_chance) + len(self.cells)
        return len(self.lines) + len(self.chain) + marks + rows


@lru_cache(maxsize=64)
def shown(html: str) -> Shown:
    root = lxml.html.document_fromstring(html)
    found = Shown()
    for table in every(root, "table", of="standings"):
        in_chain = any(parent.get("id") == "chain" for parent in table.iterancestors())
        (found.chain if in_chain else found.lines).extend(_lines(table))
    # The page shows lines in a template only when somebody searches for their own.
    for template in every(root, "template"):
        heads = [words_of(head) for head in every(root, "th", within="thead")]
        found.lines += [_line(row, heads) for row in every(template, "tr", having="data-team")]
    found.podium = [
        (place.get("data-place"), place.get("data-team")) for place in every(root, having="data-place")
    ]
    below = every(root, "li", within="second-chance")
    for place in every(root, "li", within="other-places"):
        places = found.second_chance if place in below else found.others
        places.append((words_of(every(place, "b")[0]), team_of(place)))
    found.cells = [_cell(cell) for cell in every(root, "li", of="bracket-game") if every(cell, "li")]
    for part in every(root, of="bracket-part"):
        titles = [words_of(title) for title in every(part, of="bracket-part-title")]
        lines = [row.get("data-line") for row in every(part, "tr", having="data-line")]
        if lines:
            found.tables[titles[0] if titles else ""] = lines
    return found


def picture(svg: str) -> list[Cell]:
    root = lxml.etree.fromstring(svg.encode())
    return [_box(box) for box in root.iter("{*}g")]


@lru_cache(maxsize=64)
def team_words(html: str) -> tuple[str, str]:
    """A team page's place in large type, and its place in Phase I if that is shown too."""
    root = lxml.html.document_fromstring(html)
    (card,) = [
        card for card in every(root, "section", of="card") if card.get("aria-labelledby") == "place-title"
    ]
    big = [words_of(part) for part in every(card, "p", of="big")]
    beside = re.search(r"(\d+\w\w) in Phase I:", words_of(card))
    return big[0].removeprefix("🏆 ") if big else "", beside[1] if beside else ""


def picture_words(svg: str) -> list[str]:
    root = lxml.etree.fromstring(svg.encode())
    return [" ".join("".join(text.itertext()).split()) for text in root.iter("{*}text")]


def _lines(table: Node) -> Iterator[Line]:
    heads = [words_of(head) for head in every(table, "th", within="thead")]
    for row in every(table, "tr", within="tbody"):
        yield _line(row, heads)


def _line(row: Node, heads: list[str]) -> Line:
    rank, *cells = every(row, "td")
    names = every(row, of="team-name")
    chances = every(row, of="chance")
    decided = [
        head for head, cell in zip(heads[2:], cells, strict=False) if "decided" in cell.get("class", "")
    ]
    return Line(
        who=row.get("data-team") or words_of(names[0]),
        rank=words_of(rank),
        figures={
            head: words_of(cell).replace("−", "-").replace("+", "").removesuffix(" decided")
            for head, cell in zip(heads[2:], cells, strict=False)
        },
        decided=decided[0] if decided else "",
        chance=words_of(chances[0]) if chances else "",
    )


def _cell(cell: Node) -> Cell:
    teams, seeds = [], []
    for side in every(cell, "li", of="match-team", having="data-team"):
        figures = every(side, of="match-score")
        figure = words_of(figures[0]).removeprefix("won, ") if figures else ""
        is_won = "is-winner" in side.get("class", "").split()
        number = words_of(every(side, of="team-number")[0])
        teams.append((side.get("data-team"), number, figure, is_won))
        seeds += [(number, words_of(seed).removeprefix("seed ")) for seed in every(side, of="seed")]
    return Cell(words_of(every(cell, of="bracket-label")[0]), tuple(teams), tuple(seeds))


def _box(box: Node) -> Cell:
    label, *texts = [text for text in box if text.tag.endswith("text")]
    teams = []
    for name, figure in zip(texts[::2], texts[1::2], strict=True):
        number = "".join(name[0].itertext()).strip()
        called = " ".join((name[0].tail or "").split())
        if number:
            teams.append((called, number, (figure.text or "").strip(), name.get("font-weight") == "700"))
    return Cell(label.text or "", tuple(teams))


def team_of(node: Node) -> str:
    (link,) = teams_of(node)
    return link


def teams_of(node: Node) -> list[str]:
    """The numbers of the teams that an element links to."""
    return [_number_in(link) for link in every(node, "a", of="team-link")]


def _number_in(link: Node) -> str:
    return str(link.get("href")).rstrip("/").rpartition("/")[2]


def every(node: Node, tag: str = "", *, of: str = "", having: str = "", within: str = "") -> list[Node]:
    """The descendants with this tag, class (``of``) and attribute (``having``), within a tag or class."""
    return [
        part
        for part in node.iterdescendants(tag or lxml.etree.Element)
        if (not of or of in part.get("class", "").split())
        and (not having or having in part.attrib)
        and (not within or any(_is(parent, within) for parent in part.iterancestors()))
    ]


def _is(node: Node, what: str) -> bool:
    return node.tag == what or what in node.get("class", "").split()


def words_of(node: Node) -> str:
    return " ".join(str(node.text_content()).split())
