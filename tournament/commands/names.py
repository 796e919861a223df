"""What somebody typed as a name, as it stands on every page from then on."""

import unicodedata
from collections.abc import Sequence

LONGEST_NAME = 60
# They join emoji, and letters of Persian and Hindi: the only unseen signs that a name may need.
JOINERS = "\u200c\u200d"


def written(typed: str) -> str:
    """The name without the signs that nobody sees, one space between its words; empty if nothing is left.

    A page is read as it is written: a sign that turns the direction of what follows it would turn the page's
    own words around, and a name of nothing but unseen signs is no name.
    """
    seen = "".join(sign for sign in " ".join(typed.split()) if not _is_unseen(sign))
    return " ".join(seen.split()) if seen.strip(JOINERS + " ") else ""


def after_its_players(names: Sequence[str]) -> str:
    """What a team without a name is called: its players' names, or their first ones if those are too long."""
    whole = " & ".join(names)
    room = (LONGEST_NAME - 3) // 2
    return whole if len(whole) <= LONGEST_NAME else " & ".join(name.split()[0][:room] for name in names)


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Cf", "Co", "Cs"} and sign not in JOINERS
