"""Phase II: the bracket, and how winners advance."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from rules.competition.phase_two.games import BracketGame, nth
from rules.money.words import dollars
from rules.standings.tie_breaks import BYE_UNITS
from scoring.bracket.drawn import PhaseTwo, buy_backs_to_take_back, phase_two, second_chance_teams
from scoring.game.labels import bracket_labels, game_label
from scoring.game.series_of_games import without_hands_after
from scoring.hands.dependents import may_overturn, they_fall, with_hands
from scoring.models import BuyBack, Cut, Ending, GameScore, Seed
from scoring.rounds.steps import why_no_way_back
from tournament.errors import Refused, refuse
from tournament.event.rules_of_event import choice_of, if_straight, ruleset_for
from tournament.event.sitting import chairs_for
from tournament.floor.commands_seats import keep_taken, make_games
from tournament.floor.commands_substitutes import end_help
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event
from tournament.models import Actor, Event, Game, Phase, Seat, SentKey, Side, Team
from tournament.models.schedule import PhaseKind
from tournament.money.commands_donations import take_donation
from tournament.schedule.commands_deadlines import finish_deadlines
from tournament.schedule.commands_schedule_changes import follow_phase_two, undo_start
from tournament.schedule.countdown import wall


@transaction.atomic
def start_phase_two(*, event: Event, by: Actor, at: datetime) -> Phase:
    """Start Phase II with the teams that went through. Its games are called one by one.

    :raises Refused: if the cut isn't settled, or Phase II has begun.
    """
    event = lock_event(event.pk)
    phase = event.phases.get(kind="two")
    if not event.way.has_bracket:
        raise Refused("bracket.alone")
    if phase.started_at:
        raise Refused("bracket.begun")
    if not Cut.objects.filter(phase__event=event, reopened_at=None).exists():
        raise Refused("bracket.no-cut")
    phase.started_at = at
    Phase.objects.filter(pk=phase.pk).update(started_at=at)
    log(event, "phase-two.started", by=by, at=at, **if_straight(event))
    follow_phase_two(phase, by=by, at=at)
    _draw_second_chance(event, by=by, at=at)
    advance(phase, by=by, at=at)
    return phase


def _draw_second_chance(event: Event, *, by: Actor, at: datetime) -> None:
    """Seed those who missed the cut and are here, in the order of Phase I (Rulebook E-227)."""
    if not choice_of(event).second_chance:
        return
    cut = Cut.objects.get(phase__event=event, reopened_at=None)
    teams = second_chance_teams(event, cut)
    if not teams:
        return
    first = cut.seeds.through().count() + 1
    Seed.objects.bulk_create(
        Seed(cut=cut, team=team, number=number, is_second_chance=True)
        for number, team in enumerate(teams, start=first)
    )
    log(event, "phase-two.second-chance", by=by, at=at, teams=teams)


@transaction.atomic
def take_back_start(*, event: Event, by: Actor, at: datetime) -> Phase:
    """Take back the start of Phase II, until its first hand. Who goes through stays settled (E-61).

    :raises Refused: if Phase II hasn't begun, or has a hand.
    """
    event = lock_event(event.pk)
    phase = event.phases.get(kind="two")
    refuse(why_no_way_back(event))
    if not phase.started_at:
        raise Refused("bracket.not-begun")
    log(event, "phase-two.taken-back", by=by, at=at, **if_straight(event))
    undo_phase_two(event, by=by, at=at)
    return phase


def undo_phase_two(event: Event, *, by: Actor, at: datetime) -> None:
    """Take back Phase II's games and its start, also on the clock. Part of a larger action."""
    event.phases.filter(kind="two").update(started_at=None, closed_at=None)
    drawn = Seed.objects.standing().filter(cut__phase__event=event, is_second_chance=True)
    drawn.update(taken_back_at=at)
    Game.objects.standing().filter(event=event, phase__kind="two").update(recalled_at=at)
    keep_taken(game__event=event, game__phase__kind="two")
    event.deadlines.filter(game__phase__kind="two", done_at=None).update(done_at=at)
    end_help(event, by=by, at=at)
    undo_start(event, PhaseKind.TWO, by=by, at=at)


def take_back_after(game: Game, *, by: Actor, at: datetime) -> None:
    """Take back the next game of the series, because this one goes on (E-80). Part of a larger action."""
    _take_back(list(without_hands_after(game)), by=by, at=at)


