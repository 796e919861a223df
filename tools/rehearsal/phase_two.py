"""Phase II of a bot day: the bracket from its first game to its last."""

from datetime import datetime

from rules.competition.phase_two.formats import plan_of
from rules.competition.phase_two.games import first_of, nth
from tools.rehearsal.cut import CutOfTheDay
from tools.rehearsal.hall import Hall
from tools.rehearsal.ledger import LivedGame
from tools.rehearsal.proof import PagesDisagree
from tools.rehearsal.scripts import MINUTE, Agenda, Whistle

A_GAME = 20 * MINUTE
"""The length of a game that only the clock ends."""

STAYS = 0.75
"""The share of teams that buy back in after their first loss."""


def play_phase_two(hall: Hall, cut: CutOfTheDay) -> None:
    moment = max(hall.now, hall.ends_at + 5 * MINUTE)
    hall.clock(moment)
    hall.organizer.start_phase_two()
    if hall.troubles.has("leaves") and len(hall.here()) > 3:
        moment = _one_leaves_before_it(hall, cut)
    many = len(hall.through)
    if len(hall.missed) == 1:
        hall.missed = []  # Nobody to play (Rulebook E-227).
    hall.plan = plan_of(
        hall.declared.choice, many, hall.ledger.table_tie_breaks, missed=len(hall.seeds) - many
    )
    wave, first = 0, list[LivedGame]()
    # After a correction the next game of a series is called by itself (Rulebook E-80).
    while (games := _games_to_call(hall)) or hall.is_playing():
        # Every table is free now. Games without a table are called in the next pass.
        for game in games[: hall.tables]:
            hall.organizer.call_game(game)
        tables = hall.seated_tables()
        hall.find_slots(tables)
        # If only the clock ends a game, a referee times it (Rulebook E-7).
        time = Whistle(moment + A_GAME if hall.ledger.law.is_clocked else None)
        agenda = Agenda()
        if wave == 0:
            hall.troubles.that_can_turn(tables)
            hall.troubles.during(lambda: tables, moment, agenda, leaves=len(hall.through) > 3)  # noqa: B023
        hall.play(tables, moment, play_from=moment + MINUTE, whistle=time, agenda=agenda)
        _walk_over(hall)
        first = first or [table.played for table in tables]
        if wave == 1 and hall.troubles.has("corrections") and hall.troubles.turn_one(first, hall.organizer):
            _fall(hall)
        moment, wave = hall.now, wave + 1
    left = [game.key for game in hall.drawn().left]
    if left:
        raise PagesDisagree(f"No game of Phase II can be called, and {', '.join(left)} are to be played.")
    played = sum(bool(game.slot) for game in hall.ledger.games)
    placed = (each for each in hall.drawn().placed if not each.is_second_chance)
    hall.ledger.placed = tuple(each.team for each in placed if each.first <= 3)
    hall.say(f"Phase II, {hall.declared.choice.format}: {played} games.")


def _one_leaves_before_it(hall: Hall, cut: CutOfTheDay) -> datetime:
    """Let a qualified team leave before the first hand, so that the next one moves up (E-4, E-77)."""
    who = hall.random.choice(hall.through)
    hall.desk.leave(hall.ids[who])
    hall.withdrawn.add(who)
    hall.withdrawn_from_cut = True
    seed = hall.through.index(who) + 1
    hall.troubles.tell(f"{who}, seed {seed}, leaves before the first hand of Phase II.")
    if not hall.way.has_phase_one:
        return hall.now  # Nobody is next in line: the opponent has a walkover.
    if hall.organizer.can_settle():
        cut.settle()
        hall.organizer.start_phase_two()
    else:
        cut.find_through()
    return hall.now


def _games_to_call(hall: Hall) -> list[int]:
    """The games to call, after everybody who lost once has bought back in or left (Rulebook E-116)."""
    undecided = _undecided(hall)
    asked = hall.organizer.lost_once()
    if asked != {hall.ids[team] for team in undecided}:
        raise PagesDisagree(f"The floor asks {sorted(asked)} whether they buy back in, not {undecided}.")
    for team in undecided:
        if hall.random.random() < STAYS:
            hall.organizer.buy_back(hall.ids[team])
            hall.bought_back.add(team)
        else:
            hall.desk.leave(hall.ids[team])
            hall.withdrawn.add(team)
        hall.troubles.tell(
            f"{team} lost once and {'buys back in' if team in hall.bought_back else 'leaves'}."
        )
    _walk_over(hall)
    return hall.organizer.games_to_call()


def _undecided(hall: Hall) -> list[int]:
    if not hall.declared.choice.buys_back:
        return []
    return [team for team in hall.drawn().lost_once if team not in hall.bought_back | hall.gone]


def _walk_over(hall: Hall) -> None:
    """Add a walkover for each team whose opponent left (E-77), once it has decided to play on (E-116)."""
    while gone := [
        (position, pair)
        for position in hall.drawn().ready
        if set(pair := hall.drawn().pairs[position.key]) & hall.gone and not set(pair) & set(_undecided(hall))
    ]:
        for position, (one, other) in gone:
            assert one is not None
            assert other is not None
            ahead = one if other in hall.gone else other
            if {one, other} <= hall.gone:
                ahead = min(one, other, key=hall.seeds.index)
            sides = hall.ledger.law.sides
            slot = nth(position.key, hall.drawn().number(position.key))
            game = LivedGame(ns=one, ew=other, slot=slot, walkover=sides[0 if ahead == one else 1])
            hall.ledger.games.append(game)


def _fall(hall: Hall) -> None:
    """Drop the games of teams that wouldn't have met after a correction (Rulebook E-75)."""
    pairs = hall.drawn().pairs
    fell = [
        game
        for game in hall.ledger.games
        if game.slot and set(pairs[first_of(game.slot)]) != {game.ns, game.ew}
    ]
    if fell:
        hall.ledger.games = [game for game in hall.ledger.games if game not in fell]
        hall.fallen += fell
        hall.troubles.tell(f"{len(fell)} games fall: {', '.join(game.slot for game in fell)}.")
    _walk_over(hall)
