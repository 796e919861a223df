"""Sentences of names and parts of an event, by code: refusals."""

REFUSALS = {
    "player.name-long": "At most 60 characters for a player’s name.",
    "sign-up.alone": "Everybody plays alone in this game: write one name.",
    "team.names": "A {entrant} is {number} players: write {names}.",
    "team.same-name": "{name} is there twice. Write who plays with them, or add an initial.",
}
