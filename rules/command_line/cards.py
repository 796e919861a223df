"""The command line for cards: ``trick``, ``replay`` and ``deal``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, TextIO

from rules.cards.bids import DIRECTIONS, DOWNTOWN, NO_TRUMP, STRAINS
from rules.cards.cards import Card, Rank, UnreadableCard, read_cards, read_suit, write_cards
from rules.cards.order import HIGH_RANKS, CardOrder
from rules.cards.packs import missing_and_extra
from rules.cards.tricks import legal_plays, suit_led, taker
from rules.command_line.reports import (
    DONE,
    REFUSED,
    Arguments,
    Command,
    Refusal,
    Unreadable,
    game_first,
    house_of,
    mapping,
    read_arguments,
    write_json,
)
from rules.command_line.written_twice import read_text
from rules.games.whist.bid_whist_house import house_over
from rules.replay.card_table import CardTable, card_table
from rules.replay.replay import replay
from rules.replay.replay_fair import FairReplay, replay_fair
from rules.replay.replayed import Replay
from rules.ruleset.hands import FieldError, ImpossibleHand, Reason
from rules.ruleset.house import BadHouseRule
from rules.ruleset.ruleset import UnknownGame

TRICK_OPTIONS: Final = ("strain", "trump", "direction", "aces", "high", "held")


def trick(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Say which card takes a trick and why, and with ``--held`` whether the last one was a renege."""
    arguments = read_arguments(_gather_held(argv), TRICK_OPTIONS)
    game, written = game_first(arguments.positional)
    table = _table(game, arguments.house)
    try:
        order = _order(table, arguments.options)
        played = read_cards(" ".join(written))
        held = read_cards(arguments.options["held"]) if "held" in arguments.options else None
    except UnreadableCard as unreadable:
        raise Unreadable(str(unreadable)) from None
    _check_trick(played, held, table)
    write_json(_trick_as_json(played, held, order, table), stdout)
    return DONE


def _gather_held(argv: Sequence[str]) -> Sequence[str]:
    """Quote the cards after ``--held``: ``5H 2S --held KH 3C`` becomes ``5H 2S --held "KH 3C"``."""
    if "--held" not in argv:
        return argv
    at = argv.index("--held")
    held = argv[at + 1 :]
    trick_before = game_first(read_arguments(argv[:at], TRICK_OPTIONS).positional)[1]
    if trick_before and held and not any(word.startswith("--") for word in held):
        return [*argv[: at + 1], " ".join(held)]
    return argv


def _trick_as_json(
    played: tuple[Card, ...], held: tuple[Card, ...] | None, order: CardOrder, table: CardTable
) -> dict[str, object]:
    taken = taker(played, order)
    led = suit_led(played, order)
    answer: dict[str, object] = {
        "takes": str(taken.card),
        "place": taken.index + 1,
        "led": led.value if led else None,
        "because": [Reason(taken.sentence, taken.rule, table.paragraph(taken.rule)).as_json()],
    }
    if held is not None:
        *before, last = played
        could = legal_plays({*held, last}, before, order)
        answer["renege"] = last not in could
        answer["should_have_played"] = [str(card) for card in could] if last not in could else []
    return answer


def _check_trick(played: tuple[Card, ...], held: tuple[Card, ...] | None, table: CardTable) -> None:
    if not played:
        raise Unreadable("Name the cards of the trick in the order played, such as: 5H LJ 2H AH.")
    if len(played) > len(table.seats):
        raise Unreadable(f"A trick of this game has {len(table.seats)} cards, not {len(played)}.")
    others = [card for card in held or () if card != played[-1]]
    extra = missing_and_extra(table.pack, (*played, *others))[1]
    if extra:
        raise Unreadable(f"The pack of this game does not have all of these: {write_cards(extra)}.")


def _order(table: CardTable, options: Mapping[str, str]) -> CardOrder:
    """The card order from the options ``trump``, ``strain``, ``direction``, ``aces`` and ``high``."""
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
    """``good`` or ``bad`` if the house rules let the bidder name the aces, else None."""
    aces = options.get("aces")
    is_named = direction == DOWNTOWN and table.names_aces
    if is_named and aces not in ("good", "bad"):
        raise Unreadable("By these house rules the bidder names the aces: --aces good or --aces bad.")
    if aces is not None and not is_named:
        raise Unreadable("Nobody names the aces here; leave --aces out.")
    return aces


def _high_rank(options: Mapping[str, str]) -> Rank:
    high = options.get("high", "K").upper().replace("10", "T")
    if high[:1] not in HIGH_RANKS or len(high) > 2:
        raise Unreadable("Say the high rank of the deal: --high Q, or the higher bid card.")
    return HIGH_RANKS[high[:1]]


def replay_hands(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Play recorded hands again: one object, a list of them, or one on each line."""
    arguments = read_arguments(argv)
    game = arguments.game()
    given = _read_records(stdin)
    items = given if isinstance(given, list) else [given]
    answers = [_replayed(item, game, arguments.house) for item in items]
    write_json(answers if isinstance(given, list) else answers[0], stdout)
    return REFUSED if any("errors" in answer for answer in answers) else DONE


def _replayed(item: object, game: str, house: Mapping[str, object]) -> dict[str, object]:
    try:
        record = mapping(item, how="recorded")
        if "hand" in record:
            around = {key: record[key] for key in ("game", "house") if record.get(key) is not None}
            record = mapping(record["hand"], how="recorded") | around
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
    return replay_fair(record, table) if table.play.has_high_rank else replay(record, table)


def _read_records(stdin: TextIO) -> object:
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
    """The list of values, one a line; None if there is only one line."""
    values = [read_text(line) for line in text.splitlines() if line.strip()]
    return values if len(values) > 1 else None


def deal_cards(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Deal a hand; the same seed deals the same hand."""
    arguments = read_arguments(argv, ("seed", "dealer"))
    table = table_of(arguments)
    seed = arguments.number("seed", 1, least=0, most=10**18)
    dealer = dealer_of(arguments, table)
    dealt = table.deal(dealer, Random(seed))
    hands = {seat: write_cards(cards) for seat, cards in dealt.hands}
    if dealt.kitty:
        hands["kitty"] = write_cards(dealt.kitty)
    answer: dict[str, object] = {"game": table.ruleset.key, "seed": seed, "dealer": dealer, "deal": hands}
    write_json(answer | ({"kitty_places": list(dealt.kitty_places)} if dealt.kitty else {}), stdout)
    return DONE


COMMANDS: Final[Mapping[str, Command]] = {"trick": trick, "replay": replay_hands, "deal": deal_cards}


# --- parts ----------------------------------------------------------------------------------------


def table_of(arguments: Arguments) -> CardTable:
    return _table(arguments.game(), arguments.house)


def _table(game: str, house: Mapping[str, object]) -> CardTable:
    try:
        return card_table(game, house)
    except (UnknownGame, BadHouseRule) as refused:
        raise Unreadable(str(refused)) from None


def dealer_of(arguments: Arguments, table: CardTable) -> str:
    try:
        return table.dealer_at(arguments.options.get("dealer"))
    except ValueError as nowhere:
        raise Unreadable(str(nowhere)) from None
