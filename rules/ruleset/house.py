"""House rules: the decisions that an event may make about its game.

A game's house rules are the fields of a frozen dataclass. ``yes_no``, ``choice``, ``number`` and ``text``
make a field from its default, the allowed values, the question, and the rules sheet's sentences.
``house_rules`` lists the rules for screens and programs; ``settle`` makes the dataclass from an event's
decisions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, TypeVar

from rules.numbers import minus
from rules.ruleset.hands import either, shown
from rules.ruleset.hands import number as in_letters
from rules.suggestions import meant

NO_HOUSE_RULES: Final[Mapping[str, object]] = {}
ALWAYS: Final[Mapping[str, tuple[object, ...]]] = {}
NO_SENTENCES: Final[Mapping[str, Mapping[object, str]]] = {}
House = TypeVar("House")
_MANY: Final = re.compile(r"\{value\} (more )?(book|point|trick)s\b")

# The headings that games share on the rules sheet.
BIDDING: Final = "The bidding"
DEALING: Final = "The deal and the kitty"
CARDS: Final = "The cards"
SCORING: Final = "Counting a hand"
GAME: Final = "Winning the game"
RENEGES: Final = "Reneges"
LATE: Final = "Late teams"


class BadHouseRule(ValueError):
    """An unknown house rule, or a value that the rule doesn't allow."""

    def __init__(self, field: str, sentence: str) -> None:
        self.field = field
        super().__init__(minus(sentence))


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One decision of an event.

    The rule matters only if another rule in ``only_if`` has one of the values listed there, and matters
    itself.
    """

    key: str
    type: str  # "yes_no", "number", "choice" or "text"
    default: object
    allowed: Sequence[object]
    """A tuple or a range of values; for a text it is the range of lengths."""
    sentence: str
    """The question for the organizer."""
    source: str
    section: str
    says: Mapping[object, str] | str
    """Maps each value to its sentence on the rules sheet, and None to the sentence for all other values, or
    is one sentence with ``{value}`` in it.
    """
    only_if: tuple[tuple[str, tuple[object, ...]], ...] = ()
    unsaid: tuple[object, ...] = ()
    """Values that the sheet leaves out."""

    def sentence_for(self, value: object) -> str:
        """The sentence of the rules sheet for a value.

        ``{value} points`` is "one point" for 1, "−1 point" for −1; ``{word}`` is the value in letters.
        """
        template = self.says if isinstance(self.says, str) else self.says.get(value, self.says.get(None, ""))
        if value in (1, -1):
            template = _MANY.sub(r"one \1\2" if value == 1 else r"{value} \1\2", template)
        word = in_letters(value) if type(value) is int else ""
        return template.replace("{value}", minus(str(value))).replace("{word}", word)

    def applies(self, house: Mapping[str, object], others: Mapping[str, HouseRule]) -> bool:
        """Whether this rule matters, given the values of the rules it depends on."""
        return not self.only_if or any(
            house[key] in values and others[key].applies(house, others) for key, values in self.only_if
        )

    def allows(self, value: object) -> bool:
        """Whether the rule may have this value. ``True`` is not 1."""
        if self.type == "text":
            return isinstance(value, str) and value == plain(value) and len(value) in self.allowed
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


# --- the fields of a dataclass of house rules -----------------------------------------------------


def yes_no(default: bool, asks: str, section: str, cite: str, yes: str, no: str, **more: Any) -> Any:
    """A field that is true or false, with the sheet's sentence for each. ``more`` is for ``_rule``."""
    return _rule("yes_no", default, (True, False), asks, section, cite, {True: yes, False: no}, **more)


def choice(asks: str, section: str, cite: str, says: Mapping[object, str], **more: Any) -> Any:
    """A field for one of the keys of ``says``; the first is the default."""
    return _rule("choice", next(iter(says)), tuple(says), asks, section, cite, says, **more)


def number(
    default: int,
    allowed: Sequence[int],
    asks: str,
    section: str,
    cite: str,
    says: Mapping[Any, str] | str,
    **more: Any,
) -> Any:
    return _rule("number", default, allowed, asks, section, cite, says, **more)


