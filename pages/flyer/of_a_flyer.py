"""A flyer that was read, as an event's plan."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, Final

from rules.flyer import Flyer
from rules.flyer.page import FlyerText
from rules.flyer.usual import UNSAID
from tournament.models.events import EventSettings
from tournament.settings.plan import DayPlan

FEWEST_WORDS: Final = 3
"""A line with fewer is a heading."""
MOST_LETTERS: Final = EventSettings._meta.get_field("house_lines").max_length or 0
_KNOWN: Final = {each.name for each in fields(DayPlan)}


def plan_of_flyer(flyer: Flyer, **basics: Any) -> DayPlan:
    """The plan with what the flyer says; ``basics`` are settings that it may lack."""
    settings = {name: value for name, value in flyer.settings.items() if name in _KNOWN}
    lines = sorted({*flyer.not_understood, *_said_by_no_setting(flyer)}, key=flyer.text.find)
    own = "\n".join(own_lines(lines, flyer.text))
    return DayPlan(**{**basics, "house_lines": own, **settings})


def _said_by_no_setting(flyer: Flyer) -> Iterator[str]:
    """The sentences that say nothing but what no setting has, such as where people sign up."""
    page = FlyerText.of(flyer.text)
    for start, end in page.sentences():
        sentence = page.original(start, end)
        said = {setting for phrase, setting, _ in flyer.understood if phrase in sentence}
        if said and said <= UNSAID:
            yield sentence


def own_lines(lines: Iterable[str], text: str) -> tuple[str, ...]:
    """The lines that are whole sentences or whole lines of the flyer, as many as an event can have."""
    whole = {re.sub(r"^\W+", "", on_one_line(line)) for line in text.splitlines()}
    own, letters = [], 0
    for line in map(on_one_line, lines):
        is_whole = line in whole or line.endswith((".", "!", "?"))
        if not is_whole or len(line.split()) < FEWEST_WORDS:
            continue
        letters += len(line) + 1
        if letters > MOST_LETTERS:
            break
        own.append(line)
    return tuple(own)


def on_one_line(text: str) -> str:
    return " ".join(text.split())
