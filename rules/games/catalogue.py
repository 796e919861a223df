"""Which games there are: their rulebook's paragraphs, their defaults, and the presets of real events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.games import whist_entries
from rules.ruleset import Entry

CATALOGUE: Final[Mapping[str, Entry]] = {entry.description.key: entry for entry in whist_entries.ENTRIES}
