"""Sentences of the scheduler, by code: entries of the log."""

LOG = {
    "due.failed": "{table:Table *: |}{what}. It is tried again.",
    "due.works": "{table:Table *: |}{what}: this is over.",
}
