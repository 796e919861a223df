"""The sentence of each refusal code raised by this package (``Refused`` in
``tournament/errors/__init__.py``).
"""

SENTENCES = {
    "club.days": "A club remembers people for at least {days} days, or it wouldn’t know them the next time.",
    "club.name": "Write the club’s name.",
    "club.no-account": "Sign in with your account first: a club belongs to accounts.",
    "club.no-organizer": "Choose an organizer of this event who has an account.",
    "club.not-yours": "You don’t belong to this club. Ask one of its organizers to add you.",
    "club.practice": "A practice event is of no club: nothing in it counts.",
    "copy.not-yours": "You can only copy an event that you organize. Ask one of its organizers to copy it.",
    "move.broken": "The log in this file doesn’t verify, so nothing was imported. Export the event again.",
    "move.file": "This file isn’t a whole event. Export the event again, and copy the whole file.",
    "move.here": "This event is here already, at /{slug}/. Say --replace to put the file’s in its place.",
    "move.newer": "Something happened at /{slug}/ here that isn’t in the file, so it can’t be replaced. "
    "Export that one, and import it where this file comes from.",
    "move.slug": "Another event here has the address /{slug}/. Say --slug with another name.",
    "move.version": "This file is from another version of Uptown. Bring both to the same version with "
    "./uptown upgrade, and export the event again.",
    "person.both": "{one} and {other} both played at {event_name}, so they are two people.",
    "person.code": "No player of your club’s events has this code. Compare it with their own page.",
    "person.consent": "Ask whether you may keep how to reach them, and tick it. Or leave it empty.",
    "person.gone": "This person was merged into another, or is gone. Look at the list of people.",
    "person.guardian": "Write the name of the parent or guardian who said yes.",
    "person.name": "Write the person’s name.",
    "person.recognized": "{player} is {person} already.",
    "person.same": "Choose somebody else: nobody is merged with themselves.",
    "person.split": "Tick some of the events, not all: what stays is this person’s.",
    "person.twice": "{person} plays at this event already, so {player} is somebody else.",
    "shelf.demo": "The demo starts over by itself. It’s never put away or deleted.",
    "shelf.played": "People have signed up for this event, so it’s never deleted. Archive it instead.",
    "shelf.playing": "This event is being played. Archive it when it’s over.",
    "shelf.signed-up": "People have signed up, and look for it on the list. It can’t be a draft any more.",
}
