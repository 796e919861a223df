"""Amounts and pots in words."""


def dollars(cents: int) -> str:
    """An amount: ``$10``, ``$7.50``, ``−$5``."""
    sign, whole, rest = "−" if cents < 0 else "", abs(cents) // 100, abs(cents) % 100
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"
