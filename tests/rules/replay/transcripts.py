"""Transcripts of whole games. ``python -m tests.rules.replay.transcripts`` writes them again.

The built-in players play each game once from a fixed seed. A change of the rules, of a sentence or of the
players shows as a readable diff in ``tests/rules/replay/games``.
"""

import sys
from pathlib import Path
from random import Random

from rules.cards.bids import wording
from rules.replay.card_table import card_table
from rules.replay.replay import replay
from rules.replay.replay_fair import replay_fair
from simulation.players.players import play_record
from tests.rules.cards.table_talk import GAMES_WITH_CARDS

FILES = Path(__file__).resolve().parent / "games"
MOST_HANDS = 12
SEED = 2026


def transcript(game):
    """One game, hand by hand, until it is over."""
    table, seeds = card_table(game), Random(SEED)
    dealer, scores = table.seats[-1], []
    lines = [f"{table.ruleset.name}, played by the built-in players from seed {SEED}."]
    while len(scores) < MOST_HANDS and not table.ruleset.game(scores).over:
        record = play_record(game, seeds.getrandbits(48), dealer)
        done = replay_fair(record, table) if table.play.has_high_rank else replay(record, table)
        scores.append(done.score)
        lines += ["", f"HAND {len(scores)}. {record['dealer']} deals.", *deal_lines(record)]
        lines += fair_lines(record, done) if table.play.has_high_rank else auction_lines(record, done)
        lines += [trick_line(trick) for trick in done.tricks]
        lines += [f"  {done.score.headline}"]
        lines += [f"    {reason.sentence} [{reason.source}]" for reason in done.score.because]
        lines.append(f"  {standing(table.ruleset.game(scores))}")
        dealer = table.left_of(record["dealer"])
    lines += ["", *(f"{reason.sentence} [{reason.source}]" for reason in table.ruleset.game(scores).because)]
    return "\n".join(lines) + "\n"


def deal_lines(record):
    width = max(len(seat) for seat in record["deal"])
    return [f"  {seat:{width}}  {cards}" for seat, cards in record["deal"].items()]


def auction_lines(record, done):
    """The calls, the trumps named, and the discards or the exchange."""
    calls = ", ".join(f"{seat} {wording(call)}" for seat, call in done.auction)
    order, contract = done.contract.order, done.contract
    named = f"trumps are {order.trump.value}" if order.trump else f"no trump, {contract.direction}"
    lines = [f"  Calls: {calls}.", f"  {contract.seat} has it: {wording(contract.bid)}, {named}."]
    if record.get("discards"):
        lines.append(f"  Thrown away: {record['discards']}")
    if record.get("exchange"):
        swap = record["exchange"]
        lines.append(f"  {contract.seat} gives {swap['gives']} for {swap['takes']}; {contract.out} sits out.")
    return lines


def fair_lines(record, done):
    """The laid cards, the cut and the exchange."""
    laid = ", ".join(f"{seat} {card or 'face down'}" for seat, card in done.laid.calls)
    held = f"{done.holder} holds the contract" if done.holder else "No contract"
    crib = " and takes the crib" if done.exchanged else ""
    return [f"  Laid: {laid}. Cut: {record['cut']}.", f"  {held}{crib}; {done.order.name}."]


def trick_line(trick):
    cards = " ".join(f"{card!s:2}" for card in trick.cards)
    return f"  {trick.number:2}. {trick.leader}: {cards}  {trick.seat}. {trick.taken.sentence}"


def standing(state):
    counted = state.units if state.units is not None else state.points
    score = ", ".join(f"{side} {count}" for side, count in counted.items())
    return f"The score is {score}{'; the game is over' if state.over else ''}."


def main():
    FILES.mkdir(exist_ok=True)
    for game in GAMES_WITH_CARDS:
        (FILES / f"{game}.txt").write_text(transcript(game), encoding="utf-8")
        sys.stdout.write(f"{game}\n")


if __name__ == "__main__":
    main()
