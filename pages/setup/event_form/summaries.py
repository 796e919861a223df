"""The summaries of the folded parts of the settings form: what each says while it is closed."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import time
from typing import Any
from zoneinfo import ZoneInfo

from pages.setup.event_form.fields import clock
from pages.setup.event_form.forms_phase_two import phase_two_summary
from pages.setup.event_form.forms_side_prizes import counters_summary
from rules.counted.counters import all_counters
from rules.evenings.fit import what_is_wrong
from rules.money.words import dollars, is_gift
from rules.seating.known import find_seating
from rules.standings.what_counts import WhatCounts
from rules.time.hours import DayHours
from tournament.event.names import count, in_words
from tournament.models.events import Agreed, BreaksAt, HandsFrom, PairsUp, ResultsBy

Now = Mapping[str, Any]
"""The settings as filled in, with ``ruleset`` and ``way``. ``is_settled``: the seating can't change."""


def times(now: Now) -> str:
    zone = now["timezone"].split("/")[-1].replace("_", " ")
    phase_two = f"Phase II {clock(now['phase_two_at'])} · " if now["way"].has_bracket else ""
    return (
        f"Meet & greet {clock(now['meet_at'])} · Phase I {clock(now['phase_one_at'])} · "
        f"{phase_two}awards {clock(now['awards_at'])}, {zone} time"
    )


def days(now: Now) -> str:
    """``Phase I: June 27, 3:00 PM; June 28, 1:00 PM · Phase II June 28``."""
    phase_two = f" · Phase II {now['phase_two_on']:%B %-d}" if now["phase_two_on"] else ""
    if not now["sessions"]:
        return f"Phase I in one session{phase_two or ', all on one day'}"
    later = ((each.held_on, each.starts_at) for each in now["sessions"])
    times = [f"{day:%B %-d}, {clock(at)}" for day, at in ((now["held_on"], now["phase_one_at"]), *later)]
    return f"Phase I in {len(times)} sessions: {'; '.join(times)}{phase_two}"


def breaks(now: Now) -> str:
    """``5 minutes at the top and middle of each hour: 3:30, 4:00 · 15 minutes after game 6``."""
    way, lasts = BreaksAt(now["breaks_at"]), count(now["break_minutes"], "minute")
    if way == BreaksAt.NEVER:
        words = f"No breaks, rounds of {count(now['round_minutes'], 'minute')}"
    elif way == BreaksAt.ROUNDS:
        words = f"{lasts} after each round of {count(now['round_minutes'], 'minute')}"
    else:
        words = lasts if way == BreaksAt.TIMES else f"{lasts} {way.label}"
    times = ", ".join(f"{each:%-I:%M}" for each in _begin(now))
    at = " at " if way == BreaksAt.TIMES else ": "
    game, long = now["long_break_after"], count(now["long_break_minutes"], "minute")
    more = f" · {long} after game {game}" if game else ""
    return f"{words}{at if times else ''}{times}{more}"


def _begin(now: Now) -> tuple[time, ...]:
    hours = {each.name: now[each.name] for each in fields(DayHours)}
    if not now["way"].has_bracket:
        hours |= {"phase_two_at": now["awards_at"], "phase_two_on": None}
    return break_times(DayHours(**hours))


def break_times(hours: DayHours) -> tuple[time, ...]:
    """When the breaks begin, or the rounds if there are no breaks; nothing if the hours can't be."""
    if what_is_wrong(hours, has_phase_two=hours.phase_two_at != hours.awards_at)[1]:
        return ()
    try:
        starts = [rest.starts_at.astimezone(ZoneInfo(hours.timezone)) for rest in hours.rests()]
    except ValueError:
        return ()
    return tuple(dict.fromkeys(moment.time() for moment in starts))


def tables(now: Now) -> str:
    through = f"the top {now['advance_count']} go through · " if now["way"].has_bracket else ""
    third = " · a team may have a third player" if now["way"].spare else ""
    seated = f"{count(now['ready_minutes'], 'minute')} to be seated"
    return f"{count(now['tables'], 'table')} · {through}{seated}{third}"


def agreeing(now: Now) -> str:
    by = f"Results {ResultsBy(now['results_by']).label} from {HandsFrom(now['hands_from']).label}"
    return f"{by} · agreed when {Agreed(now['agreed_by']).label}"


def seating(now: Now) -> str:
    homes = " · homes kept apart" if now["keeps_homes_apart"] else ""
    pairs = f" · then pairs, {PairsUp(now['pairs_up']).label}" if now["way"].pairs_up else ""
    return (
        f"{find_seating(now['seating'], now['way']).name}{homes}{pairs}"
        f"{' · settled for today' if now['is_settled'] else ''}"
    )


def phase_two(now: Now) -> str:
    sides = now["way"].in_phase_two(now["advance_count"])
    return phase_two_summary(now["phase_two"], sides, now["tables"], now["ruleset"])


def sign_up(now: Now) -> str:
    minutes, hours = now["sign_up_minutes"], now["sign_up_hours"]
    ends = f"closes {count(minutes, 'minute')} before play" if minutes else "open until play starts"
    opens = "" if hours is None else f"opens {count(hours, 'hour')} before play, "
    words = f"{opens}{'open until Phase I is over' if minutes is None else ends}"
    most = f" · {count(now['capacity'], now['way'].entrant)} at most" if now["capacity"] else ""
    return f"{words[0].upper()}{words[1:]}{most}"


def contact(now: Now) -> str:
    return f"Erased {count(now['contact_days'], 'day')} after the event"


def money(now: Now) -> str:
    player, team = (dollars(now[f"donation_{who}_cents"]) for who in ("player", "team"))
    pots = [pot["name"] for pot in now["pots"] if pot["name"]]
    ways = f" · {in_words(pots)}" if pots else ""
    suggested = ", suggested" if is_gift(now["money_word"]) else ""
    return f"{player} a player{'' if now['way'].is_one else f' or {team} a team'}{suggested}{ways}"


def wifi(now: Now) -> str:
    return now["wifi_name"] or "Not on the poster"


def what_counts(now: Now) -> str:
    what = WhatCounts(
        now["bye_counts"],
        now["best_of_games"],
        now["substitutes_count"],
        extra_hand=now["extra_hand_counts"],
    )
    bye, *more = (words.rstrip(".") for words in what.whole)
    return " · ".join((bye, *(f"{words[0].lower()}{words[1:]}" for words in more)))


def counters(now: Now) -> str:
    counters = all_counters(now["ruleset"], now["counters"] or ())
    return counters_summary(counters, now["side_prizes"])
