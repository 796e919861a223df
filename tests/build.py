"""Builders for what a test is about and nothing else. By default, Fahrenheit's day in Chicago."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client

from rules.ruleset.hands import HandFacts, read_facts
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import draw_lot, settle_cut
from scoring.models import SimulationRun
from scoring.open_play.commands_open_play import open_play
from scoring.recording.commands_hands import record_hand
from scoring.rounds.commands_rounds import call_round
from scoring.simulation.commands_simulation import go_on_simulating
from scoring.standings.standings import standings
from scoring.tasks import tick
from tournament.badges.commands_badges import give_badge
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import sign_up_team
from tournament.floor.commands_floor import call_game, mark_seated
from tournament.floor.commands_seats import keep_taken
from tournament.log.audit_log import log
from tournament.models import Actor, Event, Game, Role, Round, Seat, Side, Team
from tournament.schedule.clock import timetable
from tournament.settings.commands_event import clock_badge, open_event
from tournament.settings.plan import DayPlan
from tournament.sharing.commands_sharing import share_room

CHICAGO = ZoneInfo("America/Chicago")
DAY = date(2026, 6, 27)

FOUR_MADE = HandFacts(bidder="NS", level=4, strain="uptown", books=10)
FOUR_SET = replace(FOUR_MADE, books=9)
FIVE_NO_TRUMP = HandFacts(bidder="NS", level=5, strain="no_trump", books=11)
BOSTON = HandFacts(bidder="NS", level=4, strain="downtown", books=13)
EW_FOUR_MADE = replace(FOUR_MADE, bidder="EW")


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    """A time of the event's day, in the event's time zone."""
    return datetime(DAY.year, DAY.month, DAY.day, hour, minute, second, tzinfo=CHICAGO).astimezone(UTC)


MORNING, MEET, THREE = at(10), at(14), at(15)


def event(**plan: Any) -> Event:
    """An open event. Keywords are those of ``DayPlan``. The clock of a practice event is stopped.

    Sign-up stays open unless the plan says otherwise.
    """
    with transaction.atomic():
        made = open_event(
            plan=DayPlan(**{"name": "Pride South Bid Whist", "held_on": DAY, "sign_up_minutes": None} | plan),
            user=None,
            at=MORNING,
        )
        # Otherwise a server's tick beside the test would find an event opened in June long over.
        made.clock_speed = 0
        Event.objects.filter(pk=made.pk).update(clock_speed=0)
    return made


def rewritten(event: Event, **columns: Any) -> Event:
    """The event with these columns, and an entry of the log: what pages share of it is read again."""
    Event.objects.filter(pk=event.pk).update(**columns)
    event.refresh_from_db()
    log(event, "event.changed", by=organizer(event), at=MEET)
    event.refresh_from_db()
    return event


def organizer(event: Event) -> Actor:
    """An organizer of the event, as an actor."""
    return Actor(event.badges.filter(role=Role.ORGANIZER).first(), "laptop")


def referee(event: Event, name: str = "Jo") -> Actor:
    """A referee of the event, as an actor."""
    return Actor(give_badge(event=event, role=Role.REFEREE, name=name, by=organizer(event), at=MEET), "phone")


def team(event: Event, name: str = "", *, is_here: bool = True) -> Team:
    """A team of two, checked in unless ``is_here`` is False."""
    number = event.teams.count() + 1
    made = sign_up_team(
        event=event,
        key=uuid4(),
        name=name or f"Team {number}",
        players=[f"Dee {number}", f"Ray {number}"],
        by=organizer(event),
        at=MEET,
    )
    return check_in_team(team=made, by=organizer(event), at=MEET) if is_here else made


def people(event: Event, count: int) -> list[Team]:
    """``count`` people who came alone, checked in: Ann 1, Ann 2, and so on."""
    made = []
    for number in range(event.teams.count() + 1, event.teams.count() + count + 1):
        one = sign_up_team(
            event=event, key=uuid4(), name="", players=[f"Ann {number}"], by=organizer(event), at=MEET
        )
        made.append(check_in_team(team=one, by=organizer(event), at=MEET))
    return made


def check_in(team: Team, *, at: datetime) -> Team:
    """Check a team in."""
    return check_in_team(team=team, by=organizer(team.event), at=at)


def teams(event: Event, count: int) -> list[Team]:
    """``count`` teams, checked in."""
    return [team(event) for _ in range(count)]


def called_round(event: Event, at: datetime = THREE) -> Round:
    """The next round, called."""
    return call_round(event=event, by=organizer(event), at=at)


def game(event: Event | None = None) -> Game:
    """The first game of round 1, called at three."""
    event = event or globals()["event"]()
    if not event.teams.exists():
        teams(event, 2)
    return called_round(event).games.order_by("pk").first()


def game_between(event: Event, ns: str, ew: str) -> Game:
    """Round 1's only game, called at three, with these two teams on these sides."""
    north_south, east_west = team(event, ns), team(event, ew)
    row = called_round(event).games.get()
    reseat(row, NS=north_south, EW=east_west)
    return again(row)


