"""The log's sentences, by action code. An entry becomes a sentence when it is shown.

The templates are those of ``tournament/errors/rendering.py``.
"""

import re
from collections.abc import Mapping
from typing import Any

from tournament.errors import SENTENCES as REFUSALS
from tournament.errors.rendering import say

ERASED = "(erased)"
SAID = "said"
"""The name of a text that is the whole sentence, in older entries."""

SENTENCES: dict[str, str] = {}
"""The sentences of all entries, by action code. Each app adds those of its subjects when Django starts."""


def sentence(action: str, facts: Mapping[str, Any], texts: Mapping[str, str | None]) -> str:
    whole = {name: filled(name, texts) for name in texts}
    if SAID in whole:
        return whole[SAID]
    shown: dict[str, Any] = {**facts, **whole}
    for name in whole:
        if "." in name:  # One of a list, in its order.
            first = name.partition(".")[0]
            shown[first] = [whole[each] for each in whole if each.startswith(f"{first}.")]
    if "why" in facts:  # A refusal's code; its values are among the facts.
        shown["why"] = say(REFUSALS.get(facts["why"], facts["why"]), shown)
    return say(SENTENCES.get(action, action), shown)


def gap(name: str) -> str:
    """The placeholder for another text of the same entry."""
    return f"⟦{name}⟧"


_GAP = re.compile(r"⟦([\w.]+)⟧")


def filled(name: str, texts: Mapping[str, str | None], within: frozenset[str] = frozenset()) -> str:
    """A text with its placeholders filled. Anything that only looks like one stays as it is."""
    text = texts[name]
    if text is None:
        return ERASED
    seen = within | {name}

    def fill(found: re.Match[str]) -> str:
        other = found[1]
        return filled(other, texts, seen) if other in texts and other not in seen else found[0]

    return _GAP.sub(fill, text)
