"""Undo a press at a table: all that it wrote, together."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules.competition.penalties import OUT
from rules.ruleset.hands import HandFacts
from scoring.bracket.commands_bracket import reopen_walkovers
from scoring.game.locked_score import where
from scoring.hands.conflict_of_interest import why_no_superseding, why_not_yours
from scoring.models import Hand, Ruling
from scoring.recording.commands_hands import Change, change_hands, check_may_change
from scoring.sheet.presses import came_at, undo_key, undo_lasts
from tournament.entries.commands_presence import return_team
from tournament.errors import Refused, refuse
from tournament.event.sitting import side_at, teams_on
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_game, write
from tournament.models import Actor, Game

REASON = "Undone within a minute"


@transaction.atomic
def undo_press(
    *,
    game: Game,
    press: UUID,
    key: UUID,
    by: Actor,
    at: datetime,
    reason: str = REASON,
    effective_at: datetime | None = None,
) -> Game:
    """Put a game back as it was before a press: its hands, and its ruling with a team that it sent away.

    ``key`` becomes the id of the first row that is written. A press is undone once, and for a minute. A
    ruling is undone by the badge that made it, or by one that may supersede it. ``effective_at`` is when Undo
    was pressed, if it waited on a phone.

    :raises Refused: if something of it was changed since, its minute is over, or too much depends on it.
    """
    game = lock_game(game)
    hands = Hand.objects.filter(game=game)
    done = game if hands.of_press(undo_key(press)).exists() else None
    if sent_before("press.undone", done, key=key, content=(game, press), now="Another undo") or done:
        return game
    refuse(why_not_yours(game, by.badge))
    check_may_change(game, reason)
    rows = list(hands.of_press(press).select_related("replaces").order_by("-sequence"))
    ruling = Ruling.objects.in_force().filter(game=game, pk=press, supersedes=None).first()
    if hands.filter(replaces__in=rows).exists() or not (rows or ruling):
        raise Refused("undo.changed")
    came = max([*map(came_at, rows), *([ruling.at] if ruling else [])])
    if min(at, effective_at or at) >= came + undo_lasts(game.event):
        raise Refused("undo.late", is_ruling=bool(ruling))
    if ruling:
        if ruling.by_id != by.badge.pk:
            refuse(why_no_superseding(by.badge))
        _take_back(ruling, game, by=by, at=at)
    if rows:
        changes = [
            Change(hand_id=key if number == 0 else uuid5(key, f"{number}"), hand=row, facts=_before(row))
            for number, row in enumerate(rows)
        ]
        change_hands(game, changes, press=undo_key(press), reason=reason, by=by, at=at)
    return game


def _before(row: Hand) -> HandFacts | None:
    """The facts before the press; None if there was no hand."""
    old = row.replaces
    return None if old is None or old.is_struck else old.parsed


def _take_back(ruling: Ruling, game: Game, *, by: Actor, at: datetime) -> None:
    write(ruling, taken_back_at=at)
    side = side_at(game, ruling.against_id) if ruling.penalty == OUT else None
    back = teams_on(game, side) if side else ()
    for team in back:
        return_team(team=team, by=by, at=at)
    if back:
        reopen_walkovers(game.event, back, given_at=ruling.at)
    log(game.event, "ruling.undone", by=by, at=at, game=game, where=where(game), ruling=ruling.pk)
