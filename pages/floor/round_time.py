"""What becomes of the clock and the games if the round ends now, or lasts longer (Rulebook E-64)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.competition.clock import Timetable
from rules.competition.schedule import MinutesAdded, WhistleMoved, live
from scoring.queries.rounds.steps import can_be_early, next_slot, turns_for, why_no_round
from tournament.errors import Refused
from tournament.models import Event, Game, Round
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import day_face_and_round, session_of, slots_of
from tournament.queries.countdown import Countdown, countdown, wall
from tournament.queries.day_rows import day_rows
from tournament.queries.names import in_words
from tournament.queries.round_time import slot_now, why_not_change, why_not_longer
from tournament.queries.schedule_changes import Undo, undo_of, undoable

END, LONGER, LATER, EARLY = "end", "longer", "later", "early"
OFFERED = 5


@dataclass(frozen=True, kw_only=True)
class ChangedRow:
    """A round, a break or the end of the phase: when it is now, and when it would be."""

    label: str
    now: str
    then: str
    gains: str = ""


@dataclass(frozen=True, kw_only=True)
class RoundChoice:
    """One thing to do, what it means in a sentence, and all that it moves."""

    value: str
    label: str
    glyph: str
    follows: str
    rows: tuple[ChangedRow, ...]


@dataclass(frozen=True, kw_only=True)
class RoundTime:
    """The round that is on, or the next one, and what can be done to its time.

    ``whistle`` and ``next`` name what was looked at. ``why_not`` is why the round can't be changed; it may
    be called early all the same.
    """

    title: str
    until: Countdown | None
    whistle: str
    why_not: Refused | str
    choices: tuple[RoundChoice, ...]
    undo: Undo | None


def round_time(event: Event, at: datetime) -> RoundTime:
    """What can be done to the round's time, and what follows. A fixed number of queries."""
    day, _, row = day_face_and_round(event, at)
    why_not = why_not_change(event, day, row, at)
    playing = _playing(row)
    early = _early(event, day, row, at) if not playing else None
    choices = [] if why_not or row is None or not playing else _of_the_round(event, day, row, playing, at)
    last = undoable(day_rows(event).changes, row, at)
    is_on = row is not None and row.phase.kind == PhaseKind.ONE and row.whistle_at is not None
    return RoundTime(
        title=str(row) if is_on else "The round",
        until=countdown(at, row.whistle_at) if row and is_on and row.whistle_at and not why_not else None,
        whistle=row.whistle_at.isoformat() if row and row.whistle_at else "",
        why_not="" if choices or early else why_not or "All its games are over.",
        choices=(*choices, *((early,) if early else ())),
        undo=undo_of(event, last, at),
    )


def _of_the_round(
    event: Event, day: Timetable, row: Round, playing: list[Game], at: datetime
) -> list[RoundChoice]:
    on = slot_now(day, at)
    whistle = row.whistle_at
    if on is None or whistle is None:
        return []
    turns = turns_for(event, row.games.filter(recalled_at=None, kind="game").count())
    end = live(day, [WhistleMoved(at, on.whistle_at, at)], at)
    tables = _tables(playing)
    waiting = sum(1 for game in playing if game.table_id is None)
    given_up = f" {_count(waiting, 'game')} without a table {_is_are(waiting)} taken back." if waiting else ""
    choices = [
        RoundChoice(
            value=END,
            label=f"End {str(row).lower()} now",
            glyph="■",
            follows=f"The whistle goes {_long(whistle - at)} early for {tables}: a hand that is dealt is "
            f"played out, then whoever leads has won.{given_up}",
            rows=_rows(event, row, (day, row.slot), (end, on.number), turns, at),
        )
    ]
    if not why_not_longer(day, row, OFFERED):
        longer = live(day, [WhistleMoved(at, whistle, whistle + timedelta(minutes=OFFERED))], at)
        choices.append(
            RoundChoice(
                value=LONGER,
                label=f"{OFFERED} minutes from the next round",
                glyph="✚",
                follows=f"{tables[0].upper()}{tables[1:]} {_gets(playing)} {OFFERED} minutes more, and the "
                "next round’s games as much less.",
                rows=_rows(event, row, (day, row.slot), (longer, row.slot), turns, at),
            )
        )
    later = live(day, [MinutesAdded(at, OFFERED)], at)
    choices.append(
        RoundChoice(
            value=LATER,
            label=f"{OFFERED} minutes, all later",
            glyph="✚",
            follows=f"{tables[0].upper()}{tables[1:]} {_gets(playing)} {OFFERED} minutes more, and nobody "
            "gets less.",
            rows=_rows(event, row, (day, row.slot), (later, row.slot), turns, at),
        )
    )
    return choices


