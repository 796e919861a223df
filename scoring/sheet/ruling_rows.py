"""The day's rulings, and the verdict on a case."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import F, QuerySet

from rules.competition.penalties import GAME, HAND, NONE, PENALTY_WORDS, penalty_due
from rules.competition.rulings import Judged, judge_misdeal, judge_offence, judge_renege
from rules.ruleset.hands import HandFacts, ImpossibleHand, Reason
from rules.ruleset.totals import is_total
from scoring.game.labels import bracket_labels, game_label
from scoring.models import Hand, Ruling, RulingKind
from tournament.errors import Refused
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import side_at, side_names, sides_at, teams_on
from tournament.models import Event, Game, Team
from tournament.models.sides import everybody_in
from tournament.schedule.countdown import wall


@dataclass(frozen=True, kw_only=True)
class Case:
    """A referee's answers to the guide's questions."""

    kind: str
    hand: Hand | None = None
    """The hand on the sheet that the case is about."""
    played: HandFacts | None = None
    """The hand now at the table, as far as the question needs it."""
    sequence: int | None = None
    """Its number."""
    reneges: tuple[str, ...] = ()
    book: int | None = None
    is_in_time: bool = True
    is_pointed_out: bool = True
    is_misdeal: bool = True
    against: str = ""
    penalty: str = ""
    instead_of: UUID | None = None
    """The ruling to be superseded."""
    earlier: int | None = None
    """Counts the entrant's previous penalties for the same offense; None until ``counted``."""


class CannotJudge(ValueError):
    """An answer is missing or impossible. ``field`` names the question."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


def judged(game: Game, case: Case) -> Judged:
    """The verdict on a case by the rules of the event's game. One query for a penalty not yet ``counted``.

    :raises CannotJudge: if the guide's questions are not answered.
    """
    case = counted(game, case)
    if case.kind == RulingKind.RENEGE:
        return _renege(game, case)
    if case.kind == RulingKind.MISDEAL:
        return judge_misdeal(game_ruleset(game), is_misdeal=case.is_misdeal)
    if case.earlier is None:
        raise CannotJudge(f"Choose the {game.event.entrant} it is about.", "against")
    if case.penalty not in PENALTY_WORDS:
        raise CannotJudge("Choose the penalty.", "penalty")
    return judge_offence(case.kind, case.against, case.penalty, earlier=case.earlier, names=side_names(game))


def counted(game: Game, case: Case) -> Case:
    """The case, with the ``earlier`` penalties filled in if it is about a penalty. One query."""
    if case.earlier is not None or case.against not in sides_at(game):
        return case
    team = teams_on(game, case.against)[0]
    earlier = penalties_before(game.event, case.kind, team, instead_of=case.instead_of)
    return replace(case, earlier=earlier)


def judged_then(ruling: Ruling) -> Judged:
    """The verdict of a ruling. No query if it comes with its hand, and with its game's event and sides."""
    answers = ruling.facts
    case = Case(
        kind=ruling.kind,
        hand=ruling.hand,
        reneges=tuple(answers.get("reneges", ())),
        book=answers.get("book"),
        is_in_time=answers.get("is_in_time", True),
        is_pointed_out=answers.get("is_pointed_out", True),
        is_misdeal=answers.get("is_misdeal", True),
        against=side_at(ruling.game, ruling.against_id) or "",
        penalty=ruling.penalty,
        earlier=answers.get("earlier"),
    )
    return judged(ruling.game, case)


def why_no_forfeit(game: Game, penalty: str) -> Refused | None:
    """Why a forfeit can't be the penalty, because the game is over; None if it can. No query."""
    if penalty in (HAND, GAME) and game.over_at:
        return Refused("ruling.game-over", field="penalty")
    return None


def _renege(game: Game, case: Case) -> Judged:
    played = case.hand.parsed if case.hand else case.played
    if not played:
        raise CannotJudge("Say how the hand was played: a renege is counted on its books.", "played")
    if played.forfeited_by:
        raise CannotJudge("A forfeited hand was not played, so nobody reneged in it.", "played")
    if is_total(played):
        raise CannotJudge("A total doesn’t say how a hand was played. Correct the total instead.", "played")
    ruleset = game_ruleset(game)
    try:
        return judge_renege(
            ruleset,
            played,
            list(case.reneges),
            is_in_time=case.is_in_time,
            is_pointed_out=case.is_pointed_out or case.book is not None,
            names=side_names(game),
        )
    except ImpossibleHand as impossible:
        raise CannotJudge(str(impossible), "played") from impossible


