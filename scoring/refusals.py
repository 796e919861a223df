"""What this package's refusals say, by their codes (``Refused`` in ``tournament/errors/__init__.py``)."""

SENTENCES = {
    "bracket.alone": "People who come alone play no bracket: the first three of the standings take the "
    "prizes (Rulebook E-53).",
    "bracket.begun": "Phase II has begun already.",
    "bracket.no-cut": "Settle who goes through first. Then the bracket appears.",
    "cut.final": "The first hand of Phase II has been played, so the cut is final (Rulebook E-4).",
    "cut.no-tie": "These teams are not tied, or not near the cutoff. Reload the page to see the ties.",
    "cut.not-begun": "Phase I hasn't begun. Call the first round.",
    "cut.not-settled": "The cut isn't settled yet.",
    "cut.settled": "The cut is settled already.",
    "cut.tied": "{teams} are tied after every tie-break. Play a play-off hand or draw lots, then settle the "
    "cut.",
    "cut.tied-for-places": "{teams} are tied after every tie-break. Draw lots, then settle the places.",
    "cut.time-left": "There is time for more games. Hold them back first, if Phase I is to end now.",
    "cut.too-few-players": "Fewer than two people are here, so there are no places to settle.",
    "cut.too-few-teams": "Fewer than two teams are here, so there is nobody to play Phase II.",
    "draft.called": "Round {round} has been called meanwhile, so it is no draft any more.",
    "draft.changed": "Somebody has changed this draft since. Look at it again, then publish it.",
    "draft.gone": "This draft was replaced or thrown away. Here is the seating now.",
    "draft.not-here": "{team} isn't here. Unseat them in the draft, or draft the round again.",
    "draft.there": "Round {round} has been drafted already. Look at that draft, or draft it again.",
    "game.needs-winner": "The bracket needs a winner. Forfeit the game to one side instead.",
    "game.no-whistle": "The whistle hasn't gone yet. Until then the game goes on.",
    "game.not-called": "This game hasn't been called to a table yet.",
    "game.over": "This game is over already.",
    "game.side": "Choose who forfeits.",
    "game.taken-back": "This game was taken back. The screen shows where to sit.",
    "game.void": "This game ended with no result.",
    "game.void-reason": "Write why the game has no result.",
    "hand.after-the-game": "If one of its hands is entered wrong, correct that hand. If this is the next "
    "game, open it from its table.",
    "hand.changed": "This hand was corrected or taken back already. Reload the page to see what counts.",
    "hand.changed-otherwise": "This entry is saved already, as another one: {headline} Reload the page to "
    "see what counts.",
    "hand.cut-settled": "Who goes through is settled. An organizer opens the cut again before a hand is "
    "changed.",
    "hand.game-over": "This game is over. {result} If one of its hands is entered wrong, correct that hand. "
    "If this is the next game, open it from its table.",
    "hand.not-decider": "The game was said to be tied at the whistle while this hand waited on a phone, and "
    "one more hand decides it. Ask the head referee or the organizer what counts. If this is the deciding "
    "hand, enter it again.",
    "hand.not-next": "Hand {sequence} comes next. Reload the page to see the hands so far.",
    "hand.other-table": "This entry was used at another table already. Reload the page and enter the hand "
    "again.",
    "hand.own-game": "You play in this game, so you can't enter its hands. Another referee or the organizer "
    "does (Rulebook R-7).",
    "hand.places-settled": "The first places are settled. An organizer opens them again before a hand is "
    "changed.",
    "hand.reason": "Write why the hand is changed: both versions stay on the record.",
    "hand.reopens": "Without this hand the game isn't over, and its {entrant}s or its table are busy again. "
    "Correct the hand to what really happened instead.",
    "hand.saved-otherwise": "This entry is saved already, as another hand: {headline} Reload the page and "
    "enter this one again.",
    "hand.there": "Hand {sequence} is in already: {headline} Entered by {badge}. Look at it before you add "
    "another.",
    "hand.too-late": "With this change the game would have been over earlier. Take back the hands after it "
    "first.",
    "late.decided": "This was decided already. Reload the page to see how.",
    "late.in-time": "They sat in time after all. Waive the hand, and say why.",
    "late.not-on": "This game isn't being played. The time to be seated begins when it is called to a table.",
    "late.reason": "Write why the hand is not forfeited: it stays on the record.",
    "late.running": "The time to be seated is running at this table already.",
    "late.team": "Choose a team that plays at this table.",
    "late.to-decide": "A late hand is still to be decided here: forfeit it or waive it first.",
    "late.whistled": "Time’s up. Finish the hand in progress, or end the game.",
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
    "phase-one.closed": "Phase I is closed: the teams that go through are settled.",
    "phase-one.closed-for-players": "Phase I is closed: the first places are settled.",
    "phase-one.game-waits": "1 game waits for a table, and is called as soon as one opens up.",
    "phase-one.games-wait": "{games} games wait for a table, and are called as soon as one opens up.",
    "phase-one.many-tables-play": "{tables} tables are still playing. Their games end first.",
    "phase-one.table-plays": "Table {table} is still playing. Its game ends first.",
    "phase-one.tables-play": "Tables {tables} are still playing. Their games end first.",
    "player.no-team-to-take-out": "{player} plays in no team. Take them off the list of who needs a partner.",
    "playoff.alone": "Ties between people who come alone are decided by lot: there is no partner to play off "
    "with (Rulebook E-53).",
    "playoff.made": "Their play-off hands are made already. Call them to a table and play them.",
    "playoff.tied": "They have played off and are still tied. Draw lots.",
    "recall.done": "Round {round} has been recalled already.",
    "recall.draft": "Round {round} is still a draft: nobody was called.",
    "recall.has-hands": "Round {round} has its first hand already, so it can't be recalled.",
    "recall.late": "Round {round} was called more than 30 seconds ago, and play has moved on. Swap, move or "
    "unseat them by hand instead, as long as they have no hand.",
    "recall.open-play": "Play is open, and no round can be recalled. Hold the next games back on the floor "
    "instead.",
    "report.agreed": "This hand is entered already, as both sides said. If it is wrong, call a referee to "
    "your table.",
    "report.both-entered": "Your {side} has entered its version already. A referee decides at the table.",
    "report.by-referee": "At this event a referee enters the hands. Call one to your table.",
    "report.changed": "This entry was changed or decided meanwhile. Reload the page to see what counts.",
    "report.entered": "Hand {sequence} is entered already. Reload the page to see it.",
    "report.game-over": "This game is over. {result} If a hand is entered wrong, say so, or call a referee.",
    "report.no-hand": "This side gave no hand. Choose the other entry, or enter what happened.",
    "report.no-referee": "A referee decides this. One is called to your table.",
    "report.not-called": "Your game isn't called to a table yet. This page shows when it is.",
    "report.not-theirs": "Only those who play this game report its hands. Open your own page.",
    "report.own": "Your own {side} entered this hand. The other {side} says whether it is right, on its own "
    "page.",
    "report.own-to-dispute": "Your own {side} entered this hand. If it is wrong, enter it again; the new "
    "entry counts.",
    "report.reason": "Write why it is neither of the two: it stays on the record.",
    "report.said-since": "Your own {side} said something else about this hand after this was pressed. Your "
    "page shows it. Say there which is right.",
    "report.sent-otherwise": "This entry is sent already, as another hand: {headline} Reload the page and "
    "enter this one again.",
    "report.used": "This form was used already. Reload the page and enter the hand again.",
    "result.agreed": "This result is agreed. A referee can still correct a hand of it: call one to your "
    "table.",
    "result.changed": "A hand of this game was changed after you saw its result. Look at it as it is now, "
    "then say whether it is right.",
    "result.nobody-agrees": "At this event nobody needs to agree. If the result is wrong, say so.",
    "result.not-over": "This game isn't over yet. Its result is agreed when it is.",
    "result.not-played": "This game was not played to its end, so there is nothing to agree on.",
    "result.not-theirs": "Only those who play a game agree to it. Open your own page.",
    "result.witness": "Only a referee can witness a result. Call one to the table.",
    "round.called": "Round {round} has been called already.",
    "round.no-rounds": "This event isn't played in rounds: the next game is called as a table opens up. "
    "Until Phase I starts, that can be changed in Settings.",
    "round.no-time": "No round fits before the end of Phase I. Settle who goes through.",
    "round.too-early": "The next round is called {clock}. Until then everybody rests.",
    "round.too-early-for-first": "Round 1 is called {clock}. Until then there is time to sign up and check "
    "in.",
    "round.too-early-for-session": "Session {session} begins {clock}. Its first round is called then.",
    "round.too-few-players": "A table needs {needed} people, and {here} {is_one:is|are} here. Check in more "
    "of them before a round is seated.",
    "ruling.final": "A ruling is final. Only a head referee or an organizer can replace it: call the head "
    "referee.",
    "ruling.game-over": "The game is over, so nothing of it can be forfeited. Choose a warning, or rule in "
    "the next game.",
    "ruling.hand-gone": "The hand of this ruling was taken back since. Enter the hand as it is now, then "
    "rule on it.",
    "ruling.next-own": "You meet one of these players next, so you can't rule on this game. Call the head "
    "referee: another referee decides (Rulebook R-7).",
    "ruling.next-own-team": "Your own team meets one of these teams next, so you can't rule on this game. "
    "Call the head referee: another referee decides (Rulebook R-7).",
    "ruling.no-referee": "A referee rules on this. Call one to the table.",
    "ruling.other-game": "This hand is of another game. Open the ruling from that game's sheet.",
    "ruling.other-question": "A new ruling must answer the same question. Make another ruling for another "
    "question.",
    "ruling.other-table": "This form was used at another table already. Open the guide again from the sheet.",
    "ruling.own-game": "You play in this game, so you can't rule on it. Call the head referee: another "
    "referee decides (Rulebook R-7).",
    "ruling.reason": "Write what happened: a ruling gives its reason.",
    "ruling.same": "That is what was ruled already. Say the opposite, or leave the ruling as it is.",
    "ruling.superseded": "This ruling was replaced already. Open the one that counts now, and replace that.",
    "seat.has-one": "{team} has a seat already. Swap them with somebody, or unseat them first.",
    "seat.no-opponent": "Choose somebody for them to play against.",
    "seat.no-table": "No table is free. They are called from the waiting list as soon as one is.",
    "seat.none": "{team} has no seat in this round.",
    "seat.too-few-players": "A table needs {needed} different players: choose one for every chair.",
    "seating.begun": "{game} has its first hand already, so its {entrant}s stay. Change the next round "
    "instead.",
    "seating.no-round": "No round is drafted or on. Draft the next one first.",
    "seating.not-here": "{team} is not checked in. Check them in at the desk first.",
    "seating.not-of-event": "Choose a {entrant} of this event.",
    "seating.over": "{game} is over, so its {entrant}s stay. Change the next round instead.",
    "seating.reason": "Write why the seating is changed: it stays on the record.",
    "seating.whistled": "The whistle of Round {round} has gone. Change the next round instead.",
    "simulation.none": "No simulation is running. Start one with the button above.",
    "simulation.number": "Choose {least} to {most} {things}.",
    "simulation.running": "A simulation is running already. Wait for it, or stop it first.",
    "skip.alone": "People who come alone play no bracket, so their Phase I can’t be left out.",
    "skip.has-games": "Phase I has games already. Play it out, or settle who goes through.",
    "skip.size": "Phase II takes from {least} to {most} teams, and {here} {is_one:is|are} here.",
    "slip.empty": "Write at least one hand of the slip.",
    "slip.game-over": "The game was over before this hand.",
    "slip.hand-missing": "Hand {sequence} is missing: it is neither on the sheet nor above.",
    "slip.hand-there": "Hand {sequence} is in already: {headline} Take this line out, or correct that hand.",
    "slip.played": "Time is up now. Say whether these hands were played before that.",
    "slip.same-number": "Two lines say that they are hand {sequence}. Check the slip to see which is which.",
    "slip.wrong": "Nothing is saved yet: some hands can't be right as written.",
    "swap.no-seat": "Neither {one} nor {other} has a seat.",
    "swap.opponents": "{one} and {other} play each other already.",
    "swap.partners": "{one} and {other} are partners already. To separate them, swap one of them with "
    "somebody else.",
    "swap.same": "Choose two different {entrant}s to swap.",
    "table.none-in-use": "No table is in use. Put one back into use on the Tables page.",
    "teams.too-few": "At least two teams must be checked in first.",
    "through.left": "{team} has left. The desk can let them return.",
    "through.not": "{team} isn't among those who go through.",
    "trick.accused": "Say whose cards these are: whose card is doubted?",
    "trick.leader": "Say who led.",
    "trick.leader-out": "Who led the trick can't be the one who sits out.",
    "trick.no-card": "{who} has played no card to this trick.",
    "trick.no-cards": "Tap the cards of the trick in the order they were played.",
    "trick.not-in-pack": "The pack of this game has fewer of: {cards}.",
    "trick.strain": "Say how it was played: uptown, downtown or no trump.",
    "trick.too-many": "A trick has {most} cards here, not {cards}. Take the last one off.",
    "trick.trump": "Say which suit was trumps.",
    "winner.game-falls": "This would take back the {games} and its hands. That now needs a ruling: a head "
    "referee or an organizer can do it, with a reason (Rulebook E-75).",
    "winner.games-fall": "This would take back the {games} and their hands. That now needs a ruling: a head "
    "referee or an organizer can do it, with a reason (Rulebook E-75).",
    "winner.next-game-called": "{game} ({label}) was called{table: to table *|} since. Changing who won now "
    "needs a ruling: a head referee or an organizer can do it, with a reason (Rulebook E-32).",
    "winner.next-round-seated": "Round {round} was seated by the standings since. Changing who won now needs "
    "a ruling: a head referee or an organizer can do it, with a reason (Rulebook E-32).",
}
