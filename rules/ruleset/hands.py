"""A hand: its report, its score with the reasons, and the sentences about both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

Report = Mapping[str, object]
Names = Mapping[str, str]

NO_NAMES: Final[Names] = {}

# The names of sides whose players chose no name.
SIDE_NAMES: Final[Names] = {
    "NS": "North-South",
    "EW": "East-West",
    "N": "North",
    "E": "East",
    "S": "South",
    "W": "West",
}
SUIT_WORDS: Final = ("spades", "hearts", "diamonds", "clubs")

_COUNTED: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "eleven", "twelve", "thirteen",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FieldError:
    """A field of a report that can't be right, and a sentence that says why."""

    field: str
    message: str

    def as_json(self) -> dict[str, object]:
        return {"field": self.field, "message": self.message}


class ImpossibleHand(ValueError):
    """The hand cannot have happened as reported."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors: tuple[FieldError, ...] = tuple(errors)
        super().__init__(" ".join(error.message for error in self.errors))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a hand or a game counts as it does: a sentence, the rule's key, the rulebook's paragraph."""

    sentence: str
    rule: str
    source: str

    def as_json(self) -> dict[str, object]:
        return {"sentence": self.sentence, "rule": self.rule, "source": self.source}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """What a hand earned."""

    winner: str | None
    units: Mapping[str, int] = field(default_factory=dict)
    """Hands won, as they count toward a game; empty if only points win the game."""
    points: Mapping[str, int]
    books: Mapping[str, int] | None = None
    """Those after penalties; None if the game doesn't count them."""
    made: bool | None
    boston: bool = False
    awarded: bool = False
    """Means that a penalty or a forfeit decided the hand, so it is in no list of Bostons."""
    because: tuple[Reason, ...]
    headline: str
    game_to: str | None = None
    """The side that wins the whole game by this hand, no matter the score."""
    decided_by: Reason | None = None
    """The reason that decided the result, if that is not the last."""

    def as_json(self) -> dict[str, object]:
        """The score as JSON, without the figures that its game doesn't count."""
        counted = {"units": self.units, "books": self.books}
        of_whist = {"boston": self.boston, "awarded": self.awarded} if self.units else {}
        return {
            "winner": self.winner,
            "points": dict(self.points),
            **{key: dict(value) for key, value in counted.items() if value},
            "made": self.made,
            **of_whist,
            **({"game_to": self.game_to} if self.game_to else {}),
            "headline": self.headline,
            "because": [reason.as_json() for reason in self.because],
        }


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game."""

    over: bool
    winner: str | None
    units: Mapping[str, int] | None
    """None if only points win the game."""
    points: Mapping[str, int]
    hands: int
    because: tuple[Reason, ...]
    bonus: int = 0
    """Extra points for the winner in the standings, not in the game."""

    def as_json(self) -> dict[str, object]:
        return {
            "over": self.over,
            "winner": self.winner,
            **({} if self.units is None else {"units": dict(self.units)}),
            "points": dict(self.points),
            "hands": self.hands,
            **({"bonus": self.bonus} if self.bonus else {}),
            "because": [reason.as_json() for reason in self.because],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts(Mapping[str, object]):
    """A reported hand, as values. A field that the report leaves out is None or empty.

    As a mapping it is the report itself, with only the fields that were given. ``tricks``, ``bids`` and
    ``trick_points`` are by side; ``bids`` has None for a card face down.
    """

    bidder: str | None = None
    level: int | None = None
    strain: str | None = None
    bid: int | str | None = None
    books: int | None = None
    tricks: Mapping[str, int] | None = None
    bids: Mapping[str, str | None] | None = None
    trump: str | None = None
    direction: str | None = None
    trick_points: Mapping[str, int] | None = None
    reneges: tuple[str, ...] = ()
    false_accusations: tuple[str, ...] = ()
    bids_out_of_turn: tuple[str, ...] = ()
    discards: tuple[str, ...] | str = ()
    dealer: str | None = None
    bidder_seat: str | None = None
    calls: tuple[str, ...] = ()
    forfeited_by: str | None = None
    # Set when a side gives up a game that is won by points. The rules themselves know only forfeited hands.
    gives_up: bool | None = None
    # A whole game entered as a total, by side. ``won_by`` decides a tie, or is all that is known.
    total_points: Mapping[str, int] | None = None
    total_hands: Mapping[str, int] | None = None
    total_bostons: Mapping[str, int] | None = None
    won_by: str | None = None
    # Numbers of what the event counts, such as loners: by the counter's name, then by side or seat.
    counters: Mapping[str, Mapping[str, int]] | None = None

    def __getitem__(self, field: str) -> object:
        value = getattr(self, field, None) if field in FIELDS else None
        if value is None or value == ():
            raise KeyError(field)
        return value

    def __iter__(self) -> Iterator[str]:
        return (field for field in FIELDS if getattr(self, field) not in (None, ()))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def as_json(self) -> dict[str, Any]:
        """The given fields for storage; ``read_facts`` reads them back."""
        return {field: list(value) if isinstance(value, tuple) else value for field, value in self.items()}


FIELDS: Final = tuple(field.name for field in fields(HandFacts))


def read_facts(written: Report) -> HandFacts:
    """A stored hand. Whether it is possible is checked when its game scores it.

    :raises ImpossibleHand: if it has a field that no game knows.
    """
    errors = unknown_fields(written, frozenset(FIELDS))
    if errors:
        raise ImpossibleHand(errors)
    columns: dict[str, Any] = {
        field: tuple(value) if isinstance(value, list) else value for field, value in written.items()
    }
    return HandFacts(**columns)


class GameAlreadyOver(ValueError):
    """A hand was added to a game that was already over."""


def counted(many: int, thing: str) -> str:
    """A number with its noun: "one book", "two books", "14 books"."""
    return f"{number(many)} {thing}" if many == 1 else f"{number(many)} {thing}s"


def number(many: int) -> str:
    """The number as a word, up to thirteen; 0 is "no"."""
    return _COUNTED[many] if 0 <= many < len(_COUNTED) else str(many)


def in_words(text: str, vocabulary: Mapping[str, str]) -> str:
    for word, own in vocabulary.items():
        text = re.sub(rf"\b{word}\b", own, text)
        text = re.sub(rf"\b{word.capitalize()}\b", own.capitalize(), text)
    return text


def won_or_lost(points: int) -> str:
    """Points in a headline: "five points", "four points lost"."""
    return f"{counted(-points, 'point')} lost" if points < 0 else counted(points, "point")


def side_name(side: str, names: Names) -> str:
    """The name that a side's players chose, or else a name such as "North-South"."""
    return names.get(side) or SIDE_NAMES[side]


