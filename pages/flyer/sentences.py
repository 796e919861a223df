"""An event told as its flyer: what an organizer chose, one line a subject.

The settings page, the page before an event is opened, the event's public page, the rules on the wall and the
poster show these lines.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from rules.competition.phase_two.formats import FORMATS, Choice
from rules.competition.phase_two.words import (
    buying_back_in_words,
    hands_in_words,
    rounds_in_words,
    second_chance_in_words,
)
from rules.evenings.fit import what_is_wrong
from rules.games import find_ruleset, house_rules_of
from rules.money.words import dollars, is_gift, nobody_must
from rules.ruleset.game_ends import EndOfGame, EndsBy
from rules.ruleset.ruleset import Ruleset
from rules.seating.known import find_seating
from rules.time.hours import break_after
from tournament.event.day_rows import day_rows
from tournament.event.names import count, in_words
from tournament.models import Event
from tournament.models.events import BreaksAt, LateForfeits, PairsUp, SeedsBy
from tournament.settings.plan import DayPlan, plan_of

TOLD_RULES: Final = ("min_bid", "no_trump_units", "boston_units")
"""The house rules that flyers tell, beside how a game is won."""
SPARE: Final = "A team has two players or three. Two play each game; a third takes turns with them."


DRAWN: Final = {
    SeedsBy.LOT: "drawn by lot",
    SeedsBy.GRADES: "drawn by the club’s grades",
    SeedsBy.SIGN_UP: "drawn in the order of sign-up",
}
"""How a bracket without a Phase I gets its order."""


class Underlined(str):
    """A part of a line that its fields change. Pages where they can be changed underline it."""

    is_changed_here = True


@dataclass(frozen=True, slots=True)
class FlyerLine:
    """A subject of the flyer, such as the breaks, in pieces of text."""

    key: str
    pieces: tuple[str, ...]

    @property
    def words(self) -> str:
        return "".join(self.pieces)


@dataclass(frozen=True, slots=True)
class Rests:
    """When breaks begin in the hall, or rounds if there are no breaks; ``long`` is the long one of them."""

    begin: tuple[datetime, ...] = ()
    long: datetime | None = None

    @property
    def times(self) -> tuple[time, ...]:
        return tuple(dict.fromkeys(at.time() for at in self.begin))

    @property
    def usual(self) -> str:
        """Those without the long one, in words."""
        times = dict.fromkeys(f"{at:%-I:%M}" for at in self.begin if at != self.long)
        return in_words(times)


def flyer(plan: DayPlan, rests: Rests | None = None) -> tuple[FlyerLine, ...]:
    """The lines in the order of a flyer. Subjects that the event doesn't have are left out. No query.

    :raises rules.games.UnknownGame: if there is no such game.
    """
    told: dict[str, Iterable[str]] = {
        "hours": hours(plan),
        "game": game(plan),
        "seating": seating(plan),
        "breaks": breaks(plan, planned_rests(plan) if rests is None else rests),
        "late": late(plan),
        "through": through(plan),
        "phase-ii": phase_two(plan),
        "prizes": prizes(plan),
        "money": money(plan),
        "sign-up": sign_up(plan),
    }
    lines = [FlyerLine(key, tuple(pieces)) for key, pieces in told.items()]
    own = [FlyerLine("own", (line.strip(),)) for line in plan.house_lines.splitlines()]
    return tuple(line for line in (*lines, *own) if line.words)


def flyer_of(event: Event) -> tuple[FlyerLine, ...]:
    """The lines of an open event, with the breaks of the day as it goes. They are shared by its pages.

    Four queries, once the event's day is loaded, for the first page.
    """
    return day_rows(event).once(_told)


def _told(event: Event) -> tuple[FlyerLine, ...]:
    return flyer(plan_of(event), rests_of(event))


def planned_rests(plan: DayPlan) -> Rests:
    """The breaks that follow from the plan's hours; none if the hours can't be."""
    way = plan.way
    if what_is_wrong(plan, has_phase_two=way.has_bracket, has_phase_one=way.has_phase_one)[1]:
        return Rests()
    zone = ZoneInfo(plan.timezone)
    try:
        rests, spans = plan.rests(), plan.spans()
    except ValueError:
        return Rests()
    long = break_after(plan.long_break_after, spans, rests) if plan.long_break_after else None
    return Rests(
        tuple(rest.starts_at.astimezone(zone) for rest in rests),
        long.starts_at.astimezone(zone) if long else None,
    )


def rests_of(event: Event) -> Rests:
    """The breaks of the day as it goes. No query once the event's day is loaded."""
    rows = day_rows(event)
    long = rows.long_break
    begin = tuple(rest.starts_at.astimezone(event.zone) for rest in rows.breaks)
    return Rests(begin, long.starts_at.astimezone(event.zone) if long else None)


