"""The results of finished games: who agreed to them, or what they wait for (Rulebook R-10, R-11)."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.game.labels import bracket_labels, game_label
from scoring.models import Agreement, Ending, Hand
from tournament.event.day_rows import day_rows
from tournament.event.sitting import name_on, sides_at
from tournament.models import Event, Game, LogEntry, Role
from tournament.models.events import Agreed, HandsFrom
from tournament.models.floor import GameQuerySet
from tournament.models.keys import BY_PLAYERS
from tournament.schedule.countdown import Countdown, countdown, wall

QUIET = timedelta(minutes=3)
# These games were not played to the end, so there is nothing to agree on.
NOT_PLAYED = (Ending.FORFEIT, Ending.VOID, Ending.BYE, Ending.WALKOVER)


@dataclass(frozen=True, kw_only=True)
class Result:
    """A finished game, and whether it is agreed.

    ``agreed_sides`` have agreed.
    """

    game_id: int
    where: str
    teams: str
    is_agreed: bool
    is_objected: bool
    words: str
    """Say by whom and when, or what it waits for."""
    withdrawn: str
    """Says that an agreement was taken back."""
    agreed_sides: frozenset[str]
    left: Countdown | None
    """The rest of the quiet minutes, or of the objection time."""
    final_at: datetime | None
    """When an agreed result becomes final; None if it isn't agreed, or if the event has no objection time."""
    may_object: bool
    """Whether its sides may object."""

    @property
    def is_held(self) -> bool:
        """Whether its sides may still object though it is agreed, or one of them does."""
        return self.is_objected or (self.is_agreed and self.may_object)


def results(
    event: Event, games: Sequence[Any], at: datetime, *, reported: Container[int] | None = None
) -> dict[int, Result]:
    """The results of the finished games, by game id. Five queries at most; none if no game is over.

    The games come with teams, table, round, phase and score. Two things save queries: an annotation
    ``has_agreements``, and ``reported``, the ids of games in which a team reported a hand.
    """
    over = [game for game in games if game.over_at and not game.is_bye and not game.recalled_at]
    if not over:
        return {}
    rows: dict[int, list[Agreement]] = {game.pk: [] for game in over}
    with_agreements = [game.pk for game in over if getattr(game, "has_agreements", True)]
    for row in _rows_of(with_agreements) if with_agreements else ():
        rows[row.game_id].append(row)
    if reported is None:
        reported = _reported(over) if event.agreed_by == Agreed.REFEREE else ()
    since = quiet_since(over) if event.agreed_by == Agreed.QUIET or event.objection_minutes else {}
    labels = bracket_labels(event, over)
    return {
        game.pk: _result(event, game, labels, rows[game.pk], game.pk in reported, since.get(game.pk), at)
        for game in over
    }


def result_of(game: Game, at: datetime) -> Result | None:
    """The result of one game; None while it is on. Six queries at most."""
    return results(game.event, [game], at).get(game.pk)


def unagreed(event: Event, at: datetime, *, kind: str = "") -> tuple[Result, ...]:
    """The finished games that aren't agreed, of a phase or of the whole day. Five queries at most."""
    games = _waiting().filter(event=event).with_everybody().order_by("pk")
    asked = games.filter(phase__kind=kind) if kind else games
    found = list(asked.select_related("table", "round", "phase", "score"))
    return tuple(row for row in results(event, found, at).values() if not row.is_agreed)


def held(event: Event, at: datetime, *, kind: str = "") -> tuple[Result, ...]:
    """The results that are agreed and not final yet, or objected to; these first. Seven queries at most.

    None where the event has no objection time.
    """
    if not event.objection_minutes:
        return ()
    since = at - timedelta(minutes=event.objection_minutes)
    came = LogEntry.objects.filter(event=event, action="referee.came", at__gt=since)
    # Of hours of games, only those with something new.
    is_new = (
        Q(over_at__gt=since)
        | Q(referee_called_at__isnull=False)
        | Exists(Agreement.objects.filter(game=OuterRef("pk"), at__gt=since))
        | Exists(Hand.objects.filter(game=OuterRef("pk"), at__gt=since))
        | Q(key__in=list(came.values_list("facts__game", flat=True)))
    )
    games = Game.objects.standing().filter(is_new, event=event, over_at__isnull=False).with_everybody()
    asked = games.filter(phase__kind=kind) if kind else games
    found = list(asked.select_related("table", "round", "phase", "score").order_by("over_at", "pk"))
    rows = [row for row in results(event, found, at).values() if row.is_held]
    return tuple(sorted(rows, key=lambda row: (not row.is_objected, row.final_at or at)))


