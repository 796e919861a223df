"""A referee ends a whole game: at the whistle, with no result, or by forfeit."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from rules.ruleset.hands import HandFacts
from scoring.game.locked_score import counting_hands_of, locked_score, may_be_cut_off, where
from scoring.game.table_state import why_no_correction, why_no_end
from scoring.hands.conflict_of_interest import why_not_yours
from scoring.models import Ending, GameScore, Hand
from scoring.recording.commands_hands import record_in, update_after_changes
from scoring.recording.commands_score_update import close, update_score, withdraw_answers
from tournament.errors import Refused, refuse
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import sides_at
from tournament.floor.commands_drafts import call_waiting_games
from tournament.log.audit_log import log
from tournament.log.locks import lock_game
from tournament.models import Actor, Game


@transaction.atomic
def end_at_whistle(*, game: Game, by: Actor, at: datetime) -> Game:
    """End a game with no hand in progress at the whistle: the side ahead wins; a tie goes to one more hand.

    Rulebook E-8. The bracket has no whistle: there a referee says when time is up in a clocked game.

    :raises Refused: if the whistle hasn't gone, the game is over, or it needs its total.
    """
    game = lock_game(game)
    locked = locked_score(game)
    if game.over_at:
        raise Refused("game.over")
    if not may_be_cut_off(game, at):
        raise Refused("game.no-whistle")
    refuse(why_no_end(game, locked.score))
    if locked.score.whistled_at is None:
        locked.score.whistled_at = at
        update_score(game, locked, counting_hands_of(game), by=by, at=at)
        log(
            game.event,
            "game.whistled",
            by=by,
            at=at,
            game=game,
            where=where(game),
            is_bracket=bool(game.bracket_position),
        )
    return game


@transaction.atomic
def void_game(*, game: Game, reason: str, by: Actor, at: datetime) -> Game:
    """End a game with no result: nobody wins it (Rulebook E-17). Corrected hands don't change that.

    :raises Refused: if the game is over, no reason is given, or the bracket needs a winner.
    """
    game = lock_game(game)
    if game.over_at:
        raise Refused("game.over")
    if game.bracket_position:
        raise Refused("game.needs-winner")
    if not reason.strip():
        raise Refused("game.void-reason", field="reason")
    GameScore.objects.filter(game=game).update(ending=Ending.VOID, void_reason=reason.strip()[:300])
    withdraw_answers(game, by=by, at=at)
    close(game, by=by, at=at)
    call_waiting_games(phase=game.phase, by=by, at=at)
    log(game.event, "game.voided", by=by, at=at, game=game, where=where(game), reason=reason.strip())
    return game


@transaction.atomic
def reopen_game(*, game: Game, by: Actor, at: datetime) -> Game:
    """Take back that a game ended with no result: it goes on, unless its hands end it (Rulebook E-216).

    Nothing happens to a game that didn't end so.

    :raises Refused: if too much depends on the game, or its teams play on already and it is tied.
    """
    game = lock_game(game)
    if not GameScore.objects.get(game=game).was_voided:
        return game
    refuse(why_not_yours(game, by.badge))
    refuse(why_no_correction(game))
    GameScore.objects.filter(game=game).update(ending="", void_reason="")
    update_after_changes(game, by=by, at=at)
    log(game.event, "game.reopened", by=by, at=at, game=game, where=where(game))
    return game


@transaction.atomic
def forfeit_game(
    *,
    game: Game,
    side: str,
    hand_ids: "list[UUID]",
    by: Actor,
    at: datetime,
    effective_at: datetime | None = None,
    press: UUID | None = None,
) -> Game:
    """Forfeit the rest of a game, hand by hand, until it is over.

    Where points win, one forfeited hand gives up the game (Rulebook E-30); if the others are tied, it has no
    result (E-55). The client makes the ``hand_ids``,
    one for each hand that may be needed; all have the key ``press``, by default the first one's id.
    ``effective_at`` is when it was said, if the request waited on a phone.

    :raises Refused: if the game is over.
    """
    game = lock_game(game)
    forfeit_rest(game, side, hand_ids, by=by, at=at, effective_at=effective_at, press=press)
    return game


def forfeit_rest(
    game: Game,
    side: str,
    hand_ids: "list[UUID]",
    *,
    by: Actor,
    at: datetime,
    effective_at: datetime | None = None,
    press: UUID | None = None,
) -> list[Hand]:
    """The same as part of a larger action, which holds the game's lock. Returns the hands."""
    if side not in sides_at(game):
        raise Refused("game.side", field="side")
    facts = HandFacts(forfeited_by=side)
    if not game_ruleset(game).ends.counts_hands:
        facts = replace(facts, gives_up=True)
        hand_ids = hand_ids[:1]
    entry: dict[str, Any] = {"facts": facts, "effective_at": effective_at, "press": press or hand_ids[0]}
    hands = []
    for hand_id in hand_ids:
        hands.append(record_in(game, hand_id=hand_id, **entry, by=by, at=at))
        if game.over_at:
            break
    return hands
