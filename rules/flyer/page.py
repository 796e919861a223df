"""A flyer's text as patterns read it, and the way back to what was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MOST_READ: Final = 12_000
"""In characters: three pages. What comes after them isn't read, so that no text takes long."""
WRAPPED: Final = 60
"""A line with this number of characters goes on in the next one: an e-mail or a PDF has cut it there."""

_SAME: Final = str.maketrans("’‘`´“”„–—−‒‑\u00a0\u202f\t\r\f\v", "''''\"\"\"-----      ")
_APART: Final = re.compile(
    r"[•●▪■◆◇►▶★☆♠♣♥♦·|¦✦✔✓➤→\u2028\u2029\U0001f000-\U0001faff]|^[ >]*[*+o-] ", re.MULTILINE
)
"""What begins a new line: bullets, bars, suits and emoji."""
_COLUMN: Final = re.compile(r"^( {0,8}\w[\w ?]{2,20}?)( {3,})(?=\S)", re.MULTILINE)
"""A label in its own column: ``Doors     2:15``."""
_SHORT: Final = re.compile(
    r"\b(?:st|mt|ave?|blvd|rd|dr|mr|mrs|ms|no|vs|ft|jr|sr|rev|est|approx|co|inc|min|hr|hrs|mins|a\.?m|p\.?m|[ap]|[a-z]"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun)$",
    re.IGNORECASE,
)
"""Words whose period ends no sentence."""
_ENDS: Final = re.compile(r"[.!?;]{1,4}[\"')]{0,2} (?=[\"'(]*[A-Z0-9$])")


@dataclass(frozen=True, slots=True)
class FlyerText:
    """``shown`` has one character for each run of spaces; ``at`` has their places in ``written``."""

    written: str
    shown: str
    at: tuple[int, ...]

    @classmethod
    def of(cls, written: str) -> FlyerText:
        plain = _APART.sub(lambda found: "\n" * len(found[0]), written[:MOST_READ].translate(_SAME))
        plain = _COLUMN.sub(lambda found: f"{found[1]}:{found[2][1:]}", plain)
        shown: list[str] = []
        at: list[int] = []
        for place, sign in enumerate(plain):
            if sign == " " and (not shown or shown[-1] in " \n"):
                continue
            if sign == "\n" and shown and shown[-1] == " ":
                shown.pop(), at.pop()
            shown.append("" if sign == "*" else sign)
            at.append(place)
        pairs = [(sign, place) for sign, place in zip(shown, at, strict=True) if sign]
        text = _joined("".join(sign for sign, _ in pairs))
        return cls(written, text, tuple(place for _, place in pairs))

    def original(self, start: int, end: int) -> str:
        """What the flyer has at this place of ``shown``, exactly as it was written."""
        return self.written[self.at[start] : self.at[end - 1] + 1] if end > start else ""

    def lines(self) -> Iterator[tuple[int, int]]:
        """Start and end of each line that isn't empty."""
        for found in re.finditer(r"[^\n]+", self.shown):
            yield self._trimmed(*found.span())

    def line_ends(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where a sentence goes on in a line that may be another sentence: it begins with no small letter."""
        for place in range(start, end - 1):
            if self.written[self.at[place]] == "\n" and not self.shown[place + 1].islower():
                yield place, place + 1

    def sentences(self) -> Iterator[tuple[int, int]]:
        for start, end in self.lines():
            begin = start
            for stop in _ENDS.finditer(self.shown, start, end):
                if stop[0].startswith(".") and _SHORT.search(self.shown, begin, stop.start()):
                    continue
                yield self._trimmed(begin, stop.end())
                begin = stop.end()
            if begin < end:
                yield self._trimmed(begin, end)

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        while start < end and self.shown[start] == " ":
            start += 1
        while start < end and self.shown[end - 1] == " ":
            end -= 1
        return start, end


def _joined(text: str) -> str:
    """The text with a space for each line end inside a sentence, or after a label such as ``Where:``."""
    signs = list(text)
    ends = [place for place, sign in enumerate(text) if sign == "\n"]
    for place in ends:
        before = text[text.rfind("\n", 0, place) + 1 : place]
        after = text[place + 1 : place + 2]
        if not before or after in ("\n", ""):
            continue
        is_cut = len(before) >= WRAPPED and before[-1] not in ".!?:" and after not in "-*"
        is_label = before.endswith(":") and len(before) <= 30
        if is_label or is_cut or (after.islower() and before[-1] not in ".!?:" and len(before) >= 45):
            signs[place] = " "
    return "".join(signs)
