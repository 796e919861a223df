"""Replays a recorded hand card by card: contract, tricks, illegal calls and plays, reneges, score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.cards.auction import Auction, IllegalCall
from rules.cards.bids import ASK, DOWNTOWN, MOON, NO_TRUMP, PASS
from rules.cards.cards import Card, in_order, write_cards
from rules.cards.tricks import legal_plays, taker
from rules.replay.card_table import CardTable
from rules.replay.leads import turn_from, who_led
from rules.replay.record import HandRecord, check_tricks, read_record
from rules.replay.replayed import Contract, Irregularity, PlayedTrick, Replay
from rules.ruleset.hands import FieldError, ImpossibleHand, Reason


def replay(record: Mapping[str, object], table: CardTable) -> Replay:
    """Replay a recorded hand and judge every call and card of it.

    An illegal call counts as a pass. An illegal card stays played, and the hand goes on. The score includes
    the penalties for reneges.

    :raises ImpossibleHand: if the record can't be read, or is no hand of this game.
    """
    hand = read_record(record, table)
    auction, wrong = _run_auction(hand, table)
    contract = None if hand.thrown_in_by else _contract(hand, auction, table)
    if contract is None:
        nothing = dict.fromkeys(table.ruleset.sides, 0)
        return Replay(None, auction.calls, (), tuple(wrong), nothing, None, None, _thrown_in(hand))
    at_play = [seat for seat in table.seats if seat != contract.out]
    check_tricks(hand.tricks, players=len(at_play), most=table.tricks)
    held, wrong_hands = _hands_to_play(hand, contract, table)
    tricks, plays, out_of_turn = _take_tricks(hand, contract, at_play, held, table)
    wrong += wrong_hands + out_of_turn
    wrong += _judge(plays, _known(hand, contract, held, plays, table), contract, table)
    books = _books(tricks, contract, table)
    done = Replay(contract, auction.calls, tricks, tuple(wrong), books, None, None)
    if len(tricks) < table.tricks:
        return done
    report = _report(done, hand, table)
    return replace(done, report=report, score=table.ruleset.score(report))


def _wrong(
    table: CardTable,
    kind: str,
    number: int,
    seat: str,
    made: str,
    sentence: str,
    instead: tuple[str, ...] = (),
) -> Irregularity:
    return Irregularity(kind, number, seat, table.side_of(seat), made, instead, sentence)


def _thrown_in(hand: HandRecord) -> Reason | None:
    if hand.thrown_in_by is None:
        return None
    sentence = f"{hand.thrown_in_by} showed an ace and no face card: nobody scores, the next dealer deals."
    return Reason(sentence, "ace_no_face", "BE-13")


# --- the auction ----------------------------------------------------------------------------------


def _run_auction(hand: HandRecord, table: CardTable) -> tuple[Auction, list[Irregularity]]:
    """The auction with illegal calls replaced by passes, and the illegal calls."""
    auction, wrong = table.auction(hand.dealer), []
    for number, call in enumerate(hand.calls, 1):
        seat = auction.turn
        if seat is None:
            break
        try:
            auction = auction.after(call)
        except IllegalCall as illegal:
            could = auction.legal_calls()
            wrong.append(_wrong(table, "call", number, seat, call, str(illegal), could))
            auction = replace(auction, calls=(*auction.calls, (seat, PASS)))
    return auction, wrong + _superfluous(hand, auction, table)


def _superfluous(hand: HandRecord, auction: Auction, table: CardTable) -> list[Irregularity]:
    late = list(enumerate(hand.calls, 1))[len(auction.calls) :]
    sentence = "The auction was over: everybody had called."
    return [
        _wrong(table, "call", number, auction.dealer, call, sentence) for number, call in late if call != PASS
    ]


def _contract(hand: HandRecord, auction: Auction, table: CardTable) -> Contract | None:
    """The contract with its trumps or direction; None if nobody bid or the auction isn't over."""
    if auction.turn is not None and (PASS not in auction.legal_calls() or len(auction.legal_calls()) > 1):
        if hand.tricks:
            raise _refused("calls", f"The auction is not over: it is {auction.turn}’s turn to call.")
        return None
    if auction.high_bid is None:
        if hand.tricks:
            raise _refused("calls", "Nobody bid, so there is no contract to play.")
        return None
    seat, made = auction.high_bid
    bid = _with_direction(made, hand, table)
    at_no_trump = bid.endswith(NO_TRUMP)
    if at_no_trump and hand.trump is not None:
        raise _refused("trump", "A no trump hand has no trump suit.")
    if at_no_trump and hand.direction is None:
        raise _refused("direction", "Say whether the no trump is played uptown or downtown.")
    if not at_no_trump and hand.trump is None:
        raise _refused("trump", "The trump suit is missing.")
    if not at_no_trump and hand.direction is not None and bid == made:
        raise _refused("direction", "Only a no trump has a direction beyond the bid.")
    if bid != ASK and hand.given is not None:
        raise _refused("exchange", "Only a player who asks for help gives a card and takes one.")
    is_downtown = (hand.direction if at_no_trump else bid.partition(" ")[2]) == DOWNTOWN
    if is_downtown and hand.aces is None and table.names_aces:
        raise _refused("aces", "Say whether the aces are good or bad downtown.")
    if hand.aces is not None and not is_downtown:
        raise _refused("aces", "Aces are named good or bad only downtown.")
    if hand.swaps and not at_no_trump:
        raise _refused("joker_swaps", "Jokers are swapped only at no trump.")
    return Contract(
        seat=seat,
        side=table.side_of(seat),
        bid=bid,
        order=table.order(bid, hand.trump, hand.direction, hand.aces),
        direction=hand.direction if at_no_trump else None,
        out=table.partner_of(seat) if bid in (ASK, MOON) else None,
    )


