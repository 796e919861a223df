"""Enter a paper slip: all its hands, or none."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from rules.ruleset.totals import is_total
from scoring.game.locked_score import counting_hands_of, locked_score, where
from scoring.game.table_state import why_no_correction
from scoring.hands.conflict_of_interest import why_not_yours
from scoring.models import Ending, Hand
from scoring.recording.commands_hands import log_recorded, record_hand, scored, write_hand
from scoring.recording.commands_score_update import update_score
from scoring.sheet.slip import SlipLine, slip_reading
from tournament.errors import Refused, refuse
from tournament.log.audit_log import log
from tournament.log.locks import lock_game
from tournament.models import Actor, Game

BEFORE, LAST = "before", "last"


class SlipRefused(Refused):
    """Nothing of the slip was entered. ``lines`` has the refusal of each wrong line."""

    def __init__(self, code: str, *, field: str = "", lines: Mapping[UUID, Refused] | None = None) -> None:
        super().__init__(code, field=field)
        self.lines = lines or {}


@transaction.atomic
def record_slip(
    *, game: Game, lines: Sequence[SlipLine], by: Actor, at: datetime, played: str = ""
) -> list[Hand]:
    """Enter the hands of a slip as a game's next ones, in order. Sent twice, it is stored once.

    After the whistle, ``played`` is required: ``before`` if all hands were over at the whistle, ``last`` if
    the last one was in progress. If the game has a total already, they become its hands (Rulebook E-99).

    :raises SlipRefused: if a hand can't be entered, the slip is empty, or ``played`` is missing.
    """
    if not lines:
        raise SlipRefused("slip.empty")
    # Locked before reading, or another referee's hand comes in between.
    game = lock_game(game)
    in_order = sorted(lines, key=lambda line: line.sequence)
    reading = slip_reading(game, in_order, at)
    if len(reading.entered) == len(in_order):
        return [reading.entered[line.hand_id] for line in in_order]
    if reading.is_beside_total:
        refuse(why_not_yours(game, by.badge))
        refuse(why_no_correction(game))
    if not reading.is_clean:
        raise SlipRefused(
            "slip.wrong", lines={key: line.refusal for key, line in reading.lines.items() if line.refusal}
        )
    in_order = [line for line in in_order if line.hand_id not in reading.entered]
    if reading.is_beside_total:
        hands = _enter_beside_total(game, in_order, by=by, at=at)
    else:
        hands = _enter_each(game, in_order, by=by, at=at, played=played)
    log(
        game.event,
        "slip.entered",
        by=by,
        at=at,
        game=game,
        where=where(game),
        hands=len(hands),
        is_one=len(hands) == 1,
    )
    return hands


def _enter_each(game: Game, lines: Sequence[SlipLine], *, by: Actor, at: datetime, played: str) -> list[Hand]:
    moments = _moments(game, len(lines), at, played, is_total=is_total(lines[0].facts))
    press = lines[0].hand_id
    return [_enter(game, line, press, by=by, at=moment) for line, moment in zip(lines, moments, strict=True)]


def _enter_beside_total(game: Game, lines: Sequence[SlipLine], *, by: Actor, at: datetime) -> list[Hand]:
    """Add hands to a game that has a total, whether they add up to it or not (Rulebook E-99, E-100)."""
    locked, first = locked_score(game), 1 + Hand.objects.filter(game=game, replaces=None).count()
    if locked.score.ending == Ending.VOID:
        raise Refused("game.void", is_by_forfeit=not locked.score.was_voided)
    hands = [
        write_hand(
            by,
            at,
            id=line.hand_id,
            game=game,
            sequence=number,
            press=lines[0].hand_id,
            reason="",
            **scored(game, line.facts),
        )
        for number, line in enumerate(lines, start=first)
    ]
    update_score(game, locked, counting_hands_of(game), by=by, at=at)
    for hand in hands:
        log_recorded(game, hand, hand.sequence, by=by, at=at)
    return hands


def _enter(game: Game, line: SlipLine, press: UUID, *, by: Actor, at: datetime) -> Hand:
    entry: dict[str, Any] = {"hand_id": line.hand_id, "facts": line.facts, "sequence": line.sequence}
    try:
        return record_hand(game=game, **entry, press=press, by=by, at=at)
    except Refused as refused:
        raise SlipRefused("slip.wrong", lines={line.hand_id: refused}) from refused


def _moments(game: Game, count: int, at: datetime, played: str, *, is_total: bool) -> list[datetime]:
    """The time to store for each hand: ``at`` until the whistle goes.

    After the whistle, hands played before it get evenly spaced times up to one second before it, so that they
    count. A total counts at any time.
    """
    whistle = game.round.whistle_at if game.round else None
    if whistle is None or whistle > at or is_total:
        return [at] * count
    if played not in (BEFORE, LAST):
        raise SlipRefused("slip.played", field="played")
    before = count if played == BEFORE else count - 1
    last = game.hands.order_by("-at").values_list("at", flat=True).first()
    since = max(moment for moment in (game.called_at, game.round and game.round.play_from, last) if moment)
    until = max(since, whistle - timedelta(seconds=1))
    step = (until - since) / max(before, 1)
    return [until - step * (before - number) for number in range(1, before + 1)] + [at] * (count - before)
