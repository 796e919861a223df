"""Sentences of recording, by code: refusals, and entries of the log."""

REFUSALS = {
    "game.changed": "This game’s hands were changed meanwhile. Reload the page to see what counts.",
    "game.needs-winner": "The bracket needs a winner. Forfeit the game to one side instead.",
    "game.no-two-sides": "Only a game of two sides can be swapped. Press Correct the game instead.",
    "game.no-whistle": "The whistle hasn’t gone yet. Until then the game goes on.",
    "game.not-played": "Nobody played this game, so it has no hands. If the team that left is back, the desk "
    "can bring it back for its next games.",
    "game.nothing-to-change": "That is what counts already. Change a hand, or go back to the sheet.",
    "game.side": "Choose who forfeits.",
    "game.void": "This game ended with no result. If it goes on after all, press {is_by_forfeit:Change "
    "beside the forfeit and take it back|Open this game again} on its sheet, then enter the hand.",
    "game.void-reason": "Write why the game has no result.",
    "hand.changed": "This hand was corrected or taken back already. Reload the page to see what counts.",
    "hand.changed-otherwise": "This entry was saved with other values: {headline} Reload the page to see "
    "what counts.",
    "hand.game-over": "This game is over. {result} If one of its hands is wrong, correct that hand. If this "
    "is the next game, open it from its table.",
    "hand.needs-decider": "With this change the game is tied, and its teams play on already, so it needs its "
    "deciding hand. Press Correct the game and add that hand there.",
    "hand.not-decider": "The game was said to be tied at the whistle while this hand waited on a phone, and "
    "one more hand decides it. Ask the head referee or the organizer what counts. If this is the deciding "
    "hand, enter it again.",
    "hand.not-next": "Hand {sequence} comes next. Reload the page to see the hands so far.",
    "hand.other-table": "This form was used at another table. Reload the page and enter the hand again.",
    "hand.reason": "Write why the hand is changed: both versions stay on the record.",
    "hand.there": "Hand {sequence} is in already: {headline} Entered by {badge}. Check it before you add "
    "another.",
    "hand.too-late": "With this change the game would have been over earlier, so a hand after that can’t "
    "have been played. Press Correct the game and delete that hand there.",
    "late.decided": "This was decided already. Reload the page to see how.",
    "late.fails": "{table:At Table *, the|The} time to be seated can’t be counted out, so nothing was done. "
    "An organizer presses “End their time” on the floor; then press again.",
    "late.in-time": "They were seated in time. Waive the hand, and say why.",
    "late.not-on": "This game isn’t being played. The time to be seated begins when it is called to a table.",
    "late.reason": "Write why the hand is not forfeited: it stays on the record.",
    "late.running": "The time to be seated is running at this table already.",
    "late.team": "Choose a team that plays at this table.",
    "late.to-decide": "A late hand is still to be decided here: forfeit it or waive it first.",
    "late.whistled": "Time’s up. Finish the hand in progress, or end the game.",
    "slip.empty": "Write at least one hand of the slip.",
    "slip.played": "Time is up. Say whether these hands were played before that.",
    "slip.wrong": "Nothing is saved yet: some hands can’t be right.",
    "undo.changed": "Something was changed since, so Undo can’t take it back. Press Correct the game "
    "instead.",
    "undo.late": "The minute to undo this is over. {is_ruling:A head referee or an organizer can replace the "
    "ruling|Press Change beside the hand, or Correct the game}.",
}

LOG = {
    "agreement.withdrawn": "{where}: "
    "{who:* had objected|a hand changed, so the result is to be agreed again.}"
    "{since: at *, within the three minutes.|}",
    "game.reopened": "{where}: opened again after it had ended with no result.",
    "game.voided": "{where}: no result. {reason}",
    "game.whistled": "{where}: {is_bracket:time was up|no hand was in progress at the whistle}.",
    "hand.corrected": "{where}, hand {sequence}: {before} → {headline} ({reason})",
    "hand.recorded": "{where}, hand {sequence}: {headline}{times}",
    "hand.struck": "{where}, hand {sequence} taken back: {reason}",
    "late.ended": "{table:Table *: the|The} time to be seated was ended, because it couldn’t be counted out.",
    "late.started": "Table {table}: {who} left the table. Their time to be seated began.",
    "late.waived": "Table {table}: the late side’s hand was waived. {reason}",
    "ruling.undone": "{where}: the ruling was undone.",
    "slip.entered": "{where}: {hands} hand{is_one:|s} from the slip",
}
