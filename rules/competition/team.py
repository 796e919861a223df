"""The type of a team: any hashable value that identifies it."""

from collections.abc import Hashable
from typing import TypeVar

Team = TypeVar("Team", bound=Hashable)


def listed(team: Hashable) -> tuple[int, str]:
    """The sort key for lists by team number: 2 before 10, and words by length. It decides no place."""
    number = str(team)
    return len(number), number
