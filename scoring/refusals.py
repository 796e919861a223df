"""The sentence of each refusal code raised by this package (``Refused`` in
``tournament/errors/__init__.py``).
"""

SENTENCES = {
    "bracket.alone": "This event plays no bracket: the top three win the prizes (Rulebook E-53, E-133).",
    "bracket.begun": "Phase II has begun already. Call its games.",
    "bracket.bought-already": "{team} has bought back in already. If they gave money for it, enter it under "
    "Money.",
    "bracket.buy-back-stays": "{team} hasn’t bought back in, or its next game has begun. If it gives "
    "up, it leaves at the desk.",
    "bracket.no-buy-back": "{team} doesn’t have to decide: only who lost once buys back in, and once.",
    "bracket.no-cut": "Settle who goes through first. Then the bracket appears.",
    "bracket.not-begun": "Phase II hasn’t begun. Start it first.",
    "bracket.unreadable": "The bracket can’t be read, so nothing was saved. Keep the result on paper. Score "
    "check, on the page Log, says what is wrong. The person who runs the computer restores the last backup "
    "without it; then enter the result again.",
    "cut.final": "The first hand of Phase II has been played, so the cut is final (Rulebook E-4). If that "
    "was a mistake, take back every hand at Table{is_one:|s} {tables} first.",
    "cut.no-tie": "These teams are not tied, or not near the cutoff. Reload the page to see the ties.",
    "cut.not-begun": "Phase I hasn't begun. Call the first round.",
    "cut.not-settled": "{has_bracket:The cut isn't settled yet, so there is nothing to open again. Settle it"
    "|The first places aren't settled yet, so there is nothing to open again. Settle them} first.",
    "cut.settled": "{has_bracket:The cut is settled already. Open it|The first places are settled already. "
    "Open them} again first, to change anything.",
    "cut.tied": "{teams} are tied after every tie-break. Play a play-off or draw lots first.",
    "cut.tied-for-places": "{teams} are tied after every tie-break. Draw lots first.",
    "cut.time-left": "There is time for more games. To end Phase I now, hold them back first.",
    "cut.too-few-pairs": "Phase II takes two pairs at least. Check in more people first.",
    "cut.too-few-players": "Fewer than two {entrant}s are here, so there are no places to settle.",
    "cut.too-few-teams": "Fewer than two teams are here, so there is nobody to play Phase II.",
    "draft.called": "Round {round} has been called meanwhile, so it is no draft any more.",
    "draft.changed": "Somebody has changed this draft since. Look at it again, then publish it.",
    "draft.gone": "This draft was replaced or thrown away. Here is the seating now.",
    "draft.not-here": "{team} isn't here. Unseat them in the draft, or draft the round again.",
    "draft.sits-out": "{team} sits out. Unseat them in the draft, or draft the round again.",
    "draft.there": "Round {round} has a draft already. Look at that draft, or draft it again.",
    "payout.changed": "This envelope has changed since. Look at the sum again, then pay it.",
    "payout.early": "Prizes are paid once the places are final. Settle them first.",
    "payout.who": "Write the name of the person with the drawn ticket.",
    "game.needs-winner": "The bracket needs a winner. Forfeit the game to one side instead.",
    "game.needs-total": "Only its total ends this game. Enter the total.",
    "game.no-whistle": "The whistle hasn't gone yet. Until then the game goes on.",
    "game.not-played": "Nobody played this game, so it has no hands. If the team that left is back, the desk "
    "can bring it back for its next games.",
    "game.not-called": "This game hasn't been called to a table yet.",
    "game.over": "This game is over already.",
    "game.side": "Choose who forfeits.",
    "game.taken-back": "This game was taken back. The screen shows where to sit.",
    "game.void": "This game ended with no result. If it goes on after all, press {is_by_forfeit:Change "
    "beside the forfeit and take it back|Open this game again} on its sheet, then enter the hand.",
    "game.void-reason": "Write why the game has no result.",
    "hand.after-the-game": "If one of its hands is wrong, correct that hand. If this is the next game, open "
    "it from its table.",
    "hand.by-total": "This event takes a game's total, and not its hands. Reload the page and enter the "
    "total.",
    "hand.changed": "This hand was corrected or taken back already. Reload the page to see what counts.",
    "hand.changed-otherwise": "This entry was saved with other values: {headline} Reload the page to see "
    "what counts.",
    "hand.cut-settled": "Who goes through is settled. To change a hand, an organizer reopens the cut first, "
    "until the first hand of Phase II.",
    "hand.game-over": "This game is over. {result} If one of its hands is wrong, correct that hand. If this "
    "is the next game, open it from its table.",
    "hand.needs-decider": "With this change the game is tied, and its teams play on already, so it needs its "
    "deciding hand. Press Correct the game and add that hand there.",
    "hand.no-totals": "This event takes results hand by hand. Reload the page and enter the hands.",
    "hand.not-decider": "The game was said to be tied at the whistle while this hand waited on a phone, and "
    "one more hand decides it. Ask the head referee or the organizer what counts. If this is the deciding "
    "hand, enter it again.",
    "hand.not-next": "Hand {sequence} comes next. Reload the page to see the hands so far.",
    "hand.other-table": "This form was used at another table. Reload the page and enter the hand again.",
    "hand.own-game": "You play in this game, so another referee or the organizer enters its hands (Rulebook "
    "R-7).",
    "hand.places-settled": "The top places are settled. To change a hand, an organizer reopens them first.",
    "hand.reason": "Write why the hand is changed: both versions stay on the record.",
    "game.changed": "Somebody changed this game's hands meanwhile. Reload the page to see what counts.",
    "game.no-two-sides": "Only a game of two sides can be swapped. Press Correct the game instead.",
    "game.nothing-to-change": "That is what counts already. Change a hand, or go back to the sheet.",
    "hand.saved-otherwise": "This form was used for another hand: {headline} Reload the page and enter this "
    "one again.",
    "hand.there": "Hand {sequence} is in already: {headline} Entered by {badge}. Check it before you add "
    "another.",
    "hand.too-late": "With this change the game would have been over earlier, so a hand after that can't "
    "have been played. Press Correct the game and delete that hand there.",
    "late.decided": "This was decided already. Reload the page to see how.",
    "late.fails": "{table:At Table *, the|The} time to be seated can't be counted out, so nothing was done. "
    "An organizer presses “End their time” on the floor; then press again.",
    "late.in-time": "They were seated in time. Waive the hand, and say why.",
    "late.not-on": "This game isn't being played. The time to be seated begins when it is called to a table.",
    "late.reason": "Write why the hand is not forfeited: it stays on the record.",
    "late.running": "The time to be seated is running at this table already.",
    "late.team": "Choose a team that plays at this table.",
    "late.to-decide": "A late hand is still to be decided here: forfeit it or waive it first.",
    "late.whistled": "Time’s up. Finish the hand in progress, or end the game.",
    "leave.entry-waits": "At Table {table} one side entered a result that the other side hasn't agreed to. A "
    "referee decides it there, then {team} can leave.",
    "leave.no-game": "{team} has forfeited no game by leaving. Let them return without one.",
    "leave.table-taken": "Table {table} has another game now, so theirs stays forfeited.",
    "leave.whistled": "The whistle of that round has gone, so the game stays forfeited.",
    "move.game-over": "{game} is over, so it needs no table.",
    "move.not-called": "{game} hasn't been called yet. Call it to that table instead.",
    "move.out-of-use": "Table {table} is out of use. Choose another, or put it back into use first.",
    "move.reason": "Write why the game moves: it stays on the record.",
    "move.same-table": "{game} is at Table {table} already.",
    "move.taken": "Table {table} is taken. {free:Free now: *.|No table is free just now.}",
    "move.taken-back": "This game was taken back. Here is the seating now.",
    "open.begun": "Play is open already: games are called as tables open up.",
    "open.held": "The next games are held back already.",
    "open.no-time": "No game fits before the end of Phase I. Move its end in Settings.",
    "open.not-held": "The next games are not held back: they are called as tables open up.",
    "open.not-on": "No games are being called: open play isn't on.",
    "open.rounds": "This day is played in rounds. Choose open play in Settings first.",
    "open.too-early": "Play opens {clock}. Until then teams arrive and check in.",
    "open.too-early-for-session": "Session {session} begins {clock}. Play opens again then.",
    "phase-one.closed": "Phase I is over: who goes through is settled.",
    "phase-one.closed-for-players": "Phase I is over: the top places are settled.",
    "phase-one.game-waits": "1 game waits for a table. It is called as soon as one opens up.",
    "phase-one.games-wait": "{games} games wait for tables. They are called as tables open up.",
    "phase-one.many-tables-play": "{tables} tables are still playing. Wait for them to finish.",
    "phase-one.table-plays": "Table {table} is still playing. Wait for it to finish.",
    "phase-one.tables-play": "Tables {tables} are still playing. Wait for them to finish.",
    "recall.entry-waits": "At Table {table} one side entered a result that the other side hasn't agreed "
    "to. A referee decides it there, then the game can be recalled.",
    "recall.game-has-hands": "The game at Table {table} has a hand. Take its hands back first, then recall "
    "it.",
    "recall.of-a-round": "This game belongs to a round. Move it, or change who plays, on the page Seating.",
    "reveal.early": "The places aren't settled yet. Settle them first, then show them.",
    "reveal.none": "Nothing is hidden: every place is public already.",
    "reveal.shown": "Somebody else has just shown that place. Press again to show the next one.",
    "rests.dealt": "The first hand is dealt, so those who sit play this game. Choose again for the next one.",
    "rests.lent": "{player} substitutes in {team} during this game. Choose again for the next one.",
    "rests.nobody-else": "{team} has nobody else to sit here. Add a third player at the desk first.",
    "rests.not-theirs": "{player} doesn't play in this game. Choose somebody of a team at this table.",
    "rests.over": "This game is over or was taken back. Choose who sits in the next one.",
    "side-prize.not-for-it": "{team} isn't tied for the {prize}. Choose one of those who are.",
    "side-prize.not-tied": "Nobody is tied for that prize any more. Here is the list now.",
    "player.no-team-to-take-out": "{player} has no team. Take them off the list of who needs a partner.",
    "playoff.alone": "Ties between people who come alone are decided by lot: there is no partner to play off "
    "with (Rulebook E-53).",
    "playoff.made": "Their play-offs are made already. Call them to a table and play them.",
    "playoff.tied": "They have played off and are still tied. Draw lots.",
    "recall.done": "Round {round} has been recalled already.",
    "recall.draft": "Round {round} is still a draft: nobody was called.",
    "recall.has-hands": "Round {round} has its first hand already. Swap, move or unseat teams of the other "
    "tables by hand instead.",
    "recall.late": "Round {round} was called more than 30 seconds ago. Swap, move or unseat teams by hand, "
    "as long as they have no hand.",
    "report.agreed": "Both sides entered the same hand. If it is wrong, call a referee to your table.",
    "report.both-entered": "Your version is entered already. A referee decides at the table.",
    "report.by-referee": "At this event a referee enters the hands. Call one to your table.",
    "report.changed": "This entry was changed or decided meanwhile. Reload the page to see what counts.",
    "report.entered": "Hand {sequence} is entered already. Reload the page to see it.",
    "report.game-over": "This game is over. {result} If a hand is wrong, say so, or call a referee.",
    "report.no-hand": "This side entered no hand. Choose the other entry, or enter what happened.",
    "report.no-referee": "A referee decides this. Call one to your table.",
    "report.not-called": "Your game isn't called to a table yet. This page shows when it is.",
    "report.not-theirs": "Only those who play this game report its hands. Open your own page.",
    "report.own": "This is your own entry. Somebody else at the table agrees, or says that it isn't right.",
    "report.own-to-dispute": "This is your own entry. If it is wrong, enter it again.",
    "report.reason": "Write why it is neither of the two: it stays on the record.",
    "report.said-since": "Something else was said for you about this hand since. Your page shows it: "
    "choose there which is right.",
    "report.sent-otherwise": "This form reported another hand: {headline} Reload the page and enter this "
    "one again.",
    "report.used": "This form was used already. Reload the page and enter the hand again.",
    "result.agreed": "This result is agreed. Call a referee to your table to correct a hand of it.",
    "result.changed": "A hand of this game was changed after you saw its result. Check it again, then say "
    "whether it is right.",
    "result.nobody-agrees": "At this event results need no agreement. If the result is wrong, say so.",
    "result.not-over": "This game isn't over yet. You can agree to its result when it is.",
    "result.not-played": "This game was not played to its end, so there is nothing to agree on.",
    "result.not-theirs": "Only those who play a game agree to it. Open your own page.",
    "result.witness": "Only a referee can witness a result. Call one to the table.",
    "round.called": "Round {round} has been called already.",
    "round.no-rounds": "This event isn't played in rounds: the next game is called as a table opens up. "
    "Until Phase I starts, that can be changed in Settings.",
    "round.no-time": "No round fits before the end of Phase I. Settle who goes through.",
    "round.too-early": "All games are over. The next round is called {clock}.",
    "round.too-early-for-first": "Round 1 is called {clock}. Until then there is time to sign up and check "
    "in.",
    "round.too-early-for-session": "Session {session} begins {clock}. Its first round is called then.",
    "round.too-few-players": "A table needs {needed} people, and {here} {is_one:is|are} here. Check in more "
    "of them before a round is seated.",
    "ruling.final": "A ruling is final. Only a head referee or an organizer can replace it.",
    "ruling.game-over": "The game is over, so nothing can be forfeited. Choose a warning, or rule in the "
    "next game.",
    "ruling.hand-gone": "The hand of this ruling was taken back. Enter it as it is now, then rule on it.",
    "ruling.next-own": "You meet one of these players next, so another referee rules on this game. Call the "
    "head referee (Rulebook R-7).",
    "ruling.next-own-team": "Your team meets one of these teams next, so another referee rules on this game. "
    "Call the head referee (Rulebook R-7).",
    "ruling.no-referee": "A referee rules on this. Call one to the table.",
    "ruling.other-game": "This hand is from another game. Open the ruling from that game's sheet.",
    "ruling.other-question": "A new ruling must answer the same question. For another question, make another "
    "ruling.",
    "ruling.other-table": "This form was used at another table. Open the guide again from the sheet.",
    "ruling.own-game": "You play in this game, so another referee rules on it. Call the head referee "
    "(Rulebook R-7).",
    "ruling.reason": "Write what happened: a ruling gives its reason.",
    "ruling.same": "That is the ruling already. Rule the opposite, or leave it as it is.",
    "ruling.undone": "This ruling was undone. Make it again from the game's sheet.",
    "undo.changed": "Something was changed since, so Undo can't take it back. Press Correct the game "
    "instead.",
    "undo.late": "The minute to undo this is over. {is_ruling:A head referee or an organizer can replace the "
    "ruling|Press Change beside the hand, or Correct the game}.",
    "ruling.superseded": "This ruling was replaced already. Open the one that counts now.",
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
    "simulation.none": "No simulation is running. Start one with the button above.",
    "simulation.number": "Choose {least} to {most} {things}.",
    "simulation.running": "A simulation is running already. Wait for it, or stop it first.",
    "skip.alone": "This event plays no bracket, so Phase I can’t be left out.",
    "skip.pairs": "Phase I decides who plays together, so it can’t be left out.",
    "skip.has-games": "Phase I has games already. Play it to the end, or settle who goes through.",
    "skip.size": "Phase II takes from {least} to {most} teams, and {here} {is_one:is|are} here.",
    "slip.empty": "Write at least one hand of the slip.",
    "slip.game-over": "The game was over before this hand.",
    "slip.hand-missing": "Hand {sequence} is missing from the sheet and from this slip.",
    "slip.hand-there": "Hand {sequence} is in already: {headline} Delete this line, or correct that hand.",
    "slip.played": "Time is up. Say whether these hands were played before that.",
    "slip.same-number": "Two lines are numbered {sequence}. Check the slip to see which is which.",
    "slip.wrong": "Nothing is saved yet: some hands can't be right.",
    "swap.no-seat": "Neither {one} nor {other} has a seat. Choose one that has.",
    "swap.opponents": "{one} and {other} play each other already. Choose somebody of another table.",
    "swap.partners": "{one} and {other} are partners already. To separate them, swap one of them with "
    "another player.",
    "swap.same": "Choose two different {entrant}s to swap.",
    "table.none-in-use": "No table is in use. Put one back into use on the Tables page.",
    "teams.too-few": "At least two teams must be checked in first.",
    "through.left": "{team} has left. The desk can bring them back.",
    "through.not": "{team} isn't one of the teams that go through.",
    "total.no-dispute": "The total and the hands of this game agree, or one was taken back already. Reload "
    "the page to see what counts.",
    "trick.accused": "Say whose cards these are: whose card is doubted?",
    "trick.leader": "Say who led.",
    "trick.leader-out": "The player who led the trick can't be the one who sits out.",
    "trick.no-card": "{who} has played no card to this trick.",
    "trick.no-cards": "Tap the cards of the trick in the order they were played.",
    "trick.not-in-pack": "The pack of this game has fewer of: {cards}.",
    "trick.strain": "Say how it was played: uptown, downtown or no trump.",
    "trick.too-many": "A trick has {most} cards here, not {cards}. Take the last one off.",
    "trick.trump": "Say which suit was trumps.",
    "winner.game-falls": "This takes back {games} and its hands, so it needs a ruling by a head referee "
    "or an organizer, with a reason (Rulebook E-75).",
    "winner.games-fall": "This takes back {games} and their hands, so it needs a ruling by a head "
    "referee or an organizer, with a reason (Rulebook E-75).",
    "winner.next-game-called": "{game} ({label}) has been called{table: to table *|} since, so a new winner "
    "needs a ruling by a head referee or an organizer, with a reason (Rulebook E-32).",
    "winner.next-round-seated": "Round {round} was paired by the standings since, so a new winner needs a "
    "ruling by a head referee or an organizer, with a reason (Rulebook E-32).",
}
