"""The command line for reported hands: ``games``, ``score`` and ``match``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from rules.command_line.written_twice import WrittenTwice, read_text
from rules.games import all_games, find_ruleset, house_rules_of
from rules.games.whist.bid_whist_house import house_over
from rules.ruleset.hands import FieldError, GameAlreadyOver, HandScore, ImpossibleHand, shown
from rules.ruleset.house import BadHouseRule
from rules.ruleset.ruleset import Ruleset, RunningGame, UnknownGame

Command = Callable[[Sequence[str], TextIO, TextIO, TextIO], int]

DEFAULT_GAME: Final = "fahrenheit"
DONE: Final = 0
REFUSED: Final = 2

_WORDS_FOR: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Unreadable(ValueError):
    """The command line or its input can't be read."""


class Refusal(ValueError):
    """One item of the input is refused. The other items are still answered."""

    def __init__(self, *errors: FieldError) -> None:
        self.errors = errors
        super().__init__(" ".join(error.message for error in errors))

    def as_json(self) -> dict[str, object]:
        return {"errors": [error.as_json() for error in self.errors]}


@dataclass(frozen=True, slots=True)
class Arguments:
    """A parsed command line: options by name, house rules by key, and the positional arguments."""

    options: Mapping[str, str]
    house: Mapping[str, object]
    positional: tuple[str, ...]

    def number(self, name: str, default: int, *, least: int, most: int) -> int:
        """:raises Unreadable: if the option isn't a whole number, or is out of range."""
        text = self.options.get(name, str(default))
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 20 and least <= int(text) <= most:
            return int(text)
        raise Unreadable(f"--{name} takes a whole number from {least} to {most}.")

    def game(self) -> str:
        """The game that the only word names, or else the default."""
        game, positional = game_first(self.positional)
        for word in positional[:1]:
            _check_game(word)
            raise Unreadable(f'Name one game only; there were "{game}" and "{word}".')
        return game


