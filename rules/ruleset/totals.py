"""A whole game's result entered as one total (Rulebook E-97)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.numbers import minus
from rules.ruleset.entry import Answers, EntryTiles, Question
from rules.ruleset.game_ends import EndOfGame
from rules.ruleset.hands import (
    NO_NAMES,
    FieldError,
    HandFacts,
    HandScore,
    ImpossibleHand,
    Names,
    Reason,
    counted,
    either,
    one_of,
    side_name,
    unknown_fields,
)
from rules.ruleset.ruleset import Ruleset

MOST_POINTS: Final = 9999
MOST_HANDS: Final = 50
SOURCE: Final = "E-97"
TOTALS: Final = ("total_hands", "total_points", "total_bostons")
REPORTED: Final = frozenset({*TOTALS, "won_by", "counters", "dealer"})

Figures = Mapping[str, int]


def is_total(facts: HandFacts) -> bool:
    """Whether these facts are about a whole game, and not about one hand."""
    return any(field in facts for field in (*TOTALS, "won_by"))


# --- what is asked ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TotalQuestion(Question):
    """A figure of the whole game for each side. The fact is None if every side is left empty."""

    look: str = "numbers"
    is_each: bool = True

    def to_facts(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, Any]:
        read = super().to_facts(answers, sides)[self.field]
        known = {side: value for side, value in read.items() if value is not None}
        return {self.field: known or None}


def total_entry(ruleset: Ruleset) -> EntryTiles:
    """The questions about a whole game. All are optional: ``score_total`` says what is missing."""
    by_hands = ruleset.ends.counts_hands
    least = -MOST_POINTS if ruleset.ends.below_zero else 0
    points = TotalQuestion(
        field="total_points",
        asks="Points",
        more="as far as you know them" if by_hands else "minus points with a minus",
        listed="Points of {name}",
        is_needed=not by_hands,
        least=least,
        most=MOST_POINTS,
        wrong=f"Points are a whole number from {minus(least)} to {MOST_POINTS}.",
    )
    hands = TotalQuestion(
        field="total_hands",
        asks="Hands",
        listed="Hands of {name}",
        most=MOST_HANDS,
        wrong=f"Hands are a whole number from 0 to {MOST_HANDS}.",
    )
    bostons = TotalQuestion(
        field="total_bostons",
        asks="Bostons",
        more="if there were any",
        listed="Bostons of {name}",
        is_needed=False,
        most=MOST_HANDS,
        wrong=f"Bostons are a whole number from 0 to {MOST_HANDS}.",
    )
    won_by = Question(
        field="won_by",
        asks="Who won?",
        more="only after a tie, or if you know nothing else",
        listed="Who won",
        look="sides",
        is_needed=False,
    )
    whose = "both sides" if len(ruleset.sides) == 2 else "every player"
    return EntryTiles(
        sides=ruleset.sides,
        questions=(
            *((hands,) if by_hands else ()),
            points,
            *((bostons,) if _has_bostons(ruleset) else ()),
            won_by,
        ),
        to_tap=f"Write the {'hands' if by_hands else 'points'} of {whose}, or tap who won.",
        has_auction=False,
        paper_note="Write the game’s total; tick who won it only after a tie.",
    )


# --- what it counts ---------------------------------------------------------------------------------


def score_total(ruleset: Ruleset, facts: HandFacts, names: Names = NO_NAMES) -> HandScore:
    """The whole game as one score. If only the winner is known, it gets the hands that win a game.

    :raises ImpossibleHand: if no game of this ruleset can end with these figures.
    """
    errors = unknown_fields(facts, REPORTED)
    by_hands = ruleset.ends.counts_hands
    points = _read(ruleset, facts.total_points, "total_points", "points", errors)
    hands = _read(ruleset, facts.total_hands, "total_hands", "hands", errors)
    bostons = _read(ruleset, facts.total_bostons, "total_bostons", "Bostons", errors)
    if hands is not None and not by_hands:
        errors.append(FieldError("total_hands", "Points alone win this game: leave the hands out."))
    if bostons is not None and not _has_bostons(ruleset):
        errors.append(FieldError("total_bostons", "This game counts no Bostons: leave them out."))
    if facts.won_by is not None and facts.won_by not in ruleset.sides:
        errors.append(FieldError("won_by", f"The winner is {either(ruleset.sides)}."))
    figures, field = (hands, "total_hands") if by_hands else (points, "total_points")
    given = facts.total_hands if by_hands else facts.total_points
    if given is None and (facts.won_by is None or facts.total_points or facts.total_bostons):
        what = "hands" if by_hands else "points"
        every = f"every {one_of(ruleset.sides)}"
        errors.append(FieldError(field, f"Write the {what} of {every}, or only who won."))
    if not errors:
        _check_ends(ruleset, hands, points, bostons, errors)
    if errors:
        raise ImpossibleHand(errors)
    winner = _ahead(ruleset, hands, points) if figures is not None else facts.won_by
    is_settled = winner is None and figures is not None
    if is_settled or (facts.won_by and facts.won_by != winner):
        winner = _named_winner(ruleset, facts.won_by, winner, names)
    assert winner is not None
    none = dict.fromkeys(ruleset.sides, 0)
    units = {**none, **(hands or {winner: ruleset.ends.goal})} if by_hands else {}
    sentence = _why(ruleset, hands, points, winner, names)
    return HandScore(
        winner=winner,
        units=units,
        # If fewer points win, the points are negated, so that all comparisons work unchanged.
        points=none if points is None else {side: ruleset.ends.sign * points[side] for side in points},
        made=None,
        because=(Reason(sentence, "total", SOURCE),),
        headline=_headline(ruleset, hands, points, winner, names),
    )


def odd_total(
    ruleset: Ruleset, facts: HandFacts, names: Names = NO_NAMES, *, is_time_up: bool = False
) -> str | None:
    """A question to the person who entered a total that is possible but unlikely; None if it is likely.

    If ``is_time_up``, a game needs no other end.

    :raises ImpossibleHand: as ``score_total`` does.
    """
    score = score_total(ruleset, facts, names)
    assert score.winner is not None
    hands, points = facts.total_hands, facts.total_points
    if hands is None and points is None:
        return None
    if score.winner != _ahead(ruleset, hands, points) is not None:
        return (
            f"{side_name(score.winner, names)} won with fewer. Was it by a rule that wins the game at once?"
        )
    goal, target = ruleset.ends.goal, ruleset.ends.points
    wanted = [
        *([counted(goal, "hand")] if goal else []),
        *([counted(target, "point")] if target else []),
    ]
    if wanted and not is_time_up and not _reached(ruleset, hands, points):
        return f"Nobody reached {' or '.join(wanted)}. Was the time over?"
    if target and points:
        if sum(points[side] >= target for side in ruleset.sides) > 1:
            return f"Everybody needs {target}, and more than one side has them. Was it in the last hand?"
        if max(points.values()) > 2 * target:
            return f"{max(points.values())} points are many where {target} win the game. Is it right?"
    return None


def _read(
    ruleset: Ruleset, figures: Mapping[str, object] | None, field: str, what: str, errors: list[FieldError]
) -> Figures | None:
    if figures is None:
        return None
    one = one_of(ruleset.sides)
    least = -MOST_POINTS if field == "total_points" else 0
    most = MOST_POINTS if field == "total_points" else MOST_HANDS
    if not isinstance(figures, Mapping) or set(figures) != set(ruleset.sides):
        errors.append(FieldError(field, f"Write the {what} of every {one}: {', '.join(ruleset.sides)}."))
        return None
    if field == "total_points" and not ruleset.ends.below_zero:
        least = 0
    read = {side: value for side in ruleset.sides if type(value := figures[side]) is int}
    if len(read) < len(figures) or not all(least <= value <= most for value in read.values()):
        sentence = f"The {what} of a {one} are a whole number from {minus(least)} to {most}."
        errors.append(FieldError(field, sentence))
        return None
    return read


def _check_ends(
    ruleset: Ruleset,
    hands: Figures | None,
    points: Figures | None,
    bostons: Figures | None,
    errors: list[FieldError],
) -> None:
    """Add an error for each figure with which no game can end."""
    sides, ends = ruleset.sides, ruleset.ends
    goal, target, goes_on = ends.goal, ends.points, ends.plays_on
    if hands is not None and goal:
        reached = [side for side in sides if hands[side] >= goal]
        most = _most_units(ends)
        if len(reached) > 1 and not goes_on:
            won = counted(goal, "hand")
            errors.append(FieldError("total_hands", f"Only one side can have {won}: they end the game."))
        elif max(hands.values()) > most:
            errors.append(FieldError("total_hands", f"No side can have more than {counted(most, 'hand')}."))
    if points is not None and target and not goes_on and ends.one_side_scores:
        reached = [side for side in sides if points[side] >= target]
        if len(reached) > 1:
            won = counted(target, "point")
            errors.append(FieldError("total_points", f"Only one side can have {won}: they end the game."))
    if hands is not None and bostons is not None and any(bostons[side] > hands[side] for side in sides):
        errors.append(FieldError("total_bostons", "A side can’t have more Bostons than hands."))


def _named_winner(ruleset: Ruleset, named: str | None, ahead: str | None, names: Names) -> str:
    """The ``named`` winner, required after a tie, and refused if no rule lets a side win that is behind."""
    if named is None:
        raise ImpossibleHand([FieldError("won_by", "It is a tie: say who won the hand that decided.")])
    if ahead is not None and not ruleset.ends.may_win_behind:
        who, other = side_name(named, names), side_name(ahead, names)
        sentence = f"{who} can’t have won: by these figures {other} did."
        raise ImpossibleHand([FieldError("won_by", sentence)])
    return named


def _ahead(ruleset: Ruleset, hands: Figures | None, points: Figures | None) -> str | None:
    """The winner by the figures; None after a tie."""
    reached = () if ruleset.ends.sign < 0 else _reached(ruleset, hands, points)
    if len(reached) == 1:
        return reached[0]
    left = list(reached or ruleset.sides)
    for figures in (hands, points):
        if figures is not None:
            best = max(ruleset.ends.sign * figures[side] for side in left)
            left = [side for side in left if ruleset.ends.sign * figures[side] == best]
    return left[0] if len(left) == 1 else None


def _reached(ruleset: Ruleset, hands: Figures | None, points: Figures | None) -> tuple[str, ...]:
    """The sides that reached an end of the game, by hands first. If a side fell too low, all the others."""
    goal, target, lost = ruleset.ends.goal, ruleset.ends.points, ruleset.ends.lost_at
    ends: list[tuple[Figures, Callable[[int], bool]]] = []
    if hands is not None and goal:
        ends.append((hands, lambda figure: figure >= goal))
    if points is not None and target:
        ends.append((points, lambda figure: figure >= target))
    for figures, is_there in ends:
        reached = tuple(side for side in ruleset.sides if is_there(figures[side]))
        if reached:
            return reached
    if points is not None and lost and any(points[side] <= -lost for side in ruleset.sides):
        return tuple(side for side in ruleset.sides if points[side] > -lost)
    return ()


# --- what the rules give ----------------------------------------------------------------------------


def _most_units(ends: EndOfGame) -> int:
    """The most hands that a side can have. The last hand may count more than one."""
    return ends.most_units * ends.goal if ends.plays_on else ends.goal - 1 + ends.most_units


def _has_bostons(ruleset: Ruleset) -> bool:
    return ruleset.play.has_bostons


# --- its sentences ---------------------------------------------------------------------------------


def _headline(
    ruleset: Ruleset, hands: Figures | None, points: Figures | None, winner: str, names: Names
) -> str:
    """The total in one sentence: "Total: Aces & Eights 10, Night Shift 7." """
    first = hands or points
    called = side_name(winner, names)
    if first is None:
        return f"Total: {called} won."
    more = points if hands else None
    figures_in_words = ", ".join(
        f"{side_name(side, names)} {minus(first[side])}{f' ({_points(more[side])})' if more else ''}"
        for side in ruleset.sides
    )
    leads = _leads(winner, first) and ruleset.ends.sign > 0
    return f"Total: {figures_in_words}." if leads else f"Total: {figures_in_words}; {called} won."


def _points(many: int) -> str:
    return f"{minus(many)} point{'' if abs(many) == 1 else 's'}"


def _leads(winner: str, figures: Figures) -> bool:
    return all(figures[winner] > other for side, other in figures.items() if side != winner)


def _why(ruleset: Ruleset, hands: Figures | None, points: Figures | None, winner: str, names: Names) -> str:
    called = side_name(winner, names)
    if hands is None and points is None:
        return f"The game was entered by its result alone: {called} won."
    ahead = _ahead(ruleset, hands, points)
    if ahead is None:
        return f"The game was entered by its total, a tie: {called} won the hand that decided."
    if ahead != winner:
        return f"The game was entered by its total; {called} won it by a rule that wins the game at once."
    return f"The game was entered by its total: {called} won it."
