"""A team's card between games: before the day, in a break, on a bye, after a game, in Phase II."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q

from pages.player.card import LEFT, NowCard, Today, ring_until
from pages.player.own_games import bye_words, opponents_of, outcome_of, own_score, state_of
from rules.competition.phase_two.games import THIRD_PLACE
from rules.time.clock import RoundSlot, Span
from scoring.bracket.drawn import PhaseTwo, phase_two, second_chance_teams
from scoring.game.labels import game_label, score_words
from scoring.models import Cut, Ending
from scoring.rounds.next_of_phase_one import Next, NextOfPhaseOne, next_of_phase_one
from scoring.rounds.next_seat import next_seat
from scoring.rounds.steps import why_no_way_back
from tournament.entries.places import waiting_number
from tournament.errors import Refused
from tournament.event.names import in_words, ordinal
from tournament.event.rules_of_event import choice_of
from tournament.event.sitting import side_at, sides_at, teams_on
from tournament.floor.calling import UNSEATED, is_before_whistle
from tournament.models import Game
from tournament.models.floor import GameKind, TableState
from tournament.models.schedule import PhaseKind
from tournament.schedule.countdown import at_the_time, wall

STAY_NEAR = "Stay near: your table will be here."
AWARDS = "Stay for the awards."


def card_of_left(today: Today) -> NowCard:
    return NowCard(
        state="left",
        why=f"{today.team.name}, you have left the day",
        big="Goodbye",
        line="Your results stay. If you are back, tell the desk.",
    )


def card_of_waiting(today: Today) -> NowCard:
    """The card of a team on the waiting list (Rulebook E-162). One query."""
    return NowCard(
        state="waiting",
        why=f"{today.team.name}, you are on the waiting list",
        big=f"Number {waiting_number(today.team)}",
        line="When a place is free, you move up by yourself, and this page says so.",
    )


def card_elsewhere(plays: Refused) -> NowCard:
    """The card of a team with a player who is in a game of the room's other event (Rulebook E-203)."""
    return NowCard(
        state="elsewhere",
        why=f"{plays.values['player']} plays in {plays.values['other']} now, at",
        big=f"Table {plays.values['table']}",
        line="Your next game here waits until that one is over.",
        quiet=STAY_NEAR,
    )


# --- Phase I ----------------------------------------------------------------------------------------


def card_in_a_pause(quiet: str = "") -> NowCard:
    return NowCard(
        state="paused",
        cue="pause",
        why="Everything is paused",
        big="Paused",
        line=f"Play resumes when the organizers say so. {STAY_NEAR}",
        quiet=quiet,
        tone="break",
    )


def card_in_break(today: Today, resting: Span, line: str, quiet: str) -> NowCard:
    return NowCard(
        state="break",
        cue="break",
        why="Break",
        big=wall(today.event, resting.ends_at, today.at),
        line=line,
        quiet=quiet,
        tone="break",
        ring=ring_until(today, resting.ends_at, LEFT),
    )


def card_between(today: Today) -> NowCard:
    """The card of a team without a game in Phase I. Thirteen queries at most."""
    coming = today.awaits.next or next_of_phase_one(today.event, today.at)
    slot = coming.slot
    if today.team.checked_in_at is None and not today.games:
        return _not_here(today, coming)
    if today.clock.paused:
        return card_in_a_pause(_last_game(today, today.games[-1]) if today.games else "")
    if not today.event.way.has_phase_one:
        return _before_the_draw(today)
    if not today.games:
        return _before_the_first(today, coming)
    last, resting = today.games[-1], today.clock.in_break
    is_on = is_before_whistle(last, today.at)
    if resting and not is_on:
        goes_on = slot is not None and slot.called_at < resting.ends_at
        then = "Then play goes on. Your table will be here." if goes_on else _next_round(today, slot)
        return card_in_break(today, resting, then, _last_game(today, last))
    if last.kind == GameKind.BYE and is_on:
        why, line = "You have a bye this round", f"It {bye_words(today.event)}."
        return _waiting(today, slot, "bye", why, "Rest", line)
    outcome = outcome_of(today.team, last, state_of(last, today.at, {}))
    is_decided = outcome.key in (TableState.WON, TableState.LOST)
    big = f"{outcome.word} {_score(today, last)}".strip() if is_decided else outcome.word
    return _waiting(today, slot, "over", "Your game is over", big, _last_game(today, last))