def take_back_what_follows(game: Game, *, by: Actor, at: datetime) -> None:
    """Take back the bracket games that followed from a result, because the game goes on (E-75, E-80).

    Part of a larger action, before the game is opened again: they may be at its table.

    :raises Refused: if games with hands would be taken back, and the actor may not.
    """
    take_back_after(game, by=by, at=at)
    if game.bracket_position:
        GameScore.objects.filter(game=game).update(winner=None)
        _take_back_fallen(*_cut_and_phase(game.phase_id), by=by, at=at)


def advance(phase: Phase, *, by: Actor, at: datetime) -> None:
    """Make every bracket game that can be played, and take back those whose teams changed.

    Part of a larger action. Idempotent. Phase II is over once its places are decided, also if the second
    chance goes on (Rulebook E-227). Only a head referee or an organizer takes back games with hands (E-75).
    Such a game is restored once the same two teams meet there again.

    :raises Refused: if games with hands would be taken back, and the actor may not.
    """
    cut, phase = _cut_and_phase(phase.pk)
    now = _take_back_fallen(cut, phase, by=by, at=at)
    while _make_or_restore(phase, now, at) or _walk_over(phase, by=by, at=at):
        now = phase_two(cut, phase)
    closed_at = (phase.closed_at or at) if now.drawn.is_over else None
    Phase.objects.filter(pk=phase.pk).update(closed_at=closed_at)


def _cut_and_phase(phase_id: int) -> tuple[Cut, Phase]:
    phase = Phase.objects.select_related("event").get(pk=phase_id)
    return Cut.objects.get(phase__event=phase.event_id, reopened_at=None), phase


def _take_back_fallen(cut: Cut, phase: Phase, *, by: Actor, at: datetime) -> PhaseTwo:
    """Take back the games whose teams changed. Returns Phase II after that."""
    now = phase_two(cut, phase)
    if fallen := now.fallen():
        _take_back(fallen, by=by, at=at)
        now = phase_two(cut, phase)
    return now


@transaction.atomic
def buy_back(
    *, team: Team, key: UUID, amount_cents: int, method: str, note: str = "", by: Actor, at: datetime
) -> BuyBack:
    """Let a team that lost once play on in the lower bracket (Rulebook E-116). Idempotent.

    Its payment, if any, is an ordinary donation, entered once for each ``key``.

    :raises Refused: if it hasn't lost once, has decided already, or the donation can't be entered.
    """
    event = lock_event(team.event_id)
    known = BuyBack.objects.filter(team=team, taken_back_at=None).select_related("team").first()
    if known and not SentKey.objects.filter(key=key).exists():
        raise Refused("bracket.bought-already", team=team)
    content, now = (team, amount_cents, method, note.strip()), f"{team}, {dollars(amount_cents)}"
    sent: dict[str, Any] = {"key": key, "content": content, "now": now, "was": _bought_back}
    if known := sent_before("bracket.bought-back", known, **sent):
        return known
    phase = Phase.objects.select_related("event").get(event=event, kind="two")
    cut = Cut.objects.filter(phase__event=event, reopened_at=None).first()
    if cut is None or not phase.started_at or team not in phase_two(cut, phase).undecided:
        raise Refused("bracket.no-buy-back", team=team)
    bought = BuyBack.objects.create(event=event, team=team, at=at, by=by.badge)
    who = str(cut.seeds.select_related("team", "partner").get(team=team).side)
    log(event, "bracket.bought-back", by=by, at=at, team=team, who=who)
    if amount_cents:
        take_donation(
            event=event,
            key=key,
            team=team,
            amount_cents=amount_cents,
            method=method,
            note=note.strip() or "Buys back in",
            by=by,
            at=at,
        )
    advance(phase, by=by, at=at)
    return bought


def _bought_back(row: BuyBack) -> str:
    return f"{row.team}, since {wall(row.team.event, row.at)}"


@transaction.atomic
def take_back_buy_back(*, team: Team, by: Actor, at: datetime) -> BuyBack:
    """Undo a buy-back made by mistake; the team decides again (Rulebook E-144). Its payment stays a donation.

    :raises Refused: if it hasn't bought back in, or its next game has begun.
    """
    event = lock_event(team.event_id)
    bought = buy_backs_to_take_back(event).filter(team=team).first()
    if bought is None:
        raise Refused("bracket.buy-back-stays", team=team)
    phase = Phase.objects.select_related("event").get(event=event, kind="two")
    cut = Cut.objects.get(phase__event=event, reopened_at=None)
    BuyBack.objects.filter(pk=bought.pk).update(taken_back_at=at)
    who = str(cut.seeds.select_related("team", "partner").get(team=team).side)
    log(event, "bracket.buy-back-taken-back", by=by, at=at, team=team, who=who)
    if team in phase_two(cut, phase).undecided:
        next_ones = Game.objects.standing().filter(phase=phase, over_at=None).of(team.pk)
        _take_back(list(next_ones.select_related("event")), by=by, at=at)
    advance(phase, by=by, at=at)
    return bought