def games(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    if argv:
        raise Unreadable(f'"games" has no arguments; there was "{argv[0][:40]}".')
    write_json([game.as_json() for game in all_games()], stdout)
    return DONE


def score(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Write what each hand earned, in the order read."""
    return _answer_each(_scored, _game_and_house_rules(argv), _read_json(stdin), stdout)


def match(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Write the state of the game after each hand; for a list of games, a list of such lists."""
    call = _game_and_house_rules(argv)
    given = _read_json(stdin)
    if isinstance(given, list) and not any(isinstance(item, dict) and "hands" in item for item in given):
        given = {**_game_and_house(given), "hands": given}
    return _answer_each(_played, call, given, stdout)


COMMANDS: Final[Mapping[str, Command]] = {"games": games, "score": score, "match": match}


# --- the command line and the input ---------------------------------------------------------------


def read_arguments(argv: Sequence[str], options: Sequence[str] = (), flags: Sequence[str] = ()) -> Arguments:
    """:raises Unreadable: if an option is unknown or given twice, or its value is missing."""
    found: dict[str, str] = {}
    house: dict[str, object] = {}
    rest: list[str] = []
    arguments = iter(argv)
    for word in arguments:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            rest.append(word)
        elif name in flags and not equals:
            found[name] = ""
        elif name in (*options, "house"):
            given = value if equals else next(arguments, None)
            if given is None:
                raise Unreadable(f"--{name} needs a value after it.")
            if name == "house":
                _set_house(house, given)
            elif name in found:
                raise Unreadable(f"Give --{name} once: it is there twice.")
            else:
                found[name] = given
        else:
            known = ", ".join(f"--{option}" for option in (*options, *flags, "house"))
            raise Unreadable(f'There is no option "{word[:40]}" here, only {known}.')
    return Arguments(found, house, tuple(rest))


def _game_and_house_rules(argv: Sequence[str]) -> tuple[str, Mapping[str, object]]:
    arguments = read_arguments(argv)
    return arguments.game(), arguments.house


def game_first(positional: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The game that the first word names, or else the default, and the remaining words."""
    if positional and positional[0] in {game.key for game in all_games()}:
        return positional[0], positional[1:]
    return DEFAULT_GAME, positional


def _check_game(key: str) -> None:
    try:
        house_rules_of(key)
    except UnknownGame as unknown:
        raise Unreadable(str(unknown)) from None


def _set_house(house: dict[str, object], written: str) -> None:
    key, equals, value = written.partition("=")
    if not (key and equals):
        raise Unreadable("A house rule is set by --house key=value.")
    if key in house:
        raise Unreadable(f'Set the house rule "{key[:40]}" once: it is there twice.')
    house[key] = _house_value(value)


def _house_value(text: str) -> object:
    if text.lower() in _WORDS_FOR:
        return _WORDS_FOR[text.lower()]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def _read_json(stdin: TextIO) -> object:
    try:
        given = read_text(stdin.read())
    except ValueError:
        raise Unreadable("The input cannot be read: it must be one JSON object, or a list of them.") from None
    if not isinstance(given, dict | list):
        raise Unreadable("The input must be one JSON object, or a list of them.")
    return given


# --- the answers ----------------------------------------------------------------------------------


def _answer_each(
    work: Callable[[object, str, Mapping[str, object]], object],
    call: tuple[str, Mapping[str, object]],
    given: object,
    stdout: TextIO,
) -> int:
    """Write the answer of ``work`` to each item of a list, or to a single item, and return the exit code."""
    items = given if isinstance(given, list) else [given]
    answers = [_answer(work, item, *call) for item in items]
    write_json(answers if isinstance(given, list) else answers[0], stdout)
    return _exit_code(answers)


def _scored(item: object, game: str, house: Mapping[str, object]) -> object:
    case = mapping(item)
    return _score(_ruleset(case, game, house), _hand_of(case)).as_json()


def _played(item: object, game: str, house: Mapping[str, object]) -> object:
    """The game's state after each hand. A refused hand doesn't change the game."""
    match = mapping(item, "hands")
    ruleset = _ruleset(match, game, house)
    hands = match.get("hands")
    if not isinstance(hands, list):
        raise Refusal(FieldError("hands", "The hands of the game are missing: a list of them, in order."))
    running = ruleset.start()
    return [_answer(_state_after, hand, ruleset, running) for hand in hands]


def _state_after(hand: object, ruleset: Ruleset, running: RunningGame) -> object:
    if running.state().over:
        raise Refusal(FieldError("hands", "The game was already over before this hand."))
    case = mapping(hand)
    _check_same_game(case, ruleset)
    running.add(_score(ruleset, _hand_of(case)))
    return running.state().as_json()


def _check_same_game(case: Mapping[str, object], ruleset: Ruleset) -> None:
    if case.get("game") not in (None, ruleset.key):
        raise Refusal(
            FieldError("game", f"This is a match of {ruleset.key}: a hand of another game is no part of it.")
        )
    own = case.get("house")
    if own is not None and dict(_ruleset(case, ruleset.key, ruleset.house).house) != dict(ruleset.house):
        raise Refusal(
            FieldError("house", "All hands of a match go by the same house rules, and this one has others.")
        )


def _score(ruleset: Ruleset, hand: object) -> HandScore:
    try:
        return ruleset.score(mapping(hand))
    except ImpossibleHand as impossible:
        raise Refusal(*impossible.errors) from None


def _ruleset(item: Mapping[str, object], game: str, house: Mapping[str, object]) -> Ruleset:
    """The ruleset for an item, whose own game and house rules override those of the command line."""
    named, own = item.get("game"), house_of(item.get("house"))
    try:
        return find_ruleset(game if named is None else named, house_over(house, own))  # type: ignore[arg-type]
    except (UnknownGame, BadHouseRule) as refused:
        raise Refusal(FieldError(refused.field, str(refused))) from None


def house_of(given: object) -> Mapping[str, object]:
    """:raises Refusal: if the house rules aren't an object."""
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise Refusal(FieldError("house", "The house rules are an object of keys and values."))
    return given


def mapping(item: object, field: str = "hand", how: str = "reported") -> dict[str, object]:
    """:raises Refusal: if the item isn't an object, or has a field twice."""
    if not isinstance(item, dict):
        raise Refusal(FieldError(field, f"A hand is {how} as an object of fields and values."))
    if isinstance(item, WrittenTwice):
        raise Refusal(FieldError(shown(item.field), item.message))
    return item


def _hand_of(case: Mapping[str, object]) -> object:
    if "hand" in case:
        return case["hand"]
    return {key: value for key, value in case.items() if key not in ("game", "house")}


def _game_and_house(hands: Sequence[object]) -> Mapping[str, object]:
    """The game and house rules of the first hand. ``_check_same_game`` compares the others."""
    first = hands[0] if hands else None
    return {key: first[key] for key in ("game", "house") if key in first} if isinstance(first, dict) else {}


def _answer(work: Callable[..., object], item: object, *more: object) -> object:
    try:
        return work(item, *more)
    except Refusal as refused:
        return refused.as_json()
    except GameAlreadyOver as over:
        return Refusal(FieldError("hands", str(over))).as_json()


def _exit_code(answers: Sequence[object]) -> int:
    """``REFUSED`` if any answer is a refusal, at any depth of nested lists."""
    for answer in answers:
        if isinstance(answer, dict) and "errors" in answer:
            return REFUSED
        if isinstance(answer, list) and _exit_code(answer) == REFUSED:
            return REFUSED
    return DONE


def write_json(answer: object, stdout: TextIO) -> None:
    json.dump(answer, stdout, indent=1)
    stdout.write("\n")
