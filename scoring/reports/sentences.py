"""Sentences of reports, by code: refusals, and entries of the log."""

REFUSALS = {
    "hand.after-the-game": "If one of its hands is wrong, correct that hand. If this is the next game, open "
    "it from its table.",
    "report.agreed": "Both sides entered the same hand. If it is wrong, call a referee to your table.",
    "report.both-entered": "Your version is entered already. A referee decides at the table.",
    "report.changed": "This entry was changed or decided meanwhile. Reload the page to see what counts.",
    "report.entered": "Hand {sequence} is entered already. Reload the page to see it.",
    "report.no-hand": "This side entered no hand. Choose the other entry, or enter what happened.",
    "report.no-referee": "A referee decides this. Call one to your table.",
    "report.not-theirs": "Only those who play this game report its hands. Open your own page.",
    "report.own": "This is your own entry. Somebody else at the table agrees, or says that it isn’t right.",
    "report.own-to-dispute": "This is your own entry. If it is wrong, enter it again.",
    "report.reason": "Write why it is neither of the two: it stays on the record.",
    "report.said-since": "Your side has said something else about this hand since. Your page shows it: "
    "choose there which is right.",
    "report.sent-otherwise": "This form reported another hand: {headline} Reload the page and enter this "
    "one again.",
    "report.used": "This form was used already. Reload the page and enter the hand again.",
    "result.agreed": "This result is agreed. Call a referee to your table to correct a hand.",
    "result.changed": "A hand of this game was changed after you saw its result. Check it again, then say "
    "whether it is right.",
    "result.final": "This result has been final since {since}. If a hand of it is wrong, tell a referee.",
    "result.nobody-agrees": "At this event results need no agreement. If the result is wrong, say so.",
    "result.not-over": "This game isn’t over yet. You can agree to its result when it is.",
    "result.not-played": "This game was not played to its end, so there is nothing to agree on.",
    "result.not-theirs": "Only those who play a game agree to it. Open your own page.",
    "result.witness": "Only a referee can witness a result. Call one to the table.",
    "total.no-dispute": "The total and the hands of this game agree, or one was taken back already. Reload "
    "the page to see what counts.",
}

LOG = {
    "report.disputed": "Table {table}, hand {sequence}: {who} dispute “{headline}”{times}",
    "report.sent": "Table {table}, hand {sequence}, {who}: {headline}{times}",
    "report.settled": "Table {table}, hand {sequence}: what {who} entered counts.",
    "result.agreed": "Table {table}: {who:* say that|nobody objected to} {score} "
    "{who:is right.|for three minutes.}{times}",
    "result.objected": "Table {table}: {who} say that {score} is wrong.{times}",
    "result.witnessed": "Table {table}: {badge} witnessed {score}.",
}
