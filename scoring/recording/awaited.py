"""What everybody waits for at a moment: one value, which every page that speaks of time reads.

The wall, the floor, the header, the event's page and a team's page take their heading, their countdown and
their order to everybody from it, so that no two of them can say opposite things.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from rules.time.clock import ClockFace, Coming, Span, Timetable
from scoring.models import Cut
from scoring.rounds.next_of_phase_one import Next, NextOfPhaseOne, next_of_phase_one
from scoring.standings.hidden import is_hidden
from scoring.standings.settled import cut_of
from tournament.event.day_rows import day_rows, phase, with_its_day
from tournament.event.names import round_title
from tournament.models import Event, Game, Phase, Round, Side
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import day_face_and_round, deal_of, slots_of
from tournament.schedule.countdown import Countdown, at_the_time, countdown
from tournament.schedule.day_page import (
    FarOff,
    far_off,
    far_start,
    over_in_words,
    round_in_words,
    second_chance_goes_on,
    stage_in_words,
)

FINISH = "Finish the hand on the table. No new deal."
FINISH_IN_BREAK = "Finish the hand on the table. No new deal until it ends."
REST = "Stretch, eat, make a call."
PAUSED = "All clocks are paused. No new deal until play resumes."

UNTIL = {Coming.DEAL: "until the cards are dealt", Coming.WHISTLE: "until the whistle"}
NOTES = {
    "before": "until we begin",
    "meet": "until Phase I",
    "one": "until the top {} are called",
    "two": "until the awards",
}


class What(StrEnum):
    START = "start"
    """The next part of the day, by the clock."""
    PAUSE = "pause"
    """The end of a pause, which an organizer ends."""
    SEATS = "seats"
    """The first deal of a round that is called."""
    GAMES = "games"
    """The games that are played, or called as tables open up."""
    LAST_HANDS = "last hands"
    """The hands in progress at the whistle."""
    REST = "break"
    """The end of a break."""
    ROUND = "round"
    """The call of the next round, or the opening of play."""
    CUT = "cut"
    """Phase I is played, and the cut isn't settled."""
    PLAYOFF = "play-off"
    PHASE_TWO = "phase two"
    """Who plays on is settled, and Phase II isn't started."""
    REVEAL = "reveal"
    """The hidden places are shown one by one."""
    AWARDS = "awards"
    """Every game is over."""


OVER = (What.REVEAL, What.AWARDS)


@dataclass(frozen=True, kw_only=True)
class Awaited:
    """What everybody waits for.

    ``left`` counts to what comes; without it, ``big`` names it. ``far`` replaces ``left`` if what comes is
    hours away.
    """

    what: What
    stage: str
    """The heading of the moment ("Phase I · Round 2")."""
    left: Countdown | None
    big: str
    note: str
    """The rest of that line ("until the whistle")."""
    words: str
    """The order to everybody, or empty if there is none."""
    far: FarOff | None
    plan: Timetable
    clock: ClockFace
    round: Round | None
    cut: Cut | None
    next: NextOfPhaseOne | None = None
    """The next step of Phase I, read only while nothing is played."""

    @property
    def is_over(self) -> bool:
        """Whether every game is over: neither breaks nor pauses matter any more."""
        return self.what in OVER

    @property
    def is_paused(self) -> bool:
        return self.clock.paused and not self.is_over

    @property
    def in_break(self) -> Span | None:
        return None if self.is_over else self.clock.in_break


@dataclass(frozen=True, kw_only=True)
class _Moment:
    event: Event
    at: datetime
    plan: Timetable
    clock: ClockFace
    round: Round | None
    cut: Cut | None
    at_tables: int
    hands_on: int
    playoffs: int
    waiting: int

    @property
    def rounds_called(self) -> int:
        return sum(row.phase.kind == PhaseKind.ONE for row in day_rows(self.event).called)

    @property
    def is_on(self) -> bool:
        return bool(self.at_tables or self.waiting)

    def phase(self, kind: PhaseKind) -> Phase:
        return phase(self.event, kind)


@dataclass(frozen=True, kw_only=True)
class _Shown:
    what: What
    stage: str
    until: datetime | None = None
    big: str = ""
    note: str = ""
    words: str = ""
    next: NextOfPhaseOne | None = None


def awaited(event: Event, at: datetime) -> Awaited:
    """What everybody waits for at ``at``. Six queries; ``next_of_phase_one``'s while nothing is played.

    A pause also holds up a second chance that goes on after the final: one query more.
    """
    event = with_its_day(event)
    plan, clock, row = day_face_and_round(event, at)
    moment = _Moment(
        event=event,
        at=at,
        plan=plan,
        clock=clock,
        round=row,
        cut=cut_of(event),
        **_games(event, clock.in_break, at),
    )
    shown = _shown(moment)
    if clock.in_break and shown.what not in OVER:
        shown = replace(shown, until=clock.in_break.ends_at)
    if clock.paused and (shown.what not in OVER or second_chance_goes_on(event)):
        shown = replace(shown, what=What.PAUSE, words=PAUSED)
    far = None if clock.paused else _far(moment, shown)
    return Awaited(
        what=shown.what,
        stage=clock.label if far and clock.coming == Coming.START else shown.stage,
        left=countdown(at, shown.until, is_still=clock.paused) if shown.until and not far else None,
        big=shown.big,
        note=shown.note,
        words=shown.words,
        far=far,
        plan=plan,
        clock=clock,
        round=row,
        cut=moment.cut,
        next=shown.next,
    )


