"""The entries of a list: the team or single player that each row would become, or what is wrong with it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from unicodedata import combining, normalize

from rules.competition.taking_part import WayOfTakingPart
from tournament.errors import SENTENCES, Refused
from tournament.errors.sentences import say
from tournament.models import Event
from tournament.models.typed_names import LONGEST_NAME, after_its_players, clean_name
from tournament.queries.lists import columns as has
from tournament.queries.lists.columns import Columns, is_heading, letter
from tournament.queries.lists.reading import Row, at_row
from tournament.queries.names import besides, names_of_team

NEW, BACK, KNOWN, WRONG = "new", "back", "known", "wrong"
"""A row's state: a new entry, a withdrawn team that returns, an entry that is there already, an error."""
COMES_IN = (NEW, BACK)
LONGEST_CONTACT, LONGEST_HOME = 120, 60
YES = {"yes", "y", "x", "true", "1", "✓", "ja", "si", "sí"}
NOBODY = {"", "-", "–", "—", "?", "none", "n/a", "na", "tbd", "tba", "looking", "looking for a partner"}
NOBODY |= {"single", "needs a partner", "needs partner", "no partner", "none yet", "not yet"}
"""What people write in place of a partner's name if they have no partner."""
BETWEEN = re.compile(r"\s*(?:&|/|;|\+|,|\t|\n|\s(?:and|with|y)\s)\s*", re.IGNORECASE)
A_MARK = re.compile(r"^\s*(?:\d{1,4}\s*[.)]|[-*•·])\s+")
ERRORS = {"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"}
FORMULAS = ("=", "@", "+", "-")
EXPORTED = re.compile(r"^'(?=\s*[=+\-@])")
"""The apostrophe that exports put before text that a spreadsheet would take for a formula."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A row and what it would become. ``said`` is a refusal with its values: an error, or a note."""

    row: int
    state: str
    players: tuple[str, ...] = ()
    team: str = ""
    contact: str = ""
    home: str = ""
    accessible: bool = False
    said: Mapping[str, Any] = field(default_factory=dict)

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
    def team_besides(self) -> tuple[str, ...]:
        """The players to name next to the team's name; none if it is named after them."""
        return besides(self.team, self.players)

    @property
    def words(self) -> str:
        return sentence_of(self.said) if self.said else ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def entry_of(stored: Mapping[str, Any]) -> Entry:
    return Entry(**{**stored, "players": tuple(stored["players"])})


def kept(refused: Refused) -> dict[str, Any]:
    """A refusal as it is stored in a row."""
    plain = (int, str, list, type(None))
    values = {name: one if isinstance(one, plain) else str(one) for name, one in refused.values.items()}
    return {"code": refused.code, "field": refused.field, **values}


def sentence_of(said: Mapping[str, Any]) -> str:
    return say(SENTENCES[said["code"]], said)


def entries(event: Event, rows: Sequence[Row], columns: Columns) -> Iterator[Entry]:
    """The entry of each row. Two queries, before the first entry.

    :raises Refused: if no column has names.
    """
    if not columns.has_names:
        raise Refused("list.no-names", field=at_row(rows[0].number))
    there = _There(event)
    for row in rows[1:] if columns.has_heading else rows:
        try:
            if columns.has_heading and is_heading(row, rows[0]):
                raise Refused("list.heading-again")
            yield there.placed(_typed(row, columns, event.way))
        except Refused as why:
            yield Entry(row=row.number, state=WRONG, players=row.cells[:8], said=kept(why))


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
        """The entry with its state. Remembers the entry for later rows."""
        keys = frozenset(map(key_of, entry.players))
        if other := self._rows.get(keys):
            return _said(entry, KNOWN, Refused("list.double", other=other))
        if not entry.is_team and keys <= self._singles:
            return _said(entry, KNOWN, Refused("list.listed"))
        team = self._known.get(keys) if entry.is_team else None
        if team and team.withdrawn_at is None:
            return _said(entry, KNOWN, Refused("list.signed-up", entrant=self._way.entrant, team=team.number))
        name = entry.team.casefold()
        if entry.is_team and (other := self._names.get(name)):
            return _said(entry, WRONG, Refused("list.name-twice", other=other, name=entry.team))
        if entry.is_team and name in self._taken and not (team and team.name.casefold() == name):
            refused = Refused("team.name-taken", entrant=self._way.entrant, name=entry.team)
            return _said(entry, WRONG, refused)
        note = self._noted(entry)
        self._rows[keys] = entry.row
        self._people |= dict.fromkeys(keys, entry.row)
        if entry.is_team:
            self._names[name] = entry.row
        if team:
            return _said(entry, BACK, Refused("list.returns", entrant=self._way.entrant, team=team.number))
        return _said(entry, NEW, note) if note else entry

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


