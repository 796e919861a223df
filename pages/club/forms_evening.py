"""The forms of a club's evening: who comes, who is a regular, and a guest."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.hall.forms_sign_up import fresh_key
from pages.widgets import always, text_field
from seasons.models import Club, Comes, Person
from tournament.models import Event


class AskWhoComesForm(ActionForm):
    is_on = forms.TypedChoiceField(choices=(("yes", "yes"), ("no", "no")), coerce="yes".__eq__)


class ComeForm(forms.Form):
    """A person's own answer about one evening. Sent twice, it is one answer."""

    key = fresh_key()
    event = forms.ChoiceField(error_messages=always("The club doesn’t ask about this evening any more."))
    comes = forms.ChoiceField(choices=Comes.choices, error_messages=always("Press Yes, Maybe or No."))

    def __init__(self, typed: Mapping[str, Any] | None, evenings: Iterable[Event] = ()) -> None:
        super().__init__(typed)
        self.evenings = {str(event.pk): event for event in evenings}
        self.fields["event"].choices = list(self.evenings.items())  # type: ignore[attr-defined]

    def clean_event(self) -> Event:
        return self.evenings[self.cleaned_data["event"]]


class RegularsForm(ActionForm):
    people = forms.ModelMultipleChoiceField(
        Person.objects.none(),
        required=False,
        label="Regulars",
        help_text="Everybody else is a guest.",
        widget=forms.CheckboxSelectMultiple,
        error_messages=dict.fromkeys(("invalid_choice", "invalid_pk_value"), "Choose people of the list."),
    )

    def __init__(self, typed: Mapping[str, Any] | None, club: Club) -> None:
        people = club.people.known().order_by("name", "pk")
        super().__init__(typed, initial={"people": people.filter(is_regular=True)})
        self.fields["people"].queryset = people  # type: ignore[attr-defined]

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"people": list(self.cleaned_data["people"])}


class GuestForm(ActionForm):
    name = text_field("Name", 60, "a name", required="Write the person’s name.")
    contact = text_field("Phone or e-mail", 120, "how to reach somebody")
    may_contact = forms.BooleanField(required=False, label="They said we may keep it, to reach them")
