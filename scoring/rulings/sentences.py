"""Sentences of rulings, by code: refusals, and entries of the log."""

REFUSALS = {
    "leave.entry-waits": "At Table {table} one side entered a result that the other side hasn’t agreed to. A "
    "referee decides it there, then {team} can leave.",
    "leave.no-game": "{team} has forfeited no game by leaving. Let them return without one.",
    "leave.table-taken": "Table {table} has another game now, so theirs stays forfeited.",
    "leave.whistled": "The whistle of that round has gone, so the game stays forfeited.",
    "ruling.hand-gone": "The hand of this ruling was taken back. Enter it as it is now, then rule on it.",
    "ruling.other-game": "This hand is from another game. Open the ruling from that game’s sheet.",
    "ruling.other-question": "A new ruling must answer the same question. For another question, make another "
    "ruling.",
    "ruling.other-table": "This form was used at another table. Open the guide again from the sheet.",
    "ruling.reason": "Write what happened: a ruling gives its reason.",
    "ruling.same": "That is the ruling already. Rule the opposite, or leave it as it is.",
    "ruling.superseded": "This ruling was replaced already. Open the one that counts now.",
    "ruling.undone": "This ruling was undone. Make it again from the game’s sheet.",
}

LOG = {
    "ruling.made": "{where}: {headline} ({reason})",
    "ruling.superseded": "{where}: {headline} ({reason})",
}