def to_witness(event: Event, at: datetime) -> tuple[Result, ...]:
    """The day's results that wait for a witness, without those objected to. Six queries at most."""
    if event.agreed_by == Agreed.REFEREE and not _may_players_enter(event):
        return ()
    return tuple(row for row in unagreed(event, at) if not row.is_objected)


def _may_players_enter(event: Event) -> bool:
    """Whether the players enter hands, or a tablet was ever open (Rulebook E-194). One query at most."""
    return event.hands_from == HandsFrom.TEAMS or day_rows(event).once(_had_tablets)


def _had_tablets(event: Event) -> bool:
    return event.badges.filter(role=Role.TABLET).exists()


def objections(event: Event) -> tuple[Game, ...]:
    """Finished games with an objection, oldest first. One query."""
    open_calls = Game.objects.standing().filter(
        event=event, over_at__isnull=False, referee_called_at__isnull=False
    )
    return tuple(
        open_calls.with_everybody().select_related("table", "round", "phase").order_by("referee_called_at")
    )


def quiet_events() -> QuerySet[Event]:
    """The events with finished games that are agreed by time alone. One query."""
    waiting = _waiting().filter(referee_called_at=None)
    return Event.objects.filter(
        agreed_by=Agreed.QUIET, clock_doubted_at=None, pk__in=waiting.values("event")
    ).order_by("pk")


def quiet_games(event: Event, at: datetime) -> GameQuerySet:
    """The event's finished games that time alone may have agreed by ``at``. One query."""
    return (
        _waiting()
        .filter(event=event, referee_called_at=None, over_at__lte=at - QUIET)
        .order_by("over_at", "pk")
    )


def quiet_since(games: Collection[Game]) -> dict[int, datetime]:
    """The time when each finished game was last changed or objected to, by game id. Two queries."""
    over = {game.pk: game.over_at for game in games if game.over_at}
    by_key = {str(game.key): game.pk for game in games}
    since = dict(over)
    for game, moment in Hand.objects.filter(game__in=over).order_by("at").values_list("game", "at"):
        since[game] = max(since[game], moment)
    came = LogEntry.objects.filter(action="referee.came", facts__game__in=list(by_key)).order_by("at")
    for key, moment in came.values_list("facts__game", "at"):
        since[by_key[key]] = max(since[by_key[key]], moment)
    return since


def _rows_of(games: Iterable[int]) -> QuerySet[Agreement]:
    change = Hand.objects.filter(game=OuterRef("game"), at=OuterRef("withdrawn_at"))
    agreements = Agreement.objects.filter(game__in=games).select_related("by")
    return agreements.annotate(is_of_a_change=Exists(change))


def _waiting() -> GameQuerySet:
    """Finished games that neither a referee nor the quiet minutes have agreed to."""
    agreed = Agreement.objects.filter(game=OuterRef("pk"), withdrawn_at=None).exclude(how=Agreement.How.TEAM)
    over = Game.objects.standing().filter(over_at__isnull=False).exclude(score__ending__in=NOT_PLAYED)
    return over.filter(~Exists(agreed))


def _reported(games: Sequence[Game]) -> set[int]:
    by_players = Hand.objects.standing().filter(game__in=[game.pk for game in games], by__role__in=BY_PLAYERS)
    return set(by_players.values_list("game", flat=True))