def _with_direction(made: str, hand: HandRecord, table: CardTable) -> str:
    """The bid with its direction, if only a number was bid."""
    if not table.play.has_strains or " " in made:
        return made
    if hand.direction is None:
        raise _refused("direction", "Say whether the hand is played uptown or downtown.")
    return f"{made} {NO_TRUMP if hand.trump is None else hand.direction}"


# --- the cards ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Play:
    """A card played to a trick, and the cards ``before`` it."""

    trick: int
    seat: str
    card: Card
    before: tuple[Card, ...]


def _hands_to_play(
    hand: HandRecord, contract: Contract, table: CardTable
) -> tuple[dict[str, list[Card]], list[Irregularity]]:
    """The hands at the first lead, after discards and exchanges, and what was wrong with those."""
    held = {seat: list(cards) for seat, cards in hand.hands.items()}
    thrower = hand.dealer if table.play.dealer_discards else contract.seat
    wrong: list[Irregularity] = []
    if not table.play.kitty_stays_out:
        held[thrower] += hand.kitty
    due = len(held[thrower]) - table.tricks
    if hand.discards is not None:
        wrong += _throw_away(held[thrower], hand.discards, due, thrower, table)
        wrong += _swap_jokers(held, hand.swaps, list(hand.discards), table)
    else:
        # Any card of the thrower's may be one of the discards that nobody wrote down.
        wrong += _swap_jokers(held, hand.swaps, held[thrower] if due else [], table)
    if hand.given is not None and hand.taken is not None and contract.bid == ASK:
        wrong += _swap(held, hand.given, hand.taken, contract, table)
    return held, wrong


def _throw_away(
    held: list[Card], discards: tuple[Card, ...], due: int, seat: str, table: CardTable
) -> list[Irregularity]:
    """Remove the discards from the hand, and return what is wrong with them."""
    wrong = []
    if len(discards) != due:
        sentence = f"{seat} threw away {len(discards)} cards and should have thrown away {due}."
        wrong.append(_wrong(table, "discard", 0, seat, write_cards(discards), sentence))
    for card in discards:
        if card in held:
            held.remove(card)
        else:
            sentence = f"{seat} threw away {card.name} without holding it."
            wrong.append(_wrong(table, "discard", 0, seat, str(card), sentence))
    return wrong


def _swap_jokers(
    held: dict[str, list[Card]],
    swaps: Mapping[str, tuple[Card, Card]],
    discards: list[Card],
    table: CardTable,
) -> list[Irregularity]:
    """Swap jokers for discards, and return the impossible swaps, which are not made."""
    wrong: list[Irregularity] = []
    for seat, (joker, card) in swaps.items():
        if joker in held[seat] and card in discards:
            held[seat][held[seat].index(joker)] = card
            discards.remove(card)
            continue
        sentence = f"{seat} swapped {joker.name} for {card.name}, and one of them was not there to swap."
        wrong.append(_wrong(table, "exchange", 0, seat, str(joker), sentence))
    return wrong


def _swap(
    held: dict[str, list[Card]], given: Card, taken: Card, contract: Contract, table: CardTable
) -> list[Irregularity]:
    """Exchange an asking bidder's card for the partner's best trump, and return what is wrong with it."""
    assert contract.out is not None
    assert contract.order.trump is not None
    theirs, own, wrong = held[contract.out], held[contract.seat], []
    trumps = [card for card in theirs if contract.order.suit_of(card) is contract.order.trump]
    best = max(
        trumps, key=lambda card: contract.order.height(card, contract.order.trump, leading=True), default=None
    )
    # Rulebook BE-4: a partner without a trump picks a card freely, so any card is right.
    if taken not in theirs or (best is not None and taken != best):
        should = (str(best),) if best is not None else tuple(str(card) for card in in_order(theirs))
        sentence = f"{contract.out} gave {taken.name}, which is not the best trump there."
        wrong.append(_wrong(table, "exchange", 0, contract.out, str(taken), sentence, should))
    if given not in own:
        sentence = f"{contract.seat} gave away {given.name} without holding it."
        wrong.append(_wrong(table, "exchange", 0, contract.seat, str(given), sentence))
    else:
        own.remove(given)
    if taken in theirs:
        theirs.remove(taken)
    own.append(taken)
    return wrong