def again(game: Game) -> Game:
    """The game, reloaded from the database."""
    return Game.objects.select_related("event", "table").with_everybody().get(pk=game.pk)


def units(game: Game) -> tuple[int, ...]:
    """The hands won by each side, North-South first."""
    return tuple(side.units for side in again(game).by_side().values())


def points(game: Game) -> tuple[int, ...]:
    """Each side's points, North or North-South first."""
    return tuple(side.points for side in again(game).by_side().values())


def reseat(game: Game, **teams: Team) -> None:
    """Replace the teams on these chairs of a game directly, past all commands."""
    seats = Seat.objects.filter(game=game, chair__in=teams)
    moved = [Seat(game=game, side=seat.side, chair=seat.chair, is_taken=seat.is_taken) for seat in seats]
    seats.delete()
    for seat in moved:
        seat.team = teams[seat.chair]
    Seat.objects.bulk_create(moved)


def ended(games: QuerySet[Game], at: datetime) -> None:
    """End these games directly, past all commands."""
    keys = list(games.values_list("pk", flat=True))
    Game.objects.filter(pk__in=keys).update(over_at=at)
    keep_taken(game__in=keys)


def sits_since(game: Game, side: str, at: datetime | None) -> None:
    """Set directly since when a side has been seated; None for a side that isn't there."""
    Side.objects.filter(game=game, name=side).update(seated_at=at)


def hand(
    game: Game,
    facts: Mapping[str, Any] = FOUR_MADE,
    *,
    at: datetime = THREE + timedelta(minutes=10),
    **more: Any,
):
    """Record a hand; by default North-South bid 4 and make it."""
    return record_hand(
        hand_id=uuid4(), game=game, facts=read_facts(facts), by=organizer(game.event), at=at, **more
    )


def hands(
    game: Game, reports: Sequence[Mapping[str, Any]], *, at: datetime = THREE + timedelta(minutes=10)
) -> None:
    """Record several hands, in order."""
    for report in reports:
        hand(game, report, at=at)


def won(game: Game, side: str = "NS", *, at: datetime = THREE + timedelta(minutes=20)) -> None:
    """Record three hands that win a game 3–0 for ``side``."""
    hands(game, [replace(FOUR_MADE, bidder=side)] * 3, at=at)


def openly(count: int, *, tables: int = 3, seating: str = "open", opens: bool = True, **plan: Any) -> Event:
    """An event in open play with ``count`` teams; play opens at three unless ``opens`` is False."""
    made = event(**{"tables": tables} | plan)
    made.phases.filter(kind="one").update(seating=seating)
    teams(made, count)
    if opens:
        open_play(event=made, by=organizer(made), at=THREE)
    return made


def seated(game: Game, *, at: datetime) -> Game:
    """Seat both teams."""
    for team in game.teams():
        mark_seated(game=game, team=team, by=organizer(game.event), at=at)
    return game


def played_openly(
    event: Event,
    start: datetime,
    end: datetime,
    *,
    lasts: Callable[[int], int] = lambda number: 14 + number % 5,
    does: Callable[[datetime], object] = lambda at: None,
) -> None:
    """Live open play from ``start`` to ``end``: the clock ticks at every event, and teams sit down at once.

    ``lasts`` gives the minutes of each game by its number; the day's first is number 1.
    """
    now, numbers = start, dict[int, int]()
    while now < end:
        does(now)
        tick(now)
        moments = _moments(event, now)
        for each in (
            Game.objects.open().filter(event=event).select_related("event").with_everybody().order_by("pk")
        ):
            if not each.side("NS").seated_at:
                seated(each, at=now)
            number = numbers.setdefault(each.pk, len(numbers) + 1)
            over_at = each.called_at + timedelta(minutes=lasts(number))
            if now >= over_at:
                won(each, "NS" if each.team("NS").pk < each.team("EW").pk else "EW", at=now)
                over_at = now + timedelta(minutes=1)  # The tick after a game calls the next one.
            moments.add(over_at)
        last = end - timedelta(minutes=1)
        now = min((moment for moment in moments if now < moment < last), default=last if now < last else end)


def _moments(event: Event, now: datetime) -> set[datetime]:
    """Further times to tick: deadlines, breaks, and when teams that have met may meet again."""
    again = timedelta(minutes=event.phases.get(kind="one").rematch_minutes)
    breaks = timetable(event, now).breaks
    return {
        *event.deadlines.coming().values_list("due_at", flat=True),
        *(moment for each in breaks for moment in (each.starts_at, each.ends_at)),
        *(called_at + again for called_at in event.games.values_list("called_at", flat=True) if called_at),
    }


