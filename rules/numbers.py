"""Numbers as people read them, with a minus sign instead of a hyphen."""

import re
from typing import Final

_HYPHEN: Final = re.compile(r"(?<![\w–-])-(?=\d)")


def minus(number: float | str) -> str:
    """``−5``, ``12``. A sentence has its minus sign at each number in it."""
    return _HYPHEN.sub("−", str(number))


def plus_minus(number: float) -> str:
    """``+5``, ``−5``, ``0``."""
    return minus(f"{number:+}") if number else "0"
