"""Sentences of the bracket, by code: refusals, and entries of the log."""

REFUSALS = {
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
    "game.none-ready": "No game can be called now: its teams are still playing, or no table is free for it.",
}

LOG = {
    "bracket.bought-back": "{who} buys back in, and plays on in the lower bracket (Rulebook E-116).",
    "bracket.buy-back-taken-back": "{who} decides again: buying back in was a mistake (Rulebook E-144).",
    "bracket.fell": "{label}: {who} falls, and its hands count for nothing (Rulebook E-75).",
    "bracket.walkover": "{label}: {who} is a walkover for {winner}.",
    "phase-two.second-chance": "Those who missed the cut play for a second chance: {teams} (Rulebook E-227).",
    "phase-two.started": "{is_straight:The bracket|Phase II} began.",
    "phase-two.taken-back": "The start of {is_straight:the bracket|Phase II} was taken back.",
}
