"""Sentences of the log and its lock, by code: refusals."""

REFUSALS = {
    "badge.taken-back": "Your badge was taken back meanwhile, so nothing was changed. Ask for a new one.",
    "sent.otherwise": "“{was}” is in already: this form was sent before. “{now}” isn’t. To enter it, too, "
    "press again.",
}
