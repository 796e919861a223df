"""Whole numbers on a command line, within limits."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress


def whole(least: int, most: int) -> Callable[[str], int]:
    """An argparse ``type`` that accepts whole numbers from ``least`` to ``most``."""

    def read(text: str) -> int:
        # int() refuses thousands of digits with another error, and no message should repeat them.
        with suppress(ValueError):
            if len(text) < 20 and least <= (number := int(text)) <= most:
                return number
        raise ArgumentTypeError(f"give a whole number from {least:,} to {most:,}")

    return read
