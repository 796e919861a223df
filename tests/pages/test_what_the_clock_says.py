"""Everything that pages say about time and what comes next is true, and all pages say the same."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import Phase as Part
from hypothesis import strategies as st

from rules.time.clock import ClockFace, Coming
from rules.time.hours import SessionPlan
from scoring.bracket.commands_bracket import start_phase_two
from scoring.bracket.commands_calling import call_games
from scoring.cut.commands_cut import draw_lot, settle_cut
from scoring.open_play.commands_open_play import hold_games, open_play, release_games
from scoring.recording.awaited import FINISH_IN_BREAK, REST, What, awaited
from scoring.rounds.commands_rounds import call_round
from scoring.rounds.next_of_phase_one import Next, NextOfPhaseOne, next_of_phase_one
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.pages.orders import shown_now, two_orders
from tests.pages.visit import still_clock
from tournament.errors import Refused
from tournament.models import Deadline, Event, Game, Seat
from tournament.models.schedule import PhaseKind
from tournament.schedule.changes_of_schedule import next_break
from tournament.schedule.clock import day_and_face, timetable
from tournament.schedule.commands_schedule_changes import add_minutes, call_off_break, pause_day, resume_day
from tournament.schedule.countdown import at_the_time, countdown, wall

pytestmark = pytest.mark.slow

CLOCK, LEFT = r"(\d+:\d\d [AP]M)", r"(\d+:\d\d(?::\d\d)?)"


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The facts of a moment: what the clock shows, and what comes next in Phase I."""

    event: Event
    at: datetime
    clock: ClockFace
    next: NextOfPhaseOne

    def is_left(self, text: str, until: datetime | None) -> bool:
        return until is not None and countdown(self.at, until).text == text

    def part_begins(self, kind: str) -> datetime:
        begins = timetable(self.event, self.at).phase(kind).starts_at
        rest = self.clock.in_break
        return max(begins, rest.ends_at) if rest and kind == PhaseKind.TWO else begins

    def comes(self, what: Coming, text: str) -> bool:
        return self.clock.coming == what and self.is_left(text, self.clock.comes_at)

    def rests_until(self, text: str) -> bool:
        rest = self.clock.in_break
        return rest is not None and not self.clock.paused and wall(self.event, rest.ends_at, self.at) == text

    def calls_at(self, kind: Next, text: str) -> bool:
        slot = self.next.slot
        if self.next.kind != kind or slot is None or self.clock.paused or slot.called_at <= self.at:
            return False
        return at_the_time(self.event, slot.called_at, self.at) == f"at {text}"

    def is_overdue(self, kind: Next) -> bool:
        slot = self.next.slot
        return self.next.kind == kind and not self.clock.paused and bool(slot and slot.called_at <= self.at)

    def breaks_next(self, text: str) -> bool:
        rest = self.clock.next_break
        if rest is None or self.clock.paused:
            return False
        return f"{rest.starts_at.astimezone(build.CHICAGO):%-I:%M}" == text


def is_next(*kinds):
    return lambda truth: truth.next.kind in kinds


def is_paused(truth):
    return truth.clock.paused


def comes(what):
    """The last time in the sentence is how long it takes until this comes."""
    return lambda truth, *texts: truth.comes(what, texts[-1])


def calls(*kinds):
    return lambda truth, clock: any(truth.calls_at(kind, clock) for kind in kinds)


def rests(truth, clock):
    return truth.rests_until(clock) and truth.next.kind == Next.CALLING


def break_is_in(truth, left):
    return truth.is_left(left, truth.clock.next_break.starts_at)


