"""What a line of the table of phrases is: a setting, a pattern, and what its value is.

In a pattern a space is any run of spaces, ``<n>`` a number, ``<money>`` an amount, ``<min>`` minutes,
``<lasts>`` a length of time, ``<t>`` a time, ``<sure>`` one that can be nothing else, ``<side>`` a word for
teams, ``<player>`` one for players, and ``~`` anything within the sentence. A second one is ``<n2>``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import time
from typing import Any, Final, TypeAlias

from rules.flyer.clocks import CLOCK, SURE, clock, clocks, in_the_afternoon
from rules.flyer.page import FlyerText
from rules.flyer.words import LASTS, MINUTES, MONEY, NUMBER, cents, minutes, number

Told: TypeAlias = re.Match[str]
Value: TypeAlias = Callable[[Told], Any]
"""What a phrase says: a value, or a mapping of settings to values; None if it isn't clear."""

ELSE: Final = "else"
"""The setting of a phrase that is about something else: it keeps others from reading its words."""
SURE_RANK, TURNED, WEAK = 0, 1, 2
"""How a phrase ranks beside others that want the same words: a weak one has what no other reads."""

_TOKENS: Final[Mapping[str, str]] = {
    "n": NUMBER, "money": MONEY, "min": MINUTES, "lasts": LASTS, "t": CLOCK, "sure": SURE,
}  # fmt: skip
_WORDS: Final[Mapping[str, str]] = {
    "side": r"(?:teams?|pairs?|partnerships?|couples?|duos?|twosomes?|partners|entries|squads?)\b",
    "player": r"(?:players?|persons?|people|individuals?|heads?|each|pp|members?|participants?|guests?)\b",
    "per": r"(?: ?(?:/|per|a|an|each|for (?:each|every|a|one|two|all)|by the|x|for|from each) ?)",
    "wins": r"(?:advances?|qualif(?:y|ies)|moves? (?:on|up|ahead|forward|into|to)|goes|go|makes?"
    r"|plays? (?:on|in|off|for)|"
    r"will (?:advance|play|move|compete|go|meet|be|make|continue|proceed|face)|competes?|proceeds?"
    r"|continues?|"
    r"into|to the|in the|play|return|are seeded|seeded|reach(?:es)?|battle|square off)\b",
}
_BOUNDED: Final = {
    r"\w+": r"\w{1,24}",
    r"\w*": r"\w{0,24}",
    r"\d+": r"\d{1,9}",
    ")*": "){0,5}",
    ")+": "){1,5}",
    "-+": "-{1,9}",
}
"""No repetition goes on forever, so a pattern takes as long for a character as for any other."""
_NEAR: Final = 200
_TOKEN: Final = re.compile(r"(?<!\?P)<([a-z]+)(\d?)>")


@dataclass(frozen=True, slots=True)
class Phrase:
    setting: str
    """The setting; empty if the value names several."""
    pattern: re.Pattern[str]
    value: Value
    rank: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A phrase that was found, from ``start`` to ``end`` of ``FlyerText.shown``, and what it says."""

    start: int
    end: int
    says: Mapping[str, Any]
    rank: int = SURE_RANK

    def overlaps(self, other: Reading) -> bool:
        return self.start < other.end and other.start < self.end


def say(setting: str, pattern: str, value: Any = None, *, rank: int = SURE_RANK) -> Phrase:
    """A line of the table. Without a ``value`` it is the pattern's number, minutes, amount or time."""
    if value is None:
        value = next(read for token, read in _USUAL.items() if token in pattern)
    says = value if callable(value) else lambda told: value
    return Phrase(setting, compiled(pattern), says, rank)


def compiled(pattern: str) -> re.Pattern[str]:
    def regex(token: re.Match[str]) -> str:
        name, again = token[1], token[2]
        return f"(?P<{name}{again}>{_TOKENS[name]})" if name in _TOKENS else _WORDS[name]

    whole = _TOKEN.sub(regex, pattern.replace("~", r"[^\n.!?;]{0,48}?").replace("’", "'"))
    for endless, bounded in _BOUNDED.items():
        whole = whole.replace(endless, bounded)
    return re.compile(rf"(?<![A-Za-z]){whole}", re.IGNORECASE)


def readings(page: FlyerText, table: tuple[Phrase, ...]) -> Iterator[Reading]:
    for phrase in table:
        for told in phrase.pattern.finditer(page.shown):
            value = phrase.value(told)
            if value is None or told.end() == told.start():
                continue
            says = value if not phrase.setting else {phrase.setting: value}
            yield Reading(told.start(), told.end(), says, phrase.rank)


def apart(found: list[Reading]) -> list[Reading]:
    """Those that share no words: the surer, then the longer, then the earlier one has them."""
    best: list[Reading] = []
    taken = bytearray(max((each.end for each in found), default=0))
    for each in sorted(found, key=lambda one: (one.rank, one.start - one.end, one.start)):
        if not any(taken[each.start : each.end]):
            best.append(each)
            taken[each.start : each.end] = b"\1" * (each.end - each.start)
    return sorted(best, key=lambda one: one.start)


# --- what a match says ----------------------------------------------------------------------------


def count(told: Told) -> int:
    return number(told["n"])


def count2(told: Told) -> int:
    return number(told["n2"])


def in_minutes(told: Told) -> int:
    return minutes(told["min"])


def length(told: Told) -> int:
    return minutes(told["lasts"])


def amount(told: Told) -> int:
    return cents(told["money"])


def at(told: Told, group: str = "t") -> time | None:
    return clock(told[group], near=line_of(told), page=told.string)


def at_surely(told: Told) -> time | None:
    return at(told, "sure")


def at_later(told: Told) -> time | None:
    """A time that comes after others: with one in the afternoon before it, ten is ten in the evening."""
    group = "t" if "t" in told.re.groupindex else "sure"
    return at(told, group) or (clock(f"{told[group]} p.m.") if in_the_afternoon(told.string) else None)


def between(told: Told, first: str = "t", second: str = "t2") -> tuple[time, time] | None:
    return clocks(told[first], told[second], near=line_of(told), page=told.string)


def line_of(told: Told) -> str:
    """The line around a match, or what is near it in a long one."""
    first, last = max(0, told.start() - _NEAR), told.end() + _NEAR
    start = max(first, told.string.rfind("\n", first, told.start()) + 1)
    end = told.string.find("\n", told.end(), last)
    return told.string[start : end if end >= 0 else last]


_USUAL: Final[Mapping[str, Value]] = {
    "<n>": count, "<min>": in_minutes, "<lasts>": length, "<money>": amount, "<t>": at, "<sure>": at_surely,
}  # fmt: skip
