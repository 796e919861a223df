"""The codes of problems, and their words for programs. tests/pages/api/codes.txt keeps the codes."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from tournament.errors import SENTENCES, Refused
from tournament.errors.rendering import say

CALLS: Final[Mapping[str, str]] = {
    "call.away": "Nothing can be saved right now. Send it again later.",
    "call.busy": "Too many requests wait. Send it again later.",
    "call.failed": "The server has made a mistake, and has written it down. Nothing was changed.",
    "call.fields": "Some fields of the call are wrong: `errors` says which.",
    "call.json": "The body is no JSON.",
    "call.length": "The body’s length is missing.",
    "call.nothing": "There is no such call, or no such thing at this address.",
    "call.shape": "A parameter or the body has the wrong shape: `errors` says where.",
    "call.too-long": "The body is too long.",
    "call.too-slow": "The body came too slowly.",
    "event.changed": "Something has happened at the event since the version in `If-Match`.",
    "token.missing": "No token, or one that was revoked, or one of another event.",
    "token.not-of-club": "This call takes the token of a club.",
    "token.scope": "The token’s scope doesn’t include this call.",
    "token.tables": "The token is for the results of other tables.",
}
"""Codes of the API itself. All others are refusals of the event's rules."""

FIELDS: Final[Mapping[str, str]] = {
    "field.choice": "It isn’t one of the values that this field takes.",
    "field.invalid": "It has the wrong shape.",
    "field.long": "It is too long.",
    "field.missing": "It is needed.",
    "field.range": "It is too large or too small.",
}
"""Codes of an error in one field, beside those of refusals."""

_OF_FORMS: Final[Mapping[str, str]] = {
    "invalid_choice": "field.choice", "invalid_pk_value": "field.choice", "max_digits": "field.long",
    "max_length": "field.long", "max_value": "field.range", "min_length": "field.range",
    "min_value": "field.range", "missing": "field.missing", "required": "field.missing",
}  # fmt: skip
"""Our codes for those of Django's forms and of pydantic."""

_INSTEAD: Final[Mapping[str, str]] = {
    "hand.changed-otherwise": "This key was used with other values: {headline}",
    "hand.other-table": "This key was used for a hand at another table.",
    "hand.saved-otherwise": "This key was used for another hand: {headline}",
    "list.web-page": "This is a web page. Send CSV, or lines.",
    "money.amount": "The amount is above zero; only a drawer that is counted can be empty.",
    "person.consent": "A phone number or e-mail is stored only with the person’s consent.",
    "person.split": "Some of the events, not all: the others stay this person’s.",
    "report.sent-otherwise": "This key was used to report another hand: {headline}",
    "report.used": "This key was used already.",
    "ruling.other-table": "This key was used at another table.",
    "sent.otherwise": "“{was}” was sent with this key before, and “{now}” wasn’t done. "
    "Send it with a new key.",
    "substitute.no-phone": "{person} has no page of their own.",
    "trick.no-cards": "The cards of the trick are missing.",
}
"""The words of refusals whose every sentence is about a page."""

_OF_PAGES = re.compile(r"\b(tap|press|reload|button|page|screen|form|tick|below)(s|ed|es)?\b", re.IGNORECASE)


@cache
def _template(code: str) -> str:
    """The refusal's template without the sentences about pages and buttons, which programs don't have."""
    if code in _INSTEAD:
        return _INSTEAD[code]
    sentences = re.split(r"(?<=[.!?]) +", SENTENCES[code])
    return " ".join(each for each in sentences if not _OF_PAGES.search(each))


def in_words(refused: Refused) -> str:
    """The refusal for programs."""
    return say(_template(refused.code), refused.values)


def of_field(code: str, sentence: str) -> tuple[str, str]:
    """Our code and words for a field's error: the form's ``sentence``, unless it is about a page."""
    ours = _OF_FORMS.get(code, "field.invalid")
    return ours, FIELDS[ours] if _OF_PAGES.search(sentence) else sentence


def every_code() -> dict[str, str]:
    """All codes that a problem or a field of it may have, with their words."""
    refusals = {code: _template(code) for code in SENTENCES}
    return dict(sorted({**refusals, **CALLS, **FIELDS}.items()))
