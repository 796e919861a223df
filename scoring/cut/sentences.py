"""Sentences of the cut, by code: refusals, and entries of the log."""

REFUSALS = {
    "cut.no-tie": "These teams are not tied, or not near the cutoff. Reload the page to see the ties.",
    "cut.not-begun": "Phase I hasn’t begun. Call the first round.",
    "cut.not-final": "A result that could change who goes through is final at {until}. Wait until then, or "
    "have a referee witness it at the table: then it is final at once.",
    "cut.not-settled": "{has_bracket:The cut isn’t settled yet, so there is nothing to open again. Settle it"
    "|The first places aren’t settled yet, so there is nothing to open again. Settle them} first.",
    "cut.objected": "{where}: a side objects to the result of {teams}, which could change who goes through. "
    "A referee decides it at the table first.",
    "cut.settled": "{has_bracket:The cut is settled already. Open it|The first places are settled already. "
    "Open them} again first, to change anything.",
    "cut.tied": "{teams} are tied after every tie-break. Play a play-off or draw lots first.",
    "cut.tied-for-places": "{teams} are tied after every tie-break. Draw lots first.",
    "cut.time-left": "There is time for more games. To end Phase I now, hold them back first.",
    "cut.too-few-pairs": "Phase II needs at least two pairs. Check in more people first.",
    "cut.too-few-players": "Fewer than two {entrant}s are here, so there are no places to settle.",
    "cut.too-few-teams": "Fewer than two teams are here, so there is nobody to play Phase II.",
    "playoff.alone": "Ties between people who come alone are decided by lot: there is no partner to play off "
    "with (Rulebook E-53).",
    "playoff.made": "Their play-offs are made already. Call them to a table and play them.",
    "playoff.tied": "They have played off and are still tied. Draw lots.",
    "reveal.shown": "That place has just been shown. Press again to show the next one.",
    "side-prize.not-for-it": "{team} isn’t tied for the {prize}. Choose one of those who are.",
    "skip.alone": "This event plays no bracket, so Phase I can’t be left out.",
    "skip.has-games": "Phase I has games already. Play it to the end, or settle who goes through.",
    "skip.pairs": "Phase I decides who plays together, so it can’t be left out.",
    "skip.size": "A bracket takes from {least} to {most} teams, and {here} {is_one:is|are} here.",
    "through.left": "{team} has left. The desk can bring them back.",
    "through.not": "{team} isn’t one of the teams that go through.",
}

LOG = {
    "cut.paired": "{team} and {partner} play together from here.",
    "cut.reopened": "{is_straight:The draw|The cut} was opened again.",
    "cut.settled": "{through:* teams go through to Phase II.|}"
    "{paired:The first * go through to Phase II in pairs.|}{words: The pairs were drawn from “*”.|}"
    "{places:The first * places are settled.|}"
    "{skipped:Phase I is left out: all * teams go into the bracket, |}"
    "{drawn:The bracket is drawn for all * teams, |}{how:*.|}",
    "lot.drawn": "Lots drawn from “{words}”: {order:,}.",
    "phase-two.here": "{team} {is_back:is here|isn’t here yet} for {is_straight:the bracket|Phase II}.",
    "playoff.made": "{teams} play off for their place.",
    "playoff.taken-back": "{teams} don’t need to play off any more: their places are decided.",
    "reveal.all": "The reveal is over: all places are shown.",
    "reveal.place": "Place {place} was shown.",
}
