"""Sentences of rounds, by code: refusals, and entries of the log."""

REFUSALS = {
    "cut.final": "The first hand of Phase II has been played, so the cut is final (Rulebook E-4). If that "
    "was a mistake, take back every hand at Table{is_one:|s} {tables} first.",
    "draft.called": "Round {round} has been called since, so it is no longer a draft.",
    "draft.changed": "This draft has changed since. Look at it again, then publish it.",
    "draft.gone": "This draft was replaced or thrown away. Here is the seating now.",
    "draft.not-here": "{team} isn’t here. Unseat them in the draft, or draft the round again.",
    "draft.sits-out": "{team} sits out. Unseat them in the draft, or draft the round again.",
    "draft.there": "Round {round} has a draft already. Look at that draft, or draft it again.",
    "game.not-called": "This game hasn’t been called to a table yet.",
    "game.over": "This game is over already.",
    "game.taken-back": "This game was taken back. The screen shows where to sit.",
    "move.game-over": "{game} is over, so it needs no table.",
    "move.not-called": "{game} hasn’t been called yet. Call it to that table instead.",
    "move.out-of-use": "Table {table} is out of use. Choose another, or put it back into use first.",
    "move.reason": "Write why the game moves: it stays on the record.",
    "move.same-table": "{game} is at Table {table} already.",
    "move.taken": "Table {table} is taken. {free:Free now: *.|No table is free just now.}",
    "move.taken-back": "This game was taken back. Here is the seating now.",
    "phase-one.closed-for-players": "Phase I is over: the top places are settled.",
    "phase-one.game-waits": "1 game waits for a table. It is called as soon as one opens up.",
    "phase-one.games-wait": "{games} games wait for tables. They are called as tables open up.",
    "phase-one.many-tables-play": "{tables} tables are still playing. Wait for them to finish.",
    "phase-one.table-plays": "Table {table} is still playing. Wait for it to finish.",
    "phase-one.tables-play": "Tables {tables} are still playing. Wait for them to finish.",
    "recall.done": "Round {round} has been recalled already.",
    "recall.draft": "Round {round} is still a draft: nobody was called.",
    "recall.entry-waits": "At Table {table} one side entered a result that the other side hasn’t agreed "
    "to. A referee decides it there, then the game can be recalled.",
    "recall.game-has-hands": "The game at Table {table} has a hand. Take its hands back first, then recall "
    "it.",
    "recall.has-hands": "Round {round} has its first hand already. Swap, move or unseat teams of the other "
    "tables by hand instead.",
    "recall.late": "Round {round} was called more than 30 seconds ago. Swap, move or unseat teams by hand, "
    "as long as they have no hand.",
    "recall.of-a-round": "This game belongs to a round. Move it, or change who plays, on the page Seating.",
    "rests.lent": "{player} substitutes in {team} during this game. Choose again for the next one.",
    "rests.nobody-else": "{team} has nobody else to sit here. Add a third player at the desk first.",
    "rests.not-theirs": "{player} doesn’t play in this game. Choose somebody of a team at this table.",
    "round.called": "Round {round} has been called already.",
    "round.no-rounds": "This event isn’t played in rounds: the next game is called as a table opens up. "
    "Until Phase I starts, that can be changed in Settings.",
    "round.no-time": "No round fits before the end of Phase I. Settle who goes through.",
    "round.too-early": "All games are over. The next round is called {clock}.",
    "round.too-early-for-first": "Round 1 is called {clock}. Until then there is time to sign up and check "
    "in.",
    "round.too-early-for-session": "Session {session} begins {clock}. Its first round is called then.",
    "round.too-few-players": "A table needs {needed} people, and {here} {is_one:is|are} here. Check in more "
    "of them before a round is seated.",
    "seat.has-one": "{team} has a seat already. Swap them with somebody, or unseat them first.",
    "seat.no-opponent": "Choose somebody for them to play against.",
    "seat.no-table": "No table is free. They are called from the waiting list as soon as one is.",
    "seat.none": "{team} has no seat in this round.",
    "seat.too-few-players": "A table needs {needed} different players: choose one for every chair.",
    "seating.begun": "{game} has its first hand already, so its {entrant}s stay. If the wrong ones play, "
    "take its hands back first.",
    "seating.no-round": "There is no round to change. Draft the next one first.",
    "seating.not-here": "{team} is not checked in. Check them in at the desk first.",
    "seating.not-of-event": "Choose a {entrant} of this event.",
    "seating.over": "{game} is over, so its {entrant}s stay. If the wrong ones played, take its hands back "
    "first.",
    "seating.reason": "Write why the seating is changed: it stays on the record.",
    "seating.whistled": "The whistle of Round {round} has gone. Change the next round instead.",
    "swap.no-seat": "Neither {one} nor {other} has a seat. Choose one that has.",
    "swap.opponents": "{one} and {other} play each other already. Choose somebody of another table.",
    "swap.partners": "{one} and {other} are partners already. To separate them, swap one of them with "
    "another player.",
    "swap.same": "Choose two different {entrant}s to swap.",
}

LOG = {
    "draft.discarded": "The draft of {name} was thrown away.",
    "game.moved": "{who} moved {before:from Table * |}to Table {table}: {reason}",
    "game.recalled": "{who}: the call to Table {table} was taken back.",
    "game.taken-back": "{who}: no table was free before the whistle. Their game was taken back.",
    "round.drawn": "{is_random:Who meets whom|The order of tied teams} was drawn by a lot from “{words}”.",
    "round.graded": "Round {round} was drawn by the club’s grades: those of about the same grade meet.",
    "round.not-apart": "{one} and {other} should be kept apart, and couldn’t be.",
    "round.recalled": "{name} was recalled: nobody plays yet.{is_open:| It is a draft again.}",
    "seats.emptied": "{name}: {what}{reason: *|}",
    "seats.filled": "{name}: {what}{reason: *|}",
    "seats.rests": "{player} sits out the game of {team}{table: at Table *|}.",
    "seats.swapped": "{name}: {what}{reason: *|}",
}
