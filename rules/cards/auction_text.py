"""Reads an auction as people write it down: ``p, 4u, 5 no trump, p, p``."""

from __future__ import annotations

import re
from typing import Final

from rules.cards.auction import IllegalCall
from rules.cards.bids import ASK, DOWNTOWN, MOON, NO_TRUMP, PASS, UPTOWN

_STRAINS: Final = {"u": UPTOWN, "s": DOWNTOWN, "d": DOWNTOWN, "n": NO_TRUMP}
_CALL: Final = re.compile(
    r"(?P<word>pass|p|ask|moon)\b"
    r"|(?P<level>\d{1,2})\s*(?P<strain>(?:uptown|up|u|downtown|down|d|special|s|no[ _-]?trump|nt|no|n)\b)?",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"[\s,;/–-]+")


def read_auction(text: str) -> tuple[str, ...]:
    """The calls in a line of text, written as in a report.

    >>> read_auction("p, 4u 5 no trump; Pass")
    ('pass', '4 uptown', '5 no_trump', 'pass')

    :raises IllegalCall: if a word is not a call.
    """
    calls: list[str] = []
    rest = _BETWEEN.sub(" ", text).strip()
    while rest:
        found = _CALL.match(rest)
        if found is None:
            word = rest.split(" ")[0][:20]
            raise IllegalCall(
                f"“{word}” is not a call. Write the calls from the dealer’s left on, "
                "such as: pass, 4 up, 5 no trump."
            )
        calls.append(_call(found))
        rest = rest[found.end() :].strip()
    return tuple(calls)


def _call(found: re.Match[str]) -> str:
    if found["level"]:
        strain = found["strain"]
        return f"{found['level']} {_STRAINS[strain[0].lower()]}" if strain else found["level"]
    return {"ask": ASK, "moon": MOON}.get(found["word"].lower(), PASS)