def _said(entry: Entry, state: str, why: Refused) -> Entry:
    return Entry(**{**vars(entry), "state": state, "said": kept(why)})


def _typed(row: Row, columns: Columns, way: WayOfTakingPart) -> Entry:
    """The entry in a row's cells.

    :raises Refused: if one of them is wrong.
    """
    cells: dict[str, list[str]] = {}
    for place, (cell, meaning) in enumerate(zip(row.cells, columns.meanings, strict=False)):
        if meaning and cell:
            cells.setdefault(meaning, []).append(_sound(cell, meaning, f"{letter(place)}{row.number}"))
    text = {meaning: " ".join(parts) for meaning, parts in cells.items()}
    team, players = text.get(has.TEAM, ""), _players(text, way)
    if has.PLAYERS in text and not team and ":" in text[has.PLAYERS]:
        team, _, rest = text[has.PLAYERS].partition(":")
        team, players = A_MARK.sub("", team), _players({has.PLAYERS: rest}, way)
    if not players:
        raise Refused("list.no-player")
    contact, home = clean_name(text.get(has.CONTACT, "")), clean_name(text.get(has.HOME, ""))
    if len(contact) > LONGEST_CONTACT:
        raise Refused("list.contact", most=LONGEST_CONTACT)
    if len(home) > LONGEST_HOME:
        raise Refused("team.home")
    more: dict[str, Any] = {"row": row.number, "state": NEW, "contact": contact, "home": home}
    if len(players) == 1 and way.members > 1 and not clean_name(team):
        name = clean_name(players[0])
        if not name:
            raise Refused("list.no-player")
        if len(name) > LONGEST_NAME:
            raise Refused("player.name-long")
        return Entry(players=(name,), **more)
    names = names_of_team(players, way)
    named = clean_name(team) or after_its_players(names)
    if len(named) > LONGEST_NAME:
        raise Refused("team.name-long", entrant=way.entrant)
    is_accessible = text.get(has.ACCESSIBLE, "").casefold() in YES
    return Entry(players=tuple(names), team=named, accessible=is_accessible, **more)


def _players(text: Mapping[str, str], way: WayOfTakingPart) -> list[str]:
    named = [text.get(f"player_{seat + 1}", "") for seat in range(way.members)]
    if has.PLAYERS in text:
        whole = A_MARK.sub("", text[has.PLAYERS])
        named += [whole] if way.members == 1 else BETWEEN.split(whole)
    return [A_MARK.sub("", name) for name in named if name.strip().casefold() not in NOBODY]


def _sound(cell: str, meaning: str, place: str) -> str:
    """The cell's text.

    :raises Refused: if it is a formula or a spreadsheet's error, has two lines, or its encoding is broken.
    """
    if EXPORTED.match(cell):
        return cell[1:]
    if cell.upper() in ERRORS:
        raise Refused("list.cell-error", cell=place, error=cell)
    signs = FORMULAS[:2] if meaning == has.CONTACT else FORMULAS
    if cell.startswith(signs) and cell.casefold() not in NOBODY and not A_MARK.match(cell):
        raise Refused("list.formula", cell=place, sign=cell[0])
    if "\n" in cell or "\r" in cell:
        raise Refused("list.line-break", cell=place)
    if "\ufffd" in cell or _is_mangled(cell):
        raise Refused("list.letters", cell=place, text=cell[:40])
    return cell


def _is_mangled(cell: str) -> bool:
    """Whether UTF-8 was decoded as Windows-1252 at some time: ``JosÃ©``."""
    try:
        return not cell.isascii() and cell.encode("cp1252").decode("utf-8") != cell
    except UnicodeError:
        return False