@dataclass(frozen=True, kw_only=True)
class Stopped:
    """Whether no new hand is dealt, as ``Awaited`` has it."""

    is_paused: bool
    is_break: bool


def stopped(event: Event, at: datetime) -> Stopped:
    """Whether the day is paused, or in a break. Five queries; none if pages have read the day.

    After the final one more in a pause, for the second chance.
    """
    face = day_face_and_round(event, at)[1]
    is_on = not _is_over(event, cut_of(event))
    is_paused = face.paused and (is_on or second_chance_goes_on(event))
    return Stopped(is_paused=is_paused, is_break=is_on and face.in_break is not None)


def are_games_over(event: Event) -> bool:
    """Whether every game is over. A query beyond the shared rows."""
    return _is_over(event, cut_of(event))


def _is_over(event: Event, cut: Cut | None) -> bool:
    return bool(phase(event, PhaseKind.TWO).closed_at or (cut and not event.way.has_bracket))


class _OpenGame(NamedTuple):
    kind: str
    called_at: datetime | None
    table: int | None
    whistle_at: datetime | None
    is_seated: bool


def _open_games(event: Event) -> tuple[_OpenGame, ...]:
    is_seated = ~Exists(Side.objects.filter(game=OuterRef("pk"), seated_at=None))
    rows = Game.objects.standing().filter(event=event, over_at=None).annotate(is_seated=is_seated)
    columns = ("kind", "called_at", "table_id", "round__whistle_at", "is_seated")
    return tuple(map(_OpenGame._make, rows.order_by().values_list(*columns)))


def _games(event: Event, rest: Span | None, at: datetime) -> dict[str, int]:
    """The numbers of games at tables, of those that may have a hand in progress, and of those to come.

    A game called in a break begins after it.
    """
    rows = day_rows(event).once_a_version(_open_games)
    called = [row.called_at for row in rows if row.called_at and row.table and row.is_seated]
    return {
        "at_tables": sum(1 for row in rows if row.called_at and row.table),
        "hands_on": sum(not rest or called_at < rest.starts_at for called_at in called),
        "playoffs": sum(row.kind == GameKind.PLAYOFF for row in rows),
        "waiting": sum(
            row.kind == GameKind.GAME and not row.called_at and bool(row.whistle_at and row.whistle_at > at)
            for row in rows
        ),
    }


def _far(now: _Moment, shown: _Shown) -> FarOff | None:
    if shown.until and shown.what == What.PHASE_TWO:
        return far_start(now.event, shown.until, now.at)
    return far_off(now.event, now.clock, now.at) if shown.what in (What.START, What.CUT) else None


def _shown(now: _Moment) -> _Shown:
    if _is_over(now.event, now.cut):
        return _at_the_end(now)
    if now.phase(PhaseKind.TWO).started_at:
        return _in_phase_two(now)
    if now.cut:
        return _before_phase_two(now)
    if now.playoffs:
        stage = _stage(now)
        return _Shown(what=What.PLAYOFF, stage=stage, big="Play-off", words="A play-off decides a tie.")
    return _in_phase_one(now)


def _at_the_end(now: _Moment) -> _Shown:
    label = now.plan.phase(PhaseKind.AWARDS).label
    if is_hidden(now.event):
        return _Shown(
            what=What.REVEAL, stage=label, big="The places",
            words="The places are shown one by one.",
        )  # fmt: skip
    return _Shown(
        what=What.AWARDS, stage=label, big="Thank you", note="for playing, and for watching",
        words=over_in_words(now.event),
    )  # fmt: skip


def _in_phase_two(now: _Moment) -> _Shown:
    label, ends = now.plan.phase(PhaseKind.TWO).label, now.plan.phase(PhaseKind.AWARDS).starts_at
    if now.clock.in_break:
        return _rest(now, label)
    return _Shown(
        what=What.GAMES,
        stage=label,
        until=ends if now.at < ends else None,
        big=label,
        note=NOTES[PhaseKind.TWO] if now.at < ends else "is being played",
        words="" if now.at_tables else "The next games are called any minute.",
    )


def _before_phase_two(now: _Moment) -> _Shown:
    two = now.plan.phase(PhaseKind.TWO)
    starts_at = max(two.starts_at, now.clock.in_break.ends_at) if now.clock.in_break else two.starts_at
    is_later = now.at < starts_at
    when = at_the_time(now.event, starts_at, now.at) if is_later else "any minute"
    through = now.cut.certificate["line_after"] if now.cut else 0
    way = now.event.way
    stage = f"{way.part_two_first} starts" if is_later else way.cut.settled
    return _Shown(
        what=What.PHASE_TWO,
        stage=_stage(now) if now.clock.coming == Coming.START else stage,
        until=starts_at if is_later else None,
        big=two.label,
        note=f"until {way.part_two}" if is_later else "",
        words=f"{way.cut.who} {through} {way.cut.play}. {way.part_two_first} starts {when}.",
    )


