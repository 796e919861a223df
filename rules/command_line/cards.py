"""The command line for cards: ``trick``, ``replay`` and ``deal``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TextIO

from rules.cards.bids import DIRECTIONS, DOWNTOWN, NO_TRUMP, STRAINS
from rules.cards.cards import Card, Rank, UnreadableCard, read_card, read_cards, read_suit, write_cards
from rules.cards.order import HIGH_RANKS, CardOrder
from rules.cards.packs import missing_and_extra
from rules.cards.tricks import legal_plays, suit_led, taker
from rules.command_line.reports import (
    DEFAULT_GAME,
    DONE,
    REFUSED,
    Command,
    Refusal,
    Unreadable,
    house_of,
    known_game,
    refuse_twice,
    set_house,
)
from rules.command_line.written_twice import read_text
from rules.games import all_games
from rules.games.bid_whist_house import house_over
from rules.games.card_table import NAMED, CardTable, card_table
from rules.games.hands import FieldError, ImpossibleHand, Reason
from rules.games.house import BadHouseRule
from rules.games.ruleset import UnknownGame
from rules.replay.replay import replay
from rules.replay.replay_fair import FairReplay, replay_fair
from rules.replay.replayed import Replay

TRICK_OPTIONS: Final = ("strain", "trump", "direction", "aces", "high", "held")


@dataclass(frozen=True, slots=True)
class Words:
    """What stood on the command line: options by name, house rules, and the words that are no option."""

    options: Mapping[str, str]
    house: Mapping[str, object]
    rest: tuple[str, ...]

    def number(self, name: str, default: int, *, least: int, most: int) -> int:
        """The whole number of an option.

        :raises Unreadable: if it is none, or out of range.
        """
        text = self.options.get(name, str(default))
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 20 and least <= int(text) <= most:
            return int(text)
        raise Unreadable(f"--{name} takes a whole number from {least} to {most}.")


def read_words(argv: Sequence[str], options: Sequence[str], flags: Sequence[str] = ()) -> Words:
    """The command line's options, house rules and other words.

    :raises Unreadable: if an option is unknown, or its value missing.
    """
    found: dict[str, str] = {}
    house: dict[str, object] = {}
    rest: list[str] = []
    words = iter(argv)
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            rest.append(word)
        elif name in flags and not equals:
            found[name] = ""
        elif name in (*options, "house"):
            given = value if equals else next(words, None)
            if given is None:
                raise Unreadable(f"--{name} needs a value after it.")
            if name == "house":
                set_house(house, given)
            elif name in found:
                raise Unreadable(f"Give --{name} once: it is there twice.")
            else:
                found[name] = given
        else:
            known = ", ".join(f"--{option}" for option in (*options, *flags, "house"))
            raise Unreadable(f'There is no option "{word[:40]}" here, only {known}.')
    return Words(found, house, tuple(rest))


def trick(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Say which card takes a trick and why, and with ``--held`` whether the last one was a renege."""
    words = read_words(_gather_held(argv), TRICK_OPTIONS)
    game, written = _game_first(words.rest)
    table = _table(game, words.house)
    try:
        order = _order(table, words.options)
        played = tuple(read_card(word) for line in written for word in line.replace(",", " ").split())
        held = read_cards(words.options["held"]) if "held" in words.options else None
    except UnreadableCard as unreadable:
        raise Unreadable(str(unreadable)) from None
    _check_trick(played, held, table)
    write_json(_told(played, held, order, table), stdout)
    return DONE


def _gather_held(argv: Sequence[str]) -> Sequence[str]:
    """The command line with ``5H 2S --held KH 3C`` written as it is meant: ``5H 2S --held "KH 3C"``."""
    if "--held" not in argv:
        return argv
    at = argv.index("--held")
    held = argv[at + 1 :]
    trick_before = _game_first(read_words(argv[:at], TRICK_OPTIONS).rest)[1]
    if trick_before and held and not any(word.startswith("--") for word in held):
        return [*argv[: at + 1], " ".join(held)]
    return argv


