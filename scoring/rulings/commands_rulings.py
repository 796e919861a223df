"""Make rulings, carry them out on hands and teams, and supersede them (Rulebook R-1)."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max

from rules.competition.penalties import GAME, HAND, OUT
from rules.competition.rulings import Judged
from rules.ruleset.hands import HandFacts
from scoring.bracket.commands_bracket import take_back_after
from scoring.game.locked_score import where
from scoring.hands.conflict_of_interest import why_no_ruling, why_no_superseding
from scoring.models import Hand, Ruling, RulingKind
from scoring.recording.commands_ending import forfeit_game
from scoring.recording.commands_hands import correct_hand, record_hand, strike_hand
from scoring.rulings.commands_leaving import leave_day
from scoring.sheet.ruling_rows import CannotJudge, Case, counted, judged, why_no_forfeit
from tournament.entries.commands_presence import return_team
from tournament.errors import Refused, refuse
from tournament.event.sitting import side_at, side_texts, teams_on
from tournament.floor.commands_floor import answer_call
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_game
from tournament.models import Actor, Game
from tournament.models.floor import RefereeCall

MOST_HANDS = 30  # No game has more hands to forfeit.


@transaction.atomic
def make_ruling(*, ruling_id: UUID, game: Game, case: Case, reason: str, by: Actor, at: datetime) -> Ruling:
    """Rule on a case and carry it out. Sent twice with the same ``ruling_id``, it is made once.

    :raises Refused: if a question is unanswered, no reason is given, or the referee plays in the game.
    """
    game = lock_game(game)
    if known := _sent_before("ruling.made", ruling_id, game, case, reason):
        return known
    return _make(ruling_id, game, case, reason, by=by, at=at)


@transaction.atomic
def supersede_ruling(
    *, ruling: Ruling, ruling_id: UUID, case: Case, reason: str, by: Actor, at: datetime
) -> Ruling:
    """Replace a ruling with another on the same question. Both stay visible.

    Undoes what the old one did, then carries out the new one.

    :raises Refused: if the actor is neither head referee nor organizer, or the ruling is superseded already.
    """
    game = lock_game(ruling.game)
    if known := _sent_before("ruling.superseded", ruling_id, game, case, reason):
        return known
    refuse(why_no_superseding(by.badge))
    ruling = Ruling.objects.select_related("hand", "against").get(pk=ruling.pk)
    if Ruling.objects.filter(supersedes=ruling).exists():
        raise Refused("ruling.superseded")
    if ruling.taken_back_at:
        raise Refused("ruling.undone")
    if case.kind != ruling.kind:
        raise Refused("ruling.other-question")
    case = replace(case, instead_of=ruling.pk)
    if ruling.kind == RulingKind.RENEGE:
        case = replace(case, hand=_standing(ruling), played=None)
        if case.hand is None:
            raise Refused("ruling.hand-gone")
    elif ruling.kind == RulingKind.MISDEAL and case.is_misdeal == ruling.facts.get("is_misdeal", True):
        raise Refused("ruling.same")
    elif case.is_misdeal and ruling.kind == RulingKind.MISDEAL:
        case = replace(case, hand=_standing(ruling))
    else:
        _take_back(ruling, game, ruling_id, reason, by=by, at=at)
    return _make(ruling_id, game, case, reason, by=by, at=at, supersedes=ruling)


def _make(
    ruling_id: UUID,
    game: Game,
    case: Case,
    reason: str,
    *,
    by: Actor,
    at: datetime,
    supersedes: Ruling | None = None,
) -> Ruling:
    reason = reason.strip()[:300]
    refuse(why_no_ruling(game, by.badge))
    if not reason:
        raise Refused("ruling.reason", field="reason")
    _check_the_hand_is_of(game, case)
    case = counted(game, case)
    try:
        verdict = judged(game, case)
    except CannotJudge as missing:
        raise Refused("rules", words=str(missing), field=missing.field) from missing
    written = _carry_out(ruling_id, game, case, verdict, reason, by=by, at=at)
    ruling = Ruling(
        id=ruling_id,
        event=game.event,
        game=game,
        hand=written[-1] if written else case.hand,
        kind=case.kind,
        against=teams_on(game, case.against)[0] if case.against else None,
        penalty=case.penalty,
        facts=_answers(game, case, written, supersedes),
        reason=reason,
        supersedes=supersedes,
        at=at,
        by=by.badge,
        device=by.device[:80],
    )
    Ruling.objects.bulk_create([ruling])
    if game.referee_call != RefereeCall.HEAD or not why_no_superseding(by.badge):
        answer_call(game=game, by=by, at=at)
    log(
        game.event,
        "ruling.superseded" if supersedes else "ruling.made",
        by=by,
        at=at,
        game=game,
        where=where(game),
        ruling=ruling.pk,
        headline=verdict.headline,
        reason=reason,
        **side_texts(game),
    )
    return ruling


def _carry_out(
    ruling_id: UUID, game: Game, case: Case, verdict: Judged, reason: str, *, by: Actor, at: datetime
) -> list[Hand]:
    hand_id, why = uuid5(ruling_id, "hand"), f"Ruling: {reason}"[:300]
    if verdict.facts:
        entry: dict[str, Any] = {"hand_id": hand_id, "facts": verdict.facts, "press": ruling_id}
        if case.hand is None:
            return [record_hand(game=game, **entry, sequence=case.sequence, by=by, at=at)]
        before = case.hand.parsed
        if verdict.facts == replace(before, reneges=tuple(sorted(before.reneges))):
            return []
        return [correct_hand(hand=case.hand, **entry, reason=why, by=by, at=at)]
    if case.kind == RulingKind.MISDEAL:
        if case.hand is None or not case.is_misdeal:
            return []
        return [strike_hand(hand=case.hand, hand_id=hand_id, reason=why, press=ruling_id, by=by, at=at)]
    return _penalise(ruling_id, game, case, by=by, at=at)


def _penalise(ruling_id: UUID, game: Game, case: Case, *, by: Actor, at: datetime) -> list[Hand]:
    refuse(why_no_forfeit(game, case.penalty))
    if case.penalty == HAND:
        facts = HandFacts(forfeited_by=case.against)
        hand_id = uuid5(ruling_id, "hand")
        return [record_hand(hand_id=hand_id, game=game, facts=facts, press=ruling_id, by=by, at=at)]
    if case.penalty not in (GAME, OUT):
        return []
    ids = [uuid5(ruling_id, str(number)) for number in range(MOST_HANDS)]
    if not game.over_at:
        game = forfeit_game(game=game, side=case.against, hand_ids=ids, press=ruling_id, by=by, at=at)
    if case.penalty == OUT:
        # The next of a series was called automatically; it is a walkover instead (Rulebook E-80).
        take_back_after(game, by=by, at=at)
        for team in teams_on(game, case.against):
            leave_day(team=team, by=by, at=at)
    return list(Hand.objects.filter(pk__in=ids).order_by("sequence"))


def _take_back(ruling: Ruling, game: Game, ruling_id: UUID, reason: str, *, by: Actor, at: datetime) -> None:
    """Undo a ruling: hands it wrote are taken back, a hand it took back is entered again."""
    why = f"Superseded: {reason}".strip()[:300]
    hands = Hand.objects.filter(pk__in=ruling.facts.get("hands", [])).select_related("game")
    for number, hand in enumerate(hands.order_by("-sequence")):
        if hand.is_struck:
            again = uuid5(ruling_id, f"again {number}")
            record_hand(hand_id=again, game=game, facts=hand.parsed, by=by, at=at)
        elif not Hand.objects.filter(replaces=hand).exists():
            strike_hand(hand=hand, hand_id=uuid5(ruling_id, f"back {number}"), reason=why, by=by, at=at)
    side = side_at(game, ruling.against_id)
    if ruling.penalty == OUT and side:
        for team in teams_on(game, side):
            return_team(team=team, by=by, at=at)
    game.refresh_from_db(fields=["over_at"])


def _standing(ruling: Ruling) -> Hand | None:
    if ruling.hand is None:
        return None
    return Hand.objects.standing().filter(game=ruling.hand.game_id, sequence=ruling.hand.sequence).first()


def _check_the_hand_is_of(game: Game, case: Case) -> None:
    if case.hand and case.hand.game_id != game.pk:
        raise Refused("ruling.other-game")


def _answers(game: Game, case: Case, written: list[Hand], supersedes: Ruling | None) -> dict[str, Any]:
    """The guide's answers to store; for a misdeal, ``after`` is the number that ``_dealt_after`` gives."""
    answers: dict[str, Any] = {"hands": [str(hand.pk) for hand in written]}
    if case.kind == RulingKind.RENEGE:
        answers |= {
            "reneges": list(case.reneges),
            "book": case.book,
            "is_in_time": case.is_in_time,
            "is_pointed_out": case.is_pointed_out,
        }
    if case.kind == RulingKind.MISDEAL:
        after = supersedes.facts.get("after", 0) if supersedes else _dealt_after(game, case)
        answers |= {"is_misdeal": case.is_misdeal, "after": after}
    if case.earlier is not None:
        answers["earlier"] = case.earlier
    return answers


def _dealt_after(game: Game, case: Case) -> int:
    """The sequence of the hand dealt wrong, or of the last one recorded before it."""
    if case.hand:
        return case.hand.sequence
    return Hand.objects.filter(game=game).aggregate(last=Max("sequence"))["last"] or 0


def _sent_before(action: str, ruling_id: UUID, game: Game, case: Case, reason: str) -> Ruling | None:
    known = Ruling.objects.filter(pk=ruling_id).first()
    if known and known.game_id != game.pk:
        raise Refused("ruling.other-table")
    content = {**vars(case), "reason": reason.strip(), "played": case.played and case.played.as_json()}
    now = _words(case.kind, reason)
    return sent_before(action, known, key=ruling_id, content=content, now=now, was=_its_words)


def _its_words(ruling: Ruling) -> str:
    return _words(ruling.kind, ruling.reason)


def _words(kind: str, reason: str) -> str:
    return f"{dict(RulingKind.choices).get(kind, kind)}: {reason.strip()}"