# Every sentence of these pages about time or what comes next, with the condition for its truth.
SO = {
    rf"{LEFT} until the cards are dealt": comes(Coming.DEAL),
    rf"{LEFT} until the whistle": comes(Coming.WHISTLE),
    rf"{LEFT} until (?:Phase I(?!I)|the top 7 are called)": comes(Coming.END),
    rf"{LEFT} until Phase II": lambda truth, left: truth.is_left(left, truth.part_begins(PhaseKind.TWO)),
    rf"{LEFT} until the awards": lambda truth, left: truth.is_left(left, truth.part_begins(PhaseKind.AWARDS)),
    rf"{LEFT} until round \d is called": lambda truth, left: truth.is_left(left, truth.next.slot.called_at),
    rf"Phase (?:I continues|II starts) at {CLOCK} {LEFT}": comes(Coming.START),
    rf"Break {LEFT} left": comes(Coming.PLAY),
    rf"{LEFT} left of the break": comes(Coming.PLAY),
    r"Next break (\d+:\d\d)": lambda truth, clock: truth.breaks_next(clock),
    rf"· in {LEFT}": break_is_in,
    rf"Next break in {LEFT}": break_is_in,
    r"(?:⏸|is|for [\d:]+\.|everything) [Pp]aused": is_paused,
    r"Everything is paused": is_paused,
    rf"(?:The next round|Round \d) is called at {CLOCK}": calls(Next.ROUND),
    rf"You are called to a table at {CLOCK}": calls(Next.ROUND),
    rf"Play opens at {CLOCK}": calls(Next.OPEN),
    rf"Session 2 begins at {CLOCK}": calls(Next.OPEN, Next.ROUND),
    rf"Play goes on at {CLOCK}": calls(Next.OPEN),
    rf"{LEFT} to the (?:next round|call|start)": lambda truth, left: truth.is_left(
        left, truth.next.slot.called_at
    ),
    r"The next round is called any minute": lambda truth: truth.is_overdue(Next.ROUND),
    r"Play opens again any minute": lambda truth: truth.is_overdue(Next.OPEN),
    r"Play is paused\. Games are called again when it resumes": lambda truth: (
        truth.clock.paused and truth.next.kind == Next.CALLING
    ),
    rf"Break until {CLOCK}\. Games are called again then": rests,
    rf"Break {CLOCK} Then games are called again": rests,
    rf"Break {CLOCK}": lambda truth, clock: truth.rests_until(clock),
    r"The organizer holds back the next games": is_next(Next.HELD),
    r"Next Games are called as tables open up": is_next(Next.CALLING),
    r"Nothing to do": lambda truth: truth.next.kind == Next.CALLING and not truth.next.held,
    r"Next The next games are held back": is_next(Next.HELD),
    r"Next Settle who goes through": is_next(Next.CUT),
    r"Next Call round \d": is_next(Next.ROUND),
    r"Next (?:Open play|Begin rise and fly)": is_next(Next.OPEN),
    rf"before the whistle at {CLOCK}": lambda truth, clock: (
        truth.clock.coming in (Coming.WHISTLE, Coming.PLAY) and not truth.clock.paused
    ),
    r"No more games can finish before the whistle": is_next(Next.CUT, Next.OPEN),
    r"Time’s up: no more games are called": lambda truth: not truth.clock.is_in_round,
    r"You have played your games": is_next(Next.CUT, Next.OPEN),
    r"Next comes the cut": is_next(Next.CUT),
    r"Phase I is over": lambda truth: truth.next.kind == Next.CUT and not truth.clock.is_in_round,
    r"That was the last round": lambda truth: truth.next.kind == Next.CUT and truth.clock.is_in_round,
    r"Then play goes on\. Your table will be here": is_next(Next.ROUND),
    r"About \d+ minutes?": lambda truth: truth.next.kind == Next.CALLING and not truth.clock.paused,
}
# The five minutes of a table: what these are is asked of its deadlines.
SEATED = rf"{LEFT} (?:to be seated|for them to be seated|left before|timer paused)"


