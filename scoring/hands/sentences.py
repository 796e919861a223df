"""Sentences of hands, by code: refusals."""

REFUSALS = {
    "hand.own-game": "You play in this game, so another referee or the organizer enters its hands (Rulebook "
    "R-7).",
    "rests.dealt": "The first hand is dealt, so those who sit play this game. Choose again for the next one.",
    "rests.over": "This game is over or was taken back. Choose who sits in the next one.",
    "ruling.final": "A ruling is final. Only a head referee or an organizer can replace it.",
    "ruling.next-own": "You meet one of these players next, so another referee rules on this game. Call the "
    "head referee (Rulebook R-7).",
    "ruling.next-own-team": "Your team meets one of these teams next, so another referee rules on this game. "
    "Call the head referee (Rulebook R-7).",
    "ruling.no-referee": "A referee rules on this. Call one to the table.",
    "ruling.own-game": "You play in this game, so another referee rules on it. Call the head referee "
    "(Rulebook R-7).",
    "winner.game-falls": "This takes back {games} and its hands, so it needs a ruling by a head referee "
    "or an organizer, with a reason (Rulebook E-75).",
    "winner.games-fall": "This takes back {games} and their hands, so it needs a ruling by a head "
    "referee or an organizer, with a reason (Rulebook E-75).",
    "winner.next-game-called": "{game} ({label}) has been called{table: to table *|} since, so a new winner "
    "needs a ruling by a head referee or an organizer, with a reason (Rulebook E-32).",
    "winner.next-round-seated": "Round {round} was paired by the standings since, so a new winner needs a "
    "ruling by a head referee or an organizer, with a reason (Rulebook E-32).",
}