def card_without_table(today: Today) -> NowCard:
    """The card of a team whose game had no table when the whistle went (Rulebook E-1). Twelve queries."""
    why, line = UNSEATED, "The game is taken back. It counts for nobody."
    return _waiting(today, next_of_phase_one(today.event, today.at).slot, "over", why, "No game", line)


def _waiting(today: Today, slot: RoundSlot | None, state: str, why: str, big: str, line: str) -> NowCard:
    ring = ring_until(today, slot.called_at, "to the next round") if slot else None
    return NowCard(state=state, why=why, big=big, line=line, quiet=_next_round(today, slot), ring=ring)


def _next_round(today: Today, slot: RoundSlot | None) -> str:
    """The team's next seat, if the results have decided it, and when the next round is called."""
    seat = next_seat(today.event, today.team, today.at) if slot and today.games else None
    return f"{seat.words} {_next_call(today, slot)}" if seat else _next_call(today, slot)


def _next_call(today: Today, slot: RoundSlot | None) -> str:
    if slot is None:
        over = "That was the last round of Phase I" if today.clock.is_in_round else "Phase I is over"
        return f"{over}. {today.event.way.cut.comes_next}"
    if today.clock.paused:
        return "Everything is paused. The next round is called after play resumes."
    if slot.called_at <= today.at:
        return f"The next round is called any minute. {STAY_NEAR}"
    return f"The next round is called {at_the_time(today.event, slot.called_at, today.at)}."


def _not_here(today: Today, coming: NextOfPhaseOne) -> NowCard:
    is_known = coming.slot and coming.slot.called_at > today.at and not today.clock.paused
    when = at_the_time(today.event, coming.slot.called_at, today.at) if coming.slot and is_known else ""
    what = "Play opens" if coming.kind == Next.OPEN else "The next round is called"
    signed_up = "you moved up and have a place" if today.team.moved_up_at else "you are signed up"
    return NowCard(
        state="away",
        why=f"{today.team.name}, {signed_up}",
        big="Check in",
        line=f"Come to the desk when {today.event.way.all_here} here.",
        quiet=f"{what} {when}." if when else "",
    )


def _before_the_draw(today: Today) -> NowCard:
    """The card of a team that is here for a bracket without a Phase I (Rulebook E-223). No query."""
    starts = today.plan.phase(PhaseKind.TWO).starts_at
    is_later = today.at < starts
    return NowCard(
        state="here",
        why=f"{today.team.name}, you are in. The bracket is drawn{' at' if is_later else ''}",
        big=wall(today.event, starts, today.at) if is_later else "Any moment",
        line="You’ll see here whom you meet, and at which table.",
        ring=ring_until(today, starts, "to the draw") if is_later else None,
    )


def _before_the_first(today: Today, coming: NextOfPhaseOne) -> NowCard:
    slot, why = coming.slot, f"{today.team.name}, you are in"
    if slot is None and coming.kind == Next.CUT:
        return NowCard(
            state="here",
            why=why,
            big="No round left",
            line=f"{today.event.way.cut.comes_next} Thank you for coming: stay and watch.",
        )
    if slot is None:
        return NowCard(state="here", why=why, big="Not yet", line="The organizers say when play begins.")
    when = wall(today.event, slot.called_at, today.at) if slot.called_at > today.at else ""
    what = "Play opens" if coming.kind == Next.OPEN else "You are called to a table"
    return NowCard(
        state="here",
        why=f"{why}. {what}{' at' if when else ''}",
        big=when or "Any moment",
        line="You’ll see it here.",
        ring=ring_until(today, slot.called_at, "to the start" if coming.kind == Next.OPEN else "to the call"),
    )


