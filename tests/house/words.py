"""The words that the project's prose doesn't use.

``python -m tests.house.words PATH…`` prints where they are, and what to write instead.
"""

import re
import sys
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from tests.house.prose import files, prose_of

LIST = Path(__file__).with_name("words.toml")
# The number of characters around a word in which its right meanings are searched.
AROUND = 80


@dataclass(frozen=True)
class Word:
    """A forbidden word, its replacement, and the expressions in which it is right."""

    write: str
    right: tuple[re.Pattern[str], ...]

    def is_right(self, prose: str, match: re.Match[str]) -> bool:
        start, end = match.span()
        return any(
            found.start() <= start and end <= found.end()
            for each in self.right
            for found in each.finditer(prose, max(0, start - AROUND), end + AROUND)
        )


@cache
def words() -> tuple[re.Pattern[str], list[Word]]:
    """One expression with a group for each word, and the words in the same order."""
    listed = tomllib.loads(LIST.read_text())["words"]
    alternatives = "|".join(f"({_plain(each['word'])})" for each in listed)
    found = [
        Word(each["write"], tuple(_expression(right["where"]) for right in each.get("right", ())))
        for each in listed
    ]
    return re.compile(rf"\b(?:{alternatives})(?!\w)", re.IGNORECASE), found


def _expression(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_plain(words)})(?!\w)", re.IGNORECASE)


def _plain(words: str) -> str:
    """The pattern with any white space between words, and with its groups not capturing."""
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", words).replace(" ", r"\s+")


def found_in(prose: str) -> Iterator[tuple[int, str, str]]:
    """Yield (line, word as written, replacement) for each forbidden word."""
    expression, listed = words()
    starts = list(accumulate((len(line) for line in prose.splitlines(keepends=True)), initial=0))
    for match in expression.finditer(prose):
        word = listed[(match.lastindex or 0) - 1]
        if not word.is_right(prose, match):
            yield bisect_right(starts, match.start()), " ".join(match.group().split()), word.write


def report(paths: Iterable[Path]) -> list[str]:
    """``file:line: word → what to write``, for all files in these folders."""
    return [
        f"{path}:{line}: {word} → {write}"
        for path in files(paths)
        for line, word, write in found_in(prose_of(path))
    ]


def main() -> None:
    """Print what is found; exit with 1 if there is anything."""
    found = report(Path(each) for each in sys.argv[1:] or ["."])
    print("\n".join(found) or "No such word.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
