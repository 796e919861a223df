"""Dates as American flyers write them: ``Saturday, June 6th, 2026``, ``6/6/26``, ``Sat. June 6``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from rules.flyer.phrases import ELSE, Phrase, Told, say

_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMES: Final = (
    *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_WEEKDAY: Final = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday|s)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?)"
)
_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
_DAY: Final = rf"(?:[0-3]?\d(?:st|nd|rd|th)?|{'|'.join(_ORDINALS)})(?![\d:])"
_YEAR: Final = r"(?:,? ?(?P<year>20\d\d|'\d\d)\b(?!:))?"
_BEFORE: Final = (
    rf"(?:(?P<weekday>{_WEEKDAY})\b\.?(?: (?:night|evening|afternoon|morning))?(?: ?[,-]| the)* ?(?:on )?)?"
)
_AFTER: Final = rf"(?: ?[(,-] ?(?P<after>{_WEEKDAY})\b\.?\)?)?"
_IN_WORDS: Final = rf"{_BEFORE}(?P<month>{_MONTH})\b\.?,? ?(?:the )?(?P<day>{_DAY}){_YEAR}{_AFTER}"
_TURNED: Final = rf"{_BEFORE}(?P<day>{_DAY})(?: of)? (?P<month>{_MONTH})\b\.?{_YEAR}{_AFTER}"
_WITH_YEAR: Final = rf"{_BEFORE}(?P<m>[01]?\d)[/.-](?P<d>[0-3]?\d)[/.-](?P<year>(?:20)?\d\d)\b{_AFTER}"
_WITHOUT_YEAR: Final = (
    rf"(?:(?P<weekday>{_WEEKDAY})\b\.?,? ?|\b(?:date|when|on) ?:? ?)(?P<m>[01]?\d)/(?P<d>[0-3]?\d)\b(?!/)"
)
_ISO: Final = r"(?P<year>20\d\d)-(?P<m>[01]\d)-(?P<d>[0-3]\d)\b"
_AGAIN: Final = (
    rf"(?:(?P<every>(?:every|each)(?: other)?) (?P<weekday>{_WEEKDAY})\b|(?P<weekdays>{_WEEKDAY}s)\b"
    rf"|(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<of>{_WEEKDAY}) (?:of|in) (?:the"
    rf"|each|every) month"
    rf"|this (?:coming )?(?P<this>{_WEEKDAY})\b)"
)
_LATER: Final = (
    r"(?:rsvp|deadline|regist\w+|sign[ -]?ups?|entr(?:y|ies)|pay(?:ment)?s?|tickets?|pre-?paid"
    r"|early bird|reserv\w+|refunds?"
    r"|rooms?|rain (?:date|day)|snow date|due|advance|postmarked|orders?|cancel\w*|next (?:one|event"
    r"|tournament|date)|born)"
)
_RANGE: Final = (
    rf"(?: ?(?:-|to|thru|through|&|and) ?(?:{_MONTH}\.? )?[0-3]?\d(?:st|nd|rd|th)?\b(?!:|\d| ?[ap]\.?m))"
)


@dataclass(frozen=True, slots=True)
class ToldDay:
    """A date as far as the flyer says it. Without month and day it is a weekday that comes again."""

    month: int = 0
    day: int = 0
    year: int = 0
    weekday: int = -1
    nth: int = 0
    """Of a month: 1 for its first such weekday, −1 for its last; 0 for every week."""

    def on(self, year: int) -> date | None:
        try:
            return date(year, self.month, self.day)
        except ValueError:
            return None

    @property
    def words(self) -> str:
        weekday = f"{_NAMES[self.weekday]}, " if self.weekday >= 0 else ""
        return f"{weekday}{_NAMES[6 + self.month]} {self.day}" if self.month else f"a {_NAMES[self.weekday]}"


def _day(told: Told) -> ToldDay | None:
    groups = told.groupdict()
    weekday = groups.get("weekday") or groups.get("after") or ""
    month = _MONTHS.index(groups["month"][:3].lower()) + 1 if groups.get("month") else int(groups["m"])
    written = (groups.get("day") or groups.get("d") or "").lower()
    day = _ORDINALS.index(written) + 1 if written in _ORDINALS else int(re.sub(r"\D", "", written))
    year = int((groups.get("year") or "0").lstrip("'"))
    found = ToldDay(month, day, year + 2000 if 0 < year < 100 else year, _weekday(weekday))
    return found if 1 <= month <= 12 and found.on(found.year or 2000) else None


def _again(told: Told) -> ToldDay:
    name = next(told[group] for group in ("weekday", "weekdays", "of", "this") if told[group])
    nth = (told["nth"] or "").lower()
    which = {
        "first": 1,
        "1st": 1,
        "second": 2,
        "2nd": 2,
        "third": 3,
        "3rd": 3,
        "fourth": 4,
        "4th": 4,
        "last": -1,
    }
    return ToldDay(weekday=_weekday(name), nth=which.get(nth, 0))


def _weekday(name: str) -> int:
    return _DAYS.index(name[:3].lower()) if name else -1


def _dates() -> tuple[Phrase, ...]:
    forms = (_IN_WORDS, _TURNED, _WITH_YEAR, _WITHOUT_YEAR, _ISO)
    dates = [say("held_on", form, _day) for form in forms]
    ranges = [say(ELSE, f"{form}{_RANGE}{_YEAR.replace('year', 'then')}", True) for form in forms[:2]]
    deadlines = [
        say("sign_up_until", rf"{_LATER}[^\n.!?;]{{0,40}}?\b(?:by|before|until|deadline|due|ends?"
        rf"|closes?|is|:|-) ?(?:on )?{form}", _day)
        for form in forms[:3]
    ]  # fmt: skip
    deadlines += [
        say("sign_up_until", rf"(?:by|before|until|no later than|not later than) {form}", _day)
        for form in forms[:3]
    ]
    others = [say(ELSE, rf"{_LATER}[^\n.!?;]{{0,24}}?{form}", True) for form in forms[:3]]
    return (*deadlines, *ranges, *others, *dates, say("held_on", _AGAIN, _again))


DATES: Final = _dates()


def day_of(told: Sequence[ToldDay], on: date | None) -> tuple[date | None, str]:
    """The date that all of these mean, and otherwise a question. ``on`` is the day on which it is read."""
    dated = list(dict.fromkeys(each for each in told if each.month))
    if not dated:
        return _next_weekday(told, on)
    # A mention without its year or weekday means the one that has them.
    full = {(each.month, each.day): each for each in sorted(dated, key=lambda one: (one.year, one.weekday))}
    if len(full) > 1:
        return None, f"Which day is it: {' or '.join(each.words for each in full.values())}?"
    (((month, day), best),) = full.items()
    years = {each.year for each in dated if each.year}
    weekdays = {each.weekday for each in told if each.weekday >= 0}
    if len(years) > 1 or len(weekdays) > 1:
        return (
            None,
            f"Which day is it: {' or '.join(sorted({f'{each.words}, {each.year}' for each in dated}))}?",
        )
    meant = ToldDay(month, day, best.year, next(iter(weekdays), -1))
    if not years and on is None:
        return None, f"In which year is {meant.words}?"
    year = next(iter(years), 0)
    if not year and on:
        year = next(
            (each for each in range(on.year, on.year + 9) if (found := meant.on(each)) and found >= on),
            on.year,
        )
    found = meant.on(year)
    if found is None:
        return None, f"{year} has no {meant.words}. Which day is it?"
    if meant.weekday not in (-1, found.weekday()):
        return (
            None,
            f"{_NAMES[6 + month]} {day}, {year} is a {_NAMES[found.weekday()]}. Which day is it?",
        )
    return found, ""


def _next_weekday(told: Sequence[ToldDay], on: date | None) -> tuple[date | None, str]:
    every = list(dict.fromkeys(told))
    if not every:
        return None, "On which day is it?"
    if on is None or len(every) > 1:
        return None, f"On which date is it: the flyer says {' and '.join(each.words for each in every)}."
    days = (on + timedelta(days=count) for count in range(63))
    return next(day for day in days if _is_meant(every[0], day)), ""


def _is_meant(told: ToldDay, day: date) -> bool:
    if day.weekday() != told.weekday:
        return False
    if told.nth < 0:
        return (day + timedelta(days=7)).month != day.month
    return told.nth in (0, (day.day + 6) // 7)