def _in_phase_one(now: _Moment) -> _Shown:
    row, clock = now.round, now.clock
    stage = _stage(now)
    if not now.event.way.has_phase_one:
        return _before_the_draw(now, stage)
    if row and clock.is_in_round and now.is_on:
        deal_at = deal_of(now.plan, row, now.at)
        if deal_at and now.at < deal_at:
            how = "Be seated when the break ends." if clock.in_break else "Please sit down."
            words = f"{round_title(row, row.phase)} is called. {how}"
            return _Shown(
                what=What.SEATS, stage=stage, until=clock.comes_at, note=UNTIL[Coming.DEAL], words=words
            )
        if clock.in_break:
            return _rest(now, stage)
        return _Shown(what=What.GAMES, stage=stage, until=clock.comes_at, note=UNTIL[Coming.WHISTLE])
    if now.at_tables and row and row.whistle_at and row.whistle_at <= now.at:
        words = FINISH_IN_BREAK if clock.in_break else FINISH
        stage = round_in_words(now.plan, row)
        return _Shown(what=What.LAST_HANDS, stage=stage, big="Whistle", words=words)
    return _nothing_on(now, stage)


def _before_the_draw(now: _Moment, stage: str) -> _Shown:
    """An event without a Phase I, until its bracket is drawn (Rulebook E-223)."""
    coming, cut = next_of_phase_one(now.event, now.at), now.event.way.cut
    starts_at = now.plan.phase(PhaseKind.TWO).starts_at
    if now.at < now.plan.phase(PhaseKind.MEET).starts_at:
        return replace(_by_the_clock(now, stage), next=coming)
    is_later = now.at < starts_at
    return _Shown(
        what=What.START if is_later else What.CUT,
        stage=stage,
        until=starts_at if is_later else None,
        big=cut.name,
        note="until the draw" if is_later else "",
        words="" if is_later else cut.comes_next,
        next=coming,
    )


def _nothing_on(now: _Moment, stage: str) -> _Shown:
    """Phase I while nobody plays: before it, after a round ended early, in a break, after the last round."""
    coming = next_of_phase_one(now.event, now.at)
    if now.clock.in_break:
        return replace(_rest(now, stage), next=coming)
    if coming.kind in (Next.CALLING, Next.HELD):
        until = now.clock.comes_at
        return _Shown(
            what=What.GAMES,
            stage=stage,
            until=until,
            note=UNTIL[Coming.WHISTLE],
            words=coming.held,
            next=coming,
        )
    if coming.kind == Next.CUT and now.phase(PhaseKind.ONE).started_at:
        return _Shown(
            what=What.CUT,
            stage=stage,
            until=now.clock.comes_at if now.clock.coming == Coming.START else None,
            big=now.event.way.cut.name,
            words=now.event.way.cut.comes_next,
            next=coming,
        )
    slot = coming.slot
    if slot is None or now.clock.coming == Coming.START or now.clock.stage == PhaseKind.MEET:
        return replace(_by_the_clock(now, stage), next=coming)
    title = "Play" if coming.kind == Next.OPEN else f"Round {now.rounds_called + 1}"
    is_called = "opens" if coming.kind == Next.OPEN else "is called"
    is_later = now.at < slot.called_at
    when = at_the_time(now.event, slot.called_at, now.at) if is_later else "any minute"
    return _Shown(
        what=What.ROUND,
        stage=stage,
        until=slot.called_at if is_later else None,
        big=title,
        note=f"until {title[0].lower()}{title[1:]} {is_called}" if is_later else "",
        words=f"{title} {is_called} {when}.",
        next=coming,
    )


def _by_the_clock(now: _Moment, stage: str) -> _Shown:
    clock = now.clock
    if clock.comes_at is None:
        return _Shown(what=What.START, stage=stage, big="Thank you", note="for playing, and for watching")
    last = clock.stage
    if last == PhaseKind.ONE and not now.event.way.has_bracket:
        last = PhaseKind.TWO
    note = NOTES.get(last, "").format(now.event.advance_count)
    return _Shown(what=What.START, stage=stage, until=clock.comes_at, note=note)


def _rest(now: _Moment, stage: str) -> _Shown:
    words = FINISH_IN_BREAK if now.hands_on else f"{REST}{_then(now)}"
    return _Shown(what=What.REST, stage=stage, words=words)


def _then(now: _Moment) -> str:
    """What follows a break in Phase I, as a sentence; empty in Phase II."""
    if not now.event.way.has_bracket or now.phase(PhaseKind.ONE).closed_at:
        return ""
    if any(slot.play_from > now.at for slot in slots_of(now.plan, PhaseKind.ONE, now.at)):
        return " Your next table will be shown here."
    return f" The top {now.event.advance_count} are called next."


def _stage(now: _Moment) -> str:
    if now.round and now.clock.is_in_round:
        return round_in_words(now.plan, now.round)
    return stage_in_words(now.event, now.plan, now.clock, now.at)