def _told(
    played: tuple[Card, ...], held: tuple[Card, ...] | None, order: CardOrder, table: CardTable
) -> dict[str, object]:
    taken = taker(played, order)
    led = suit_led(played, order)
    told: dict[str, object] = {
        "takes": str(taken.card),
        "place": taken.place + 1,
        "led": led.value if led else None,
        "because": [Reason(taken.sentence, taken.rule, table.paragraph(taken.rule)).as_json()],
    }
    if held is not None:
        *before, last = played
        could = legal_plays({*held, last}, before, order)
        told["renege"] = last not in could
        told["should_have_played"] = [str(card) for card in could] if last not in could else []
    return told


def _check_trick(played: tuple[Card, ...], held: tuple[Card, ...] | None, table: CardTable) -> None:
    """:raises Unreadable: unless these cards of the game's pack can lie in one trick."""
    if not played:
        raise Unreadable("Name the cards of the trick in the order played, such as: 5H LJ 2H AH.")
    if len(played) > len(table.seats):
        raise Unreadable(f"A trick of this game has {len(table.seats)} cards, not {len(played)}.")
    others = [card for card in held or () if card != played[-1]]
    extra = missing_and_extra(table.pack, (*played, *others))[1]
    if extra:
        raise Unreadable(f"The pack of this game does not have so many of: {write_cards(extra)}.")


def _order(table: CardTable, options: Mapping[str, str]) -> CardOrder:
    """The order of the cards that the options tell.

    :raises Unreadable: if they don't say enough, or too much.
    """
    trump = read_suit(options["trump"]) if "trump" in options else None
    strain = options.get("strain", "uptown" if trump else "").replace(" ", "_").replace("-", "_")
    if not table.play.has_strains:
        if trump is None:
            raise Unreadable("Say which suit is trumps: --trump hearts.")
        high = _high_rank(options) if table.play.has_high_rank else Rank.KING
        return table.order("", trump, None, high=high)
    if strain not in STRAINS:
        raise Unreadable(f"Say how it is played: --strain {', '.join(STRAINS)}.")
    direction = options.get("direction")
    if "high" in options:
        raise Unreadable("Only Bid Fair has a --high rank; leave it out.")
    if strain == NO_TRUMP:
        if trump is not None or direction not in DIRECTIONS:
            raise Unreadable("A no trump has a --direction, uptown or downtown, and no --trump.")
        return table.order(f"4 {NO_TRUMP}", None, direction, _aces(table, options, direction))
    if direction not in (None, strain):
        raise Unreadable(f"Only a no trump has a --direction; {strain} says it already.")
    if trump is None:
        raise Unreadable("Say which suit is trumps: --trump hearts.")
    return table.order(f"4 {strain}", trump, None, _aces(table, options, strain))


def _aces(table: CardTable, options: Mapping[str, str], direction: str) -> str | None:
    """Good or bad, where the house has that named with a direction.

    :raises Unreadable: if it is missing, or nobody names it.
    """
    aces = options.get("aces")
    is_named = direction == DOWNTOWN and table.ruleset.house.get("downtown_aces") == NAMED
    if is_named and aces not in ("good", "bad"):
        raise Unreadable("This house names the aces downtown: --aces good or --aces bad.")
    if aces is not None and not is_named:
        raise Unreadable("Nobody names the aces here; leave --aces out.")
    return aces


def _high_rank(options: Mapping[str, str]) -> Rank:
    """The high rank of the deal: that of the higher bid card, or the king."""
    high = options.get("high", "K").upper().replace("10", "T")
    if high[:1] not in HIGH_RANKS or len(high) > 2:
        raise Unreadable("Say the high rank of the deal: --high Q, or the higher bid card.")
    return HIGH_RANKS[high[:1]]


