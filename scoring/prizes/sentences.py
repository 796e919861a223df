"""Sentences of prizes, by code: refusals, and entries of the log."""

REFUSALS = {
    "payout.changed": "This envelope has changed since. Look at the sum again, then pay it.",
    "payout.early": "Prizes are paid once the places are final. Settle them first.",
    "payout.who": "Write the name of the person with the drawn ticket.",
    "side-prize.not-tied": "Nobody is tied for that prize any more. Here is the list now.",
}

LOG = {
    "money.paid": "{winner} was paid {cents:$} from {pot} ({method}).",
    "side-prize.decided": "{team} won {prize} after a tie.",
}
