"""Sentences of badges, by code: refusals, and entries of the log."""

REFUSALS = {
    "badge.desk-tables": "The desk’s badge opens the desk only. Leave the tables empty, or choose referee.",
    "badge.name": "Write the volunteer’s name: it is shown beside everything they enter.",
    "badge.no-link": "This badge has no link.",
    "badge.no-rulings": "Only referees and organizers rule on games. Give them a referee’s badge first.",
    "badge.no-table": "The event has no table {number}. The Tables page lists its tables.",
    "badge.of-the-event": "The event itself needs this badge.",
    "badge.organizer-tables": "An organizer sees every table. Leave the tables empty.",
    "badge.own": "This is your own badge. Another organizer can take it back.",
    "badge.own-link": "This is your own badge. Another organizer can give you a new link.",
    "badge.password": "Organizers sign in with a password. Make a link for another organizer.",
    "badge.revoked": "{badge}’s badge was taken back. Give it back first.",
    "badge.revoked-already": "{badge}’s badge was taken back already.",
    "badge.role": "Only referees and desk volunteers join by a link.",
    "badge.team": "Choose a team of this event.",
    "badge.worn": "{badge} has a badge already. A new code is on this page.",
    "code.wrong": "That code doesn’t work. Ask the organizer for a new one.",
    "device.signed-out": "That device is signed out already. Here is the list now.",
    "invitation.closed": "This invitation is closed already.",
    "invitation.used": "This link was used already, a newer one was made, or its three days are over. Ask an "
    "organizer for a new one, or sign in.",
    "link.closed": "This link is closed. Ask the desk for a new one.",
    "link.event-over": "{name} is over, and its private links closed {days} days after it. The results are "
    "still on its page, and organizers sign in with their password.",
    "password.weak": "{weak} Choose another: a short sentence is easiest to remember.",
    "username.long": "That name is too long: at most 60 characters.",
    "username.missing": "Choose a name to sign in with.",
    "username.taken": "Somebody has this name already, or one that looks like it. Choose another.",
}

LOG = {
    "badge.changed": "{badge} is a {role}{plays_in: and plays in *|}{tables:, for tables *|}.",
    "badge.given": "{badge} is a {role}{tables: for tables *|}.",
    "badge.returned": "{badge} has the badge back.",
    "badge.revoked": "{badge}’s badge was taken back.",
    "code.renewed": "{badge} has a new code.",
    "door.in": "{badge} signed in by {how}.",
    "door.wrong": "{attempt} It came from {network}.",
    "invitation.withdrawn": "An invitation was withdrawn.",
    "link.renewed": "{badge} has a new link.",
    "links.renewed": "All private links are new.",
    "organizer.invited": "Another organizer was invited by a link.",
    "organizer.joined": "{badge} is an organizer.",
    "refused.action": "Refused: {what}. {why}",
    "tablet.opened": "A tablet was opened at table {number}.",
}
