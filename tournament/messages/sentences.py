"""Sentences of messages, by code: refusals, and entries of the log."""

REFUSALS = {
    "contacts.none": "There is no contact data to erase.",
    "message.long": "At most {most} characters.",
    "message.no-phone": "{team} took it back on this phone. It has to ask again on the team’s own page.",
    "message.no-yes": "{name} gave no address, or didn’t agree to messages. Ask them, and correct it at the "
    "desk.",
    "message.nobody": "None of them gave an address and agreed to messages. Choose others, or show it on "
    "every phone.",
    "message.practice": "A practice event sends nothing.",
    "message.words": "Write what they should read.",
    "wall.card-shown": "That card has just been turned over. Press again to turn over the next one.",
    "wall.no-draw": "No draw is on the big screen. Under “Show only”, choose what is shown card by card.",
}

LOG = {
    "contacts.erased": "Contact data was erased.",
    "message.removed": "The message to everybody was removed.",
    "message.shown": "Every phone and the wall show: {words}",
    "message.stopped": "{player} wants no more messages.",
    "message.written": "{many} message{is_one:|s} written: {what}.",
    "wall.card": "The big screen turned over card {number} of the draw.",
    "wall.pinned": "The big screen shows only: {title}.",
    "wall.unpinned": "The big screen shows all its pages in turn.",
}
