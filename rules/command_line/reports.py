"""The command line for reported hands: ``games``, ``score`` and ``match``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from rules.command_line.written_twice import WrittenTwice, read_text
from rules.games import all_games, find_ruleset, house_rules_of
from rules.games.bid_whist_house import house_over
from rules.games.hands import FieldError, GameAlreadyOver, HandScore, ImpossibleHand, shown
from rules.games.house import BadHouseRule
from rules.games.ruleset import Ruleset, RunningGame, UnknownGame

Command = Callable[[Sequence[str], TextIO, TextIO, TextIO], int]

DEFAULT_GAME: Final = "fahrenheit"
DONE: Final = 0
REFUSED: Final = 2

_WORDS_FOR: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Unreadable(ValueError):
    """The call or its input cannot be made sense of."""


class Refusal(ValueError):
    """One item of the input is refused; the others are still answered."""

    def __init__(self, *errors: FieldError) -> None:
        self.errors = errors
        super().__init__(" ".join(error.message for error in errors))

    def as_json(self) -> dict[str, object]:
        return {"errors": [error.as_json() for error in self.errors]}


@dataclass(frozen=True, slots=True)
class Call:
    """What stood on the command line: the game, and the house rules where the input has none."""

    game: str
    house: Mapping[str, object]


def games(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    if argv:
        raise Unreadable(f'"games" takes nothing after it, and there was "{argv[0][:40]}".')
    _write([game.as_json() for game in all_games()], stdout)
    return DONE


def score(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Write what each hand earned, in the order read."""
    call = read_call(argv)
    given = read_json(stdin)
    items = given if isinstance(given, list) else [given]
    answers = [_answer(_scored, item, call) for item in items]
    _write(answers if isinstance(given, list) else answers[0], stdout)
    return _exit_code(answers)