def text(default: str, most: int, asks: str, section: str, cite: str, says: str, **more: Any) -> Any:
    """A field for one line of at most ``most`` letters. It may be empty if its default is."""
    return _rule("text", default, range(1 if default else 0, most + 1), asks, section, cite, says, **more)


BY_POINTS: Final[Mapping[str, tuple[object, ...]]] = {"game_end": ("points", "points_or_hands")}
"""The ``only_if`` of a rule that matters only if points win the game."""


def race_end(section: str, cite: str) -> Any:
    """A field for what ends a race to a number of points. Needs ``race_hands`` and ``race_minutes``."""
    says: Mapping[object, str] = {
        "points": "The game ends when somebody has enough points.",
        "hands_played": "The game ends after a fixed number of hands, and the points decide it.",
        "clock": "The game ends when its time is up, and the points decide it.",
        "points_or_hands": "The game ends when somebody has enough points, or after a fixed number of hands: "
        "then the leader has won.",
    }
    return choice("What ends a game?", section, cite, says, unsaid=("points",))


def race_hands(section: str, cite: str) -> Any:
    says = {1: "A game is one hand.", None: "A game is {value} hands."}
    asks = "How many hands are in a game of fixed length?"
    return number(
        8, range(1, 25), asks, section, cite, says, only_if={"game_end": ("hands_played", "points_or_hands")}
    )


def race_minutes(section: str, cite: str) -> Any:
    says = "A game has {value} minutes; the hand in play is finished."
    asks = "How many minutes are in a game that the clock ends?"
    return number(25, range(5, 121), asks, section, cite, says, only_if={"game_end": ("clock",)})


def plain(text: str) -> str:
    """The text on one line, with single spaces and without unprintable characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _rule(
    type_: str,
    default: object,
    allowed: Sequence[object],
    asks: str,
    section: str,
    cite: str,
    says: Mapping[object, str] | str,
    *,
    only_if: Mapping[str, tuple[object, ...]] = ALWAYS,
    unsaid: tuple[object, ...] = (),
) -> Any:
    """``cite`` is the rulebook's paragraph, or one for each rulebook, separated by spaces."""
    rule = HouseRule("", type_, default, allowed, asks, cite, section, says, tuple(only_if.items()), unsaid)
    return field(default=default, metadata={"rule": rule})


def house_rules(
    house: type,
    book: str = "",
    defaults: Mapping[str, object] = NO_HOUSE_RULES,
    says: Mapping[str, Mapping[object, str]] = NO_SENTENCES,
) -> tuple[HouseRule, ...]:
    """The house rules of the dataclass ``house``, with a game's own rulebook, defaults and sentences."""
    return tuple(
        replace(
            rule,
            key=each.name,
            default=defaults.get(each.name, rule.default),
            source=next(cite for cite in rule.source.split() if cite.startswith(book)),
            says={**rule.says, **says[each.name]} if each.name in says else rule.says,
        )
        for each in fields(house)
        for rule in (each.metadata["rule"],)
    )


def settle(house: type[House], rules: Sequence[HouseRule], decided: Mapping[str, object]) -> House:
    """:raises BadHouseRule: if a rule is unknown, or a value is not allowed."""
    by_key = {rule.key: rule for rule in rules}
    for key, value in decided.items():
        rule = by_key.get(key)
        if rule is None:
            sentence = f'This game has no house rule called "{shown(key)}".{meant(key, by_key)}'
            raise BadHouseRule(shown(key), sentence)
        if not rule.allows(value):
            raise BadHouseRule(key, f'The house rule "{key}" must be {_choices(rule)}.')
    return house(**{rule.key: decided.get(rule.key, rule.default) for rule in rules})


def values(house: Any) -> Mapping[str, object]:
    return asdict(house)


def _choices(rule: HouseRule) -> str:
    if rule.type == "text":
        return f"one line of at most {rule.allowed[-1]} letters"
    if isinstance(rule.allowed, range):
        return f"a whole number from {rule.allowed[0]} to {rule.allowed[-1]}"
    if rule.type == "yes_no":
        return "true or false"
    return either(rule.allowed)