LOOKED_AT = ("pause", "hold", "cut", "phase two", "look")
ACTIONS = ("begin", "pause", "resume", "hold", "release", "sit", "win", "finish", "add", "call off", "look")
ACTIONS = (*ACTIONS, "cut", "phase two", "call", "final")
days = st.fixed_dictionaries(
    {
        "seating": st.sampled_from(["swiss", "open", "rise", "alone"]),
        "ready_minutes": st.sampled_from([1, 3, 5, 10]),
        "has_gap": st.booleans(),
        "steps": st.lists(st.tuples(st.integers(1, 25), st.sampled_from(ACTIONS)), min_size=3, max_size=12),
    }
)
OPEN = [(5, "begin"), (1, "sit"), (15, "win"), (2, "pause"), (3, "resume"), (13, "look"), (6, "hold")]
OPEN += [(1, "release"), (60, "pause"), (6, "resume"), (20, "look")]
ROUNDS = [(5, "begin"), (10, "win"), (5, "win"), (11, "look"), (74, "begin"), (3, "win"), (1, "win")]
ROUNDS += [(2, "look"), (12, "look")]
ALONE = [(5, "begin"), (2, "look"), (15, "finish"), (1, "look"), (8, "look"), (1, "begin"), (1, "look")]
ALONE += [(13, "finish"), (2, "pause"), (5, "resume"), (60, "cut"), (5, "look")]
BRACKET = [(5, "begin"), (15, "finish"), (100, "look"), (1, "cut"), (3, "look"), (5, "phase two")]
BRACKET += [(1, "call"), (2, "look"), (9, "pause"), (2, "resume"), (20, "final"), (9, "look")]
A_GAP = [(5, "begin"), (4, "pause"), (2, "resume"), (9, "sit"), (10, "look"), (32, "look"), (20, "begin")]


