"""The first part of the page for a new event: a choice of well-known evenings, or five questions."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from pages.hall.movement_picture import MovementPicture, movement_picture
from pages.hall.rules_sheet import planned_sheet
from rules.evenings.evening import Evening
from rules.evenings.known import EVENINGS
from rules.evenings.questions import (
    EveningAnswers,
    EveningQuestion,
    Option,
    OptionRow,
    answered,
    answers_of,
    questions,
    read,
)
from rules.games import find_ruleset
from rules.ruleset.ruleset import Section
from rules.seating.answers import SAME
from rules.seating.known import find_seating
from tournament.event.names import count, in_words
from tournament.settings.plan import DayPlan

PICTURED, SMALL = 5, 3
"""How many tables a picture has."""
USUAL = EVENINGS["fahrenheit"]
MOST_OPENED = ("fahrenheit", "league-night", "progressive-euchre", "spades")
"""The evenings that are offered first."""
STRAIGHT = "Straight to a bracket"
_WHO_MOVES = ("moves", "to", "partner")


@dataclass(frozen=True, kw_only=True)
class TileLink:
    """A link that chooses something."""

    words: str
    more: str
    href: str
    is_chosen: bool
    facts: str = ""
    """One line under its words."""
    movement: MovementPicture | None = None
    """A small picture."""


@dataclass(frozen=True, kw_only=True)
class TileGroup:
    title: str
    tiles: tuple[TileLink, ...]


@dataclass(frozen=True, kw_only=True)
class QuestionTiles:
    """A question with its tiles, in rows, and the answer so far in words."""

    key: str
    words: str
    answer: str
    groups: tuple[TileGroup, ...]
    is_open: bool


@dataclass(frozen=True, kw_only=True)
class Beginning:
    """The first part of the page: the evenings ``first`` offered, and the others in groups."""

    first: tuple[TileLink, ...]
    groups: tuple[TileGroup, ...]
    ask: str
    address: str
    evening: Evening | None
    """None as long as nothing is chosen or answered."""
    is_changed: bool
    is_answering: bool
    """A question was opened or answered."""
    asked: tuple[QuestionTiles, ...]
    movement: MovementPicture | None
    ends: str
    misfit: str
    plan: DayPlan
    sheet: tuple[Section, ...]


def beginning(parameters: Mapping[str, str], held_on: date, address: str) -> Beginning:
    """The first part of the page, for the parameters of its URL. No query.

    ``evening`` is the key of a known evening; the other parameters are answers (``EveningAnswers``), and
    ``at`` is the question that is open.
    """
    known, at = EVENINGS.get(str(parameters.get("evening", ""))), str(parameters.get("at", ""))
    start = answers_of(known or USUAL)
    answers = read(parameters, start)
    evening = answered(known or USUAL, answers)
    plan = plan_of_evening(evening, name=known.name if known else "", held_on=held_on)
    straight = evening.is_straight
    is_begun = bool(known or at or answers != start)
    query = _query(known, answers)
    return Beginning(
        first=tuple(replace(_tile(address, EVENINGS[key], known), movement=None) for key in MOST_OPENED),
        groups=_groups(address, known),
        ask=f"{address}?{_query(None, answers_of(USUAL), at='moves')}#moves",
        address=f"{address}?{query}" if query else address,
        evening=evening if is_begun else None,
        is_changed=answers != start or known is None,
        is_answering=bool(at or answers != start),
        asked=tuple(_asked(address, known, questions(answers), at)) if is_begun else (),
        movement=movement_picture(answers.movement, PICTURED) if is_begun and not straight else None,
        ends=_ends(evening),
        misfit=_misfit(evening, plan),
        plan=plan,
        sheet=planned_sheet(plan) if is_begun else (),
    )


def plan_of_evening(evening: Evening, **basics: Any) -> DayPlan:
    return DayPlan(**{**evening.settings, **evening.hours(), **basics})


def _groups(address: str, chosen: Evening | None) -> tuple[TileGroup, ...]:
    groups: dict[str, list[TileLink]] = {
        "For teams of two": [],
        STRAIGHT: [],
        "For people who come alone": [],
    }
    teams, straight, alone = groups.values()
    for each in (each for key, each in EVENINGS.items() if key not in MOST_OPENED):
        is_alone = answers_of(each).partner != SAME.key
        group = straight if each.is_straight else alone if is_alone else teams
        group.append(_tile(address, each, chosen))
    return tuple(TileGroup(title=title, tiles=tuple(tiles)) for title, tiles in groups.items())


def _tile(address: str, evening: Evening, chosen: Evening | None) -> TileLink:
    return TileLink(
        words=evening.name,
        more=evening.about,
        href=f"{address}?evening={evening.key}#your-evening",
        is_chosen=evening is chosen,
        movement=None if evening.is_straight else _small(answers_of(evening)),
        facts=f"{find_ruleset(evening.setting('game')).name} · {_length(evening)}",
    )


def _length(evening: Evening) -> str:
    """The length of the evening with Phase II: ``4 hours``, ``3½ hours``."""
    halves = round((evening.played + evening.two) / 30)
    half = "½" if halves % 2 else ""
    return f"{halves // 2 or ''}{half} hour{'' if halves <= 2 else 's'}"


def _ends(evening: Evening) -> str:
    """How long play takes, without times of the day: those are chosen further down the page."""
    if evening.is_straight:
        return f"The bracket begins as soon as it is drawn; the awards are {_long(evening.two)} later."
    played = max(evening.played, evening.lasts - evening.two)
    awards = f"; the awards are {_long(evening.two)} later" if evening.two else ""
    return f"The last round is over {_long(played)} after the first is called{awards}."


def _long(minutes: int) -> str:
    """``2 hours and 5 minutes``"""
    units = ((minutes // 60, "hour"), (minutes % 60, "minute"))
    return in_words([count(number, unit) for number, unit in units if number])


def _misfit(evening: Evening, plan: DayPlan) -> str:
    """The sentence if full tables need more rounds than the evening has; else empty (Rulebook E-132)."""
    if evening.is_straight:
        return ""
    entrants = plan.tables * plan.way.in_a_game(find_ruleset(plan.game, plan.house_rules))
    needs = find_seating(plan.seating, plan.way).needs(entrants)
    if not needs or needs.rounds == evening.held or (needs.rounds < evening.held and not needs.then):
        return ""
    full = f"{count(plan.tables, 'full table')}, {count(entrants, plan.way.entrant)}"
    if needs.rounds < evening.held:
        return f"With {full}, {needs.what} after {count(needs.rounds, 'round')}. Then {needs.then}."
    return f"With {full}, it takes {needs.rounds} rounds until {needs.what}."


def _asked(
    address: str, known: Evening | None, asked: tuple[EveningQuestion, ...], at: str
) -> tuple[QuestionTiles, ...]:
    keys = [question.key for question in asked]
    return tuple(
        QuestionTiles(
            key=question.key,
            words=question.words,
            answer=_answer(question),
            groups=tuple(
                TileGroup(title=row.words, tiles=tuple(_answers(address, known, row, question, after)))
                for row in question.rows
            ),
            is_open=question.key == at,
        )
        for question, after in zip(asked, (*keys[1:], "your-evening"), strict=True)
    )


def _answers(
    address: str, known: Evening | None, row: OptionRow, question: EveningQuestion, after: str
) -> tuple[TileLink, ...]:
    # A question with several rows stays open until the next one is opened.
    at = question.key if len(question.rows) > 1 else after
    return tuple(_answer_tile(address, known, option, row.field, at) for option in row.options)


def _answer_tile(address: str, known: Evening | None, option: Option, field: str, at: str) -> TileLink:
    return TileLink(
        words=option.words,
        more=option.more,
        href=f"{address}?{_query(known, option.answers, at=at)}#{at}",
        is_chosen=option.is_chosen,
        movement=_small(option.answers) if field == "to" else None,
    )


def _small(answers: EveningAnswers) -> MovementPicture | None:
    picture = movement_picture(answers.movement, SMALL)
    return picture if picture.tables else None


def _answer(question: EveningQuestion) -> str:
    if question.key == "rounds":
        rounds, until, minutes, long, then = question.rows
        length = f"rounds of {minutes.chosen.words} minutes"
        is_set = bool(until.chosen.value)
        length = (
            f"Until {until.chosen.words}, in {length}" if is_set else f"After {rounds.chosen.words} {length}"
        )
        after = then.chosen
        if long.chosen.value != "0":
            length = f"{length} with a break {long.chosen.words[0].lower()}{long.chosen.words[1:]}"
        return f"{length}, then {after.words[0].lower()}{after.words[1:]}"
    first, *others = (row.chosen.words for row in question.rows)
    return ", ".join((first, *(other[0].lower() + other[1:] for other in others)))


def _query(known: Evening | None, answers: EveningAnswers, at: str = "") -> str:
    """The query string of these answers. It has those that differ from the known evening."""
    start, given = asdict(answers_of(known or USUAL)), asdict(answers)
    moves_otherwise = any(given[name] != start[name] for name in _WHO_MOVES)
    differs = {
        name: value
        for name, value in given.items()
        if value != start[name] or (name in _WHO_MOVES and moves_otherwise)
    }
    first = {"evening": known.key} if known else {}
    return urlencode({**first, **differs, **({"at": at} if at else {})})
