"""What somebody typed as a name, as it stands on every page from then on."""

import unicodedata
from collections.abc import Sequence

from confusable_homoglyphs import confusables

LONGEST_NAME = 60
# They join emoji, and letters of Persian and Hindi: the only unseen signs that a name may need. Between
# other letters they only make two names that look the same.
JOINERS = "\u200c\u200d"
JOINED = frozenset({"Lo", "Mn", "Mc", "So", "Sk"})
"""The categories of signs that a joiner may be between: letters without capitals, and emoji."""
# Letters and signs by their category that no font draws: fillers of Hangul, a blank of Braille and the like.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
ALIKE = str.maketrans({"0": "o", "O": "o", "1": "l", "I": "l", "|": "l"})


def written(typed: str) -> str:
    """The name without the signs that nobody sees, one space between its words; empty if nothing is left.

    A page is read as it is written: a sign that turns the direction of what follows it would turn the page's
    own words around, and a name of nothing but unseen signs is no name.
    """
    signs = "".join(sign for sign in " ".join(typed.split()) if not _is_unseen(sign))
    seen = "".join(sign for place, sign in enumerate(signs) if not _joins_nothing(signs, place))
    return " ".join(seen.split()) if any(unicodedata.category(sign)[0] in "LNPS" for sign in seen) else ""


def looks(name: str) -> str:
    """What a name looks like: two names with the same looks can't be told apart on a page."""
    signs = unicodedata.normalize("NFKC", name)
    plain = "".join(sign if sign.isascii() else _ascii_like(sign) for sign in signs)
    return plain.translate(ALIKE).casefold()


def _ascii_like(sign: str) -> str:
    """The letter of the plain alphabet that looks like this one of another; itself if there is none."""
    found = confusables.is_confusable(sign, greedy=True) or [{"homoglyphs": []}]
    return next((like["c"] for like in found[0]["homoglyphs"] if like["c"].isascii()), sign)


def after_its_players(names: Sequence[str]) -> str:
    """What a team without a name is called: its players' names, or their first ones if those are too long."""
    whole = " & ".join(names)
    room = (LONGEST_NAME - 3) // 2
    return whole if len(whole) <= LONGEST_NAME else " & ".join(name.split()[0][:room] for name in names)


def _joins_nothing(signs: str, place: int) -> bool:
    """Whether this is a joiner, or a choice between two pictures of a sign, beside signs that have none."""
    around = [
        unicodedata.category(sign) for sign in (*signs[place - 1 : place], *signs[place + 1 : place + 2])
    ]
    if signs[place] in JOINERS:
        return len(around) < 2 or not JOINED.issuperset(around)
    return "\ufe00" <= signs[place] <= "\ufe0f" and (place == 0 or around[0][0] not in "SP")


def _is_unseen(sign: str) -> bool:
    return sign in BLANKS or (unicodedata.category(sign) in {"Cc", "Cf", "Co", "Cs"} and sign not in JOINERS)