def either(choices: Sequence[object]) -> str:
    """The choices as people list them: "NS or EW"."""
    spoken = [str(word) for word in choices]
    return spoken[0] if len(spoken) == 1 else f"{', '.join(spoken[:-1])} or {spoken[-1]}"


def one_of(sides: Sequence[str]) -> str:
    """The word for one of the sides: a player, where everybody plays alone."""
    return "side" if any(len(side) > 1 for side in sides) else "player"


# --- a hand in one sentence ------------------------------------------------------------------------


def hand_sentence(who: str, bid: str, taken: str, outcome: str, penalty: str = "") -> str:
    """The hand in one sentence, with enough facts that nobody mistakes it for another hand.

    >>> hand_sentence("Joker Joy", "bid 4 Uptown", "10", "made, counts one")
    'Joker Joy bid 4 Uptown and took 10: made, counts one.'
    >>> hand_sentence("Joker Joy", "bid 5 Uptown", "11", "set", penalty="minus 3 for a renege: 8")
    'Joker Joy bid 5 Uptown and took 11, minus 3 for a renege: 8, set.'
    """
    return f"{who} {bid} and took {taken}{f', {penalty},' if penalty else ':'} {outcome}."


def penalty_words(taken: int, left: int, offences: Sequence[tuple[str, int, int]]) -> str:
    """How penalties change the bidders' books: "minus 3 for a renege: 8"; empty without penalties.

    ``offences`` has the name of each offense, and how often the bidders and the others committed it.
    """
    charged = [(kind, own, others) for kind, own, others in offences if own or others]
    if not charged:
        return ""
    why = " and ".join(_offences(*each) for each in charged)
    if all(own == others for _, own, others in charged):
        return f"{why}: {left}"
    is_against = left < taken or (left == taken and sum(own - others for _, own, others in charged) > 0)
    return f"{'minus' if is_against else 'plus'} {abs(taken - left)} for {why}: {left}"


def points_words(worth: int, cost: int, reneges: int) -> str:
    """The result if a renege costs points: "five points, minus 4 for a renege: one point"."""
    if not reneges:
        return won_or_lost(worth)
    return f"{won_or_lost(worth)}, minus {cost} for {_many('renege', reneges)}: {won_or_lost(worth - cost)}"


