"""Typed names, cleaned so that they are safe to show, and are the same however a device types them."""

import re
import unicodedata
from collections.abc import Sequence

from confusable_homoglyphs import confusables

LONGEST_NAME = 60
# The only invisible characters that a name may need: they join emoji, and letters of Persian and Hindi.
# Between other letters they would make two names that look the same.
JOINERS = "\u200c\u200d"
JOINED = frozenset({"Lo", "Mn", "Mc", "So", "Sk"})
"""The Unicode categories that a joiner may be between: letters without capitals, and emoji."""
# Invisible characters whose category is a letter or symbol: Hangul fillers, the Braille blank and the like.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
TITLES = frozenset({
    "aunt", "bishop", "brother", "deacon", "dr", "elder", "father", "fr", "miss", "mother", "mr", "mrs", "ms",
    "pastor", "prof", "professor", "rabbi", "rev", "reverend", "sir", "sister", "uncle",
})  # fmt: skip
APOSTROPHES = "'`´‘’‛′ʻʼ＇｀"
"""What keyboards and phones type for the apostrophe of a name. Stored is the one that pages have."""
QUOTES = '"“”„‟″＂'
HYPHENS = "-\u2010\u2011"
ONE_KIND = {APOSTROPHES: "’", QUOTES: "”", HYPHENS: "-"}
SAME_SIGNS = str.maketrans({sign: one for signs, one in ONE_KIND.items() for sign in signs})
OPENS = re.compile(r"(?<![^\s(\[-])”")
ALIKE = str.maketrans({"0": "o", "O": "o", "1": "l", "I": "l", "|": "l"})


def clean_name(typed: str) -> str:
    """The name on ``one_line``, with one kind of apostrophe, quotation marks and hyphen."""
    return _one_kind(one_line(typed))


def one_line(typed: str) -> str:
    """Text in one normal form (NFC), without full-width letters, invisible characters and extra spaces.

    Empty if nothing visible is left. For what isn't a name: an address may need the apostrophe that it has.
    """
    composed = unicodedata.normalize("NFC", "".join(map(_usual_width, typed)))
    signs = "".join(sign for sign in " ".join(composed.split()) if not _is_unseen(sign))
    seen = "".join(sign for index, sign in enumerate(signs) if not _joins_nothing(signs, index))
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in seen):
        return ""
    # Again, because an accent may have been behind an invisible character.
    return " ".join(unicodedata.normalize("NFC", seen).split())


def plain(text: str) -> str:
    """Text normalized for comparison: without case and accents, with one kind of apostrophe."""
    letters = unicodedata.normalize("NFKD", _one_kind(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def as_word(name: str) -> re.Pattern[str]:
    """Finds the name in text as somebody typed it: in any case, with any apostrophe and spaces."""
    signs = "".join(map(_any_kind, name))
    return re.compile(rf"(?<!\w){signs}(?!\w)", re.IGNORECASE)


def lookalike_key(name: str) -> str:
    signs = unicodedata.normalize("NFKC", name)
    plain = "".join(sign if sign.isascii() else _ascii_like(sign) for sign in signs)
    return plain.translate(ALIKE).casefold()


def _ascii_like(sign: str) -> str:
    """The ASCII letter that looks like this one; itself if there is none."""
    found = confusables.is_confusable(sign, greedy=True) or [{"homoglyphs": []}]
    return next((like["c"] for like in found[0]["homoglyphs"] if like["c"].isascii()), sign)


def first_name(name: str) -> str:
    """``Dee``, or ``Dr. Dee``: a title alone names nobody."""
    first, _, rest = name.partition(" ")
    return f"{first} {first_name(rest)}" if rest and first.rstrip(".").casefold() in TITLES else first


def after_its_players(names: Sequence[str]) -> str:
    """A team's default name: its players' names, or their first names if those are too long."""
    whole = " & ".join(names)
    room = (LONGEST_NAME + 3) // max(1, len(names)) - 3
    return whole if len(whole) <= LONGEST_NAME else " & ".join(first_name(name)[:room] for name in names)


def _one_kind(words: str) -> str:
    return OPENS.sub("“", words.translate(SAME_SIGNS))


def _any_kind(sign: str) -> str:
    """The pattern of all signs that are the same as this one in a name."""
    if sign == " ":
        return r"\s+"
    kinds = next((kinds for kinds in ONE_KIND if sign in kinds), sign)
    return f"[{re.escape(kinds)}]"


def _usual_width(sign: str) -> str:
    kind, _, code = unicodedata.decomposition(sign).partition(" ")
    return chr(int(code, 16)) if kind in {"<wide>", "<narrow>"} else sign


def _joins_nothing(signs: str, index: int) -> bool:
    """Whether this is a joiner or a variation selector with no effect on the characters beside it."""
    around = [
        unicodedata.category(sign) for sign in (*signs[index - 1 : index], *signs[index + 1 : index + 2])
    ]
    if signs[index] in JOINERS:
        return len(around) < 2 or not JOINED.issuperset(around)
    return "\ufe00" <= signs[index] <= "\ufe0f" and (index == 0 or around[0][0] not in "SP")


def _is_unseen(sign: str) -> bool:
    return sign in BLANKS or (unicodedata.category(sign) in {"Cc", "Cf", "Co", "Cs"} and sign not in JOINERS)