# --- the lines ------------------------------------------------------------------------------------


def clock(moment: time | datetime) -> str:
    return f"{moment:%-I:%M %p}"


def hours(plan: DayPlan) -> Iterable[str]:
    (starts, ends), *later = plan.local().sessions
    if not plan.way.has_phase_one:
        yield from ("Meet & greet is at ", Underlined(clock(plan.meet_at)), ". The bracket is played from ")
        yield from (Underlined(clock(starts)), ". The awards are at ", Underlined(clock(plan.awards_at)), ".")
        return
    first = (_day(plan, starts), Underlined(clock(starts)), f" to {clock(ends)}")
    spans = ["".join(first), *(f"{_day(plan, one)}{clock(one)} to {clock(other)}" for one, other in later)]
    what = "Phase I" if plan.way.has_bracket else "Play"
    yield from ("Meet & greet is at ", Underlined(clock(plan.meet_at)), f". {what} is from ", *first)
    yield f"{in_words(['', *spans[1:]]) if later else ''}. The awards are at "
    yield from (Underlined(clock(plan.awards_at)), ".")


def _day(plan: DayPlan, at: datetime) -> str:
    return f"{at:%a} " if plan.spans_days else ""


def game(plan: DayPlan) -> Iterable[str]:
    ruleset = find_ruleset(plan.game, plan.house_rules)
    yield from ("We play ", Underlined(ruleset.name), ". ")
    for number, sentence in enumerate((won_in_words(ruleset.ends), *_told_rules(ruleset))):
        yield from (" " if number else "", Underlined(sentence[:-1]), ".")


def won_in_words(ends: EndOfGame) -> str:
    """How a game is won: ``Best 3 of 5 hands wins the game.``"""
    hands, who = hands_in_words(ends.hands), "fewer" if ends.less_wins else "more"
    who_leads = f"the leader after {count(ends.length, 'hand')}"
    points, minutes = f"to {ends.points} points", f"after {count(ends.minutes, 'minute')}"
    words = {
        EndsBy.HANDS: f"{hands} wins the game",
        EndsBy.POINTS: f"first {points} wins the game",
        EndsBy.EITHER: f"{hands} wins the game, or the first {points}",
        EndsBy.LENGTH: f"a game is {count(ends.length, 'hand')}, and {who} points win",
        EndsBy.CLOCK: "when the round is over, the leader wins the game",
        EndsBy.POINTS_OR_LENGTH: f"first {points} wins the game, or {who_leads}",
        EndsBy.POINTS_OR_CLOCK: f"first {points} wins the game, or the leader {minutes}",
    }[ends.by]
    return f"{words[0].upper()}{words[1:]}."


def _told_rules(ruleset: Ruleset) -> Iterable[str]:
    rules = {rule.key: rule for rule in house_rules_of(ruleset.key)}
    for key in TOLD_RULES:
        if key in rules and (ruleset.ends.counts_hands or not key.endswith("_units")):
            yield rules[key].sentence_for(ruleset.house[key])


def seating(plan: DayPlan) -> Iterable[str]:
    way = plan.way
    who = "Everybody comes alone" if way.is_one else f"{way.size.capitalize()} make a team"
    there = "There is " if plan.tables == 1 else "There are "
    yield from (f"{who}. {there}", Underlined(count(plan.tables, "table")), ". ")
    if not way.has_phase_one:
        yield SPARE if way.spare else ""
        return
    yield Underlined(find_seating(plan.seating, way).sentence)
    if way.spare:
        yield f" {SPARE}"


def breaks(plan: DayPlan, rests: Rests) -> Iterable[str]:
    way, times = BreaksAt(plan.breaks_at), rests.usual
    if way == BreaksAt.NEVER and not plan.way.has_phase_one:
        yield Underlined("There are no breaks.")
    elif way == BreaksAt.NEVER:
        at = f": at {times}" if times else ""
        yield from (Underlined("One round follows the other without a break"), f"{at}.")
    elif times:
        yield from ("Breaks of ", Underlined(count(plan.break_minutes, "minute")), " are ")
        yield from () if way == BreaksAt.TIMES else (Underlined(way.label), ": ")
        yield from ("at ", Underlined(times), ".")
    else:
        yield Underlined("There are no breaks.")
    if rests.long:
        lasts = count(plan.long_break_minutes, "minute")
        at = f"{_day(plan, rests.long)}{clock(rests.long)}"
        yield f" After game {plan.long_break_after}, at {at}, is a break of {lasts}."


