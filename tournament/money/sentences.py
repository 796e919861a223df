"""Sentences of money, by code: refusals, and entries of the log."""

REFUSALS = {
    "donation.amount": "Write an amount above zero. If nothing was given, there is nothing to enter.",
    "donation.countered": "This donation was taken back already.",
    "donation.giver": "{player} isn’t in {team}. Choose who gave.",
    "donation.is-counter": "This entry takes another one back. Enter the donation again instead.",
    "donation.method": "Choose how it was paid: cash, Cash App, Zelle, card or other.",
    "donation.pot": "This event has no such pot. Choose what it is for from the list.",
    "donation.reason": "Write why the entry is taken back.",
    "donation.too-much": "That is more than $10,000. Check the amount.",
    "money.amount": "Write an amount above zero; only a drawer that is counted can be empty.",
    "money.counted": "A count can’t be taken back. Count the drawer again, and enter the new count.",
    "money.kind": "Choose what happened: change put in, money handed over, or the drawer counted.",
    "money.not-there": "By the ledger the drawer has only {cash:$}. Check the amount.",
}

LOG = {
    "donation.countered": "{cents:$} was taken back: {reason}",
    "donation.taken": "{giver} gave {cents:$} ({method}){pot: for *|}.",
    "money.counted": "The drawer was counted: {cents:$}. The ledger says {expected:$}.",
    "money.moved": "{cents:$} was {what}.",
}
