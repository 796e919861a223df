"""Rendering the sentences of refusals and of the log from templates.

``{team}`` is a value; a list is joined with commas and "and". ``{is_out:out of use|in use}`` is the first
part if the value is truthy, else the second; ``*`` in the first part is the value. ``{cents:$}`` is money.
``{teams:,}`` is a list joined with commas only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


def say(template: str, values: Mapping[str, Any]) -> str:
    """The sentence. A missing value is rendered as an empty text."""
    return template.format_map(_Values({name: _Formatted(value) for name, value in values.items()})).strip()


@dataclass(frozen=True)
class _Formatted:
    value: Any

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            text, missing = spec.split("|", 1)
            return text.replace("*", format(self, "")) if self.value else missing
        if spec == "$":
            return f"${self.value / 100:.2f}"
        if isinstance(self.value, list):
            *most, last = map(str, self.value)
            return ", ".join([*most, last]) if spec == "," or not most else f"{', '.join(most)} and {last}"
        return f"{self.value:,}" if isinstance(self.value, int) else str(self.value)


class _Values(dict[str, _Formatted]):
    def __missing__(self, name: str) -> _Formatted:
        return _Formatted("")