# --- Phase II ---------------------------------------------------------------------------------------


def card_after_cut(today: Today, cut: Cut) -> NowCard:
    """The card of a team without a game after the cut. Five queries at most."""
    rows, cutoff = cut.certificate["rows"], cut.certificate["line_after"]
    place = next((place for place, row in enumerate(rows, start=1) if row["team"] == today.team.pk), None)
    if not today.event.way.has_bracket:
        return _after_the_last_round(rows, place, cutoff, today.event.entrant)
    if place is None:
        return _not_in_it(today)
    last = next((game for game in reversed(today.games) if game.bracket_position), None)
    if place > cutoff and not last:
        return NowCard(
            state="out",
            why="Phase I is over. Thank you for playing",
            big=ordinal(rows[place - 1]["rank"]),
            line=f"of {len(rows)} {today.event.entrant}s",
            quiet=_what_is_left(today, cut, cutoff),
        )
    return _in_the_bracket(today, cut, last) if last else _through(today, cut)


def _not_in_it(today: Today) -> NowCard:
    """The card of a team that wasn't here when who plays on was settled. One query at most."""
    if not today.event.way.has_phase_one:
        again = "Tell the desk that you are here: it can be drawn again until its first hand."
        line = "It has begun. Come and watch." if why_no_way_back(today.event) else again
        return NowCard(state="out", why="The bracket is drawn", big="You’re not in it", line=line)
    why = "Phase I is over"
    if today.team.checked_in_at is None:
        return NowCard(state="out", why=why, big="We missed you", line="Come and watch, if you like.")
    return NowCard(state="out", why=why, big="Thank you", line="for being with us today.")


def _what_is_left(today: Today, cut: Cut, cutoff: int) -> str:
    """What a team that missed the cut does now (Rulebook E-227). Two queries at most."""
    watch = f"The first {cutoff} play for the prizes. Stay and watch."
    watch = AWARDS if today.awaits.is_over else watch
    if not choice_of(today.event).second_chance:
        return watch
    if not today.event.phases.get(kind=PhaseKind.TWO).started_at:
        if today.team not in second_chance_teams(today.event, cut):
            return watch
        return "You play for a second chance, drawn when Phase II starts. Leaving? Tell the desk."
    if not cut.seeds.standing().filter(team=today.team).exists():
        return watch
    return f"You are in the bracket of the second chance. {STAY_NEAR}"


def _after_the_last_round(
    rows: Sequence[Mapping[str, Any]], place: int | None, prizes: int, entrant: str
) -> NowCard:
    """The card after the last round without a bracket, by the standings (Rulebook E-53, E-133). No query."""
    why = "The last game is over. Thank you for playing"
    if place is None:
        return NowCard(state="out", why=why, big="Thank you", line="for being with us today.")
    is_placed = place <= prizes
    return NowCard(
        state="champion" if place == 1 else "placed" if is_placed else "out",
        why="You have won the tournament" if place == 1 else why,
        big="Champion" if place == 1 else f"{ordinal(rows[place - 1]['rank'])} place",
        line=f"of {len(rows)} {entrant}s",
        quiet="A prize is yours: stay for the awards." if is_placed else AWARDS,
        tone="break" if place == 1 else "",
    )


def _through(today: Today, cut: Cut) -> NowCard:
    mine = Q(team=today.team) | Q(partner=today.team)
    seed = cut.seeds.filter(mine).select_related("team", "partner").get()
    others = [team.name for team in seed.teams if team != today.team]
    together = f"You play with {in_words(others)} from here. " if others else ""
    starts, way = today.plan.phase(PhaseKind.TWO).starts_at, today.event.way
    is_later = today.at < starts and not today.clock.paused
    line = "Everything is paused." if today.clock.paused else "Your game comes up soon."
    if is_later:
        line = f"It starts {at_the_time(today.event, starts, today.at)}."
    return NowCard(
        state="qualified",
        why="You are through to Phase II" if way.has_phase_one else "You are in the bracket",
        big=f"Seed {seed.number}",
        line=f"{together}{line}",
        quiet=f"The bracket shows whom you meet. {STAY_NEAR}",
        ring=ring_until(today, starts, f"until {way.part_two}") if is_later else None,
    )


