"""Detecting the columns of a list of teams, by heading or by content."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.competition.taking_part import WayOfTakingPart
from tournament.errors import Refused
from tournament.queries.lists.reading import Row, at_row

TEAM, PLAYERS, CONTACT, HOME, ACCESSIBLE, NOTHING = "team", "players", "contact", "home", "accessible", ""
NTH = ("First", "Second", "Third", "Fourth")
HEADINGS = {
    TEAM: "team|team name|name of the team|teamname|teams",
    "player_1": "player 1|player1|player one|player|first player|name 1|name|player name|player 1 name|"
    "captain|your name|full name|partner 1|player a|first name|last name|surname|player 1 first name|"
    "player 1 last name",
    "player_2": "player 2|player2|player two|second player|name 2|partner|partner name|partner s name|"
    "your partner|your partner s name|player 2 name|partner 2|player b|teammate|partner first name|"
    "partner last name|player 2 first name|player 2 last name",
    "player_3": "player 3|player3|player three|third player|name 3|player 3 name|player c",
    "player_4": "player 4|player4|player four|fourth player|name 4|player 4 name|player d",
    PLAYERS: "players|both players|names|team members|members|partners|who plays",
    CONTACT: "contact|phone|phone number|telephone|mobile|cell|cell phone|e mail|email|email address|"
    "phone or e mail|phone or email|mail|contact info",
    HOME: "from|home|home town|hometown|city|town|club|where from|where you are from|where are you from",
    ACCESSIBLE: "accessible|accessible table|wheelchair|wheelchair accessible|needs accessible|"
    "needs an accessible table|wheelchair accessible table",
}
"""The known headings by meaning, as ``_plain`` normalizes them."""
KNOWN = {heading: meaning for meaning, headings in HEADINGS.items() for heading in headings.split("|")}
A_CONTACT = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+|[+(]?\d[\d\s().-]{5,}")


@dataclass(frozen=True, kw_only=True)
class Columns:
    """The meaning of each column (``NOTHING``: ignored), and whether the first row has headings."""

    meanings: tuple[str, ...]
    has_heading: bool

    @property
    def has_names(self) -> bool:
        return PLAYERS in self.meanings or any(each.startswith("player_") for each in self.meanings)


def meanings_for(way: WayOfTakingPart) -> dict[str, str]:
    """The meanings that a column may have, with their labels."""
    if way.members == 1:
        players = {"player_1": "Name"}
    else:
        players = {f"player_{place + 1}": f"{NTH[place]} player" for place in range(way.members)}
        players = {TEAM: "Name of the team", **players, PLAYERS: "Players, all in one cell"}
    rest = {CONTACT: "Phone or e-mail", HOME: "From", ACCESSIBLE: "Wheelchair-accessible table"}
    return {NOTHING: "Leave it out", **players, **rest}


def recognized(rows: Sequence[Row], way: WayOfTakingPart) -> Columns:
    """The columns of a list with at least one row, by its headings, else by its content.

    :raises Refused: if two columns have the same heading.
    """
    width = max(len(row.cells) for row in rows)
    first = rows[0]
    headings = [_plain(cell) for cell in first.cells]
    headings += [""] * (width - len(headings))
    known = [heading in KNOWN for heading in headings if heading]
    if not any(known) or (sum(known) == 1 and 2 * sum(known) < len(known)):
        return Columns(meanings=_by_content(rows, width, way), has_heading=False)
    for place, heading in enumerate(headings):
        if heading and heading in headings[:place]:
            twice = first.cells[place]
            columns = [letter(headings.index(heading)), letter(place)]
            raise Refused("list.headings-twice", field=at_row(first.number), heading=twice, columns=columns)
    may, meanings = meanings_for(way), [KNOWN.get(heading, NOTHING) for heading in headings]
    if way.members > 1 and TEAM not in meanings and headings.count("name") and len(set(meanings)) > 1:
        others = [meaning for meaning, heading in zip(meanings, headings, strict=True) if heading != "name"]
        if "player_1" in others or PLAYERS in others:
            meanings[headings.index("name")] = TEAM
    return Columns(meanings=tuple(each if each in may else NOTHING for each in meanings), has_heading=True)


def is_heading(row: Row, first: Row) -> bool:
    return [_plain(cell) for cell in row.cells] == [_plain(cell) for cell in first.cells]


def letter(place: int) -> str:
    """A column's letter in a spreadsheet: ``A`` for 0, ``AA`` for 26."""
    return (letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def _by_content(rows: Sequence[Row], width: int, way: WayOfTakingPart) -> tuple[str, ...]:
    """The meanings of columns without headings: contacts by their form, the others by their number."""
    meanings, names = [NOTHING] * width, []
    for place in range(width):
        cells = [row.cells[place] for row in rows if len(row.cells) > place and row.cells[place]]
        if cells and 2 * sum(bool(A_CONTACT.fullmatch(cell)) for cell in cells) > len(cells):
            meanings[place] = CONTACT
        elif cells and not all(re.fullmatch(r"[\d.#)]+", cell) for cell in cells):
            names.append(place)
    players = [f"player_{seat + 1}" for seat in range(way.members)]
    if way.members > 1 and len(names) == 1:
        players = [PLAYERS]
    elif way.members > 1 and len(names) > way.members:
        players = [TEAM, *players]
    for place, meaning in zip(names, players, strict=False):
        meanings[place] = meaning
    return tuple(meanings)


def _plain(heading: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", heading.casefold()))
