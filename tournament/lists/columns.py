"""Detecting the columns of a list of teams, by heading or by content."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.competition.taking_part import WayOfTakingPart
from tournament.lists.reading import Row

TEAM, PLAYERS, CONTACT, HOME, ACCESSIBLE, NOTHING = "team", "players", "contact", "home", "accessible", ""
STATUS = "status"
NTH = ("First", "Second", "Third", "Fourth")
HEADINGS = {
    TEAM: "team|team name|name team|teamname|teams",
    PLAYERS: "players|both players|names|team members|members|partners|who plays",
    HOME: "from|home|home town|hometown|home city|city|town|team city|club|where from|where you from|"
    "where you are from",
    ACCESSIBLE: "accessible|accessible table|wheelchair|wheelchair accessible|needs accessible|"
    "needs an accessible table|wheelchair accessible table|do you need a wheelchair accessible table",
    STATUS: "attendee status|attending status|registration status|ticket status|order status",
}
"""The known headings by meaning, as ``_plain`` normalizes them."""
WHO = (
    "|player 1|player one|player a|first player|partner 1|partner a|member 1|name 1|captain|you",
    "player 2|player two|player b|second player|partner 2|partner b|member 2|name 2|partner|teammate|"
    "who partner",
    "player 3|player three|player c|third player|member 3|name 3",
    "player 4|player four|player d|fourth player|member 4|name 4",
)
WHAT = {
    "player": "|name",
    CONTACT: "contact|contact info|phone|phone number|telephone|mobile|cell|cell phone|e mail|email|"
    "e mail address|email address|phone or e mail|phone or email|mail",
    "first": "first name|first|given name|forename",
    "last": "last name|last|surname|family name",
}
"""What a heading says of a player, before or behind ``WHO``: ``Player 2 First``, ``Your partner’s phone``."""
FILLERS = frozenset(["what", "is", "are", "the", "of", "s", "your", "please", "enter", "full"])
HIGHEST_HEADINGS = 10
"""The number of first rows in which the headings may be, below a title."""
LONGEST_CONTACT = 120
A_CONTACT = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+|[+(]?\d[\d\s().-]{5,}")


def nth(what: str, number: int) -> str:
    """The meaning of a column about one player. The first player's contact is the team's."""
    return CONTACT if (what, number) == (CONTACT, 1) else f"{what}_{number}"


def _known() -> dict[str, str]:
    known = {heading: meaning for meaning, headings in HEADINGS.items() for heading in headings.split("|")}
    known["player"] = nth("player", 1)
    for what, headings in WHAT.items():
        for number, people in enumerate(WHO, 1):
            for word in headings.split("|"):
                for who in people.split("|"):
                    for heading in (f"{who} {word}", f"{word} {who}"):
                        known.setdefault(heading.strip(), nth(what, number))
    del known[""]
    return known


KNOWN = _known()


@dataclass(frozen=True, kw_only=True)
class Columns:
    """The meaning of each column (``NOTHING``: left out), and the number of the row of headings.

    ``twice`` are two columns that were both taken for ``meanings`` of which there is only one.
    """

    meanings: tuple[str, ...]
    heading: int = 0
    """0 without headings; the rows above it are titles."""
    is_guessed: bool = False
    """If the meanings come from the content, so that a row that is written in another way is read by itself.
    """
    twice: tuple[int, ...] = ()

    @property
    def has_names(self) -> bool:
        return any(
            each == PLAYERS or each.startswith(("player_", "first_", "last_")) for each in self.meanings
        )


def meanings_for(way: WayOfTakingPart) -> dict[str, str]:
    """The meanings that a column may have, with their labels."""
    found = {NOTHING: "Leave it out"}
    if way.members > 1:
        found |= {TEAM: "Name of the team", PLAYERS: "Players, all in one cell"}
    contacts = {CONTACT: "Phone or e-mail"}
    for number in range(1, way.members + 1):
        called = f"{NTH[number - 1]} player" if way.members > 1 else "Name"
        names = {"player": called, "first": f"{called}: first name", "last": f"{called}: last name"}
        found |= {nth(what, number): label for what, label in names.items()}
        if number > 1:
            contacts[nth(CONTACT, number)] = f"{called}: phone or e-mail"
    return {
        **found,
        **contacts,
        HOME: "From",
        ACCESSIBLE: "Wheelchair-accessible table",
        STATUS: "Whether they come",
    }


def recognized(
    rows: Sequence[Row], way: WayOfTakingPart, remembered: Mapping[str, str] | None = None
) -> Columns:
    """The columns of a list with at least one row, by its headings, else by its content.

    ``remembered`` are the meanings that were chosen before, by ``heading_key``.
    """
    may = meanings_for(way)
    known = {**KNOWN, **{key: each for key, each in (remembered or {}).items() if each in may}}
    width = max(len(row.cells) for row in rows)
    row = _heading_row(rows, known)
    if row is None:
        return Columns(meanings=_by_content(rows, width, way), is_guessed=True)
    headings = [heading_key(cell) for cell in row.cells] + [""] * (width - len(row.cells))
    meanings = [each if (each := known.get(heading, NOTHING)) in may else NOTHING for heading in headings]
    names = [index for index, cell in enumerate(row.cells) if _plain(cell) == "name"]
    if way.members > 1 and TEAM not in meanings and names and len(set(meanings)) > 1:
        others = {meaning for index, meaning in enumerate(meanings) if index not in names}
        if "player_1" in others or PLAYERS in others:
            meanings[names[0]] = TEAM
    return Columns(meanings=tuple(meanings), heading=row.number, twice=_twice(meanings))


def is_heading(row: Row, first: Row) -> bool:
    return [_plain(cell) for cell in row.cells] == [_plain(cell) for cell in first.cells]


def letter(index: int) -> str:
    """A column's letter in a spreadsheet: ``A`` for 0, ``AA`` for 26."""
    return (letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def heading_key(heading: str) -> str:
    """A heading without its small words, so that each way to write it is one."""
    parts = (_plain(re.sub(r"\([^()]*\)", " ", heading)) or _plain(heading)).split()
    return " ".join(word for word in parts if word not in FILLERS) or " ".join(parts)


def heading_row(rows: Sequence[Row], columns: Columns) -> Row | None:
    """The row with the headings, if there is one."""
    return next((row for row in rows if columns.heading and row.number >= columns.heading), None)


def same_contacts(meanings: Sequence[str]) -> list[list[int]]:
    """The columns with contacts of the same player, if there are several: a player has only one."""
    alike: dict[str, list[int]] = {}
    for index, meaning in enumerate(meanings):
        if meaning.startswith(CONTACT):
            alike.setdefault(meaning, []).append(index)
    return [each for each in alike.values() if len(each) > 1]


def _heading_row(rows: Sequence[Row], known: Mapping[str, str]) -> Row | None:
    """The row of the first ones with the most known headings, of which those above are titles."""
    counts: list[tuple[int, int]] = []
    for row in rows[:HIGHEST_HEADINGS]:
        keys = [heading_key(cell) for cell in row.cells if cell]
        counts.append((sum(key in known for key in keys), len(keys)))
    index = max(range(len(counts)), key=lambda each: (counts[each][0], -each))
    found, filled = counts[index]
    if index and found > 1 and all(above < filled for _, above in counts[:index]):
        return rows[index]
    found, filled = counts[0]
    if not found or (found == 1 and 2 * found < filled):
        return None
    return rows[0]


def _twice(meanings: Sequence[str]) -> tuple[int, ...]:
    """The first two columns with the same meaning, if it can't be put together of both."""
    for index, meaning in enumerate(meanings):
        is_single = meaning not in (NOTHING, HOME, STATUS) and not meaning.startswith(CONTACT)
        if is_single and meaning in meanings[:index]:
            return meanings.index(meaning), index
    return ()


def _by_content(rows: Sequence[Row], width: int, way: WayOfTakingPart) -> tuple[str, ...]:
    """The meanings of columns without headings: contacts by their form, the others by their number."""
    meanings, names, contacts = [NOTHING] * width, [], {}
    for index in range(width):
        cells = [row.cells[index] for row in rows if len(row.cells) > index and row.cells[index]]
        if cells and 2 * sum(is_contact(cell) for cell in cells) > len(cells):
            contacts[index] = 2 * sum("@" in cell for cell in cells) > len(cells)
        elif cells and not all(is_number(cell) for cell in cells):
            names.append(index)
    for index, meaning in zip(contacts, of_contacts(contacts.values(), way), strict=True):
        meanings[index] = meaning
    for index, meaning in zip(names, _in_order(rows, names, way), strict=False):
        meanings[index] = meaning
    return tuple(meanings)


def of_contacts(are_emails: Iterable[bool], way: WayOfTakingPart) -> Iterator[str]:
    """The meanings of contacts without headings: a second e-mail or number is the second player’s."""
    seen: Counter[bool] = Counter()
    for is_email in are_emails:
        seen[is_email] += 1
        yield nth(CONTACT, min(seen[is_email], way.members))


def _in_order(rows: Sequence[Row], names: Sequence[int], way: WayOfTakingPart) -> Iterable[str]:
    """The meanings of the columns with names, by how many of them most rows fill."""
    filled = Counter(sum(index < len(row.cells) for index in names) for row in rows)
    usual = max(filled, key=lambda each: (each > 1, filled[each], each))
    players = [nth("player", seat) for seat in range(1, way.members + 1)]
    if way.members > 1 and usual <= 1:
        return [PLAYERS]
    cells = [row.cells[index] for row in rows for index in names if index < len(row.cells)]
    if way.members == 1 and usual == 2 and all(len(cell.split()) == 1 for cell in cells):
        return [nth("last", 1), nth("first", 1)]
    return [TEAM, *players] if usual > way.members > 1 else players


def is_contact(cell: str) -> bool:
    return len(cell) <= LONGEST_CONTACT and bool(A_CONTACT.fullmatch(cell))


def is_number(cell: str) -> bool:
    """Whether a cell only counts the rows: ``7``, ``7.``, ``#7``."""
    return bool(re.fullmatch(r"[\d.#)]+", cell))


def _plain(heading: str) -> str:
    apart = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", heading.casefold())
    return " ".join(re.findall(r"[^\W_]+", apart))