def _result(
    event: Event,
    game: Game,
    labels: Mapping[str, str],
    rows: Sequence[Agreement],
    is_reported: bool,
    since: datetime | None,
    at: datetime,
) -> Result:
    standing = [row for row in rows if row.withdrawn_at is None]
    agreed_sides = frozenset(row.side for row in standing if row.how == Agreement.How.TEAM)
    agreed = _agreed(event, game, standing, is_reported, since)
    is_objected = game.referee_called_at is not None
    final_at = _final_at(event, agreed) if agreed else None
    is_held = final_at is not None and at < final_at
    if agreed or is_objected:
        waits_until = final_at if is_held and not is_objected else None
    else:
        waits_until = since + QUIET if since and event.agreed_by == Agreed.QUIET else None
    return Result(
        game_id=game.pk,
        where=" · ".join(filter(None, (str(game.table or ""), game_label(game, labels)))),
        teams=str(game),
        is_agreed=bool(agreed),
        is_objected=is_objected,
        words=_agreed_in_words(event, agreed, final_at, at) if agreed else _waits(event, game, agreed_sides),
        withdrawn=_withdrawn(event, rows) if not standing else "",
        agreed_sides=agreed_sides,
        left=countdown(at, waits_until) if waits_until else None,
        final_at=final_at,
        may_object=not is_objected and (agreed is None or is_held),
    )


@dataclass(frozen=True)
class _Agreed:
    words: str
    at: datetime | None = None
    """None if nobody may object: a referee has witnessed it, or it was not played."""


def _agreed(
    event: Event, game: Game, rows: Sequence[Agreement], is_reported: bool, since: datetime | None
) -> _Agreed | None:
    if game.score.ending in NOT_PLAYED:
        return _Agreed("Not played to its end: nothing to agree on.")
    for row in rows:
        if row.how == Agreement.How.REFEREE:
            return _Agreed(f"Witnessed by {row.by.name}, {wall(event, row.at)}.")
        if row.how == Agreement.How.QUIET:
            return _Agreed(f"Agreed {wall(event, row.at)}: nobody objected for three minutes.", row.at)
    teams = [row for row in rows if row.how == Agreement.How.TEAM]
    if len(teams) == len(sides_at(game)):
        last = max(row.at for row in teams)
        return _Agreed(f"Agreed {wall(event, last)} by {game.event.way.all_sides}.", last)
    if event.agreed_by == Agreed.REFEREE and not is_reported and not game.referee_called_at:
        return _Agreed("Agreed: a referee entered every hand.", since)
    return None


def _final_at(event: Event, agreed: _Agreed) -> datetime | None:
    if not event.objection_minutes or agreed.at is None:
        return None
    return agreed.at + timedelta(minutes=event.objection_minutes)


def _agreed_in_words(event: Event, agreed: _Agreed, final_at: datetime | None, at: datetime) -> str:
    if final_at is None:
        return agreed.words
    since = "since" if final_at <= at else "at"
    return f"{agreed.words} Final {since} {wall(event, final_at)}."


def _waits(event: Event, game: Game, agreed_sides: frozenset[str]) -> str:
    if game.referee_called_at:
        return f"Not agreed yet. {game.call_in_words}"
    if event.agreed_by == Agreed.REFEREE:
        return "Not agreed yet: those who played entered it themselves, so a referee witnesses it."
    if event.agreed_by == Agreed.QUIET:
        return "Not agreed yet: it is, once nobody has objected for three minutes."
    names = [name_on(game, side).name for side in sides_at(game) if side not in agreed_sides]
    return f"Not agreed yet: {' and '.join(names)} still to say so."


def _withdrawn(event: Event, rows: Sequence[Agreement]) -> str:
    gone = [row for row in rows if row.withdrawn_at]
    if not gone:
        return ""
    last = max(gone, key=lambda row: row.withdrawn_at or row.at)
    when, then = wall(event, last.at), wall(event, last.withdrawn_at or last.at)
    because = ", because a hand was changed" if getattr(last, "is_of_a_change", False) else ""
    return f"The agreement of {when} was withdrawn at {then}{because}."