def late(settings: Event | DayPlan) -> Iterable[str]:
    """What being late costs, in pieces."""
    is_game = settings.late_forfeits == LateForfeits.GAME
    whose, table = f"A {settings.way.entrant} that", "its table"
    if settings.way.is_one:
        whose, table = "A player who", "the table"
    minutes = "a minute" if settings.ready_minutes == 1 else f"{settings.ready_minutes} minutes"
    yield from (f"{whose} is not seated ", Underlined(minutes), f" after {table} is called forfeits ")
    yield Underlined("the game" if is_game else "the hand")
    if is_game:
        yield f". Leaving the table later costs a hand, and another after every {minutes} more."
        return
    asked = " A referee is asked first." if settings.late_forfeits == LateForfeits.PROPOSED else ""
    yield f", and another after every {minutes} more.{asked}"


def through(plan: DayPlan) -> Iterable[str]:
    if not plan.way.has_bracket:
        yield Underlined("The first three of the standings take the prizes.")
        return
    local = plan.local()
    if not plan.way.has_phase_one:
        yield from ("Everybody goes straight into the bracket, ", Underlined(DRAWN[SeedsBy(plan.seeds_by)]))
        yield f" at {clock(local.two)}."
        return
    yield from (
        "The best ",
        Underlined(str(plan.advance_count)),
        " go on to Phase II, from ",
        _day(plan, local.two),
    )
    yield from (Underlined(clock(plan.phase_two_at)), f" to {clock(plan.awards_at)}.")
    if plan.way.pairs_up:
        yield f" They play it in pairs, {PairsUp(plan.pairs_up).label}."


def phase_two(plan: DayPlan) -> Iterable[str]:
    if not plan.way.has_bracket:
        return
    choice = Choice(**plan.phase_two)
    last = FORMATS[choice.format]
    more = (
        last.sentence,
        buying_back_in_words(choice),
        *rounds_in_words(choice),
        second_chance_in_words(choice),
    )
    yield from (
        "Phase II: " if plan.way.has_phase_one else "",
        Underlined(last.name),
        f". {' '.join(filter(None, more))}",
    )


def prizes(plan: DayPlan) -> Iterable[str]:
    named = [prize["name"] for prize in plan.side_prizes]
    if plan.way.has_bracket:
        yield "The first three places take the prizes."
    if named:
        yield f" There are prizes beside the places: {in_words(named)}."


def money(plan: DayPlan) -> Iterable[str]:
    player, team = (dollars(getattr(plan, f"donation_{who}_cents")) for who in ("player", "team"))
    amounts = f"{player} a player" + ("" if plan.way.is_one else f" or {team} a team")
    if not plan.donation_player_cents and not plan.donation_team_cents:
        yield Underlined("It costs nothing to play.")
        return
    suggested = "suggested " if is_gift(plan.money_word) else ""
    yield from (f"The {suggested}", Underlined(plan.money_word), " is ", Underlined(amounts))
    if plan.money_for:
        yield from (", for ", Underlined(plan.money_for))
    must = nobody_must(plan.money_word, has_entries=any(pot["entry_cents"] for pot in plan.pots))
    yield f". {must}"


def sign_up(plan: DayPlan) -> Iterable[str]:
    begins = plan.local().sessions[0][0]
    yield "Sign up "
    if plan.sign_up_hours is not None:
        opens = begins - timedelta(hours=plan.sign_up_hours)
        yield from ("from ", Underlined(_before(opens, begins)), " ")
    if plan.sign_up_minutes is None:
        over = "Phase I is over" if plan.way.has_phase_one else "the bracket is drawn"
        yield from (Underlined(f"until {over}"), ".")
    else:
        closes = begins - timedelta(minutes=plan.sign_up_minutes)
        until = _before(closes, begins) if plan.sign_up_minutes else "play starts"
        yield from ("until ", Underlined(until), "; after that, at the desk.")
    if plan.capacity:
        yield from (" There is room for ", Underlined(count(plan.capacity, plan.way.entrant)), ".")
    if not plan.way.is_one:
        yield " No partner? The desk finds you one."


def _before(at: datetime, begins: datetime) -> str:
    """``2:30 PM``; ``Thursday, June 25, 3:00 PM`` on another day than play begins."""
    return clock(at) if at.date() == begins.date() else f"{at:%A, %B %-d}, {clock(at)}"


def told(lines: Sequence[FlyerLine], *keys: str) -> tuple[str, ...]:
    """The words of the lines with these keys."""
    return tuple(line.words for line in lines if line.key in keys)


def told_but(lines: Sequence[FlyerLine], *keys: str) -> tuple[str, ...]:
    """The words of all other lines: the page tells those of ``keys`` elsewhere."""
    return tuple(line.words for line in lines if line.key not in keys)
