"""The time of the round: what ending it, lengthening it or calling the next one early would change.

Rulebook E-64.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.time.clock import Timetable
from rules.time.schedule import MinutesAdded, WhistleMoved, live
from scoring.game.slots import next_slot, turns_for
from scoring.rounds.seating import recall_left
from scoring.rounds.steps import can_be_early, why_no_round
from tournament.errors import Refused
from tournament.event.day_rows import day_rows
from tournament.event.names import count, in_words
from tournament.models import Event, Game, Round
from tournament.models.schedule import PhaseKind
from tournament.schedule.changes_of_schedule import UndoableChange, undo_of, undoable
from tournament.schedule.clock import day_face_and_round, session_of, slots_of
from tournament.schedule.countdown import Countdown, countdown, wall
from tournament.schedule.why_no_round_time import slot_now, why_not_change, why_not_longer

END, LONGER, LATER, EARLY = "end", "longer", "later", "early"
OFFERED = 5
"""The minutes that can be added to a round."""

Hours = tuple[datetime, datetime]
"""Start and end."""


@dataclass(frozen=True, kw_only=True)
class ChangedRow:
    """A round, a break or the end of the phase: when it is now, and when it would be."""

    label: str
    now: str
    then: str
    gains: str = ""


@dataclass(frozen=True, kw_only=True)
class RoundChoice:
    """A change on offer: its consequences in a sentence, and everything that it moves."""

    value: str
    label: str
    glyph: str
    follows: str
    rows: tuple[ChangedRow, ...]


@dataclass(frozen=True, kw_only=True)
class RoundTime:
    """The current round and the changes on offer.

    ``why_not`` is why the round can't be changed; empty if there are ``choices``.
    """

    title: str
    until: Countdown | None
    whistle: str
    """Posted with a change, to tell whether the page was current."""
    why_not: Refused | str
    choices: tuple[RoundChoice, ...]
    undo: UndoableChange | None
    recall: Countdown | None
    """How long a round that was just called can be recalled."""


def round_time(event: Event, at: datetime) -> RoundTime:
    """The page of the round's time. A fixed number of queries."""
    day, _, row = day_face_and_round(event, at)
    why_not = why_not_change(event, day, row, at)
    playing = _playing(row)
    choices: list[RoundChoice] = []
    if playing and row and not why_not:
        choices = _of_the_round(event, day, row, playing, at)
    elif not playing and row:
        choices = _early(event, day, row, at)
    last = undoable(day_rows(event).changes, row, at)
    whistle = row.whistle_at if row else None
    is_on = row is not None and whistle is not None and row.phase.kind == PhaseKind.ONE
    return RoundTime(
        title=str(row) if is_on else "The round",
        until=countdown(at, whistle) if whistle and is_on and not why_not else None,
        whistle=whistle.isoformat() if whistle else "",
        why_not="" if choices else why_not or "All its games are over.",
        choices=tuple(choices),
        undo=undo_of(event, last, at),
        recall=recall_left(event, row, at),
    )


def _of_the_round(
    event: Event, day: Timetable, row: Round, playing: list[Game], at: datetime
) -> list[RoundChoice]:
    on, whistle = slot_now(day, at), row.whistle_at
    if on is None or whistle is None:
        return []
    turns = _turns(event, row)

    def choice(value: str, label: str, glyph: str, follows: str, then: Timetable, slot: int) -> RoundChoice:
        rows = _rows(event, row, (day, row.slot), (then, slot), turns, at)
        return RoundChoice(value=value, label=label, glyph=glyph, follows=follows, rows=rows)

    tables, waiting = _tables(playing), sum(game.table_id is None for game in playing)
    given_up = f" {count(waiting, 'game')} without a table {'is' if waiting == 1 else 'are'} taken back."
    end = (
        f"The whistle goes {_long(whistle - at)} early for {tables}: a hand that is dealt is played out, "
        f"then the side that leads wins.{given_up if waiting else ''}"
    )
    gets = "gets" if len(playing) - waiting == 1 else "get"
    more = f"{tables[0].upper()}{tables[1:]} {gets} {OFFERED} minutes more, and"
    later = timedelta(minutes=OFFERED)
    ended = live(day, [WhistleMoved(at, on.whistle_at, at)], at)
    choices = [choice(END, f"End {str(row).lower()} now", "■", end, ended, on.number)]
    if not why_not_longer(day, row, OFFERED):
        label, follows = (
            f"{OFFERED} minutes from the next round",
            f"{more} the next round’s games as much less.",
        )
        longer = live(day, [WhistleMoved(at, whistle, whistle + later)], at)
        choices.append(choice(LONGER, label, "✚", follows, longer, row.slot))
    moved = live(day, [MinutesAdded(at, OFFERED)], at)
    label, follows = f"{OFFERED} minutes, all later", f"{more} nobody gets less."
    return [*choices, choice(LATER, label, "✚", follows, moved, row.slot)]