@pytest.mark.embedded
def test_no_page_says_of_time_or_of_what_comes_next_what_is_not_so(longer):
    @settings(
        max_examples=longer,
        deadline=None,
        derandomize=longer == 1,
        # The example that failed is a whole day: shrinking it would take minutes.
        phases=(Part.explicit, Part.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(days)
    @example({"seating": "open", "ready_minutes": 3, "has_gap": False, "steps": OPEN})
    @example({"seating": "swiss", "ready_minutes": 10, "has_gap": False, "steps": ROUNDS})
    @example({"seating": "open", "ready_minutes": 1, "has_gap": True, "steps": A_GAP})
    @example({"seating": "alone", "ready_minutes": 5, "has_gap": False, "steps": ALONE})
    @example({"seating": "swiss", "ready_minutes": 5, "has_gap": False, "steps": BRACKET})
    def every_page_says_what_is_so(day):
        with transaction.atomic():
            _live(day, looks_always=longer > 1)
            transaction.set_rollback(True)

    every_page_says_what_is_so()


def _live(day, *, looks_always):
    hours = {}
    if day["has_gap"]:
        later = SessionPlan(held_on=build.DAY, starts_at=time(16, 20), ends_at=time(17, 20))
        hours = {"phase_one_until": time(15, 50), "sessions": [later], "phase_two_at": time(17, 30)}
    plan = {"tables": 2, "ready_minutes": day["ready_minutes"], "is_practice": True, **hours}
    if day["seating"] == "alone":
        event = build.event(seating="alone", **plan)
        build.people(event, 9)
        late = build.pair(event, "Latecomer", is_here=False)
    else:
        event = build.openly(5, opens=False, seating=day["seating"], **plan)
        late = build.team(event, "Latecomers", is_here=False)
    now = build.at(14, 55)
    for minutes, action in day["steps"]:
        now += timedelta(minutes=minutes)
        still_clock(event, now)
        event.refresh_from_db()
        tick(timezone.now())
        with suppress(Refused), transaction.atomic():
            _do(event, action, now)
        if looks_always or action in LOOKED_AT:
            _look(event, [*_some(event), late], now)


def _some(event):
    """A team that has a game, and one that has none."""
    busy = Seat.objects.filter(game__in=Game.objects.open()).values("team")
    return [*event.teams.filter(pk__in=busy)[:1], *event.teams.present().exclude(pk__in=busy)[:1]]


def _do(event, action, at):
    by, games = build.organizer(event), Game.objects.open().filter(event=event).select_related("event")
    first = games.filter(called_at__isnull=False).with_everybody().order_by("pk").first()
    if action == "begin" and event.phases.get(kind="one").has_rounds:
        call_round(event=event, by=by, at=at)
    elif action == "begin":
        open_play(event=event, by=by, at=at)
    elif action == "pause":
        pause_day(event=event, by=by, at=at)
    elif action == "resume":
        resume_day(event=event, by=by, at=at)
    elif action == "hold":
        hold_games(event=event, by=by, at=at)
    elif action == "release":
        release_games(event=event, by=by, at=at)
    elif action == "add":
        add_minutes(event=event, minutes=5, by=by, at=at)
    elif action == "call off" and (rest := next_break(day_and_face(event, at)[0], at)):
        call_off_break(event=event, break_at=rest.starts_at, by=by, at=at)
    elif action == "sit" and first:
        build.seated(first, at=at)
    elif action == "win" and first:
        build.won(first, at=at)
    elif action == "finish":
        _finish(event, at)
    elif action == "cut":
        _settle(event, at)
    elif action == "phase two":
        start_phase_two(event=event, by=by, at=at)
    elif action == "call":
        call_games(event=event, by=by, at=at)
    elif action == "final":
        build.bracket_played_on(event, at)


def _finish(event, at):
    for game in Game.objects.open().filter(event=event, table__isnull=False).select_related("event"):
        build.won(build.again(game), at=at)


def _settle(event, at):
    by = build.organizer(event)
    with suppress(Refused):
        hold_games(event=event, by=by, at=at)
    _finish(event, at)
    while ties := standings(event).ties:
        tied = list(event.teams.filter(pk__in=ties[0]))
        draw_lot(event=event, teams=tied, words="kitty lake", by=by, at=at)
    settle_cut(event=event, by=by, at=at)


def _look(event, teams, at):
    clock, coming = day_and_face(event, at)[1], next_of_phase_one(event, at)
    truth, now = Truth(event=event, at=at, clock=clock, next=coming), awaited(event, at)
    pages = shown_now(event, teams)
    for name, page in pages.items():
        _is_so(truth, name, page.words)
    differing = two_orders(pages)
    assert not differing, "\n".join([*differing, *(f"{name}: {page.words}" for name, page in pages.items())])
    _all_wait_for_the_same(now, pages)
    assert now.is_paused == ("Paused. All clocks are paused." in pages["wall"].words)
    _nobody_forfeits_before_the_deal(truth)
    if clock.paused and not now.cut:
        _resuming_changes_nothing_but_the_pause(event, coming, at)


def _all_wait_for_the_same(now, pages):
    """Wall, event's page, floor and header count to the same moment and give the same order.

    The floor says once when the next round is called, and has no order for players who rest.
    """
    step, is_rest = pages["next step"].words, now.what == What.REST and now.words != FINISH_IN_BREAK
    is_as_told = not is_rest and now.what != What.ROUND
    for name in ("wall", "event page", *(["next step"] if is_as_told else [])):
        is_list = now.what == What.SEATS and "Please sit down" in pages[name].words
        assert is_list or now.words in pages[name].words, (name, now.words, pages[name].words)
    if is_rest:
        assert REST not in step, step
    elif now.what == What.ROUND:
        when = re.search(r"(?:called|opens) (.+)\.$", now.words)[1]
        assert step.count(when) == 1, (now.words, step)
    for name in ("wall", "event page"):
        assert now.left is None or now.left.until in _counted(pages[name]), (name, now)
    rest, later = now.in_break, now.clock.next_break
    known = {now.left and now.left.until, rest and rest.ends_at, later and later.starts_at}
    assert _counted(pages["header"]) <= known, now


def _counted(page):
    return {datetime.fromisoformat(time.attributes["datetime"]) for time in page.find("time", datetime="*")}


def _is_so(truth, page, words):
    for sentence, is_so in SO.items():
        for match in re.finditer(sentence, words):
            assert is_so(truth, *match.groups()), (page, match[0], words, truth.clock, truth.next.kind)
    for match in re.finditer(SEATED, words):
        dues = Deadline.objects.coming().filter(event=truth.event)
        is_still = truth.clock.paused or truth.clock.in_break or truth.clock.next_break
        assert is_still or match[1] in {countdown(truth.at, due.due_at).text for due in dues}, (page, words)


def _nobody_forfeits_before_the_deal(truth):
    if truth.clock.coming == Coming.DEAL:
        dues = Deadline.objects.coming().filter(event=truth.event)
        assert min((due.due_at for due in dues), default=truth.clock.comes_at) >= truth.clock.comes_at


def _resuming_changes_nothing_but_the_pause(event, coming, at):
    with transaction.atomic():
        resume_day(event=event, by=build.organizer(event), at=at)
        after = next_of_phase_one(Event.objects.get(pk=event.pk), at)
        transaction.set_rollback(True)
    assert (after.kind, after.slot) == (coming.kind, coming.slot)
