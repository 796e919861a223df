"""Hands that were not played because a side was not there."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.hands import (
    SIDE_NAMES,
    FieldError,
    HandScore,
    ImpossibleHand,
    Names,
    Reason,
    Report,
    read_optional_word,
    read_word,
    shown,
)


def read_forfeit(report: Report, sides: Sequence[str], seats: Sequence[str]) -> str:
    """The side that forfeited; a forfeited hand has nothing else to tell but its dealer.

    :raises ImpossibleHand: if the report says more, or names no side.
    """
    errors: list[FieldError] = []
    late = read_word(report, "forfeited_by", sides, "the side that forfeited", errors)
    read_optional_word(report, "dealer", seats, "the dealer", errors)
    errors += [
        FieldError(shown(field), "A forfeited hand was not played, so there is nothing more to report of it.")
        for field, value in report.items()
        if field not in ("forfeited_by", "dealer") and value not in (None, [])
    ]
    if errors:
        raise ImpossibleHand(errors)
    return late


def forfeit_by_points(
    report: Report, sides: Sequence[str], seats: Sequence[str], names: Names, source: str
) -> HandScore:
    """A forfeited hand in a game of points: nobody scores, and of two sides the other wins it.

    :raises ImpossibleHand: if the report also says how the hand was played.
    """
    late = read_forfeit(report, sides, seats)
    others = [side for side in sides if side != late]
    called = names.get(late) or SIDE_NAMES[late]
    return HandScore(
        winner=others[0] if len(others) == 1 else None,
        units={},
        points=dict.fromkeys(sides, 0),
        books=None,
        made=None,
        boston=False,
        awarded=True,
        because=(Reason(f"{called} forfeited the hand, and nobody scores.", "forfeit", source),),
        headline=f"Forfeited by {called}.",
    )
