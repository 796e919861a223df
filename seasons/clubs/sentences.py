"""Sentences of clubs, by code: refusals, and entries of the log."""

REFUSALS = {
    "club.days": "A club remembers people for at least {days} days, or it wouldn’t know them the next time.",
    "club.name": "Write the club’s name.",
    "club.no-account": "Sign in with your account first: a club belongs to accounts.",
    "club.no-organizer": "Choose an organizer of this event who has an account.",
    "club.not-yours": "You don’t belong to this club. Ask one of its organizers to add you.",
    "club.practice": "A practice event belongs to no club: nothing in it counts.",
    "copy.not-yours": "You can only copy an event that you organize. Ask one of its organizers to copy it.",
    "token.no-club": "Only an organizer of the event’s club gives a token of the club.",
    "template.name": "Write the template’s name.",
    "template.name-taken": "The club has a template “{name}” already. Choose another name.",
}

LOG = {
    "club.changed": "The club is {club}. It remembers people for {days} days.",
    "club.event": "The event is one of {club}.",
    "club.joined": "{badge} belongs to {club} now.",
    "template.removed": "The club’s template {name} was removed.",
    "template.renamed": "The club’s template {before} is called {name} now.",
    "template.saved": "This event is the club’s template {name}.",
    "token.of-club": "The token of {badge} is good at all events of {club} with the same organizer.",
}
