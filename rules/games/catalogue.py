"""Which games there are, in the order a list shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.games import other_entries, whist_entries
from rules.games.ruleset import Entry

CATALOGUE: Final[Mapping[str, Entry]] = {
    entry.description.key: entry
    for entry in (*whist_entries.ENTRIES, *other_entries.ENTRIES, *whist_entries.PRESET_ENTRIES)
}
