"""The built-in players' moves in the demo: each calls the command that a person would."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules.ruleset.hands import HandFacts, read_facts
from rules.ruleset.totals import is_total
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import draw_lot, settle_cut
from scoring.demo.next_moves import APART, PLAYERS, Move, MoveKind, next_moves, random_for
from scoring.recording.commands_ending import end_at_whistle
from scoring.recording.commands_hands import record_hand
from scoring.recording.commands_late import catch_up_event
from scoring.rounds.commands_rounds import call_round
from scoring.standings.standings import standings
from simulation.players.players import play_hand
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.event.sitting import sides_at, teams_on
from tournament.floor.commands_floor import mark_seated
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Demo, Event, Game, Role
from tournament.settings.commands_event import clock_badge

REPORTED_FIELDS = frozenset({"bidder", "level", "strain", "books", "total_points"})
"""The facts of a hand that a referee enters."""
HANDS = UUID("5d8a3c1e-2f64-4b0e-9a57-c1d0e6b7f3a2")
RENEGES_IN = 30
MOST_AT_ONCE = 200
LEAVES_BEFORE_ROUND = 3


def play_until(*, event: Event, at: datetime, real: datetime) -> list[Move]:
    """Make all moves up to ``at``, each at its own time, with the clock's actions in between.

    ``at`` is on the event's clock, ``real`` the real time. Returns the moves that come next.

    :raises Refused: if a move can't be made, and nobody else has made it meanwhile.
    """
    moves = next_moves(event)
    for _ in range(MOST_AT_ONCE):
        now = [move for move in moves if move.at <= min(at, moves[0].at + APART) and move.doing in _ACTIONS]
        if not now:
            break
        for move in now:
            if catch_up_event(event=event, at=move.at, real=real):
                break  # A forfeited hand comes before the next one there.
            try:
                _ACTIONS[move.doing](event, move)
            except Refused:
                if move in next_moves(event):
                    raise
        moves = next_moves(event)
    return moves


@transaction.atomic
def take_demo_over(*, event: Event, at: datetime) -> None:
    """Stop the built-in players, because a person acts as referee or organizer."""
    event = lock_event(event.pk)
    if event.demo == Demo.PLAYED:
        Event.objects.filter(pk=event.pk).update(demo=Demo.TAKEN_OVER)
        by = Actor(clock_badge(event), PLAYERS)
        log(event, "demo.taken-over", by=by, at=at)


def _sit(event: Event, move: Move) -> None:
    team = teams_on(_game(move), move.side)[0]
    mark_seated(game=_game(move), team=team, by=Actor(team.badge, PLAYERS), at=move.at)


def _hand(event: Event, move: Move) -> None:
    game = _game(move)
    # If two ticks enter the same hand, it is stored once.
    hand_id = uuid5(HANDS, f"{game.pk}/{move.hand}")
    record_hand(hand_id=hand_id, game=game, facts=_played(game, move.hand), by=_referee(game), at=move.at)


def _whistle(event: Event, move: Move) -> None:
    end_at_whistle(game=_game(move), by=_referee(_game(move)), at=move.at)


def _round(event: Event, move: Move) -> None:
    """Call the next round. One team leaves before the third, so that there is a bye."""
    by, here = _organizer(event), event.teams.present()
    is_next = event.phases.get(kind="one").rounds.called().count() + 1 == LEAVES_BEFORE_ROUND
    if is_next and not event.teams.filter(withdrawn_at__isnull=False).exists():
        withdraw_team(team=here.get(pk=standings(event).rows[-1].team_id), by=by, at=move.at)
    call_round(event=event, by=by, at=move.at)


def _cut(event: Event, move: Move) -> None:
    by = _organizer(event)
    while ties := standings(event).ties:
        tied = list(event.teams.filter(pk__in=ties[0]))
        draw_lot(event=event, teams=tied, words=f"{event.slug}, {event.version}", by=by, at=move.at)
    settle_cut(event=event, by=by, at=move.at)


def _phase_two(event: Event, move: Move) -> None:
    start_phase_two(event=event, by=_organizer(event), at=move.at)


_ACTIONS: Mapping[MoveKind, Callable[[Event, Move], None]] = {
    MoveKind.SIT: _sit,
    MoveKind.HAND: _hand,
    MoveKind.WHISTLE: _whistle,
    MoveKind.ROUND: _round,
    MoveKind.CUT: _cut,
    MoveKind.PHASE_TWO: _phase_two,
}


def _game(move: Move) -> Game:
    assert move.game is not None
    return move.game


def _played(game: Game, hand: int) -> HandFacts:
    """A hand of the built-in players; always the same for the same game and number."""
    rng = random_for(game, f"hand {hand}")
    dealt = play_hand(game.event.game, rng.randrange(1 << 30))
    facts = read_facts({key: value for key, value in dealt.items() if key in REPORTED_FIELDS})
    if rng.randrange(RENEGES_IN) or is_total(facts):
        return facts
    return replace(facts, reneges=(rng.choice(sides_at(game)),))


def _referee(game: Game) -> Actor:
    _, *others = game.event.badges.worn().filter(role=Role.REFEREE).order_by("pk")
    return Actor(others[(game.table.number if game.table else 0) % len(others)], PLAYERS)


def _organizer(event: Event) -> Actor:
    return Actor(event.badges.filter(role=Role.ORGANIZER).order_by("pk")[0], PLAYERS)