def _take_tricks(
    hand: HandRecord, contract: Contract, at_play: list[str], held: dict[str, list[Card]], table: CardTable
) -> tuple[tuple[PlayedTrick, ...], list[_Play], list[Irregularity]]:
    """The finished tricks, all plays, and the leads out of turn."""
    leader = _first_leader(hand, contract, table)
    left = {seat: Counter(held[seat]) for seat in at_play}
    unknown = []
    if contract.out is not None and contract.bid == ASK and hand.taken is None:
        # The card that the bidder got is not recorded. It may be any of the partner's.
        left[contract.seat] += Counter(held[contract.out])
        unknown.append(contract.seat)
    tricks, plays, wrong = [], [], []
    leaders = who_led(hand.tricks, leader, at_play, left, contract.order, unknown)
    for number, (cards, led_by) in enumerate(zip(hand.tricks, leaders, strict=True), 1):
        if led_by != leader:
            sentence = f"{led_by} led, and it was {leader}’s lead."
            wrong.append(_wrong(table, "lead", number, led_by, str(cards[0]), sentence))
        turn = turn_from(led_by, at_play)
        plays += [_Play(number, turn[index], card, cards[:index]) for index, card in enumerate(cards)]
        if len(cards) == len(turn):
            taken = taker(cards, contract.order)
            leader = turn[taken.index]
            source = table.paragraph(taken.rule)
            tricks.append(PlayedTrick(number, turn[0], cards, leader, table.side_of(leader), taken, source))
    return tuple(tricks), plays, wrong


def _first_leader(hand: HandRecord, contract: Contract, table: CardTable) -> str:
    return table.left_of(hand.dealer) if table.play.leads_left_of_dealer else contract.seat


def _known(
    hand: HandRecord, contract: Contract, held: dict[str, list[Card]], plays: list[_Play], table: CardTable
) -> dict[str, list[Card]]:
    """The hands by which plays are judged.

    If the discards, or an asking bidder's exchange, were not recorded, a hand is only the cards that its
    player played: no others are certain.
    """
    unknown = set()
    if hand.discards is None:
        unknown = {seat for seat, cards in held.items() if len(cards) > table.tricks}
    if contract.bid == ASK and (hand.given is None or hand.taken is None):
        unknown.add(contract.seat)
    laid = {seat: [play.card for play in plays if play.seat == seat] for seat in unknown}
    if contract.bid != ASK:
        laid = {seat: [card for card in cards if card in held[seat]] for seat, cards in laid.items()}
    return {**held, **laid}


def _judge(
    plays: list[_Play], held: dict[str, list[Card]], contract: Contract, table: CardTable
) -> list[Irregularity]:
    """The plays that were reneges or of a card not held. Removes all played cards from ``held``."""
    wrong: list[Irregularity] = []
    for play in plays:
        hand = held[play.seat]
        could = legal_plays(hand, play.before, contract.order)
        instead = tuple(str(card) for card in could)
        if play.card not in hand:
            sentence = f"{play.seat} played {play.card.name} without holding it."
            wrong.append(_wrong(table, "play", play.trick, play.seat, str(play.card), sentence, instead))
            continue
        if play.card not in could:
            sentence = f"{play.seat} reneged with {play.card.name}, holding {_listed(could)}."
            wrong.append(_wrong(table, "renege", play.trick, play.seat, str(play.card), sentence, instead))
        hand.remove(play.card)
    return wrong


def _listed(cards: tuple[Card, ...]) -> str:
    names = [card.name for card in cards]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# --- the result -----------------------------------------------------------------------------------


def _books(tricks: tuple[PlayedTrick, ...], contract: Contract, table: CardTable) -> dict[str, int]:
    """The books by side, including the kitty's book."""
    books = dict.fromkeys(table.ruleset.sides, 0)
    for trick in tricks:
        books[trick.side] += 1
    if table.kitty and not table.play.kitty_stays_out:
        first = table.play.kitty_in_first_trick
        if not first:
            books[contract.side] += 1
        elif tricks:
            books[tricks[0].side] += 1
    return books


def _report(done: Replay, hand: HandRecord, table: CardTable) -> dict[str, object]:
    assert done.contract is not None
    contract, reneges = done.contract, [each.side for each in done.reneges]
    level, _, strain = contract.bid.partition(" ")
    report: dict[str, object] = {"bidder": contract.side}
    if strain:
        named = (
            {"trump": contract.order.trump.value}
            if contract.order.trump
            else {"direction": contract.direction}
        )
        report |= {"level": int(level), "strain": strain, **named, "books": done.books[contract.side]}
    else:
        report |= {"bid": int(level) if level.isdigit() else level, "tricks": dict(done.books)}
    return report | ({"reneges": reneges} if reneges else {})


def _refused(field: str, sentence: str) -> ImpossibleHand:
    return ImpossibleHand([FieldError(field, sentence)])
