"""What a referee can tap for a hand: the bids and the books of the game, nothing that can't happen."""

from dataclasses import dataclass

from rules.bids import STRAIN_WORDS, wording
from rules.ruleset import Ruleset

BOARD = 6
ALL_BOOKS = 13
GLYPHS = {"uptown": "▲", "downtown": "▼"}
SHORT = {"uptown": "Up", "downtown": "Down", "no_trump": "No trump"}


@dataclass(frozen=True, kw_only=True)
class BidTile:
    """One bid: what is sent, its number, and how it is said."""

    value: str
    level: str
    said: str


@dataclass(frozen=True, kw_only=True)
class BidRow:
    """The bids of one kind, lowest first."""

    strain: str
    word: str
    glyph: str
    tiles: tuple[BidTile, ...]


@dataclass(frozen=True, kw_only=True)
class MadeLine:
    """From how many books a number bid is made."""

    level: int
    made_from: int


@dataclass(frozen=True, kw_only=True)
class EntryTiles:
    """All that the entry of a hand offers. Values are text, as a form sends them."""

    rows: tuple[BidRow, ...]
    books: tuple[str, ...]
    made_lines: tuple[MadeLine, ...]
    most_reneges: tuple[str, ...] = ("0", "1", "2", "3", "4")

    @property
    def bids(self) -> tuple[str, ...]:
        """Every bid, as it is sent."""
        return tuple(tile.value for row in self.rows for tile in row.tiles)

    @property
    def columns(self) -> int:
        """How many bids stand beside each other."""
        return max(len(row.tiles) for row in self.rows)


def entry_tiles(ruleset: Ruleset) -> EntryTiles:
    """The tiles of a Bid Whist game by its house rules. No query."""
    bids = [tuple(bid.split(" ", 1)) for bid in ruleset.ladder.bids if " " in bid]
    levels = sorted({int(level) for level, _ in bids})
    least = 1 if ruleset.house.get("kitty", True) else 0
    return EntryTiles(
        rows=tuple(
            _row(strain, [level for level, kind in bids if kind == strain]) for strain in STRAIN_WORDS
        ),
        books=tuple(str(books) for books in range(least, ALL_BOOKS + 1)),
        made_lines=tuple(MadeLine(level=level, made_from=BOARD + level) for level in levels),
    )


def _row(strain: str, levels: list[str]) -> BidRow:
    tiles = (
        BidTile(value=f"{level} {strain}", level=level, said=wording(f"{level} {strain}")) for level in levels
    )
    return BidRow(strain=strain, word=SHORT[strain], glyph=GLYPHS.get(strain, ""), tiles=tuple(tiles))