def replay_hands(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Play recorded hands again: one object, a list of them, or one on each line."""
    words = read_words(argv, ())
    game = _game_alone(words)
    given = _read_records(stdin)
    answers = [_replayed(item, game, words.house) for item in (given if isinstance(given, list) else [given])]
    write_json(answers if isinstance(given, list) else answers[0], stdout)
    return REFUSED if any("errors" in answer for answer in answers) else DONE


def _replayed(item: object, game: str, house: Mapping[str, object]) -> dict[str, object]:
    try:
        record = _mapping(item)
        if "hand" in record:
            around = {key: record[key] for key in ("game", "house") if record.get(key) is not None}
            record = _mapping(record["hand"]) | around
        own, named = house_of(record.get("house")), record.get("game")
        table = card_table(game if named is None else named, house_over(house, own))  # type: ignore[arg-type]
        return replay_any(record, table).as_json()
    except ImpossibleHand as impossible:
        return Refusal(*impossible.errors).as_json()
    except (UnknownGame, BadHouseRule) as refused:
        return Refusal(FieldError(refused.field, str(refused))).as_json()
    except Refusal as refused:
        return refused.as_json()


def replay_any(record: Mapping[str, object], table: CardTable) -> Replay | FairReplay:
    """The hand again, by the way in which its game is played."""
    return replay_fair(record, table) if table.play.has_high_rank else replay(record, table)


def _mapping(item: object) -> dict[str, object]:
    if isinstance(item, dict):
        refuse_twice(item)
        return item
    raise Refusal(FieldError("hand", "A hand is recorded as an object of fields and values."))


def _read_records(stdin: TextIO) -> object:
    """What stands on standard input.

    :raises Unreadable: if it is neither JSON nor a line of JSON for each hand.
    """
    try:
        text = stdin.read()
    except UnicodeDecodeError:
        text = ""
    for read in (read_text, _json_lines):
        try:
            given = read(text)
        except ValueError:
            continue
        if isinstance(given, dict | list):
            return given
    raise Unreadable(
        "The input cannot be read: it must be one JSON object, a list of them, or one on each line."
    )


def _json_lines(text: str) -> object:
    """A value for each line; what stands on one line alone is no list."""
    values = [read_text(line) for line in text.splitlines() if line.strip()]
    return values if len(values) > 1 else None


def deal_cards(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Deal a hand; the same seed deals the same hand."""
    words = read_words(argv, ("seed", "dealer"))
    table = only_game(words)
    seed = words.number("seed", 1, least=0, most=10**18)
    dealer = dealer_of(words, table)
    dealt = table.deal(dealer, Random(seed))
    hands = {seat: write_cards(cards) for seat, cards in dealt.hands}
    if dealt.kitty:
        hands["kitty"] = write_cards(dealt.kitty)
    answer: dict[str, object] = {"game": table.ruleset.key, "seed": seed, "dealer": dealer, "deal": hands}
    write_json(answer | ({"kitty_places": list(dealt.kitty_places)} if dealt.kitty else {}), stdout)
    return DONE


COMMANDS: Final[Mapping[str, Command]] = {
    "trick": trick,
    "replay": replay_hands,
    "deal": deal_cards,
}


# --- parts ----------------------------------------------------------------------------------------


def _game_first(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The game, if the first word names one, else the default; and the other words."""
    if words and words[0] in {game.key for game in all_games()}:
        return words[0], words[1:]
    return DEFAULT_GAME, words


def only_game(words: Words) -> CardTable:
    return _table(_game_alone(words), words.house)


def _game_alone(words: Words) -> str:
    """The game that is named, or else the default; there is nothing besides.

    :raises Unreadable: if there is.
    """
    game, rest = _game_first(words.rest)
    if rest:
        known_game(rest[0])
        raise Unreadable(f'Name one game only; there were "{game}" and "{rest[0]}".')
    return game


def _table(game: str, house: Mapping[str, object]) -> CardTable:
    try:
        return card_table(game, house)
    except (UnknownGame, BadHouseRule) as refused:
        raise Unreadable(str(refused)) from None


def dealer_of(words: Words, table: CardTable) -> str:
    try:
        return table.dealer_at(words.options.get("dealer"))
    except ValueError as nowhere:
        raise Unreadable(str(nowhere)) from None


def write_json(answer: object, stdout: TextIO) -> None:
    json.dump(answer, stdout, indent=1)
    stdout.write("\n")
