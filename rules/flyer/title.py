"""What the event is called, and where it is: lines that say it by what they are, not by a phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rules.flyer.page import FlyerText
from rules.flyer.phrases import Reading

LONGEST_NAME, LONGEST_VENUE = 120, 200
_MOST_LINES: Final = 8
"""A title is among the first lines."""
_EVENT: Final = re.compile(
    r"\b(?:tournament|tourney|classic|championships?|invitational|open|night|party|social|league"
    r"|fundraiser|benefit|challenge|series|cup"
    r"|jamboree|showdown|extravaganza|marathon|cruise|reunion|games?|event|drive|bash|fest(?:ival)?"
    r"|battle|madness|series|weekend|play-?offs?"
    r"|gala|day|afternoon|slam|masters|whist|spades|euchre|pinochle|cards|throwdown|shootout|scramble"
    r"|kings?)\b",
    re.IGNORECASE,
)
_GENERIC: Final = re.compile(
    r"(?:(?:annual|the|a|\d+(?:st|nd|rd|th)|first|second|third|big|great|card|progressive|bid|double"
    r"|deck|partners?|whist|spades|euchre|pinochle|hearts|rise|and|&"
    r"|fly|single|elimination|tournament|tourney|night|party|game|games|social|flyer|event|league"
    r"|rules|official|format)\W*)+",
    re.IGNORECASE,
)
_HOST: Final = re.compile(
    r"\b(?:presents?|presented by|hosted by|sponsored by|hosts|sponsors|invites?|invited|join us"
    r"|please join|come (?:on )?(?:out|join|play|and)|you'?re invited|proudly"
    r"|announc\w+|brings? you|welcome|in association|it'?s that time|calling all|attention"
    r"|save the date|flyer|are back|is back|who'?s ready|hey)\b|'s$",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"(?:event(?: name)?|what|name|title|tournament)\s?: ?(?P<is>[^\n]{3,120})", re.IGNORECASE
)
_WHERE: Final = re.compile(
    r"(?<![A-Za-z])(?:where|venue|location|place|held at|hosted at|address|at)(?: is)? ?(?::"
    r"|-) ?(?P<is>[^\n]{3,200})", re.IGNORECASE
)  # fmt: skip
_STREET: Final = (
    r"\d{1,5} (?:[NSEW]\.? |north |south |east |west )?(?:[\w.']+ ){1,4}?"
    r"(?:st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|ct|court|pl|place|way|hwy"
    r"|highway|pkwy|parkway|pike|plaza|square|sq|terrace|circle|route|rte)\b\.?"
)
_HALL: Final = (
    r"(?:hall|church|cent(?:er|re)|lodge|legion|vfw|post|park|library|club|clubhouse|hotel|ballroom"
    r"|room|deck|basement|gym(?:nasium)?|cafeteria|parish|temple|auditorium"
    r"|lounge|tavern|bar|grill|pub|pavilion|school|building|armory|inn|resort|casino|restaurant|cafe"
    r"|lanes|house|campus|union|shelter|annex|chapel|kitchen|brewery|barn|marina|ship|terminal)"
)
_ADDRESS: Final = re.compile(
    rf"(?<![\w$])(?:(?i:at|@"
    rf"|in) (?:the )?)?(?P<hall>(?:[^\n,;:!?]{{3,60}}, ){{0,2}})(?i:{_STREET})(?: [NSEW]{{1,2}}\b\.?)?"
    rf"(?:,? (?i:suite|ste|unit|floor"
    rf"|#) ?\w+)?(?:,? [A-Z][A-Za-z.]{{2,16}}(?: [A-Z][a-z]{{2,16}})?(?:,? [A-Z]{{2}})?(?: \d{{5}})?)?"
)
_AT: Final = re.compile(
    rf"(?<![A-Za-z])(?:at|@|in) (?:the |our )?(?P<is>[A-Z0-9][\w.'&#/-]*,? "
    rf"(?:[A-Z0-9][\w.'&#/-]*,? |of |the |and |& ){{0,6}}(?i:{_HALL})\b(?: (?:#|no\.? ?|local )?\d{{1,5}})?)"
)
_NAMED: Final = re.compile(
    rf"[A-Z0-9][\w.'&#/-]* (?:[A-Z0-9][\w.'&#/-]* |of |the |and |& ){{0,6}}(?i:{_HALL})(?: (?:#|(?i:no)\.? ?"
    rf"|(?i:local) )?\d{{1,5}})?(?:, [A-Z][\w ]{{2,24}}(?:, ?[A-Z]{{2}})?)?"
)


def name_in(page: FlyerText, facts: Sequence[Reading]) -> Reading | None:
    """The event's name: a title among the first lines, or what a label such as ``Event:`` says.

    A title that only says what is played, such as ``Bid Whist Tournament``, has the line above it in front.
    """
    titles = list(_titles(page, facts))
    labels = (found.span("is") for found in _LABEL.finditer(page.shown))
    if not titles:
        return next((_reading("name", page, *span, LONGEST_NAME) for span in labels), None)
    named = [span for span in titles if _EVENT.search(page.shown, *span) and not _is_generic(page, span)]
    if named:
        return _reading("name", page, *named[0], LONGEST_NAME)
    generic = next((span for span in titles if _is_generic(page, span)), None)
    before = next((span for span in reversed(titles) if generic and span[1] < generic[0]), None)
    if generic and before:
        both = ": ".join(" ".join(page.original(*span).split()).strip(" :–-") for span in (before, generic))
        if len(both) <= LONGEST_NAME and page.shown[before[1] : generic[0]].strip("\n ") == "":
            return Reading(before[0], generic[1], {"name": both})
    return _reading("name", page, *(generic or titles[0]), LONGEST_NAME)


def _titles(page: FlyerText, facts: Sequence[Reading]) -> Iterator[tuple[int, int]]:
    """The first lines that are no sentence, invitation or venue, and have no date, time or amount."""
    for start, end in [*page.lines()][:_MOST_LINES]:
        line = page.shown[start:end]
        about = {
            name
            for each in facts
            if start <= each.start < end
            for name, value in each.says.items()
            if name != "held_on" or value.month
        }
        if about & {
            "held_on",
            "phase_one_at",
            "meet_at",
            "awards_at",
            "donation_player_cents",
            "donation_team_cents",
            "fee",
        }:
            if not _EVENT.search(line):
                return
            continue
        if (
            len(line) > LONGEST_NAME
            or _LABEL.match(line)
            or _WHERE.match(line)
            or re.search(_STREET, line, re.IGNORECASE)
        ):
            continue
        if line.endswith((".", ",", ":")) and len(line.split()) > 6:
            return
        if len(line) >= 3 and not _HOST.search(line) and re.search(r"[A-Za-z]{3}", line):
            yield start, end


def _is_generic(page: FlyerText, span: tuple[int, int]) -> bool:
    return bool(_GENERIC.fullmatch(page.shown[slice(*span)].strip() + " "))


def venue_in(page: FlyerText, facts: Sequence[Reading], name: Reading | None) -> Reading | None:
    """The venue: what a label says, an address, a hall behind ``at``, or a part of a line that is one.

    Of several of a kind the longest says the most; the order of the flyer doesn't matter.
    """
    labels = [found.span("is") for found in _WHERE.finditer(page.shown) if _is_place(found)]
    halls = [part for part in _parts(page) if _NAMED.fullmatch(page.shown, *part)]
    in_title = [part for part in halls if name and name.start <= part[0] < name.end]
    other = [part for part in halls if part not in in_title and not _EVENT.search(page.shown, *part)]
    kinds = (
        [_reading("venue", page, *span, LONGEST_VENUE, facts) for span in labels],
        [_with_its_hall(page, found, facts) for found in _ADDRESS.finditer(page.shown)],
        *(
            [_reading("venue", page, *span, LONGEST_VENUE, facts) for span in spans]
            for spans in ([found.span("is") for found in _AT.finditer(page.shown)], other, in_title)
        ),
    )
    for kind in kinds:
        if known := [each for each in kind if each]:
            return max(known, key=lambda each: (len(each.says["venue"]), each.says["venue"]))
    return None


def _is_place(found: re.Match[str]) -> bool:
    told = found["is"]
    is_time = re.match(r"\d{1,2}(?::\d\d)? ?[ap]?\.?m?\.?\b(?! [A-Z])", told, re.IGNORECASE)
    needs_hall = found[0].lower().startswith("at")
    return (
        bool(told.strip()) and not is_time and (not needs_hall or bool(re.search(_HALL, told, re.IGNORECASE)))
    )


def _with_its_hall(page: FlyerText, address: re.Match[str], facts: Sequence[Reading]) -> Reading | None:
    """An address with the name of the hall before it, or on the line above."""
    start, street = address.start("hall"), address.end("hall")
    start = max([start, *(each.end for each in facts if each.start < street and each.end > start)])
    begin = page.shown.rfind("\n", 0, start) + 1
    above = page.shown.rfind("\n", 0, max(begin - 1, 0)) + 1
    is_free = not any(each.start < begin and each.end > above for each in facts)
    if (
        begin == start
        and begin
        and is_free
        and re.search(rf"\b{_HALL}\b", page.shown[above:begin], re.IGNORECASE)
    ):
        start = above
    return _reading(
        "venue", page, start, address.end(), LONGEST_VENUE, [each for each in facts if each.start > street]
    )


def _parts(page: FlyerText) -> Iterator[tuple[int, int]]:
    """The lines, and what commas, dashes and semicolons part in them."""
    for start, end in page.lines():
        yield start, end
        begin = start
        for cut in [*re.finditer(r"[,;:(]| - |\. ", page.shown[start:end]), None]:
            stop = start + cut.start() if cut else end
            words = page.shown[begin:stop]
            begin += len(words) - len(words.lstrip())
            if begin < stop and (begin, stop) != (start, end):
                yield begin, stop
            begin = start + cut.end() if cut else end


def _reading(
    name: str, page: FlyerText, start: int, end: int, most: int, facts: Sequence[Reading] = ()
) -> Reading | None:
    """What the line says, up to the first phrase in it that says something else."""
    after = [each.start for each in facts if start < each.start < end]
    end = min([end, *after])
    told = page.shown[start:end]
    lead = re.match(
        r"[ ,:-]*(?:(?:held )?(?:at|in|@) )?(?:the (?=[A-Z]))?" if name == "venue" else "[ ,:-]*", told
    )
    start += lead.end() if lead else 0
    told = page.shown[start:end].rstrip(' ,;:-("')
    end = start + len(told)
    value = " ".join(page.original(start, end).split())
    return Reading(start, end, {name: value}) if 3 <= len(value) <= most else None
