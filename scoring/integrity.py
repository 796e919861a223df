"""The integrity check: recompute everything from the facts and compare."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial

from django.db.models import Count

from scoring.bracket.drawn import phase_two
from scoring.hands.same import same_hand
from scoring.hands.tally import hand_columns, own_points_of, score_of, tally_of
from scoring.models import Agreement, Ending, GameScore, Hand, Report, Ruling
from scoring.standings.settled import cut_of
from tournament.errors import UNREADABLE, Refused
from tournament.event.rules_of_event import game_ruleset
from tournament.floor.calling import busy_elsewhere
from tournament.log.log_chain import broken_links
from tournament.models import Event, Phase, Seat
from tournament.models.schedule import PhaseKind
from tournament.models.sides import everybody_in


def integrity(event: Event) -> list[str]:
    """The errors found, one sentence each; empty if all is well. Those of ``recomputed``.

    Five queries more for an event that shares its room.
    """
    return [*recomputed(event), *_called_by_both(event)]


def recomputed(event: Event) -> list[str]:
    """The errors in the event's own rows and its log, one sentence each.

    Ten queries; eight more once it is settled who goes through.
    """
    checks = (_deleted, broken_links, _scores, _bracket, wrong_words)
    return [wrong for check in checks for wrong in _if_read(event.name, partial(check, event))]


def _if_read(what: str, check: Callable[[], Iterable[str]]) -> list[str]:
    """The errors that a check finds. Unreadable facts are an error, too, and don't stop the others."""
    try:
        return list(check())
    except UNREADABLE as wrong:
        return [f"{what}: its facts can’t be read ({type(wrong).__name__}: {wrong})."]


def _scores(event: Event) -> list[str]:
    hands: dict[int, list[Hand]] = defaultdict(list)
    for hand in Hand.objects.standing().filter(game__event=event).order_by("sequence"):
        hands[hand.game_id].append(hand)
    scores = (
        GameScore.objects.filter(game__event=event)
        .select_related("game__event")
        .prefetch_related(everybody_in("game__seats"))
    )
    return [
        wrong
        for score in scores
        for wrong in _if_read(str(score.game), partial(_wrongs, score, hands[score.game_id]))
    ]


def _bracket(event: Event) -> Iterable[str]:
    cut = cut_of(event)
    if cut and event.way.has_bracket:
        try:
            phase_two(cut, Phase.objects.select_related("event").get(event=event, kind=PhaseKind.TWO))
        except Refused as unreadable:
            why = unreadable.__cause__
            yield f"The bracket can’t be read ({type(why).__name__}: {why})."


def _called_by_both(event: Event) -> list[str]:
    """Tables and people that the other event of the room has also called (Rulebook E-202, E-203)."""
    away = busy_elsewhere(event)
    taken = Seat.objects.filter(team__event=event, is_taken=True) if away.tables else Seat.objects.none()
    seats = taken.select_related("game__table", "team")
    tables = sorted({seat.game.table.number for seat in seats if seat.game.table} & set(away.tables))
    people = [
        f"{seat.team} plays. {away.teams[seat.team_id]}" for seat in seats if seat.team_id in away.teams
    ]
    return [*(f"Table {table} is also called in {away.tables[table]}." for table in tables), *people]


def _deleted(event: Event) -> list[str]:
    """Check that no log entry is missing: each has raised the event's version by one. One query."""
    version, entries = Event.objects.filter(pk=event.pk).values_list("version", Count("log")).get()
    return [] if version == entries else [f"The log has {entries} entries, and {version} were written."]


def _wrongs(score: GameScore, hands: list[Hand]) -> list[str]:
    game = score.game
    if score.ending in (Ending.BYE, Ending.WALKOVER):
        return []
    wrongs = []
    for hand in hands:
        ruleset = game_ruleset(game)
        expected = hand_columns(ruleset, score_of(ruleset, hand.parsed))
        wrongs += [
            f"{game}, hand {hand.sequence}: {column} is {getattr(hand, column)}, not {value}."
            for column, value in expected.items()
            if getattr(hand, column) != value
        ]
    now = tally_of(game, score, hands)
    for column, value in now.columns(game).items():
        if getattr(score, column) != value:
            wrongs.append(f"{game}: {column} is {getattr(score, column)}, the hands say {value}.")
    for name, side in game.by_side().items():
        for column, value in now.won_by(name).items():
            if getattr(side, column) != value:
                wrongs.append(f"{game}, {name}: {column} is {getattr(side, column)}, the hands say {value}.")
    own = own_points_of(game, hands)
    wrongs += [
        f"{game}, {seat.chair}: own_points is {seat.own_points}, the hands say {own.get(seat.chair, 0)}."
        for seat in game.seating
        if seat.own_points != own.get(seat.chair, 0)
    ]
    if bool(score.ending) != bool(game.over_at):
        wrongs.append(f"{game} is {'over' if game.over_at else 'open'}, the hands say otherwise.")
    return wrongs


def wrong_words(event: Event) -> list[str]:
    """Reports, agreements and rulings that don't fit their games, as sentences. Three queries."""
    return [*_reports(event), *_agreements(event), *_rulings(event)]


def _reports(event: Event) -> list[str]:
    wrongs = []
    reports = Report.objects.filter(game__event=event, withdrawn_at=None).select_related("hand", "game")
    for report in reports:
        where = f"Game {report.game_id}, hand {report.sequence}, report of {report.side}"
        if report.hand is None and report.game.over_at:
            wrongs.append(f"{where}: it waits, and the game is over.")
        if report.hand and report.hand.game_id != report.game_id:
            wrongs.append(f"{where}: its hand is of another game.")
        if report.hand and not same_hand(report.parsed, report.hand.parsed):
            wrongs.append(f"{where}: it says {report.parsed}, its hand {report.hand.parsed}.")
    return wrongs


def _agreements(event: Event) -> list[str]:
    standing = Agreement.objects.filter(game__event=event, withdrawn_at=None, game__over_at=None)
    return [f"Game {row.game_id} is agreed, and goes on." for row in standing]


def _rulings(event: Event) -> list[str]:
    rulings = Ruling.objects.filter(event=event, hand__isnull=False).select_related("hand")
    return [
        f"The ruling {ruling.pk} ({ruling.get_kind_display()}) names a hand of another game."
        for ruling in rulings
        if ruling.hand and ruling.hand.game_id != ruling.game_id
    ]