def _offences(kind: str, own: int, others: int) -> str:
    if own == others:
        return f"{_many(kind, own)} each"
    return f"{_many(kind, own)} to {others}" if own and others else _many(kind, own or others)


def _many(kind: str, many: int) -> str:
    return f"a {kind}" if many == 1 else f"{many} {kind}s"


# --- reading a report -----------------------------------------------------------------------------


def unknown_fields(report: Report, known: frozenset[str]) -> list[FieldError]:
    return [
        FieldError(shown(field), f'A report of this game has no place for "{shown(field)}".')
        for field in report
        if field not in known
    ]


def shown(field: object) -> str:
    """A field's name for a refusal: at most 40 characters, and never empty."""
    return str(field)[:40] or "(no name)"


def read_whole(report: Report, field: str, least: int, most: int, what: str, errors: list[FieldError]) -> int:
    """The whole number in ``field``. If it is outside the limits, add an error and return ``least``."""
    value = report.get(field)
    if type(value) is int and least <= value <= most:
        return value
    if value is None:
        errors.append(FieldError(field, f"Report {what}: a whole number from {least} to {most}."))
    else:
        errors.append(FieldError(field, f"{_capital(what)} must be a whole number from {least} to {most}."))
    return least


def read_word(report: Report, field: str, choices: Sequence[str], what: str, errors: list[FieldError]) -> str:
    """The word in ``field``. If it is not in ``choices``, add an error and return the first of them."""
    value = report.get(field)
    if isinstance(value, str) and value in choices:
        return value
    if value is None:
        errors.append(FieldError(field, f"Report {what}: {either(choices)}."))
    else:
        errors.append(FieldError(field, f"{_capital(what)} must be {either(choices)}."))
    return choices[0]


def read_optional_word(
    report: Report, field: str, choices: Sequence[str], what: str, errors: list[FieldError]
) -> str | None:
    if report.get(field) is None:
        return None
    return read_word(report, field, choices, what, errors)


def read_tricks(
    report: Report, field: str, sides: Sequence[str], total: int, errors: list[FieldError]
) -> Mapping[str, int]:
    """The tricks of every side. If they don't add up to ``total``, add an error and return 0 for all."""
    value = report.get(field)
    none = dict.fromkeys(sides, 0)
    if not isinstance(value, Mapping) or set(value) != set(sides):
        errors.append(FieldError(field, f"Report the tricks of every {one_of(sides)}: {', '.join(sides)}."))
        return none
    if not all(type(taken) is int and 0 <= taken <= total for taken in value.values()):
        errors.append(
            FieldError(field, f"A {one_of(sides)} takes a whole number of tricks from 0 to {total}.")
        )
        return none
    tricks = {side: value[side] for side in sides}
    if sum(tricks.values()) != total:
        found = sum(tricks.values())
        errors.append(FieldError(field, f"The tricks of a hand make {total} together; these make {found}."))
        return none
    return tricks


def read_offences(
    report: Report, field: str, sides: Sequence[str], most: int, errors: list[FieldError]
) -> tuple[str, ...]:
    """The offending sides, each once for each offense. Add an error if there are more than ``most``."""
    listed = report.get(field)
    if listed is None:
        return ()
    if not isinstance(listed, list | tuple) or not all(side in sides for side in listed):
        sentence = f"List the offending {one_of(sides)}, {either(sides)}, once for each proven offence."
        errors.append(FieldError(field, sentence))
        return ()
    if any(listed.count(side) > most for side in sides):
        errors.append(FieldError(field, f"No {one_of(sides)} can offend more than {most} times in one hand."))
        return ()
    return tuple(listed)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def read_forfeit(report: Report, sides: Sequence[str], seats: Sequence[str]) -> str:
    """:raises ImpossibleHand: if the report has other fields, or names no side."""
    errors: list[FieldError] = []
    late = read_word(report, "forfeited_by", sides, f"the {one_of(sides)} that forfeited", errors)
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
    """The score of a forfeited hand in a game of points. Nobody scores; of two sides the other wins it."""
    late = read_forfeit(report, sides, seats)
    others = [side for side in sides if side != late]
    called = side_name(late, names)
    return HandScore(
        winner=others[0] if len(others) == 1 else None,
        points=dict.fromkeys(sides, 0),
        made=None,
        awarded=True,
        because=(Reason(f"{called} forfeited the hand, and nobody scores.", "forfeit", source),),
        headline=f"Forfeited by {called}.",
    )
