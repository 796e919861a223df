"""Numbers as people read them, with a minus sign instead of a hyphen."""


def minus(number: float | str) -> str:
    """``−5``, ``12``."""
    return str(number).replace("-", "−")


def plus_minus(number: float) -> str:
    """``+5``, ``−5``, ``0``."""
    return minus(f"{number:+}") if number else "0"
