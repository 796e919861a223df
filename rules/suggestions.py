"""What a mistyped word may mean."""

from collections.abc import Iterable
from difflib import get_close_matches


def meant(word: object, known: Iterable[str]) -> str:
    """A suggestion for a mistyped word, or the list of known words."""
    names = sorted(known)
    close = get_close_matches(str(word)[:40], names, n=1)
    return f' Perhaps you mean "{close[0]}".' if close else f" Choose from: {', '.join(names)}."
