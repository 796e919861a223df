"""Times of the clock as flyers write them: ``3-7p``, ``7:30 PM``, ``noon``, ``doors 5:30``."""

from __future__ import annotations

import re
from datetime import time
from functools import lru_cache
from typing import Final

_HALF: Final = r"(?: ?[ap]\.? ?m\b\.?|[ap]\b\.?)"
_MORE: Final = (
    r"(?: o'?clock)?(?: (?:in the (?:morning|afternoon|evening)|at night|tonight|sharp|prompt(?:ly)?)\b)?"
)
_HOUR: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NAMED: Final = (
    rf"(?:(?:12(?::00)? ?)?(?:high )?(?:noon|midnight)\b|(?:half|quarter)[- ](?:past|after"
    rf"|to) (?:{_HOUR}|\d{{1,2}})\b"
    rf"|\b{_HOUR}(?:[- ](?:thirty|fifteen|forty-five))?(?: o'?clock| ?[ap]\.? ?m\b\.?"
    rf"| in the (?:morning|afternoon|evening)))"
)
_NOT_OF: Final = (
    r"(?! ?-?(?:hands?|rounds?|games?|tables?|players?|people|persons?|teams?|pairs?|couples?|minutes?"
    r"|mins?|hours?|hrs?|points?|pts"
    r"|books?|tricks?|dollars?|bucks|percent|cards?|or more|of|for|per|a (?:team|person|player|couple)"
    r"|weeks?|years?|st|nd|rd|th|each"
    r"|no[- ]?trump|uptown|downtown)\b)"
)
"""What a bare number is the number of, if it is no hour."""
CLOCK: Final = (
    rf"(?:{_NAMED}|(?<![\d:.$/])(?:[01]?\d"
    rf"|2[0-3])(?:[:.][0-5]\d)?(?![\d:%/]){_HALF}?{_MORE}{_NOT_OF})(?![\d:%/])"
)
"""Any time, also a bare hour: only behind a word that says what it is the time of."""
SURE: Final = (
    rf"(?:{_NAMED}|(?<![\d:.$/])(?:[01]?\d|2[0-3])(?:(?::[0-5]\d)(?!\d){_HALF}?|{_HALF}| o'?clock){_MORE})"
)
"""A time that can be nothing else."""
_PARTS: Final = re.compile(r"(\d{1,2})(?:[:.](\d\d))?")
_MORNING: Final = re.compile(r"\d(?: ?a\.? ?m|a)\b|morning|breakfast|brunch", re.IGNORECASE)
_EVENING: Final = re.compile(r"\d(?: ?p\.? ?m|p)\b|evening|night|afternoon|dinner", re.IGNORECASE)
_SURELY_AFTER_NOON: Final = frozenset({12, 1, 2, 3, 4, 5, 6, 7})
"""Hours without AM or PM that are PM: nobody deals cards at six in the morning."""


def half_of(text: str) -> str:
    """``a`` or ``p`` if the time says so; else empty."""
    if _MORNING.search(text):
        return "a"
    return "p" if _EVENING.search(text) else ""


def clock(text: str, *, near: str = "", page: str = "") -> time | None:
    """The time; None if it may be morning or evening.

    ``near`` is the line around it and ``page`` the whole flyer: what they say of other times decides for an
    hour from 8 to 11.
    """
    told = text.lower()
    if "noon" in told and "after" not in told:
        return time(12)
    if "midnight" in told:
        return time(0)
    told = _in_figures(told)
    found = _PARTS.search(told)
    if not found:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if hour > 23 or minute > 59:
        return None
    half = half_of(told)
    if hour > 12 or hour == 0:
        return time(hour, minute)
    if not half:
        half = "p" if hour in _SURELY_AFTER_NOON else _of_the_words(near) or _of_the_words(page)
    if not half:
        return None
    return time(hour % 12 + (12 if half == "p" else 0), minute)


def _in_figures(told: str) -> str:
    """``half past twelve`` as ``12:30``, ``six-thirty pm`` as ``6:30 pm``."""
    for hour, word in enumerate(_HOUR[3:-1].split("|"), start=1):
        told = re.sub(rf"\b{word}\b(?!-five)", str(hour), told)
    for word, minute in (("thirty", 30), ("fifteen", 15), ("forty-five", 45)):
        told = re.sub(rf"[- ]{word}\b", f":{minute}", told)
    if found := re.match(r"(half|quarter)[- ](past|after|to) (\d{1,2})", told):
        minute = 30 if found[1] == "half" else 15
        hour = int(found[3]) if found[2] != "to" else (int(found[3]) - 2) % 12 + 1
        told = f"{hour}:{minute if found[2] != 'to' else 60 - minute}{told[found.end() :]}"
    return told


def clocks(first: str, second: str, *, near: str = "", page: str = "") -> tuple[time, time] | None:
    """Both ends of a range: ``3-7p`` is 3 PM to 7 PM, ``10-2`` is 10 AM to 2 PM."""
    ends = clock(second, near=near, page=page)
    if ends is None:
        return None
    starts = clock(first, near=near, page=page)
    if (
        not half_of(first)
        and (found := _PARTS.search(first))
        and int(found[1]) <= 12
        and "noon" not in first.lower()
    ):
        # Without its own AM or PM it is the later of the two that comes before the end.
        hour, minute = int(found[1]) % 12, int(found[2] or 0)
        later, earlier = time(hour + 12, minute), time(hour, minute)
        if half_of(second) or hour in _SURELY_AFTER_NOON or hour >= 8:
            starts = later if later < ends or ends < time(6) else earlier
    return (starts, ends) if starts is not None else None


@lru_cache(maxsize=64)
def in_the_afternoon(text: str) -> bool:
    """Whether a time without AM or PM can only be one after noon: ``doors 5:30``."""
    return bool(re.search(r"\b(?:at|by|doors|@) [1-7](?::[0-5]\d)?\b|\b[1-7]:[0-5]\d\b", text, re.IGNORECASE))


@lru_cache(maxsize=64)
def _of_the_words(text: str) -> str:
    """The half of the day of which alone the text speaks; else empty."""
    morning, evening = _MORNING.search(text), _EVENING.search(text)
    return "" if bool(morning) == bool(evening) else "a" if morning else "p"
