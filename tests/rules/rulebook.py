"""The chapters of ``docs/rulebook`` and their numbered paragraphs."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULEBOOK = ROOT / "docs" / "rulebook"


def paragraphs():
    """The numbers of all paragraphs, in order."""
    return [
        number
        for file in sorted(RULEBOOK.glob("*.md"))
        for number in re.findall(r"^\*\*([A-Z]+-\d+)\.", file.read_text(), re.MULTILINE)
    ]
