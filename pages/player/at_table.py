"""A team's card while it has a game: called, sitting down, playing, after the whistle."""

from dataclasses import replace
from datetime import datetime
from functools import partial

from pages.player.card import LEFT, NowCard, Ring, Today, ring_until
from pages.player.own_games import opponents_of, own_score, own_side_of, state_of
from rules.ruleset.seats import seat_words
from rules.time.clock import Span
from scoring.game.labels import game_label, score_words
from scoring.game.series_of_games import series_score
from scoring.game.table_state import FOR_PLAYERS, GameStage, stage_of
from scoring.sheet.sheet import tied_words
from tournament.event.names import sits_for
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import chair_words, late_at, name_on, partner_at
from tournament.models import Game
from tournament.models.events import LateForfeits
from tournament.models.floor import LATE_CALLS, GameKind, TableState
from tournament.schedule.countdown import at_the_time, wall
from tournament.schedule.five_minutes import SittingDown, what_comes


def card_at_table(today: Today, game: Game) -> NowCard:
    """The card of a team whose game is called. Three queries at most."""
    side, opponents, late = own_side_of(today.team, game), opponents_of(today.team, game), late_at(game)
    partner, series = _partner(today, game), series_score(game)
    card = NowCard(
        state=state_of(game, today.at, today.downs).key,
        why=f"You play with {partner}" if partner else "You are playing",
        big=str(game.table),
        line=_seats(today, game, side),
        quiet=" · ".join(
            filter(None, (f"against {opponents}", series.told_to(today.team) if series else "", today.rests))
        ),
        sits=_sits(today, game),
        can_call=True,
        has_called=game.who_comes if game.referee_called_at else "",
    )
    if not late:
        return _playing(today, game, card)
    down = today.downs.get(game.pk)
    waits_for = " and ".join(name_on(game, other).name for other in late)
    they = f"{waits_for} {game.event.way.are if len(late) == 1 else 'are'}"
    if stage_of(game, game.score, today.at) in (GameStage.WHISTLE, GameStage.DECIDER):
        return _not_all_seated(today, card, game, "" if side in late else they)
    return _they_come(card, down, they) if side not in late else _please_sit(today, game, card, down)


def card_before_call(today: Today, game: Game) -> NowCard:
    """The card of a team whose game waits for a table. No query."""
    opponents = opponents_of(today.team, game)
    resumes = "You’re called after play resumes. You’ll see it here." if today.clock.paused else ""
    if game.round:
        return NowCard(
            state="next",
            why="Your game is ready",
            big="A table soon",
            line=f"{_with(today, game)}against {opponents}{f' · {today.rests}' if today.rests else ''}",
            quiet=resumes or "You’re called as soon as a table frees up. You’ll see it here.",
        )
    tied = "one hand decides" if game.is_one_hand else "one game decides"
    return NowCard(
        state="next",
        why=f"You are tied with another team: {tied}" if game.kind == GameKind.PLAYOFF else "You play next",
        big=game_label(game, today.labels),
        line=f"against {opponents}{f' · {today.rests}' if today.rests else ''}",
        quiet=resumes or "Stay near: your table is called any minute. You’ll see it here.",
    )


def _please_sit(today: Today, game: Game, card: NowCard, down: SittingDown | None) -> NowCard:
    why, note = f"{today.team.name}, your table is ready", "to be seated"
    if today.clock.in_break:
        until = at_the_time(today.event, today.clock.in_break.ends_at, today.at)
        why = f"{today.team.name}, your table is called. Be seated when the break ends, {until}"
    elif game.score.hands:
        why = "Your game is on. Please come back to your table"
    if down and down.hand > 1 and not today.clock.in_break:
        # If both are late nobody wins a hand (Rulebook E-17), and a referee may waive the forfeit.
        is_lost = game.score.hands and today.event.late_forfeits != LateForfeits.PROPOSED
        coming = " A referee is coming." if game.referee_call in LATE_CALLS else ""
        why = f"{'A hand is forfeited already' if is_lost else 'You’re late'}.{coming} Please sit down"
        comes = what_comes(
            today.event,
            down,
            late=len(late_at(game)),
            has_hands=bool(game.score.hands),
            is_called=game.referee_called_at is not None,
        )
        note = f"left before {comes}"
    tone, ring = "late" if down and down.is_late else "", _five_minutes(down, note)
    # The card has said already that a referee comes for those who are late.
    has_called = "" if game.referee_call in LATE_CALLS else card.has_called
    return replace(card, cue="called", why=why, tone=tone, ring=ring, is_called=True, has_called=has_called)