def _in_the_bracket(today: Today, cut: Cut, last: Game) -> NowCard:
    """The card after a game of the bracket: on to the next, placed, or out. Five queries."""
    phase = today.event.phases.get(kind=PhaseKind.TWO)
    now = phase_two(cut, phase)
    has_won, label, score = _ended(today, now, last)
    entrant = teams_on(last, side_at(last, today.team.pk) or "")[0]
    placed, coming = now.place_of(entrant), now.next_of(entrant)
    why = f"{label}: {'won' if has_won else 'lost'} {score}"
    if placed and placed.is_second_chance:
        has_won_it = placed.first == 1
        shared = f" to {ordinal(placed.last)}" if placed.last > placed.first else ""
        place = "" if has_won_it else f"{ordinal(placed.first)}{shared} in the second chance. "
        return NowCard(
            state="placed" if has_won_it else "out",
            why="You have won the second chance" if has_won_it else why,
            big="Winners" if has_won_it else "Well played",
            line=f"{score} in the {label.lower()}" if has_won_it else f"{place}Thank you for playing.",
            quiet=AWARDS if has_won_it or today.awaits.is_over else "Stay and watch the rest.",
        )
    if placed and placed.first == 1:
        return NowCard(
            state="champion",
            why="You have won the tournament",
            big="Champions",
            line=f"{score} in the {label.lower()}",
            quiet=f"The trophy is yours. {AWARDS}",
            tone="break",
        )
    if placed and placed.first <= 4 and placed.last <= 4:
        so_close = placed.first == 4
        line = f"So close. {AWARDS}" if so_close else "A prize is yours: stay for the awards."
        return NowCard(state="placed", why=why, big=f"{ordinal(placed.first)} place", line=line)
    if placed:
        shared = f" to {ordinal(placed.last)}" if placed.last > placed.first else ""
        stay = AWARDS if today.awaits.is_over else "Stay and watch the rest."
        line = f"{ordinal(placed.first)}{shared} place. Thank you for playing. {stay}"
        return NowCard(state="out", why=why, big="Well played", line=line)
    if entrant in now.undecided:
        return NowCard(
            state="waiting",
            why=why,
            big="Buy back in?",
            line="Tell the desk: you buy back in and play on, or you leave.",
            quiet="You can do it once. Your next game is called after that.",
        )
    if coming and coming.key == THIRD_PLACE:
        big, why = "3rd place", f"{why}. You play for"
    else:
        big = "You go on" if has_won else "You play on"
    waits = "Your next opponents are still playing."
    if coming and not has_won and coming.key != THIRD_PLACE:
        waits = f"Next for you: {today.labels[coming.key]}. {waits}"
    return NowCard(state="waiting", why=why, big=big, line=waits, quiet=STAY_NEAR)


def _ended(today: Today, now: PhaseTwo, last: Game) -> tuple[bool, str, str]:
    """Whether the team won its last game, its label and its score (for a series, in games). No query."""
    side = side_at(last, today.team.pk)
    has_won = side_at(last, last.score.winner_id) == side
    if last.best_of == 1:
        return has_won, game_label(last, today.labels), _score(today, last)
    won = now.drawn.won(last.bracket_position)
    index = sides_at(last).index(side or "")
    return has_won, today.labels[last.bracket_position], score_words(won[index], won[1 - index])


def _score(today: Today, game: Game) -> str:
    """``3–1``; ``by forfeit`` or nothing if neither side has a hand or a point. No query."""
    figures = own_score(today.team, game)
    if any(figures):
        return score_words(*figures)
    return "by forfeit" if game.score.ending in (Ending.FORFEIT, Ending.WALKOVER) else ""


def _last_game(today: Today, game: Game) -> str:
    opponents = opponents_of(today.team, game)
    label = game_label(game, today.labels)
    return f"{label}, against {opponents}" if opponents else f"{label}, bye"
