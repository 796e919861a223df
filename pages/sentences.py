"""Sentences of what a page refuses by itself, by code: refusals."""

REFUSALS = {
    "flyer.bomb": "Unpacked, this Word file has more than {most} megabytes of text. Copy its text alone.",
    "flyer.damaged": "This file is damaged, or too large to read. Copy its text, and paste that.",
    "flyer.empty": "There is no text in this file: it may be a picture. Type what it says.",
    "flyer.encoding": "This file can’t be read. Save the flyer as .txt, .docx or .pdf, and choose that.",
    "flyer.old-word": "This is an old Word file (.doc), or one with a password. Save it as .docx without a "
    "password.",
    "flyer.picture": "This is a picture of a flyer. Type what it says, or choose the file it was made from.",
    "flyer.too-large": "This flyer has more than {most} megabytes. Copy its text, and paste that.",
    "game.gone": "There is no such game any more. Here is the seating now.",
    "game.none": "You have no game at a table now. Your page shows where you sit next.",
    "mail.failed": "The mail server said: {answer}",
    "mail.late": "The mail server took too long to answer. If that goes on, check "
    "EMAIL_HOST and EMAIL_PORT on the server.",
    "mail.none": "This server sends no e-mail yet: its operator sets EMAIL_HOST.",
    "partner.choose": "Choose somebody who looks for a partner.",
    "series.table": "Write the points of the places as whole numbers, the first place first, "
    "as in 25, 18, 15.",
    "substitute.choose": "Choose who plays from the list of those who could.",
    "table.unknown": "There is no table with that number. Choose one from the list.",
    "tablet.no-undo": "A tablet takes back its last hand, for a minute. Call a referee to correct others.",
    "tablet.other-table": "That game isn’t at table {table} now. Reload the page to see the one that is.",
    "trick.accused": "Choose whose card is doubted.",
    "trick.leader": "Say who led.",
    "trick.leader-out": "The player who led the trick can’t be the one who sits out.",
    "trick.no-card": "{who} has played no card to this trick.",
    "trick.no-cards": "Tap the cards of the trick in the order they were played.",
    "trick.not-in-pack": "The pack of this game doesn’t have that many of: {cards}.",
    "trick.strain": "Say how it was played: uptown, downtown or no trump.",
    "trick.too-many": "A trick has {most} cards here, not {cards}. Take the last one off.",
    "trick.trump": "Say which suit was trumps.",
}