def _make_or_restore(phase: Phase, now: PhaseTwo, at: datetime) -> bool:
    """Make or restore the ready games. Returns whether a finished one was restored: more may follow."""
    fell: dict[tuple[str, tuple[Team, ...]], Game] = {}
    missing: dict[str, tuple[BracketGame, int]] = {}
    for position in now.drawn.ready:
        number = now.drawn.number(position.key)
        if set(now.drawn.pairs[position.key]) & set(now.undecided):
            continue  # Rulebook E-116.
        if nth(position.key, number) not in now.games:
            missing[nth(position.key, number)] = position, number
    keys = [position.key for position, _ in missing.values()]
    gone = Game.objects.filter(phase=phase, bracket_position__in=keys, recalled_at__isnull=False)
    for game in gone.filter(over_at__isnull=False).with_everybody().order_by("pk"):
        fell[game.bracket_key, game.teams()] = game
    is_restored = False
    for key, (position, number) in missing.items():
        upper, lower = now.drawn.pairs[position.key]
        assert upper
        assert lower
        if played := fell.get((key, (upper, lower))):
            Game.objects.filter(pk=played.pk).update(recalled_at=None)
            is_restored = True
        else:
            _make_game(phase, position, number, now.at_table(upper, lower), at)
    return is_restored


def _make_game(phase: Phase, position: BracketGame, number: int, teams: Sequence[Team], at: datetime) -> Game:
    event = phase.event
    new = Game(
        event=event,
        phase=phase,
        bracket_position=position.key,
        number=number,
        best_of=position.best_of,
        made_at=at,
    )
    [game] = make_games([(new, chairs_for(ruleset_for(event), teams))])
    game.score = GameScore.objects.create(game=game)
    return game


def _walk_over(phase: Phase, *, by: Actor, at: datetime) -> bool:
    """End leavers' uncalled games as walkovers; if both left, the better seed wins (E-77). Whether any."""
    waiting = Game.objects.standing().filter(phase=phase, called_at=None, over_at=None)
    left = waiting.filter(pk__in=Seat.objects.filter(team__withdrawn_at__isnull=False).values("game"))
    games = list(left.select_related("event").with_everybody())
    for game in games:
        sides = game.teams_by_side().values()
        winner = min(sides, key=lambda side: any(team.withdrawn_at for team in side))[0]
        GameScore.objects.filter(game=game).update(ending=Ending.WALKOVER, winner=winner)
        Side.objects.filter(game=game, seats__team=winner).update(units=BYE_UNITS)
        Game.objects.filter(pk=game.pk).update(over_at=at)
        log(game.event, "bracket.walkover", by=by, at=at, winner=winner, **_named(game))
    return bool(games)


def reopen_walkovers(event: Event, teams: Sequence[Team], *, given_at: datetime) -> None:
    """Open the walkovers that these teams gave at ``given_at``, because they come back after all.

    Part of a larger action, which then advances the bracket.
    """
    given = Game.objects.standing().filter(event=event, over_at=given_at, score__ending=Ending.WALKOVER)
    games = list(given.of(*teams))
    GameScore.objects.filter(game__in=games).update(ending="", winner=None)
    Side.objects.filter(game__in=games).update(units=0)
    Game.objects.filter(pk__in=[game.pk for game in games]).update(over_at=None)


def _take_back(games: Sequence[Game], *, by: Actor, at: datetime) -> None:
    played = with_hands(games)
    if played and not may_overturn(by.badge):
        raise they_fall(played)
    for game in games:
        Game.objects.filter(pk=game.pk).update(recalled_at=at)
        keep_taken(game=game)
        finish_deadlines(game, at=at)
        end_help(game.event, by=by, at=at)
    for game in played:
        log(game.event, "bracket.fell", by=by, at=at, **_named(game))


def _named(game: Game) -> dict[str, Any]:
    """The game's values for the log. One query."""
    label = game_label(game, bracket_labels(game.event, [game]))
    return {"game": game, "label": label, "who": str(game)}