def _they_come(card: NowCard, down: SittingDown | None, they: str) -> NowCard:
    why = f"You’re seated. {they} on their way"
    return replace(card, why=why, ring=_five_minutes(down, "for them to be seated"))


def _not_all_seated(today: Today, card: NowCard, game: Game, they: str) -> NowCard:
    """After the whistle nobody forfeits a hand (Rulebook E-14), and nobody plays one without the others."""
    score = _at_score(*own_score(today.team, game))
    asked = f"{they} not here" if they else "Please come to your table"
    why = f"Time’s up{score}. {asked}: a referee says how the game ends"
    return replace(card, cue="whistle", why=why, tone="break", is_called=not they)


def _five_minutes(down: SittingDown | None, note: str) -> Ring | None:
    if down is None:
        return None
    return Ring(left=down.left, total=down.total, note="timer paused" if down.left.is_still else note)


def _playing(today: Today, game: Game, card: NowCard) -> NowCard:
    own = own_score(today.team, game)
    score, stage, resting = _at_score(*own), stage_of(game, game.score, today.at), today.clock.in_break
    stopped = partial(replace, card, tone="break")
    if stage == GameStage.WHISTLE:
        line = FOR_PLAYERS[TableState.WHISTLE]
        return stopped(cue="whistle", why=f"Time’s up{score}", line=line)
    if stage == GameStage.DECIDER:
        why, line = tied_words(game, today.at, *own), FOR_PLAYERS[TableState.DECIDER]
        return stopped(cue="whistle", why=why, line=line)
    if today.clock.paused and game.score.hands:
        line = "Finish your hand. No new deal until play resumes."
        return stopped(cue="pause", why=f"Everything is paused{score}", line=line)
    if today.clock.paused:
        return stopped(cue="pause", why="Everything is paused", line="Stay at your table.")
    starts = _starts_at(game, resting)
    if starts and starts > today.at and not game.score.hands:
        why = f"Everybody is seated. Play starts {at_the_time(today.event, starts, today.at)}"
        return replace(card, why=why, ring=ring_until(today, starts, "until play starts"))
    if resting:
        why = f"Break until {wall(today.event, resting.ends_at, today.at)}{score}"
        line, ring = "Finish your hand. No new deal before then.", ring_until(today, resting.ends_at, LEFT)
        return stopped(cue="break", why=why, line=line, ring=ring)
    return replace(card, line=_standing(*own) if game.score.hands else "The first hand")


def _starts_at(game: Game, resting: Span | None) -> datetime | None:
    """When the first hand is dealt: with the round, or after the break the game was called in.

    Open play starts as soon as everybody is seated.
    """
    if game.round:
        return game.round.play_from if game.phase.has_rounds else None
    return resting.ends_at if resting and game.called_at and game.called_at in resting else None


def _at_score(*own: int) -> str:
    """``, at 2–0``; of a score that nobody has entered (all 0) it says nothing."""
    return f", at {score_words(*own)}" if any(own) else ""


def _standing(own: int, theirs: int) -> str:
    score = score_words(own, theirs)
    return f"Tied, {score}" if own == theirs else f"You {'lead' if own > theirs else 'trail'} {score}"


def _with(today: Today, game: Game) -> str:
    partner = _partner(today, game)
    return f"with {partner}, " if partner else ""


def _partner(today: Today, game: Game) -> str:
    """The partner for this game, or their substitute; empty if partners stay together."""
    partner = partner_at(game, today.team.pk)
    return sits_for(partner.name, today.sits_in.get(partner.pk, "")) if partner else ""


def _sits(today: Today, game: Game) -> str:
    """The label of the button to sit down. A partner for one game speaks for both (Rulebook E-54)."""
    if partner_at(game, today.team.pk):
        return "We’re both seated"
    return "I’m seated" if len(today.players) == 1 else "We’re seated"


def _seats(today: Today, game: Game, side: str) -> str:
    """``Dee sits North, Ray South``; ``You sit South with Ann``."""
    partner = _partner(today, game)
    if partner:
        return f"You sit {chair_words(game, today.team.pk)} with {partner}"
    if today.event.way.partners_change and game.is_of_individuals:
        return f"You sit {chair_words(game, today.team.pk)}, and also play the cards of the empty chair"
    players, seats = today.players, seat_words(ruleset_for(today.event), side)
    if today.event.way.sits > 2:
        return f"You sit {'–'.join(seats)}, on every other chair"
    if len(players) != 2 or len(seats) != 2:
        return f"You sit {' and '.join(seats)}"
    return f"{players[0]} sits {seats[0]}, {players[1]} {seats[1]}"
