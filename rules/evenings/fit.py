"""Mistakes in the hours of an event: what is out of order, and what doesn't fit together."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from rules.time.clock import SHORTEST_ROUND
from rules.time.hours import EVERY, MINUTE, MOST_SESSIONS, NEVER, ROUNDS, TIMES, DayHours, LocalHours

YEARS: Final = range(2000, 2101)
LONGEST: Final = timedelta(days=366)


def what_is_wrong(hours: DayHours, *, has_phase_two: bool, has_phase_one: bool = True) -> tuple[str, str]:
    """The field with a mistake and a sentence about it; both empty if the hours are right."""
    for field, day in (("held_on", hours.held_on), ("phase_two_on", hours.phase_two_on)):
        if day and day.year not in YEARS:
            return field, f"Is {day.year} the right year? Write the date of the event."
    if hours.round_minutes * MINUTE < SHORTEST_ROUND:
        least = SHORTEST_ROUND // MINUTE
        return "round_minutes", f"A round has at least {least} minutes to play. Make it longer."
    local = hours.local()
    is_in_order = local.two < local.awards or (local.two == local.awards and not has_phase_two)
    if not has_phase_one:
        if local.meet <= local.two and is_in_order:
            return "", ""
        return (
            "phase_one_at",
            "The day runs meet and greet, the games, awards: put their times in that order.",
        )
    if hours.is_one_session:
        if local.meet <= local.sessions[0][0] < local.two and is_in_order:
            return "", ""
        return (
            "phase_one_at",
            "The day runs meet and greet, Phase I, Phase II, awards: put their times in that order.",
        )
    wrong = _wrong_session(hours, local)
    if wrong:
        return wrong
    if not is_in_order:
        return "awards_at", "The awards come after Phase II. Put its time earlier."
    if local.awards - local.meet > LONGEST:
        field = "phase_two_on" if hours.phase_two_on else "sessions"
        return field, "From the meet and greet to the awards is more than a year. Check the dates."
    return "", ""


def what_does_not_fit(hours: DayHours, *, in_rounds: bool) -> tuple[str, str]:
    """The field of a break or round that doesn't fit the day, and a sentence with what to do (E-220).

    :raises ValueError: if the clocks skip a break.
    """
    if hours.breaks_at == TIMES:
        if not hours.breaks:
            return "breaks", "Write when the breaks begin, or choose another answer to “Breaks begin”."
        if outside := _outside_play(hours):
            return "breaks", (
                f"Nobody plays at {_in_words(outside)}, when a break begins. Write other times, or choose "
                "breaks that follow the hours by themselves."
            )
    most = {**EVERY, ROUNDS: hours.break_minutes + hours.round_minutes}.get(hours.breaks_at)
    if most and most * MINUTE < hours.break_minutes * MINUTE + SHORTEST_ROUND:
        field = "round_minutes" if hours.breaks_at == ROUNDS else "break_minutes"
        return field, (
            f"A round has at least {SHORTEST_ROUND // MINUTE} minutes to play. Make the breaks shorter, or "
            "have fewer of them."
        )
    first = hours.spans()[0]
    lasts = (first.ends_at - first.starts_at) // MINUTE
    is_meant = hours.breaks_at == NEVER and hours.round_minutes >= lasts
    if in_rounds and not is_meant and hours.rounds() < 2:
        length = f" of {hours.round_minutes} minutes" if hours.breaks_at in (ROUNDS, NEVER) else ""
        field = "phase_two_at" if hours.local().two < hours.local().awards else "awards_at"
        return field, (
            f"Phase I has {lasts} minutes: there is no room for a second round{length}. End it later, or "
            f"have shorter rounds. If one round is meant, choose no breaks, and rounds of {lasts} minutes."
        )
    return "", ""


def why_no_final(hours: DayHours, games: int) -> str:
    """A sentence if Phase II has no time for ``games``, one after the other; else empty (Rulebook E-220).

    :raises ValueError: if the clocks skip one of their times.
    """
    local = hours.local()
    lasts = (hours.from_local(local.awards) - hours.from_local(local.two)) // MINUTE
    shortest = SHORTEST_ROUND // MINUTE
    if lasts >= games * shortest:
        return ""
    return (
        f"The awards come before the final: Phase II has {lasts} minutes, and {games} games are played one "
        f"after the other, each of at least {shortest}. Put the awards later, or let fewer go through."
    )


def _outside_play(hours: DayHours) -> list[time]:
    """The written breaks at which nobody plays, neither in a session nor in Phase II."""
    spans, zone = hours.played(), ZoneInfo(hours.timezone)
    played = [
        [moment.astimezone(zone).replace(tzinfo=None) for moment in (s.starts_at, s.ends_at)] for s in spans
    ]
    return [
        clock
        for clock in hours.breaks
        if not any(
            begins <= datetime.combine(begins + timedelta(days=day), clock) <= ends
            for begins, ends in played
            for day in range((ends.date() - begins.date()).days + 1)
        )
    ]


def _in_words(times: Sequence[time]) -> str:
    *before, last = [f"{clock:%-I:%M %p}" for clock in times]
    return f"{', '.join(before)} and {last}" if before else last


def _wrong_session(hours: DayHours, local: LocalHours) -> tuple[str, str] | None:
    if len(local.sessions) > MOST_SESSIONS:
        return "sessions", f"Phase I has at most {MOST_SESSIONS} sessions."
    if local.sessions[0][0] < local.meet:
        return "phase_one_at", "Phase I comes after the meet and greet. Put its time later."
    ends = [hours.phase_one_until, *(session.ends_at for session in hours.sessions)]
    before = None
    for number, ((starts, stops), end) in enumerate(zip(local.sessions, ends, strict=True), start=1):
        field = "sessions" if number > 1 else "phase_one_until"
        if end is None and (number < len(ends) or hours.phase_two_on):
            return field, f"Say when session {number} of Phase I ends."
        if before and starts <= before:
            return field, (
                f"Session {number} begins before session {number - 1} is over. Put the sessions in their "
                "order, with a gap between them."
            )
        if stops <= starts:
            return field, f"Session {number} ends before it begins. Check its times."
        before = stops
    if before and local.two < before:
        return "phase_two_at", "Phase II begins before Phase I is over. Put it later, or choose its date."
    return None
