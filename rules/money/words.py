"""Amounts and pots in words."""


def dollars(cents: int) -> str:
    """An amount: ``$10``, ``$7.50``, ``−$5``."""
    sign, whole, rest = "−" if cents < 0 else "", abs(cents) // 100, abs(cents) % 100
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"


def is_gift(word: str) -> bool:
    """Whether an event's word for the money means that it is given freely, such as ``donation``."""
    return any(gift in word.lower() for gift in ("donation", "gift", "contribution"))


def nobody_must(word: str, *, has_entries: bool) -> str:
    """The sentence that nobody has to pay. ``has_entries`` is whether a pot has a fee (M-2, M-15)."""
    verb = "give" if is_gift(word) else "pay"
    return f"Nobody has to {verb} to play{', only to be in a pot' if has_entries else ''}."