def _early(event: Event, day: Timetable, row: Round, at: datetime) -> list[RoundChoice]:
    """The choice to call the next round before its time, if only the clock prevents it."""
    slot = next_slot(event, at)
    if slot is None or not can_be_early(slot) or at >= slot.called_at:
        return []
    if why_no_round(event, at, slot, is_early=True):
        return []
    number, last = row.number + 1, slot.number - 1
    moved = live(day, [WhistleMoved(at, slot.called_at, at)], at)
    choice = RoundChoice(
        value=EARLY,
        label=f"Call round {number} early",
        glyph="▶",
        follows=f"All games of {str(row).lower()} are over. The break begins now, "
        f"{_long(slot.called_at - at)} early, and round {number} gets that time.",
        rows=_rows(event, row, (day, last), (moved, last), _turns(event, row), at)[1:],
    )
    return [choice]


def _turns(event: Event, row: Round) -> int:
    return turns_for(event, row.games.filter(recalled_at=None, kind="game").count())


def _rows(
    event: Event,
    row: Round,
    before: tuple[Timetable, int],
    after: tuple[Timetable, int],
    turns: int,
    at: datetime,
) -> tuple[ChangedRow, ...]:
    """What a change moves: rounds that get more or less time, the next break, and the end of the phase.

    Rounds that only move with the end of the phase are left out.
    """
    olds, news = _hours(row, *before, turns), _hours(row, *after, turns)
    rows = []
    for number, (start, end, minutes) in news.items():
        was = olds.get(number)
        if was is None:
            rows.append((start, _row(event, f"Round {number}", None, (start, end), "one more")))
        elif was[2] != minutes:
            gains = f"{_long(abs(minutes - was[2]))} {'more' if minutes > was[2] else 'less'}"
            rows.append((start, _row(event, f"Round {number}", was[:2], (start, end), gains)))
    for old, new in list(_breaks(before[0], after[0], at))[:1]:
        rows.append((new[0], _row(event, "Break", old, new, "")))
    session = session_of(before[0], row)
    old_end, new_end = (day.sessions(PhaseKind.ONE)[session - 1].ends_at for day in (before[0], after[0]))
    is_only = len(before[0].sessions(PhaseKind.ONE)) == 1
    gains = ""
    if new_end > old_end:
        keeps_hours = any(gap.starts_at == old_end for gap in before[0].gaps)
        shift = f"all after it {_long(new_end - old_end)} later"
        gains = "what comes after keeps its hour" if keeps_hours else shift
    last = ChangedRow(
        label="Phase I ends" if is_only else f"Session {session} ends",
        now=wall(event, old_end, at),
        then=wall(event, new_end, at),
        gains=gains,
    )
    return (*(each for _, each in sorted(rows, key=lambda pair: pair[0])), last)


def _hours(
    row: Round, day: Timetable, slot: int, turns: int
) -> dict[int, tuple[datetime, datetime, timedelta]]:
    session = session_of(day, row)
    slots = [each for each in slots_of(day, PhaseKind.ONE) if each.session == session]
    on = [each for each in slots if each.whistle_at > row.play_from and each.number <= slot]
    later = [each for each in slots if each.number > slot]
    rounds = [on, *(later[first : first + turns] for first in range(0, len(later), turns))]
    hours = {}
    for number, spans in enumerate(rounds, start=row.number):
        if spans:
            start = max(spans[0].play_from, row.play_from)
            played = sum((each.whistle_at - max(each.play_from, start) for each in spans), timedelta())
            hours[number] = (start, spans[-1].whistle_at, played)
    return hours


def _breaks(before: Timetable, after: Timetable, at: datetime) -> Iterable[tuple[Hours, Hours]]:
    for old, new in zip(before.rests, after.rests, strict=True):
        if old != new and at < old.ends_at and old.starts_at < before.phase(PhaseKind.ONE).ends_at:
            yield (old.starts_at, old.ends_at), (new.starts_at, new.ends_at)


def _row(event: Event, label: str, old: Hours | None, new: Hours, gains: str) -> ChangedRow:
    def between(hours: Hours) -> str:
        return "–".join(f"{moment.astimezone(event.zone):%-I:%M}" for moment in hours)

    return ChangedRow(label=label, now=between(old) if old else "", then=between(new), gains=gains)


def _playing(row: Round | None) -> list[Game]:
    if row is None:
        return []
    games = row.games.filter(recalled_at=None, over_at=None, kind="game")
    return list(games.select_related("table").order_by("table__number"))


def _tables(playing: list[Game]) -> str:
    numbers = [str(game.table.number) for game in playing if game.table]
    return f"table{'' if len(numbers) == 1 else 's'} {in_words(numbers)}" if numbers else "no table"


def _long(length: timedelta) -> str:
    return count(max(1, round(length / timedelta(minutes=1))), "minute")
