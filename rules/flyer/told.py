"""What a flyer says of each thing, where it says it several times: one value, or a question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final

from rules.flyer.dates import day_of
from rules.flyer.of_game import NARROWER
from rules.flyer.of_money import MONEY_WORDS
from rules.flyer.page import FlyerText
from rules.flyer.phrases import ELSE, WEAK, Reading
from rules.flyer.usual import FACTS

_EARLIEST: Final = frozenset({"meet_at", "meet_until", "phase_two_at"})
"""Of several the first counts: the doors before the check-in, the semi-finals before the final."""
_MOST: Final = frozenset({"prizes"})


@dataclass
class Facts:
    """The values, by name; where each was read; and questions about those that contradict each other."""

    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, list[Reading]] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def drop(self, name: str) -> None:
        self.values.pop(name, None)
        self.places.pop(name, None)


@dataclass
class ToldSettings:
    """``said`` are settings that the flyer says, ``follows`` what follows from them, both by name."""

    said: dict[str, Any] = field(default_factory=dict)
    follows: dict[str, Any] = field(default_factory=dict)
    became: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """For a fact that isn't a setting by itself: the setting that it became, and its value."""
    questions: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Said:
    value: Any
    reading: Reading

    @property
    def rank(self) -> int:
        return self.reading.rank


def facts_of(page: FlyerText, found: Sequence[Reading], on: date | None) -> Facts:
    """The facts of these readings. ``on`` is the day on which the flyer is read."""
    said: dict[str, list[_Said]] = defaultdict(list)
    for reading in found:
        for name, value in reading.says.items():
            if name != ELSE:
                said[name].append(_Said(value, reading))
    _sort_times(said)
    facts = Facts()
    for name, all_said in said.items():
        best = min(each.rank for each in all_said)
        first = all_said if name == "game" else [each for each in all_said if each.rank == best]
        if name == "held_on":
            value, question = day_of([each.value for each in all_said], on)
            if value is None:
                facts.missing.append(question)
                continue
            first = all_said
        else:
            value = _value(name, first)
            if value is None:
                facts.questions.append(_which(page, name, first))
                continue
        same = [each.reading for each in all_said if each.rank == best or each.value == value]
        is_merged = name in FACTS | _EARLIEST | {"held_on", "money_word", "game"}
        facts.values[name] = value
        facts.places[name] = [each.reading for each in all_said] if is_merged else same
    _resolve_deadline(facts, on)
    if "held_on" not in said:
        facts.missing.append("On which day is it?")
    return facts


def _value(name: str, said: Sequence[_Said]) -> Any:
    """The value that all say; None if they contradict each other."""
    values = [each.value for each in said]
    different = list(dict.fromkeys(values))
    if len(different) == 1:
        return different[0]
    if name in _EARLIEST:
        return min(different)
    if name in _MOST:
        return max(different)
    if name == "money_word":
        return min(different, key=lambda word: (MONEY_WORDS.index(word) if word in MONEY_WORDS else 99, word))
    if name == "money_for":
        return max(different, key=lambda whom: (len(whom), whom))
    if name == "game":
        best = min(each.rank for each in said)
        different = list(dict.fromkeys(each.value for each in said if each.rank == best))
        weaker = [each.value for each in said if each.rank > best]
        different += [one for one in weaker if any((one, other) in NARROWER for other in different)]
        narrow = [
            one for one in different if all(one == other or (one, other) in NARROWER for other in different)
        ]
        return narrow[0] if narrow else None
    return min(different, key=str) if name in FACTS - {"rounds"} else None


def _resolve_deadline(facts: Facts, on: date | None) -> None:
    """The date until which people sign up: of the event's year, if it has none."""
    if "sign_up_until" in facts.values:
        held_on = facts.values.get("held_on")
        until = day_of([facts.values["sign_up_until"]], on or (held_on and held_on.replace(month=1, day=1)))[
            0
        ]
        if until is None:
            facts.drop("sign_up_until")
        else:
            facts.values["sign_up_until"] = until


def _sort_times(said: dict[str, list[_Said]]) -> None:
    """Give a time of which nothing says what it is its meaning beside those that say it.

    If play begins later, people meet at that time; if it is when they meet, that is what it means.
    """
    sure = [each.value for each in said.get("phase_one_at", ()) if each.rank < WEAK]
    if not sure:
        # A range says more than a time alone.
        return
    meets = [each.value for each in said.get("meet_at", ())]
    for each in [one for one in said["phase_one_at"] if one.rank >= WEAK and one.value not in sure]:
        if each.value in meets or (not meets and each.value < min(sure)):
            said["phase_one_at"].remove(each)
            said["meet_at"].append(each)


def _which(page: FlyerText, name: str, said: Sequence[_Said]) -> str:
    texts: dict[str, str] = {}
    for each in said:
        text = " ".join(page.original(each.reading.start, each.reading.end).split())
        texts.setdefault(_shown(each.value), text)
    first, second = list(texts.values())[:2]
    return f"The flyer says “{first}” and “{second}”. Which is right?"


def _shown(value: Any) -> str:
    return f"{value:%H:%M}" if isinstance(value, time) else str(value)
