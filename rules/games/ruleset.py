"""Ruleset: the one interface that every game answers, and the house rules it can be played by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Protocol

from rules.cards.bids import Ladder
from rules.games.hands import GameState, HandScore, Names, Report, either, shown

NO_HOUSE_RULES: Mapping[str, object] = {}
MOST_HANDS = 50


class UnknownGame(ValueError):
    """No game goes by that key."""

    field = "game"


class BadHouseRule(ValueError):
    """A house rule that this game has not, or a value that it does not allow."""

    def __init__(self, field: str, sentence: str) -> None:
        self.field = field
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One thing that an event may decide for itself.

    ``sentence`` is the question as an organizer decides it. ``allowed`` is a tuple of values, or a range.
    ``says`` is what the rules sheet prints for each value, under None for all others, or one sentence with
    ``{value}`` in it. ``unsaid`` are values that go without saying. ``only_if`` names other house rules and
    the values that make this one matter; any of them suffices, if it matters itself.
    """

    key: str
    type: str  # "yes_no", "number" or "choice"
    default: object
    allowed: Sequence[object]
    sentence: str
    source: str
    section: str
    says: Mapping[object, str] | str
    only_if: tuple[tuple[str, tuple[object, ...]], ...] = ()
    unsaid: tuple[object, ...] = ()

    def sentence_for(self, value: object) -> str:
        """What the rules sheet says when the house rule is ``value``."""
        template = self.says if isinstance(self.says, str) else self.says.get(value, self.says.get(None, ""))
        return template.replace("{value}", str(value))

    def applies(self, house: Mapping[str, object], others: Mapping[str, HouseRule]) -> bool:
        """Whether it means anything, the ``others`` being what they are: what it hangs on must apply too."""
        return not self.only_if or any(
            house[key] in values and others[key].applies(house, others) for key, values in self.only_if
        )

    def allows(self, value: object) -> bool:
        """Whether ``value`` is one of the allowed ones, and of their type: true is not 1."""
        return type(value) is type(self.default) and value in self.allowed

    def as_json(self) -> dict[str, object]:
        whole_range = isinstance(self.allowed, range)
        allowed = {"least": self.allowed[0], "most": self.allowed[-1]} if whole_range else list(self.allowed)
        return {
            "key": self.key,
            "type": self.type,
            "default": self.default,
            "allowed": allowed,
            "sentence": self.sentence,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rules sheet and what stands under it."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameDescription:
    """A game as a list of games shows it. ``based_on`` is the game that a preset sets house rules of."""

    key: str
    name: str
    about: str
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    house_rules: tuple[HouseRule, ...]
    based_on: str | None = None
    source: str = ""

    def as_json(self) -> dict[str, object]:
        return {
            "key": self.key,
            "name": self.name,
            "about": self.about,
            "seats": list(self.seats),
            "sides": list(self.sides),
            "based_on": self.based_on,
            "source": self.source,
            "house_rules": [rule.as_json() for rule in self.house_rules],
        }


class RunningGame(Protocol):
    """A game hand by hand."""

    def add(self, score: HandScore) -> None:
        """Add the next hand.

        :raises GameAlreadyOver: if the game was over before it.
        """

    def state(self) -> GameState:
        """Where the game stands."""


class Ruleset(Protocol):
    """A kind of game with its house rules settled: it scores hands and knows when a game is over."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def seats(self) -> tuple[str, ...]: ...

    @property
    def sides(self) -> tuple[str, ...]: ...

    @property
    def house(self) -> Mapping[str, object]:
        """Every house rule and its value, defaults included."""

    @property
    def ladder(self) -> Ladder:
        """The bids there are, and what outranks what."""

    def score(self, report: Report, names: Names = ...) -> HandScore:
        """What a reported hand earned, and why.

        :raises ImpossibleHand: if it cannot have happened.
        """

    def game(self, scores: Sequence[HandScore]) -> GameState:
        """Where the game stands after these hands.

        :raises GameAlreadyOver: if the game was over before the last of them.
        """

    def start(self) -> RunningGame:
        """The game before its first hand."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the catalogue: what it is, what is always so, and how to settle its house rules."""

    description: GameDescription
    build: Callable[[Mapping[str, object]], Ruleset]
    always: tuple[Section, ...]
    words: Mapping[str, str] = field(default_factory=dict)

    def sheet(self, house: Mapping[str, object]) -> tuple[Section, ...]:
        """The rules sheet with this event's house rules in it."""
        settled = self.build(house).house
        decided: dict[str, list[str]] = {section.title: list(section.paragraphs) for section in self.always}
        rules = {rule.key: rule for rule in self.description.house_rules}
        for rule in rules.values():
            if settled[rule.key] not in rule.unsaid and rule.applies(settled, rules):
                decided.setdefault(rule.section, []).append(rule.sentence_for(settled[rule.key]))
        return tuple(
            Section(
                in_words(title, self.words),
                tuple(in_words(paragraph, self.words) for paragraph in paragraphs),
            )
            for title, paragraphs in decided.items()
            if paragraphs
        )


def state_after(running: RunningGame, scores: Sequence[HandScore]) -> GameState:
    """Where the game stands after these hands.

    :raises GameAlreadyOver: if the game was over before the last of them.
    """
    for score in scores:
        running.add(score)
    return running.state()


def in_words(text: str, words: Mapping[str, str]) -> str:
    """The text in an event's own words, such as "special" for "downtown"."""
    for word, own in words.items():
        text = re.sub(rf"\b{word}\b", own, text)
        text = re.sub(rf"\b{word.capitalize()}\b", own.capitalize(), text)
    return text


def settle(rules: Sequence[HouseRule], house: Mapping[str, object]) -> dict[str, object]:
    """Every house rule's value: what the house says, and the default where it says nothing.

    :raises BadHouseRule: if the house names a rule that is none of these, or a value not allowed.
    """
    by_key = {rule.key: rule for rule in rules}
    for key, value in house.items():
        rule = by_key.get(key)
        if rule is None:
            raise BadHouseRule(
                shown(key), f'This game has no house rule called "{shown(key)}".{meant(key, by_key)}'
            )
        if not rule.allows(value):
            raise BadHouseRule(key, f'The house rule "{key}" must be {_choices(rule)}.')
    return {rule.key: house.get(rule.key, rule.default) for rule in rules}


def meant(word: object, known: Iterable[str]) -> str:
    """A sentence that says what was perhaps meant by the word, or else what there is to choose from."""
    names = sorted(known)
    close = get_close_matches(str(word)[:40], names, n=1)
    return f' Perhaps you mean "{close[0]}".' if close else f" Choose from: {', '.join(names)}."


def _choices(rule: HouseRule) -> str:
    if isinstance(rule.allowed, range):
        return f"a whole number from {rule.allowed[0]} to {rule.allowed[-1]}"
    if rule.type == "yes_no":
        return "true or false"
    return either(rule.allowed)


def game_bonus(ruleset: Ruleset) -> int:
    """How many more points a game is worth on the event's list that the others gave away (Rulebook F-16)."""
    return int(str(ruleset.house.get("game_bonus", 0)))


def ends_by_hands(ruleset: Ruleset) -> bool:
    """Whether so many hands won end a game, alone or before points do."""
    return ruleset.house.get("game_end") in ("hands", "either")


def counts_hands(ruleset: Ruleset) -> bool:
    """Whether a game is won by hands, as Fahrenheit is; otherwise points win it (Rulebook E-29)."""
    return ruleset.game(()).units is not None


def is_clocked(ruleset: Ruleset) -> bool:
    """Whether nothing but the clock ends a game."""
    return ruleset.house.get("game_end") == "clock"


def units_to_win(ruleset: Ruleset) -> int:
    """How many hands won win a game; 0 where points win it."""
    if not counts_hands(ruleset):
        return 0
    won = ruleset.score({"forfeited_by": ruleset.sides[1]})
    return next((count for count in range(1, MOST_HANDS) if ruleset.game([won] * count).over), 0)
