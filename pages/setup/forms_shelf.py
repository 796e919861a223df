"""Forms to copy an event, to share its room, and to take it off the list of events."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.widgets import always
from seasons.models import Shelf
from tournament.errors import Refused
from tournament.models import Badge, Event


class ShelfForm(ActionForm):
    shelf = forms.ChoiceField(
        choices=Shelf.choices, error_messages=always("Press one of the buttons: draft, archive or delete.")
    )


class RoomForm(ActionForm):
    other = forms.SlugField(error_messages=always("Choose the other event from the list."))

    def arguments(self, event: Event) -> dict[str, Any]:
        other = Event.objects.filter(slug=self.cleaned_data["other"]).first()
        if other is None:
            raise Refused("room.unknown", field="other")
        return {"other": other}


class CrewForm(forms.Form):
    """The crew of the copied event who get a badge again."""

    crew = forms.MultipleChoiceField(
        label="Give these badges again",
        help_text="Their links and codes are new. Print them, or show them, on the page People.",
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages=always(
            "Somebody’s badge was taken back meanwhile. Look over the list, and press again."
        ),
    )

    def __init__(self, typed: Mapping[str, Any] | None, crew: Sequence[Badge]) -> None:
        super().__init__(typed, initial={"crew": [str(badge.pk) for badge in crew]})
        self._crew = {str(badge.pk): badge for badge in crew}
        choices = [(key, f"{badge.name}, {_role(badge)}") for key, badge in self._crew.items()]
        self.fields["crew"].choices = choices  # type: ignore[attr-defined]

    def badges(self) -> list[Badge]:
        return [self._crew[key] for key in self.cleaned_data["crew"]]


def _role(badge: Badge) -> str:
    return "head referee" if badge.is_head else badge.get_role_display()