def _early(event: Event, day: Timetable, row: Round | None, at: datetime) -> RoundChoice | None:
    """To call the next round before its time, if nothing but the clock is in the way."""
    slot = next_slot(event, at)
    if row is None or slot is None or not can_be_early(slot) or at >= slot.called_at:
        return None
    if why_no_round(event, at, slot, is_early=True):
        return None
    turns = turns_for(event, row.games.filter(recalled_at=None, kind="game").count())
    number = row.number + 1
    moved = live(day, [WhistleMoved(at, slot.called_at, at)], at)
    return RoundChoice(
        value=EARLY,
        label=f"Call round {number} early",
        glyph="▶",
        follows=f"All games of {str(row).lower()} are over. The break begins now, "
        f"{_long(slot.called_at - at)} early, and round {number} gets that time.",
        rows=_rows(event, row, (day, slot.number - 1), (moved, slot.number - 1), turns, at)[1:],
    )


def _rows(
    event: Event,
    row: Round,
    before: tuple[Timetable, int],
    after: tuple[Timetable, int],
    turns: int,
    at: datetime,
) -> tuple[ChangedRow, ...]:
    """What a change moves: rounds that get more or less time, the next break, and the end of the phase.

    What is only later by as much as the phase is said with its end.
    """
    olds, news = _hours(row, *before, turns), _hours(row, *after, turns)
    rows = []
    for number, (start, end, minutes) in news.items():
        was = olds.get(number)
        if was is None:
            rows.append((start, _row(event, f"Round {number}", None, (start, end), "one more")))
        elif was[2] != minutes:
            gains = round((minutes - was[2]) / timedelta(minutes=1))
            rows.append((start, _row(event, f"Round {number}", was[:2], (start, end), _signed(gains))))
    for old, new in list(_breaks(before[0], after[0], at))[:1]:
        rows.append((new[0], _row(event, "Break", old, new, "")))
    session = session_of(before[0], row)
    ends = [day.sessions(PhaseKind.ONE)[session - 1].ends_at for day in (before[0], after[0])]
    is_later = ends[1] > ends[0]
    is_only = len(before[0].sessions(PhaseKind.ONE)) == 1
    keeps_hours = any(gap.starts_at == ends[0] for gap in before[0].gaps)
    last = ChangedRow(
        label="Phase I ends" if is_only else f"Session {session} ends",
        now=wall(event, ends[0], at),
        then=wall(event, ends[1], at),
        gains="what comes after keeps its hour"
        if is_later and keeps_hours
        else f"all after it {_long(ends[1] - ends[0])} later"
        if is_later
        else "",
    )
    return (*(each for _, each in sorted(rows, key=lambda pair: pair[0])), last)


def _hours(
    row: Round, day: Timetable, slot: int, turns: int
) -> dict[int, tuple[datetime, datetime, timedelta]]:
    """From when to when this round and those after it are played, and how long, by their numbers."""
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


def _breaks(
    before: Timetable, after: Timetable, at: datetime
) -> Iterable[tuple[tuple[datetime, datetime], tuple[datetime, datetime]]]:
    for old, new in zip(before.breaks, after.breaks, strict=True):
        if old != new and at < old.ends_at and old.starts_at < before.phase(PhaseKind.ONE).ends_at:
            yield (old.starts_at, old.ends_at), (new.starts_at, new.ends_at)


def _row(
    event: Event,
    label: str,
    old: tuple[datetime, datetime] | None,
    new: tuple[datetime, datetime],
    gains: str,
) -> ChangedRow:
    def between(hours: tuple[datetime, datetime]) -> str:
        return "–".join(f"{moment.astimezone(event.zone):%-I:%M}" for moment in hours)

    return ChangedRow(label=label, now=between(old) if old else "", then=between(new), gains=gains)


def _playing(row: Round | None) -> list[Game]:
    """The games of a round that are not over, those that wait for a table among them. One query."""
    if row is None:
        return []
    games = row.games.filter(recalled_at=None, over_at=None, kind="game")
    return list(games.select_related("table").order_by("table__number"))


def _tables(playing: list[Game]) -> str:
    numbers = [str(game.table.number) for game in playing if game.table]
    if not numbers:
        return "no table"
    return f"table{'' if len(numbers) == 1 else 's'} {in_words(numbers)}"


def _gets(playing: list[Game]) -> str:
    return "gets" if sum(1 for game in playing if game.table_id) == 1 else "get"


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _is_are(count: int) -> str:
    return "is" if count == 1 else "are"


def _long(length: timedelta) -> str:
    return _count(max(1, round(length / timedelta(minutes=1))), "minute")


def _signed(minutes: int) -> str:
    return f"{_count(abs(minutes), 'minute')} {'more' if minutes > 0 else 'less'}"
