"""The entries of a list: the team or single player that each row would become, or what is wrong with it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any
from unicodedata import combining, normalize

from rules.competition.taking_part import WayOfTakingPart
from tournament.errors import SENTENCES, Refused
from tournament.errors.rendering import say
from tournament.event.names import names_of_team, players_to_name
from tournament.lists import columns as has
from tournament.lists.columns import (
    LONGEST_CONTACT,
    Columns,
    heading_row,
    is_contact,
    is_heading,
    is_number,
    letter,
    nth,
    of_contacts,
)
from tournament.lists.reading import LONGEST_CELL, Row, at_row
from tournament.models import Event
from tournament.models.typed_names import LONGEST_NAME, after_its_players, clean_name, one_line

NEW, BACK, KNOWN, OUT, WRONG = "new", "back", "known", "out", "wrong"
"""A row's state: a new entry, a withdrawn team that returns, an entry that is there already, somebody who
isn't coming, an error.
"""
LEFT_OUT = (KNOWN, OUT)
COMES_IN = (NEW, BACK)
LONGEST_HOME = 60
MOST_ROWS_NAMED = 8
YES = {"yes", "y", "x", "true", "1", "✓", "ja", "si", "sí"}
NOBODY = {"", "-", "–", "—", "?", "none", "n/a", "na", "tbd", "tba", "looking", "looking for a partner"}
NOBODY |= {"single", "needs a partner", "needs partner", "no partner", "none yet", "not yet"}
"""What people write in place of a partner's name if they have no partner."""
NOT_COMING = {"not attending", "deleted", "refunded", "canceled", "cancelled", "transferred", "abandoned"}
NOT_COMING |= {"refunded/canceled", "refunded/cancelled"}
"""What ticket shops write of those who gave their ticket back, or never had one."""
JOINED = re.compile(r"[&/;+\t\n]|(?<=\s)(?:and|with|y)(?=\s)", re.IGNORECASE)
"""What is only between two people, where a comma may be in one name: ``Adams, Ann & Lee, Ray``."""
BETWEEN = re.compile(rf"{JOINED.pattern}|,", re.IGNORECASE)
BEHIND = re.compile(r"(?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq|dds)\.?", re.IGNORECASE)
"""What follows a name after a comma without being a first name: ``Ray Lee, Jr.``"""
A_MARK = re.compile(r"^\s*(?:\d{1,4}\s*[.)]|[-*•·])\s+")
ERRORS = {"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"}
FORMULAS = ("=", "@", "+", "-")
EXPORTED = re.compile(r"^'(?=\s*[=+\-@])")
"""The apostrophe that exports put before text that a spreadsheet would take for a formula."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A row and what it would become."""

    row: int
    state: str
    players: tuple[str, ...] = ()
    team: str = ""
    contact: str = ""
    contacts: tuple[str, ...] = ()
    """Those of each player, in their order, if they have their own."""
    cells: tuple[tuple[str, ...], ...] = ()
    """Those of each row, to correct them, if something is said."""
    rows: tuple[int, ...] = ()
    """Other rows about the same people."""
    home: str = ""
    accessible: bool = False
    said: Mapping[str, Any] = field(default_factory=dict)
    """A refusal with its values: an error, or a note."""

    @property
    def is_team(self) -> bool:
        return bool(self.team)

    @property
    def comes_in(self) -> bool:
        return self.state in COMES_IN

    @property
    def is_wrong(self) -> bool:
        return self.state == WRONG

    @property
    def lines(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The number and cells of each row that can be corrected."""
        return tuple(zip((self.row, *self.rows), self.cells, strict=False))

    @property
    def players_to_name(self) -> tuple[str, ...]:
        """The players to name next to the team's name; none if it is named after them."""
        return players_to_name(self.team, self.players)

    @property
    def reached_at(self) -> tuple[str, ...]:
        """The contacts of its people, each once."""
        return tuple(dict.fromkeys(filter(None, (*self.contacts, self.contact))))

    @property
    def words(self) -> str:
        return sentence_of(self.said) if self.said else ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def entry_of(stored: Mapping[str, Any]) -> Entry:
    lists = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
    return Entry(**{**stored, **lists})


def kept(refused: Refused) -> dict[str, Any]:
    """A refusal as it is stored in a row."""
    plain = (int, str, list, type(None))
    values = {name: one if isinstance(one, plain) else str(one) for name, one in refused.values.items()}
    return {"code": refused.code, "field": refused.field, **values}


def sentence_of(refusal: Mapping[str, Any]) -> str:
    return say(SENTENCES[refusal["code"]], refusal)


def entries(event: Event, rows: Sequence[Row], columns: Columns) -> Iterator[Entry]:
    """The entry of each row. Two queries, before the first entry.

    :raises Refused: if no column has names, or two have the same.
    """
    heading = heading_row(rows, columns)
    if columns.twice and heading:
        letters = [letter(index) for index in columns.twice]
        meaning = has.meanings_for(event.way)[columns.meanings[columns.twice[0]]]
        raise Refused("list.headings-twice", field=at_row(heading.number), meaning=meaning, columns=letters)
    if not columns.has_names:
        raise Refused("list.no-names", field=at_row(rows[0].number))
    existing = _There(event)
    below = [row for row in rows if heading is None or row.number > heading.number]
    read = [_of_row(row, heading, columns, event.way) for row in below]
    cells = {row.number: row.cells for row in below}
    for row, typed in _brought_together(read, event.way):
        try:
            if isinstance(typed, Refused):
                raise typed
            entry = existing.placed(_entry(typed, event.way))
        except Refused as why:
            state = OUT if why.code == "list.not-coming" else WRONG
            players = _named(row, columns) if state == OUT else row.cells[:8]
            entry = Entry(row=row.number, state=state, players=players, said=kept(why))
        about = (entry.row, *entry.rows) if entry.said else ()
        yield replace(entry, cells=tuple(cells[number] for number in about))


def key_of(name: str) -> str:
    """A name normalized to find duplicates: without case, accents, spaces and punctuation."""
    letters = normalize("NFKD", name.casefold())
    return "".join(sign for sign in letters if not combining(sign) and sign.isalnum()) or name.casefold()


class _There:
    """Everybody at the event already, and in earlier rows. Each row is added to it."""

    def __init__(self, event: Event) -> None:
        self._way = event.way
        self._rows: dict[frozenset[str], int] = {}
        self._names: dict[str, int] = {}
        self._people: dict[str, int] = {}
        self._plays: dict[str, str] = {}
        self._singles: set[str] = set()
        self._teams = {team.pk: team for team in event.teams.all()}
        self._taken = {team.name.casefold() for team in self._teams.values()}
        together: dict[int, set[str]] = {}
        for player in event.players.filter(left_at=None):
            key = key_of(player.name)
            if player.team_id is None:
                self._singles.add(key)
                continue
            together.setdefault(player.team_id, set()).add(key)
            if self._teams[player.team_id].withdrawn_at is None:
                self._plays[key] = self._teams[player.team_id].name
        self._known = {frozenset(keys): self._teams[pk] for pk, keys in together.items()}

    def placed(self, entry: Entry) -> Entry:
        """The entry with its state. Remembers the entry for later rows.

        :raises Refused: if another entry has its name.
        """
        keys = frozenset(map(key_of, entry.players))
        if other := self._rows.get(keys):
            return _with_reason(entry, KNOWN, Refused("list.double", other=other))
        if not entry.is_team and keys <= self._singles:
            return _with_reason(entry, KNOWN, Refused("list.listed"))
        team = self._known.get(keys) if entry.is_team else None
        if team and team.withdrawn_at is None:
            return _with_reason(
                entry, KNOWN, Refused("list.signed-up", entrant=self._way.entrant, team=team.number)
            )
        name = entry.team.casefold()
        if entry.is_team and (other := self._names.get(name)):
            raise Refused("list.name-twice", other=other, name=entry.team)
        if entry.is_team and name in self._taken and not (team and team.name.casefold() == name):
            raise Refused("team.name-taken", entrant=self._way.entrant, name=entry.team)
        note = self._noted(entry)
        self._rows[keys] = entry.row
        self._people |= dict.fromkeys(keys, entry.row)
        if entry.is_team:
            self._names[name] = entry.row
        if team:
            return _with_reason(
                entry, BACK, Refused("list.returns", entrant=self._way.entrant, team=team.number)
            )
        return _with_reason(entry, NEW, note) if note else entry

    def _noted(self, entry: Entry) -> Refused | None:
        """A note for the organizer if a name is in another entry, too: it may be the same person."""
        for name in entry.players:
            key = key_of(name)
            if other := self._people.get(key):
                return Refused("list.person-again", name=name, other=other)
            if team := self._plays.get(key):
                return Refused("list.plays-in", name=name, team=team)
            if key in self._singles:
                return Refused("list.was-looking", name=name)
        return None


def _with_reason(entry: Entry, state: str, why: Refused) -> Entry:
    return replace(entry, state=state, said=kept(why))


@dataclass(frozen=True, kw_only=True)
class _Typed:
    """What a row says, or the rows of one team's people."""

    row: int
    team: str
    players: tuple[str, ...]
    contacts: tuple[str, ...]
    """In the order of the players."""
    home: str
    is_accessible: bool
    rows: tuple[int, ...] = ()


_Read = tuple[Row, _Typed | Refused]


def _of_row(row: Row, heading: Row | None, columns: Columns, way: WayOfTakingPart) -> _Read:
    try:
        if heading and is_heading(row, heading):
            raise Refused("list.heading-again")
        for cell in _cells_of(row, columns, has.STATUS):
            if " ".join(cell.casefold().split()) in NOT_COMING:
                raise Refused("list.not-coming", status=cell)
        return row, _typed(row, columns, way)
    except Refused as why:
        return row, why


def _cells_of(row: Row, columns: Columns, *meanings: str) -> Iterator[str]:
    return (
        cell
        for cell, meaning in zip(row.cells, columns.meanings, strict=False)
        if cell and meaning.startswith(meanings)
    )


def _named(row: Row, columns: Columns) -> tuple[str, ...]:
    """Who a row is about, in its own words."""
    return tuple(filter(None, [" ".join(_cells_of(row, columns, has.TEAM, "player", "first", "last"))]))


def _brought_together(read: Sequence[_Read], way: WayOfTakingPart) -> Iterator[_Read]:
    """The rows, with the people of a team that has a row for each of them in its first row.

    The first row of a couple that is there from both sides gets the other's contact.
    """
    typed = [each for _, each in read if isinstance(each, _Typed)]
    people: dict[str, list[_Typed]] = {}
    couples: dict[tuple[str, ...], _Typed] = {}
    for each in typed:
        if way.members > 1 and each.team and len(each.players) == 1:
            people.setdefault(key_of(each.team), []).append(each)
        couples.setdefault(tuple(map(key_of, each.players)), each)
    for row, found in read:
        if isinstance(found, Refused):
            yield row, found
            continue
        each, of_team = found, people.get(key_of(found.team), []) if len(found.players) == 1 else []
        if len(of_team) > 1:
            if len(of_team) > way.members:
                yield (
                    row,
                    Refused(
                        "list.too-many-people",
                        name=each.team,
                        rows=len(of_team),
                        where=[one.row for one in of_team[:MOST_ROWS_NAMED]],
                        entrant=way.entrant,
                        number=way.size,
                    ),
                )
            elif each is of_team[0]:
                yield row, _in_one(of_team)
        elif len(each.players) == 2 and not any(each.contacts[1:]):
            other = couples.get(tuple(map(key_of, each.players[::-1])))
            yield row, replace(each, contacts=(each.contacts[0], other.contacts[0])) if other else each
        else:
            yield row, each


def _in_one(people: Sequence[_Typed]) -> _Typed:
    return replace(
        people[0],
        players=tuple(each.players[0] for each in people),
        contacts=tuple(each.contacts[0] for each in people),
        home=next((each.home for each in people if each.home), ""),
        is_accessible=any(each.is_accessible for each in people),
        rows=tuple(each.row for each in people[1:]),
    )


def _entry(typed: _Typed, way: WayOfTakingPart) -> Entry:
    """:raises Refused: if there are too many players or too few, or something is too long."""
    players, contact = typed.players, next(filter(None, typed.contacts), "")
    if any(len(each) > LONGEST_CONTACT for each in typed.contacts):
        raise Refused("list.contact", most=LONGEST_CONTACT)
    if len(typed.home) > LONGEST_HOME:
        raise Refused("team.home")
    is_team = way.members == 1 or len(players) > 1 or bool(typed.team)
    if not is_team and len(players[0]) > LONGEST_NAME:
        raise Refused("player.name-long")
    names = names_of_team(players, way) if is_team else players
    team = typed.team or after_its_players(names) if is_team else ""
    if len(team) > LONGEST_NAME:
        raise Refused("team.name-long", entrant=way.entrant)
    return Entry(
        row=typed.row,
        state=NEW,
        players=tuple(names),
        team=team,
        contact=contact,
        contacts=typed.contacts if any(typed.contacts[1:]) else (),
        home=typed.home,
        accessible=is_team and typed.is_accessible,
        rows=typed.rows,
    )


def _typed(row: Row, columns: Columns, way: WayOfTakingPart) -> _Typed:
    """What a row says.

    :raises Refused: if one of its cells is wrong, or it has no name.
    """
    cells: dict[str, list[str]] = {}
    for index, (cell, meaning) in enumerate(_by_itself(row, columns, way)):
        if meaning and cell:
            cells.setdefault(meaning, []).append(_sound(cell, meaning, f"{letter(index)}{row.number}"))
    text = {meaning: _together(parts, meaning) for meaning, parts in cells.items()}
    team, seats = text.get(has.TEAM, ""), [_seat(text, seat) for seat in range(1, way.members + 1)]
    whole = A_MARK.sub("", text.get(has.PLAYERS, ""))
    if not team and not whole and sum(bool(name) for name, _ in seats) == 1 and JOINED.search(seats[0][0]):
        whole, seats[0] = seats[0][0], ("", seats[0][1])
    if not team and ":" in whole:
        team, _, whole = whole.partition(":")
    if whole and not any(name for name, _ in seats):
        contacts = [contact for _, contact in seats] + [""] * len(whole)
        seats = list(zip([whole] if way.members == 1 else _parted(whole), contacts, strict=False))
    elif whole:
        seats += [(name, "") for name in _parted(whole)]
    seats = [(clean_name(A_MARK.sub("", name)), contact) for name, contact in seats]
    seats = [(name, contact) for name, contact in seats if name and name.casefold() not in NOBODY]
    if not seats:
        raise Refused("list.no-player")
    if not any(contact for _, contact in seats):
        seats[0] = (seats[0][0], text.get(has.CONTACT, ""))
    return _Typed(
        row=row.number,
        team=clean_name(team),
        players=tuple(name for name, _ in seats),
        contacts=tuple(one_line(contact) for _, contact in seats),
        home=clean_name(text.get(has.HOME, "")),
        is_accessible=text.get(has.ACCESSIBLE, "").casefold() in YES,
    )


def _together(parts: Sequence[str], meaning: str) -> str:
    """What the columns with one meaning say. A player has one contact: an e-mail goes before a number."""
    if meaning.startswith(has.CONTACT):
        return next((part for part in parts if "@" in part), parts[0])
    return " ".join(parts)


def _by_itself(row: Row, columns: Columns, way: WayOfTakingPart) -> Sequence[tuple[str, str]]:
    """The row's cells with their meanings: its own, if it is written in another way than most of a paste."""
    usual = list(zip(row.cells, columns.meanings, strict=False))
    if way.members == 1 or not columns.is_guessed:
        return usual
    wanted = [each for each in columns.meanings if each and not each.startswith(has.CONTACT)]
    names = [cell for cell in row.cells if cell and not is_number(cell) and not is_contact(cell)]
    players = names[1:] if has.TEAM in wanted and len(names) == len(wanted) else names
    is_joined = any(":" in name for name in names) or any(map(JOINED.search, players))
    if wanted == [has.PLAYERS] or (len(names) == len(wanted) and not is_joined):
        return usual
    reached = [cell for cell in row.cells if is_contact(cell)]
    contacts = [*zip(reached, of_contacts(("@" in cell for cell in reached), way), strict=True)]
    first, *rest = names or [""]
    seats = [nth("player", seat) for seat in range(1, way.members + 1)]
    is_team = is_joined and ":" not in first and not JOINED.search(first)
    if is_team and rest and len(_parted(", ".join(rest))) == way.members:
        return [(first, has.TEAM), (", ".join(rest), has.PLAYERS), *contacts]
    if is_joined or len(names) == 1:
        return [(", ".join(names), has.PLAYERS), *contacts]
    if len(names) == way.members + 1:
        return [*zip(names, [has.TEAM, *seats], strict=True), *contacts]
    return usual


def _seat(text: Mapping[str, str], seat: int) -> tuple[str, str]:
    """The name and contact of a player who has columns.

    :raises Refused: if it may be the names of two.
    """
    parts = [text.get(nth(what, seat), "") for what in ("first", "last")]
    name = _turned(text.get(nth("player", seat), "")) or " ".join(filter(None, parts))
    last, comma, first = name.partition(",")
    if comma and min(len(last.split()), len(first.split())) > 1:
        raise Refused("list.one-or-two", name=name[:40])
    return name, text.get(nth(has.CONTACT, seat), "")


def _turned(name: str) -> str:
    """``Ann Adams`` for ``Adams, Ann``; any other name as it is."""
    parts = [part.strip() for part in name.split(",")]
    is_one = len(parts) == 2 and all(parts) and min(len(part.split()) for part in parts) == 1
    return " ".join(reversed(parts)) if is_one and not BEHIND.fullmatch(parts[1]) else name


def _parted(whole: str) -> list[str]:
    """The names in a text."""
    parts = [part.strip() for part in JOINED.split(whole)]
    turned = [_turned(part) for part in parts]
    if len(parts) > 1 and all(one != other for one, other in zip(parts, turned, strict=True)):
        return turned
    names: list[str] = []
    for part in parts:
        for piece in part.split(","):
            if names and BEHIND.fullmatch(piece.strip()):
                names[-1] += f", {piece.strip()}"
            else:
                names.append(piece.strip())
    return names


def _sound(cell: str, meaning: str, cell_name: str) -> str:
    """The cell's text.

    :raises Refused: if it is too long, a formula or a spreadsheet's error, has two lines, or its encoding is
        broken.
    """
    if len(cell) > LONGEST_CELL:
        raise Refused("list.long-cell", cell=cell_name, most=LONGEST_CELL)
    if EXPORTED.match(cell):
        return cell[1:]
    if cell.upper() in ERRORS:
        raise Refused("list.cell-error", cell=cell_name, error=cell)
    signs = FORMULAS[:2] if meaning.startswith(has.CONTACT) else FORMULAS
    if cell.startswith(signs) and cell.casefold() not in NOBODY and not A_MARK.match(cell):
        raise Refused("list.formula", cell=cell_name, sign=cell[0])
    if "\n" in cell or "\r" in cell:
        raise Refused("list.line-break", cell=cell_name)
    if "\ufffd" in cell or _is_mangled(cell):
        raise Refused("list.letters", cell=cell_name, text=cell[:40])
    return cell


def _is_mangled(cell: str) -> bool:
    """Whether UTF-8 was decoded as Windows-1252 at some time: ``JosÃ©``."""
    try:
        return not cell.isascii() and cell.encode("cp1252").decode("utf-8") != cell
    except UnicodeError:
        return False