def match(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Write where the game stands after each hand; for a list of games, a list of such lists."""
    call = read_call(argv)
    given = read_json(stdin)
    if isinstance(given, list) and not any(_is_game(item) for item in given):
        given = {**_named_by(given), "hands": given}
    items = given if isinstance(given, list) else [given]
    answers = [_answer(_played, item, call) for item in items]
    _write(answers if isinstance(given, list) else answers[0], stdout)
    return _exit_code(answers)


COMMANDS: Final[Mapping[str, Command]] = {"games": games, "score": score, "match": match}


# --- what was asked -------------------------------------------------------------------------------


def read_call(argv: Sequence[str]) -> Call:
    """The game and the house rules of the command line.

    :raises Unreadable: if there is anything else, or no such game.
    """
    named: list[str] = []
    house: dict[str, object] = {}
    words = list(argv)
    while words:
        word = words.pop(0)
        if word == "--house" and words:
            word = f"--house={words.pop(0)}"
        if word.startswith("--house="):
            set_house(house, word.removeprefix("--house="))
        elif word.startswith("-"):
            raise Unreadable(
                f'There is no option "{word[:40]}" here; house rules are set by --house key=value.'
            )
        else:
            named.append(word)
    if len(named) > 1:
        raise Unreadable(f'Name one game only; there were "{named[0][:40]}" and "{named[1][:40]}".')
    game = named[0] if named else DEFAULT_GAME
    return Call(known_game(game), house)


def known_game(key: str) -> str:
    """The key of a game that there is.

    :raises Unreadable: if there is none of that key.
    """
    try:
        house_rules_of(key)
    except UnknownGame as unknown:
        raise Unreadable(str(unknown)) from None
    return key


def set_house(house: dict[str, object], written: str) -> None:
    """Add a house rule as it is written: ``key=value``.

    :raises Unreadable: if it is written otherwise, or was set before.
    """
    key, equals, value = written.partition("=")
    if not (key and equals):
        raise Unreadable("A house rule is set by --house key=value.")
    if key in house:
        raise Unreadable(f'Set the house rule "{key[:40]}" once: it is there twice.')
    house[key] = read_value(value)


def read_value(text: str) -> object:
    """The value of a house rule as typed: true or false, a whole number, or a word."""
    if text.lower() in _WORDS_FOR:
        return _WORDS_FOR[text.lower()]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def read_json(stdin: TextIO) -> object:
    """What stands on standard input.

    :raises Unreadable: if it is not JSON, or neither an object nor a list.
    """
    try:
        given = read_text(stdin.read())
    except ValueError:
        raise Unreadable("The input cannot be read: it must be one JSON object, or a list of them.") from None
    if not isinstance(given, dict | list):
        raise Unreadable("The input must be one JSON object, or a list of them.")
    return given


# --- what is answered -----------------------------------------------------------------------------


def _scored(item: object, call: Call) -> object:
    case = _mapping(item, "hand")
    hand = case.get("hand") if "hand" in case else _without(case, "game", "house")
    return _score(_ruleset(case, call), hand).as_json()


def _played(item: object, call: Call) -> object:
    """The state after each hand, a refused one leaving the game as it was."""
    match = _mapping(item, "hands")
    ruleset = _ruleset(match, call)
    hands = match.get("hands")
    if not isinstance(hands, list):
        raise Refusal(FieldError("hands", "The hands of the game are missing: a list of them, in order."))
    running = ruleset.start()
    return [_answer(_state_after, hand, ruleset, running) for hand in hands]


def _state_after(hand: object, ruleset: Ruleset, running: RunningGame) -> object:
    if running.state().over:
        raise Refusal(FieldError("hands", "The game was already over before this hand."))
    case = _mapping(hand, "hand")
    _check_same(case, ruleset)
    running.add(_score(ruleset, case["hand"] if "hand" in case else _without(case, "game", "house")))
    return running.state().as_json()


def _check_same(case: Mapping[str, object], ruleset: Ruleset) -> None:
    """:raises Refusal: if a hand of the match names another game or other house rules than the match has."""
    if case.get("game") not in (None, ruleset.key):
        raise Refusal(
            FieldError("game", f"This is a match of {ruleset.key}: a hand of another game is no part of it.")
        )
    own = case.get("house")
    if own is not None and dict(find_house(ruleset, own)) != dict(ruleset.house):
        raise Refusal(
            FieldError("house", "All hands of a match go by the same house rules, and this one has others.")
        )


def find_house(ruleset: Ruleset, own: object) -> Mapping[str, object]:
    named = house_of(own)
    try:
        return find_ruleset(ruleset.key, house_over(ruleset.house, named)).house
    except BadHouseRule as refused:
        raise Refusal(FieldError(refused.field, str(refused))) from None


def _score(ruleset: Ruleset, hand: object) -> HandScore:
    try:
        return ruleset.score(_mapping(hand, "hand"))
    except ImpossibleHand as impossible:
        raise Refusal(*impossible.errors) from None


def _ruleset(item: Mapping[str, object], call: Call) -> Ruleset:
    game, house = item.get("game"), house_of(item.get("house"))
    try:
        return find_ruleset(call.game if game is None else game, house_over(call.house, house))  # type: ignore[arg-type]
    except (UnknownGame, BadHouseRule) as refused:
        raise Refusal(FieldError(refused.field, str(refused))) from None


def house_of(given: object) -> Mapping[str, object]:
    """The house rules that an item of the input has; none where it says nothing.

    :raises Refusal: if they are no object.
    """
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise Refusal(FieldError("house", "The house rules are an object of keys and values."))
    return given


def _mapping(item: object, field: str) -> Mapping[str, object]:
    if not isinstance(item, dict):
        raise Refusal(FieldError(field, "A hand is reported as an object of fields and values."))
    refuse_twice(item)
    return item


def refuse_twice(item: Mapping[str, object]) -> None:
    """:raises Refusal: if the object says the same thing twice."""
    if isinstance(item, WrittenTwice):
        raise Refusal(FieldError(shown(item.field), item.message))


def _without(case: Mapping[str, object], *keys: str) -> Mapping[str, object]:
    return {key: value for key, value in case.items() if key not in keys}


def _named_by(hands: Sequence[object]) -> Mapping[str, object]:
    """The game and house that the first of a list of cases names; the others are of the same game."""
    first = hands[0] if hands else None
    return {key: first[key] for key in ("game", "house") if key in first} if isinstance(first, dict) else {}


def _is_game(item: object) -> bool:
    return isinstance(item, dict) and "hands" in item


def _answer(work: Callable[..., object], item: object, *more: object) -> object:
    try:
        return work(item, *more)
    except Refusal as refused:
        return refused.as_json()
    except GameAlreadyOver as over:
        return Refusal(FieldError("hands", str(over))).as_json()


def _exit_code(answers: Sequence[object]) -> int:
    """2 where anything was refused, at whatever depth."""
    for answer in answers:
        if isinstance(answer, dict) and "errors" in answer:
            return REFUSED
        if isinstance(answer, list) and _exit_code(answer) == REFUSED:
            return REFUSED
    return DONE


def _write(answer: object, stdout: TextIO) -> None:
    json.dump(answer, stdout, indent=1)
    stdout.write("\n")
