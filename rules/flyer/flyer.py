"""Reads an organizer's flyer, a page of sentences, into an event's settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from types import MappingProxyType
from typing import Any, Final

from rules.flyer.dates import DATES
from rules.flyer.of_day import DAY
from rules.flyer.of_entry import ENTRY
from rules.flyer.of_game import GAME
from rules.flyer.of_money import ABOUT_MONEY
from rules.flyer.of_seating import SEATING
from rules.flyer.page import MOST_READ, FlyerText
from rules.flyer.phrases import WEAK, Reading, apart, readings
from rules.flyer.title import name_in, venue_in
from rules.flyer.told import Facts, ToldSettings, facts_of
from rules.flyer.told_game import HOUSE
from rules.flyer.told_settings import settings_of
from rules.flyer.usual import USUAL

TABLE: Final = (*DATES, *DAY, *GAME, *SEATING, *ABOUT_MONEY, *ENTRY)
"""The phrases that are understood. A new one is one line in the module of its subject."""
MOST_ASKED: Final = 3
_CLAUSE: Final = re.compile(r"[,;()]|:(?!\d\d)| - | (?:and|but) (?=\w+ \w+ \w+)")
_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_FEWEST_WORDS: Final = 3
"""With fewer words and no figure, the rest of a sentence says nothing."""


@dataclass(frozen=True)
class Flyer:
    """What a flyer says.

    A setting with a period is a part of one, such as ``house_rules.min_bid``; one of ``usual.FACTS`` is no
    setting of an event. ``settings`` are arguments of ``DayPlan``: what the flyer says, and what follows.
    ``defaults`` has every setting that nobody mentioned, with the value that the event will have.
    """

    text: str
    understood: tuple[tuple[str, str, Any], ...]
    not_understood: tuple[str, ...]
    asked: tuple[str, ...]
    settings: Mapping[str, Any]
    defaults: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {
            "understood": [
                {"text": text, "setting": setting, "value": _plain(value)}
                for text, setting, value in self.understood
            ],
            "not_understood": list(self.not_understood),
            "asked": list(self.asked),
            "settings": _plain(self.settings),
            "defaults": _plain(self.defaults),
        }


def read_flyer(text: str, on: date | None = None) -> Flyer:
    """The settings that the flyer tells. ``on`` is today, for a date without its year.

    What contradicts itself isn't understood, and is asked about. What comes after ``MOST_READ`` characters
    isn't read.
    """
    page = FlyerText.of(text)
    found = [_trimmed(page, each) for each in apart(list(readings(page, TABLE)))]
    name = name_in(page, found)
    venue = venue_in(page, [each for each in found if each.rank < WEAK], name)
    if venue and not any(venue.overlaps(each) for each in found if each.rank < WEAK):
        found = [each for each in found if not venue.overlaps(each)] + [venue]
    facts = facts_of(page, [*found, *([name] if name else [])], on)
    told = settings_of(facts)
    settings = told.follows | told.said
    understood, spans = _understood(page, facts, told)
    texts = {text for text, _, _ in understood}
    lines = dict.fromkeys(line for line in _other_lines(page, spans) if line not in texts)
    missing = [] if name else ["What is the event called?"]
    asked = [*missing, *facts.missing, *facts.questions, *told.questions]
    mentioned = {setting.partition(".")[0] for _, setting, _ in understood}
    others = {name: settings.get(name, value) for name, value in {**USUAL, **told.follows}.items()}
    return Flyer(
        text=text,
        understood=understood,
        not_understood=tuple(lines),
        asked=tuple(dict.fromkeys(asked))[:MOST_ASKED],
        settings=MappingProxyType(settings),
        defaults=MappingProxyType({name: value for name, value in others.items() if name not in mentioned}),
    )


def _understood(
    page: FlyerText, facts: Facts, told: ToldSettings
) -> tuple[tuple[tuple[str, str, Any], ...], list[tuple[int, int]]]:
    """The phrases with what they became, and where they are."""
    found: dict[tuple[int, int, str], tuple[str, str, Any]] = {}
    for name, places in facts.places.items():
        setting, value = told.became.get(name, (name, facts.values[name]))
        if name == "game":
            value = told.said["game"]
        elif name.startswith(HOUSE) and name.removeprefix(HOUSE) == "hands_to_win":
            value = facts.values[name]
        for each in places:
            key = (each.start, each.end, setting)
            found[key] = (page.original(each.start, each.end), setting, value)
    ordered = sorted(found.items(), key=lambda one: one[0])
    return tuple(each for _, each in ordered), sorted({(start, end) for start, end, _ in found})


def _other_lines(page: FlyerText, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The sentences without a phrase that is understood; of the others the clauses without one."""
    told = bytearray(len(page.shown))
    for start, end in spans:
        told[start:end] = b"\1" * (end - start)
    for start, end in page.sentences():
        if not any(told[start:end]):
            if re.search(r"\w", page.shown[start:end]):
                yield page.original(start, end)
            continue
        begin = start
        clauses = [found.span() for found in _CLAUSE.finditer(page.shown, start, end)]
        for stop, after in sorted([*clauses, *page.line_ends(start, end), (end, end)]):
            words = page.shown[begin:stop]
            if not any(told[begin:stop]):
                left = begin + len(words) - len(words.lstrip(" .,-"))
                right = stop - (len(words) - len(words.rstrip(" .,-")))
                is_told = re.search(r"\d", words) or len(_WORD.findall(words)) >= _FEWEST_WORDS
                if is_told and left < right:
                    yield page.original(left, right)
            begin = after
    if len(page.written) > MOST_READ:
        yield page.written[MOST_READ:].strip()


def _trimmed(page: FlyerText, each: Reading) -> Reading:
    words = page.shown[each.start : each.end]
    start = each.start + len(words) - len(words.lstrip(" \n,:-"))
    end = each.end - (len(words) - len(words.rstrip(" \n,:-")))
    return Reading(start, end, each.says, each.rank) if start < end else each


def _plain(value: Any) -> Any:
    match value:
        case Mapping():
            return {name: _plain(each) for name, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case time():
            return f"{value:%H:%M}"
        case date():
            return value.isoformat()
        case _:
            return value
