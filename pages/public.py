"""The pages that everybody may open: cached, the same for all."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from accounts.access import cached
from pages.nav import hall_frame
from pages.web import Screen


def public(
    page: str,
    here: str,
    shown: Callable[..., Mapping[str, Any]],
    fragment: str = "",
    *,
    reads: type[forms.Form] = forms.Form,
    is_large: bool = False,
) -> Screen:
    """A cached screen, which the navigation shows as ``here``. The others are those of ``cached``."""
    return Screen(
        needs="everyone",
        page=page,
        fragment=fragment,
        cached=cached(reads, is_large=is_large),
        shown=shown,
        frame=hall_frame(here),
    )