def penalties_before(event: Event, kind: str, team: Team, *, instead_of: UUID | None = None) -> int:
    """A team's penalties today for the same offense that are in force. One query."""
    penalties = Ruling.objects.in_force().filter(event=event, kind=kind, against=team)
    if instead_of:
        penalties = penalties.exclude(pk=instead_of)
    return penalties.exclude(penalty__in=("", NONE)).count()


@dataclass(frozen=True, kw_only=True)
class Due:
    side: str
    team: str
    penalty: str
    words: str


def penalties_due(game: Game, kind: str, *, instead_of: UUID | None = None) -> tuple[Due, ...]:
    """The penalty that the penalty table gives each side now. Two queries."""
    rows = []
    for side in sides_at(game):
        team = teams_on(game, side)[0]
        earlier = penalties_before(game.event, kind, team, instead_of=instead_of)
        due = penalty_due(kind, earlier)
        rows.append(Due(side=side, team=team.name, penalty=due, words=PENALTY_WORDS[due]))
    return tuple(rows)


# --- the day's rulings ------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class RulingRow:
    """A ruling. ``superseded_by`` and ``supersedes`` are headlines; empty if there is none."""

    id: UUID
    kind: str
    kind_words: str
    game_id: int
    where: str
    teams: str
    headline: str
    because: tuple[Reason, ...]
    reason: str
    by: str
    device: str
    clock: str
    at: datetime
    is_superseded: bool
    superseded_by: str
    superseded_why: str
    is_undone: bool
    supersedes: str


def rulings(event: Event, *, kind: str = "", game: Game | None = None) -> tuple[RulingRow, ...]:
    """The day's rulings, newest first; only of a kind or a game, if given. Three queries."""
    rows = _rows(event)
    if kind:
        rows = rows.filter(kind=kind)
    if game:
        rows = rows.filter(game=game)
    return _shown(event, rows)


def rulings_for(event: Event, team: Team) -> tuple[RulingRow, ...]:
    """The rulings in a team's own games, newest first. Three queries."""
    mine = _rows(event).filter(game__in=Game.objects.of(team))
    return _shown(event, mine)


def ruling_row(event: Event, ruling: Ruling) -> RulingRow:
    [row] = _shown(event, _rows(event).filter(pk=ruling.pk))
    return row


def _shown(event: Event, rulings: Iterable[Ruling]) -> tuple[RulingRow, ...]:
    rows = list(rulings)
    labels = bracket_labels(event, [row.game for row in rows])
    return tuple(_row(event, row, labels) for row in rows)


def _rows(event: Event) -> QuerySet[Ruling]:
    return (
        Ruling.objects.filter(event=event)
        .select_related("by", "hand", "supersedes__hand", "superseded_by__hand")
        .select_related("game__table", "game__round", "game__phase")
        .prefetch_related(everybody_in("game__seats"))
        # At the same time, the superseding one comes first.
        .order_by("-at", F("supersedes").desc(nulls_last=True), "-pk")
    )  # fmt: skip


def _row(event: Event, ruling: Ruling, labels: Mapping[str, str]) -> RulingRow:
    later: Ruling | None = getattr(ruling, "superseded_by", None)
    game = ruling.game
    game.event = event
    verdict = judged_then(ruling)
    return RulingRow(
        id=ruling.pk,
        kind=ruling.kind,
        kind_words=ruling.get_kind_display(),
        game_id=ruling.game_id,
        where=" · ".join(filter(None, (str(game.table or ""), game_label(game, labels)))),
        teams=str(game),
        headline=verdict.headline,
        because=verdict.because,
        reason=ruling.reason,
        by=ruling.by.name,
        device=ruling.device,
        clock=wall(event, ruling.at),
        at=ruling.at,
        is_superseded=later is not None,
        superseded_by=_headline(later, game),
        is_undone=ruling.taken_back_at is not None,
        superseded_why=later.reason if later else "",
        supersedes=_headline(ruling.supersedes, game),
    )


def _headline(other: Ruling | None, game: Game) -> str:
    if other is None:
        return ""
    other.game = game  # Both rule on the same game.
    return judged_then(other).headline