def played_phase_one(event: Event, rounds: int = 2) -> None:
    """Play rounds of Phase I: the lower number wins each game, and the lower it is, with the more books."""
    played_phase_one_on(event, 0, rounds)


def played_phase_one_on(event: Event, first: int, last: int | None = None) -> None:
    """Play the rounds of Phase I after ``first``, up to ``last``; one round by default."""
    for number in range(first, last if last is not None else first + 1):
        called = called_round(event, at=THREE + timedelta(minutes=30 * number))
        for each in called.games.filter(over_at=None).select_related("event").with_everybody():
            side, strong = (
                ("NS", each.team("NS"))
                if each.team("NS").number < each.team("EW").number
                else ("EW", each.team("EW"))
            )
            books = 13 - min(strong.number, 9) // 3
            report = {"bidder": side, "level": 4, "strain": "uptown", "books": min(books, 12)}
            hands(each, [report] * 3, at=called.play_from + timedelta(minutes=15))


def played_alike(event: Event, rounds: int = 2) -> None:
    """Play rounds of Phase I: the lower number wins with identical hands, so that many teams are tied."""
    for number in range(rounds):
        called = called_round(event, at=THREE + timedelta(minutes=30 * number))
        for each in called.games.with_everybody():
            side = "NS" if each.team("NS").number < each.team("EW").number else "EW"
            won(each, side, at=called.play_from + timedelta(minutes=15))


def cut_settled(event: Event) -> None:
    """Settle the cut after Phase I; ties are decided by lot."""
    by = organizer(event)
    while ties := standings(event).ties:
        level = list(event.teams.filter(pk__in=ties[0]))
        draw_lot(event=event, teams=level, words="kitty trump gold lake", by=by, at=at(17))
    settle_cut(event=event, by=by, at=at(17))


def lost_once(**plan: Any) -> Event:
    """A double elimination of four teams with buy-backs, after its first two games."""
    made = event(
        **{"is_practice": True, "phase_two": {"format": "double", "buys_back": True}, "advance_count": 4}
        | plan
    )
    teams(made, 4)
    played_phase_one(made, rounds=1)
    cut_settled(made)
    start_phase_two(event=made, by=organizer(made), at=at(17, 1))
    for position in ("US1", "US2"):
        call_game(game=made.games.get(bracket_position=position), by=organizer(made), at=at(17, 2))
        won(made.games.get(bracket_position=position), "NS", at=at(17, 9))
    return made


def bracket_played(event: Event) -> None:
    """Play all of Phase II on time; North-South win every game."""
    start_phase_two(event=event, by=organizer(event), at=at(17, 1))
    bracket_played_on(event, at(17, 5))


def bracket_played_on(event: Event, now: datetime) -> None:
    """Play the games of a drawn bracket, ten minutes a round."""
    while (
        ready := Game.objects.standing().filter(event=event, phase__kind="two", called_at=None).order_by("pk")
    ):
        for each in ready:
            call_game(game=each, by=organizer(event), at=now)
            won(Game.objects.get(pk=each.pk), at=now + timedelta(minutes=3))
        now += timedelta(minutes=10)


def simulated(event: Event, days: int) -> int:
    """Run ``days`` days of the simulation. A time limit would mean more days on a faster machine."""
    run = SimulationRun.objects.select_related("event").get(event=event)
    left = iter(range(days - 1))
    by = Actor(clock_badge(event), "clock")
    return go_on_simulating(run=run, has_time=lambda: next(left, None) is not None, by=by, at=MEET)


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """Roll back everything done in the block, sign-outs included, so that one world serves many tries."""
    cookies = client.cookies.copy()
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        client.cookies = cookies


def one_room(*events: Event) -> tuple[Event, Event]:
    """Two events in one room, both organized by one account."""
    user, _ = get_user_model().objects.get_or_create(username="Kim", defaults={"is_staff": True})
    for each in events:
        each.badges.filter(role=Role.ORGANIZER, user=None).update(user=user)
    first, second = events
    share_room(event=first, other=second, by=organizer(first), at=MEET)
    return Event.objects.get(pk=first.pk), Event.objects.get(pk=second.pk)


def pair(event: Event, *players: str, is_here: bool = True) -> Team:
    """A team of these people, or an entrant of one."""
    made = sign_up_team(event=event, key=uuid4(), name="", players=players, by=organizer(event), at=MEET)
    return check_in_team(team=made, by=organizer(event), at=MEET) if is_here else made


def unmade(test: Callable[..., None]) -> Callable[..., None]:
    """Roll back what each example wrote, so that the next one starts with an empty database."""

    @wraps(test)
    def alone(*args, **kwargs):
        with transaction.atomic():
            test(*args, **kwargs)
            transaction.set_rollback(True)

    return alone
