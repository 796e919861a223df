"""Numbers, amounts and lengths of time as flyers write them."""

from __future__ import annotations

import re
from typing import Final

_ONES: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS: Final = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES: Final = {
    **{word: value for value, word in enumerate((*_ONES, *_TEENS), start=1)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
}
_IN_LETTERS: Final = f"(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(_ONES)}))?|{'|'.join((*_TEENS, *_ONES))}"
NUMBER: Final = rf"(?<![\d.,$/])(?:\d{{1,3}},\d{{3}}|\d{{1,4}}|\b(?:{_IN_LETTERS}))\b(?: ?\(\d{{1,4}}\))?"
"""``7``, ``1,000``, ``seven``, ``twenty-five``, ``two (2)``."""
MINUTES: Final = rf"{NUMBER}[ -]?(?:minutes?|mins?)\b\.?"
LASTS: Final = (
    rf"(?:a half[ -]hour|half an hour|an hour and a half|(?:an|one) hour|"
    rf"{NUMBER}(?: ?1/2|½| and a half|\.5)?[ -]?(?:hours?|hrs?|minutes?|mins?)\b\.?)"
)
MONEY: Final = (
    rf"(?:\$ ?\d{{1,3}}(?:,\d{{3}})?(?:\d{{0,2}})(?:\.\d\d)?\b(?: dollars?\b)?"
    rf"|(?:{NUMBER}) (?:dollars?|bucks)\b)"
)


def number(text: str) -> int:
    """The value of what ``NUMBER`` matched, or of the number that ``text`` begins with."""
    word = text.strip().lower().split("(")[0].strip()
    if found := re.match(r"[\d,]+", word):
        return int(found[0].replace(",", "") or 0)
    first, second, *_ = *word.replace("-", " ").split(), "", ""
    tens = _VALUES.get(first, 0)
    return tens + (_VALUES.get(second, 0) if tens >= 20 and _VALUES.get(second, 10) < 10 else 0)


def minutes(text: str) -> int:
    """The minutes in what ``MINUTES`` or ``LASTS`` matched."""
    told = text.lower()
    if "half" in told and "and" not in told and "hour" in told and not re.search(r"\d", told):
        return 30
    if re.match(r"an? ", told) or told.startswith("one hour"):
        return 90 if "half" in told else 60
    value = number(told)
    if "min" in told:
        return value
    return 60 * value + (30 if re.search(r"1/2|½|half|\.5", told) else 0)


def cents(text: str) -> int:
    """The amount in what ``MONEY`` matched."""
    if found := re.search(r"[\d,]+(?:\.\d\d)?", text):
        whole, _, rest = found[0].replace(",", "").partition(".")
        return 100 * int(whole) + int(rest or 0)
    return 100 * number(text)
