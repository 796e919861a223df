"""Sentences of sharing a room, by code: refusals, and entries of the log."""

REFUSALS = {
    "room.alone": "This event has its room to itself.",
    "room.begun": "{name} has begun, so it stays in its room. Choose an event that starts later.",
    "room.not-yours": "Two events share a room only if you organize both. Ask to organize {other}, too.",
    "room.on": "{name} has begun, so both stay in the room until the evening is over.",
    "room.taken": "{name} shares its room already. Take it out of that room first.",
    "room.unknown": "Choose another event of the same evening from the list.",
}

LOG = {
    "room.left": "The event has its room to itself again.",
    "room.shared": "The event shares its room with {other}.",
}
