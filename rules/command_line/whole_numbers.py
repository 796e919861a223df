"""Whole numbers on a command line, within bounds that a machine can bear."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole(least: int, most: int) -> Callable[[str], int]:
    """A ``type`` for ``argparse``: refuses what is no whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        # Thousands of digits are another error to int(), and no sentence should repeat them.
        if len(text) < 20:
            try:
                number = int(text)
            except ValueError:
                pass
            else:
                if least <= number <= most:
                    return number
        raise ArgumentTypeError(f"give a whole number from {least:,} to {most:,}")

    return read
