"""Sentences of programs, by code: refusals, and entries of the log."""

REFUSALS = {
    "token.name": "Write what the program is called: the log shows it with everything it enters.",
    "token.scope": "Choose what the program may do.",
    "token.table": "There is no Table {table}. Write numbers with commas, or leave it empty for all tables.",
    "webhook.action": "Nothing in the log is called {name}. The reference of the API lists what is.",
    "webhook.address": "Write the whole address, as in https://example.org/uptown.",
    "webhook.ended": "Nothing is sent there any more. Add the webhook again.",
    "webhook.many": "There are {number} webhooks already. Remove one first.",
    "webhook.there": "There is a webhook for this address already.",
}

LOG = {
    "token.given": "The program {badge} got a token: {scope}{where: at Table *|}.",
    "webhook.added": "A webhook to {address} was added.",
    "webhook.ended": "The webhook to {address} was removed.",
}
