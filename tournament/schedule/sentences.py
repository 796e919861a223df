"""Sentences of the schedule, by code: refusals, and entries of the log."""

REFUSALS = {
    "break.gone": "There is no break at that time any more. Look at the day’s times and choose another.",
    "break.over": "That break is over.",
    "day.begun": "{part} has begun already.",
    "day.games-left": "The last games aren’t over yet. The awards come after them.",
    "day.is-paused": "The day is paused. Resume play first.",
    "day.meet-over": "Phase I has begun, so the meet and greet is over.",
    "day.minutes": "Add from 1 to {most} minutes at a time.",
    "day.no-bracket": "{has_one:Phase II starts with its bracket. Make the cut, then start it.|The "
    "bracket starts when it is drawn. Draw it, then start it.}",
    "day.no-phase-one": "This event has no Phase I. Draw the bracket.",
    "day.no-part": "Choose a part of the day: meet and greet, Phase I, Phase II or the awards.",
    "day.no-undo": "That can’t be undone any more. Add minutes, or change the day’s times instead.",
    "day.no-undo-of-phase-two": "Phase II began with its games. Take its start back under Next on the floor, "
    "or open the cut again.",
    "day.nobody-plays": "Nobody is playing, so there is nothing to pause. To go on later, add minutes.",
    "day.not-paused": "Nothing is paused: the clocks are running.",
    "day.over": "The day is over. Its times can still be changed in Settings.",
    "day.paused": "Everything is paused already. Resume play when you are ready.",
    "day.phase-one-on": "By the clock, Phase I is on. Call the first round, or add minutes.",
    "day.round-since": "Round {round} was called since. Recall it first, then this can be undone.",
    "day.whistle-counts": "A game of Round {round} has ended by that whistle, so it can’t be undone. Add "
    "minutes instead.",
    "round.in-a-break": "There is a break. The round can be changed once play goes on.",
    "round.last": "This is the last round, so no other can give up time for it. Make everything later "
    "instead.",
    "round.last-of-session": "This is the session’s last round. Make everything later instead.",
    "round.minutes": "Make a round from 1 to {most} minutes longer.",
    "round.moved-on": "The round’s time has changed meanwhile. Look at it again.",
    "round.next-too-short": "The next round would be too short. Make everything later instead.",
    "round.none-on": "No round is being played.",
    "round.not-begun": "Round {round} is played from {clock}. Until then its time can’t be changed.",
    "round.open-play": "Play is open, and has no rounds. Add minutes, or hold the next games back on the "
    "floor.",
}

LOG = {
    "clock.doubted": "The computer’s clock jumped. "
    "Nobody forfeits a hand until an organizer says that it is right.",
    "clock.trusted": "The clock is right. The time to be seated counts again.",
    "day.break-called-off": "{clock:The * break|A break} was called off.",
    "day.followed": "The clock follows: {is_straight:the bracket|Phase II} began at {clock}.",
    "day.minutes-added": "{minutes} minute{is_one:|s} added.",
    "day.paused": "Everything was paused.",
    "day.resumed": "Play went on.{later: *|}",
    "day.started": "{session:Session * of Phase I|}{part} was started.",
    "day.undone": "Undone: {change}.",
    "round.called-early": "The {planned} break began at {clock}: the next round is called early.",
    "round.ended": "Round {round} was ended.",
    "round.longer": "Round {round} was made {minutes} minute{is_one:|s} longer.",
}
