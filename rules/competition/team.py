"""What a contest knows of a team: a name to tell it by, and nothing else."""

from collections.abc import Hashable
from typing import TypeVar

Team = TypeVar("Team", bound=Hashable)


def listed(team: Hashable) -> tuple[int, str]:
    """The place of a team in a list by team number: 2 before 10, and words by length.

    It makes a page read the same twice. It decides nothing.
    """
    number = str(team)
    return len(number), number
