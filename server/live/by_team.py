"""Fragments with a line for each team, such as the call: a stream has only those of the teams it names."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol, TypeVar
from urllib.parse import parse_qs

LINE = re.compile(rb'^<p data-team="(\d+)".*\n', re.MULTILINE)
NUMBER = re.compile(r"\d{1,6}")

Teams = frozenset[str]
"""The numbers of the teams that a screen names; if it names none, it gets all lines."""


class HasTeams(Protocol):
    teams: Teams


_Screen = TypeVar("_Screen", bound=HasTeams)


def named_teams(addresses: Iterable[str]) -> Teams:
    """The teams that a screen's fragments name, as in ``/summer/call/?team=12``."""
    queries = (address.partition("?")[2] for address in addresses)
    named = (parse_qs(query, max_num_fields=5).get("team", [""])[0] for query in queries if len(query) < 100)
    return frozenset(number for number in named if NUMBER.fullmatch(number))


def grouped(screens: Iterable[_Screen]) -> Mapping[Teams, list[_Screen]]:
    found = defaultdict(list)
    for screen in screens:
        found[screen.teams].append(screen)
    return found


def lines_of(text: bytes, teams: Teams) -> bytes:
    by_team = _split(text)[1]
    return b"".join(by_team.get(number, b"") for number in sorted(teams or by_team))


def picked(text: bytes, teams: Teams) -> bytes:
    """A fragment with only the lines of ``teams``."""
    before, _, after = _split(text)
    return before + lines_of(text, teams) + after


@lru_cache(maxsize=20)
def _split(text: bytes) -> tuple[bytes, Mapping[str, bytes], bytes]:
    """What is before the lines, the lines by team, and what is after them."""
    found = list(LINE.finditer(text))
    if not found:
        return text, {}, b""
    return text[: found[0].start()], {line[1].decode(): line[0] for line in found}, text[found[-1].end() :]
