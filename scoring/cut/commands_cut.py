"""The cut: who goes through, tie-breaking (also for a side prize), and the reveal (Rulebook E-95)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from typing import Any

from django.db import transaction

from rules.competition.lots import draw
from rules.competition.pairing.pairs import paired
from scoring.bracket.commands_bracket import undo_phase_two
from scoring.cut.certificate import certificate
from scoring.cut.cut_page import why_tied
from scoring.cut.playoffs import why_no_other_playoff
from scoring.cut.why_no_cut import why_no_cut, why_no_playoff_at_all, why_no_reopening, why_no_skip
from scoring.game.commands_phase_one import start_phase_one
from scoring.models import Cut, GameScore, Lot, LotDraw, Seed, SidePrizeWin
from scoring.prizes.side_prizes import tied_prizes
from scoring.rounds.commands_rounds import take_back_waiting, undo_start_of_phase_one
from scoring.standings.hidden import places_shown, why_no_reveal
from scoring.standings.standings import standings
from tournament.errors import Refused, refuse
from tournament.event.rules_of_event import if_straight, ruleset_for
from tournament.event.sitting import chairs_for
from tournament.floor.commands_drafts import take_back_round
from tournament.floor.commands_seats import make_games
from tournament.floor.commands_substitutes import end_help
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, lock_phase
from tournament.models import Actor, Event, Game, Phase, Reveal, Team
from tournament.models.events import PairsUp
from tournament.models.floor import GameKind


@transaction.atomic
def settle_cut(*, event: Event, by: Actor, at: datetime, words: str = "") -> Cut:
    """Close Phase I: the top of the standings goes through, and a certificate stores every figure.

    If people pair up by lot, the pairs are drawn from ``words``, or else from the words of the previous cut.

    :raises Refused: if games are still on, or a tie is left at or above the cutoff.
    """
    phase = lock_phase(event, "one")
    take_back_waiting(phase, by=by, at=at)
    refuse(why_no_cut(event, at))
    table = standings(event)
    if table.ties:
        names = {row.team_id: row.name for row in table.rows}
        raise why_tied(event, [names[pk] for pk in table.ties[0]])
    if table.cutoff < 2 and not event.way.has_bracket:
        raise Refused("cut.too-few-players", entrant=event.entrant)
    if table.cutoff < 2:
        raise Refused("cut.too-few-teams")
    if event.way.in_phase_two(table.cutoff) < 2:
        raise Refused("cut.too-few-pairs")
    _take_back_playoffs(event, [row.team_id for row in table.rows], by=by, at=at)
    words = _lot_words(phase, words)
    cut = Cut.objects.create(phase=phase, certificate=certificate(table), at=at, by=by.badge, words=words)
    through = event.teams.in_bulk([row.team_id for row in table.rows[: table.cutoff]])
    numbers = {through[row.team_id].number: through[row.team_id] for row in table.rows[: table.cutoff]}
    sides = paired([*numbers], event.pairs_up, words) if event.way.pairs_up else [(one,) for one in numbers]
    seeds = [
        Seed(cut=cut, team=numbers[first], partner=numbers[others[0]] if others else None, number=number)
        for number, (first, *others) in enumerate(sides, start=1)
    ]
    Seed.objects.bulk_create(seeds)
    Phase.objects.filter(pk=phase.pk).update(closed_at=at)
    kind = "paired" if event.way.pairs_up else "through" if event.way.has_bracket else "places"
    facts: dict[str, Any] = {kind: table.cutoff, "words": words}
    log(event, "cut.settled", by=by, at=at, **facts)
    for seed in seeds if event.way.pairs_up else ():
        log(event, "cut.paired", by=by, at=at, team=seed.team, partner=seed.partner)
    return cut


def _lot_words(phase: Phase, words: str) -> str:
    """The words from which pairs are drawn; empty if no lot decides."""
    if phase.event.pairs_up != PairsUp.LOT:
        return ""
    last = Cut.objects.filter(phase=phase).order_by("-pk").values_list("words", flat=True).first()
    return words or last or ""


@transaction.atomic
def skip_phase_one(*, event: Event, words: str, by: Actor, at: datetime, graded: Sequence[Team] = ()) -> Cut:
    """Close Phase I without a game: everybody who is here goes into the bracket (Rulebook E-68, E-223).

    The seeds are drawn by lot from ``words``. Without words they follow ``graded``, or sign-up order.

    :raises Refused: if Phase I has games, or the number of teams fits no bracket.
    """
    phase = lock_phase(event, "one")
    refuse(why_no_skip(event))
    for draft in phase.rounds.drafts():
        take_back_round(draft, at=at)
    if not phase.started_at:
        start_phase_one(phase, by=by, at=at)
    order = list(event.teams.present())
    if graded and not words:
        numbers = {team.pk: number for number, team in enumerate(graded)}
        order.sort(key=lambda team: (numbers.get(team.pk, len(numbers)), team.number))
    if words:
        _, order = _drawn(phase, order, words, by=by, at=at)
    table = standings(event)
    of = {row.team_id: row for row in table.rows}
    decided = "lot" if words else ""
    # Nobody has played, so the certificate has no figure but the lot.
    rows = tuple(
        replace(
            of[team.pk],
            rank=place,
            decided_by=decided if place > 1 else "",
            cells=tuple(cell for cell in of[team.pk].cells if cell[0] == decided),
        )
        for place, team in enumerate(order, start=1)
    )
    kept = certificate(replace(table, rows=rows, cutoff=len(rows)))
    cut = Cut.objects.create(phase=phase, certificate=kept, at=at, by=by.badge)
    Seed.objects.bulk_create(
        Seed(cut=cut, team=team, number=number) for number, team in enumerate(order, start=1)
    )
    Phase.objects.filter(pk=phase.pk).update(closed_at=at)
    unlotted = "by the club’s grades" if graded else "in the order in which they signed up"
    how = "by lot" if words else unlotted
    many: dict[str, Any] = {"skipped" if event.way.has_phase_one else "drawn": len(order)}
    log(event, "cut.settled", by=by, at=at, how=how, **many)
    return cut


@transaction.atomic
def reopen_cut(*, event: Event, by: Actor, at: datetime) -> Cut:
    """Reopen the cut; possible until the first hand of Phase II (Rulebook E-4). The clock is Phase I's again.

    :raises Refused: if Phase II has its first hand, or there is no cut.
    """
    phase = lock_phase(event, "one")
    refuse(why_no_reopening(event))
    cut = Cut.objects.get(phase=phase, reopened_at=None)
    Cut.objects.filter(pk=cut.pk).update(reopened_at=at)
    Phase.objects.filter(pk=phase.pk).update(closed_at=None)
    if phase.started_at == cut.at:
        undo_start_of_phase_one(phase)  # It was left out.
    log(event, "cut.reopened", by=by, at=at, **if_straight(event))
    undo_phase_two(event, by=by, at=at)
    return cut


@transaction.atomic
def mark_back(*, team: Team, is_back: bool, by: Actor, at: datetime) -> Team:
    """Record whether a team that goes through is here for Phase II (Rulebook E-81).

    :raises Refused: if it doesn't go through, or has left.
    """
    lock_phase(team.event, "one")
    team = Team.objects.select_related("event").get(pk=team.pk)
    through = Seed.objects.through().filter(cut__phase__event=team.event, cut__reopened_at=None)
    if not through.filter(team=team).exists():
        raise Refused("through.not", team=team)
    if team.withdrawn_at:
        raise Refused("through.left", team=team)
    if bool(team.back_at) != is_back:
        team.back_at = at if is_back else None
        Team.objects.filter(pk=team.pk).update(back_at=team.back_at)
        log(team.event, "phase-two.here", by=by, at=at, team=team, is_back=is_back, **if_straight(team.event))
    return team


@transaction.atomic
def draw_lot(*, event: Event, teams: Sequence[Team], words: str, by: Actor, at: datetime) -> LotDraw:
    """Draw lots among tied teams. Anybody can repeat the draw from the same ``words``.

    Takes back their uncalled play-off hands, which no longer decide anything.

    :raises Refused: if these teams are not one of the ties left.
    """
    phase = lock_phase(event, "one")
    _check_tied(event, teams, at)
    _take_back_playoffs(event, [team.pk for team in teams], by=by, at=at)
    return _drawn(phase, teams, words, by=by, at=at)[0]


def _drawn(
    phase: Phase, teams: Sequence[Team], words: str, *, by: Actor, at: datetime
) -> tuple[LotDraw, list[Team]]:
    """Draw and record a lot. Returns it with the teams in the order drawn."""
    row = LotDraw.objects.create(phase=phase, words=words, at=at, by=by.badge)
    numbers = {team.number: team for team in teams}
    order = [numbers[number] for number in draw(sorted(numbers), words)]
    Lot.objects.bulk_create(
        Lot(draw=row, team=team, place=place) for place, team in enumerate(order, start=1)
    )
    log(phase.event, "lot.drawn", by=by, at=at, words=words, order=order)
    return row, order


@transaction.atomic
def call_playoff(*, event: Event, teams: Sequence[Team], by: Actor, at: datetime) -> list[Game]:
    """Make the play-off hands of a tie: each pair of the tied teams plays one hand.

    They are called to tables like bracket games.

    :raises Refused: if these teams are not one of the ties left, or their hands are made already.
    """
    phase = lock_phase(event, "one")
    refuse(why_no_playoff_at_all(event))
    _check_tied(event, teams, at)
    ids = [team.pk for team in teams]
    made = Game.objects.standing().filter(phase=phase, kind=GameKind.PLAYOFF).among(ids)
    refuse(why_no_other_playoff(made))
    ruleset = ruleset_for(event)
    games = make_games(
        (Game(event=event, phase=phase, kind=GameKind.PLAYOFF, made_at=at), chairs_for(ruleset, couple))
        for couple in combinations(sorted(teams, key=lambda team: team.number), 2)
    )
    GameScore.objects.bulk_create(GameScore(game=game) for game in games)
    log(event, "playoff.made", by=by, at=at, teams=list(teams), games=games)
    return games


def _take_back_playoffs(event: Event, teams: Sequence[int], *, by: Actor, at: datetime) -> None:
    waiting = Game.objects.standing().filter(event=event, kind=GameKind.PLAYOFF, called_at=None)
    needless = waiting.among(teams).with_everybody()
    for game in list(needless):
        Game.objects.filter(pk=game.pk).update(recalled_at=at)
        log(event, "playoff.taken-back", by=by, at=at, game=game, teams=game.everybody())
    end_help(event, by=by, at=at)


def _check_tied(event: Event, teams: Sequence[Team], at: datetime) -> None:
    refuse(why_no_cut(event, at))
    asked = {team.pk for team in teams}
    if not any(set(tie) == asked for tie in standings(event).ties):
        raise Refused("cut.no-tie")


@transaction.atomic
def reveal_next(*, event: Event, shown: int, by: Actor, at: datetime) -> Reveal:
    """Reveal the next place, from the last up; first place ends the reveal.

    ``shown`` is how many places the page showed, so that two people who press at once reveal only one.

    :raises Refused: if nothing is hidden, the places aren't settled, or this one has just been shown.
    """
    event = lock_event(event.pk)
    refuse(why_no_reveal(event))
    if shown != places_shown(event):
        raise Refused("reveal.shown")
    here = [row for row in standings(event).rows if not row.is_gone]
    left = max(1, len(here) - shown)
    step = Reveal.objects.create(event=event, is_last=left == 1, at=at)
    log(event, "reveal.place", by=by, at=at, place=here[left - 1].rank)
    return step


@transaction.atomic
def reveal_all(*, event: Event, by: Actor, at: datetime) -> Reveal:
    """Show all places at once.

    :raises Refused: if nothing is hidden, or the places aren't settled.
    """
    event = lock_event(event.pk)
    refuse(why_no_reveal(event))
    step = Reveal.objects.create(event=event, is_last=True, at=at)
    log(event, "reveal.all", by=by, at=at)
    return step


@transaction.atomic
def decide_side_prize(*, event: Event, prize: str, team: Team, by: Actor, at: datetime) -> SidePrizeWin:
    """Give a tied side prize to the team that won the hand or drew the card. The last decision counts.

    :raises Refused: if the side prize isn't tied, or not for this entrant.
    """
    event = lock_event(event.pk)
    tied = {each.name: each for each in tied_prizes(event, at)}
    if prize not in tied:
        raise Refused("side-prize.not-tied")
    if team.pk not in {each.team_id for each in tied[prize].teams}:
        raise Refused("side-prize.not-for-it", team=team, prize=prize)
    won = SidePrizeWin.objects.create(event=event, prize=prize, team=team, at=at, by=by.badge)
    log(event, "side-prize.decided", by=by, at=at, team=team, prize=prize)
    return won
