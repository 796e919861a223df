"""Sentences of the demo, by code: entries of the log."""

LOG = {
    "demo.taken-over": "The built-in players have stopped: the day is yours.",
}
