"""The hours of a day from what a flyer says of them; what it leaves out follows from the rest."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from typing import Any, Final

from rules.competition.phase_two.formats import Choice, plan_of
from rules.evenings.fit import what_does_not_fit, what_is_wrong, why_no_final
from rules.time.hours import NEVER, ROUNDS, SEATED, DayHours

CLOCKS: Final = ("meet_at", "phase_one_at", "phase_two_at", "awards_at")
_PHASE: Final = 120
"""The minutes of a phase of which the flyer doesn't say how long it is: the Fahrenheit tournament's."""
_MEET: Final = 60
_USUAL: Final = DayHours(held_on=date(2026, 6, 27))
_A_DAY: Final = 24 * 60
_SHORTEST: Final = 10


def hours_of(told: Mapping[str, Any], *, plays_two: bool, minutes: int) -> dict[str, Any]:
    """The hours as fields of ``DayHours``: all four times, and of the rest what isn't usual.

    ``minutes`` is the usual length of a round of the game.
    """
    begins = _begins(told)
    found: dict[str, Any] = {
        name: told[name] for name in ("break_minutes", "breaks_at", "breaks") if name in told
    }
    rest = found.get("break_minutes", _USUAL.break_minutes)
    rounds, each = told.get("rounds", 0), told.get("round_minutes", 0)
    if "breaks_at" not in told and (rounds or each):
        found["breaks_at"] = ROUNDS
    by_rounds = found.get("breaks_at") in (ROUNDS, NEVER)
    if found.get("breaks_at") == NEVER:
        rest = 0
    ends = _after(begins, told["awards_at"]) if "awards_at" in told else 0
    one = (
        _after(begins, told["phase_one_ends"])
        if "phase_one_ends" in told
        else told.get("phase_one_minutes", 0)
    )
    two = _after(begins, told["phase_two_at"]) if "phase_two_at" in told else one
    if plays_two and 0 < one < two:
        found["phase_one_until"] = _clock(begins + one)
    room = two or (ends if not plays_two else 0)
    if rounds and by_rounds and not each:
        # As long as they may be, so that as many rounds as the flyer says fit.
        each = max(_SHORTEST, (room - SEATED + rest) // rounds - rest) if room else minutes
    each = each or (minutes if by_rounds else 0)
    long = _long_break(told, rounds)
    longer = long.get("long_break_minutes", rest) - rest if long else 0
    if not two and rounds and by_rounds:
        two = SEATED + rounds * (each + rest) - rest + longer
    if not two:
        two = ends if ends and not plays_two else ends // 2 // 30 * 30 or ends // 2 if ends else _PHASE
    if not ends:
        ends = two + (told.get("phase_two_minutes", _PHASE) if plays_two else 0)
    if not plays_two:
        two = ends
    meet = told.get("meet_at", _clock(begins - told.get("meet_minutes", _MEET)))
    clocks = (meet, _clock(begins), _clock(begins + two), _clock(begins + ends))
    if each:
        found["round_minutes"] = each
    return found | long | dict(zip(CLOCKS, clocks, strict=True))


def what_to_ask(
    hours: Mapping[str, Any], *, day: date, plays_two: bool, sides: int, choice: Choice, in_rounds: bool
) -> str:
    """A sentence if such a day can't be played; else empty."""
    plan = DayHours(held_on=day, **hours)
    try:
        wrong = (
            what_is_wrong(plan, has_phase_two=plays_two)[1] or what_does_not_fit(plan, in_rounds=in_rounds)[1]
        )
        if not wrong and plays_two:
            wrong = why_no_final(plan, plan_of(choice, sides).in_a_row)
        return wrong or plan.why_no_long_break()
    except ValueError:  # The clocks skip one of the times in that night.
        return "The clocks change in that night. When does it begin?"


def _begins(told: Mapping[str, Any]) -> int:
    """When Phase I begins, in minutes after midnight."""
    if "phase_one_at" in told:
        return _minute(told["phase_one_at"])
    if "meet_until" in told:
        return _minute(told["meet_until"])
    if "meet_at" in told:
        return _minute(told["meet_at"]) + int(told.get("meet_minutes", _MEET))
    if "awards_at" in told:
        return _minute(told["awards_at"]) - 2 * _PHASE
    return _minute(_USUAL.phase_one_at)


def _long_break(told: Mapping[str, Any], rounds: int) -> dict[str, int]:
    after = told.get("long_break_after", 0) or (rounds // 2 if "long_break_half" in told else 0)
    if not after or "long_break_minutes" not in told or (rounds and after >= rounds):
        return {}
    return {"long_break_after": after, "long_break_minutes": told["long_break_minutes"]}


def _after(begins: int, clock: time) -> int:
    return (_minute(clock) - begins) % _A_DAY


def _minute(clock: time) -> int:
    return 60 * clock.hour + clock.minute


def _clock(minute: int) -> time:
    return time(minute % _A_DAY // 60, minute % 60)
