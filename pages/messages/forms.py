"""What an organizer writes to people."""

from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.hall.forms_sign_up import fresh_key
from pages.widgets import always, text_field
from tournament.messages.audience import EVERYBODY, LOOKING, WHO
from tournament.models import Event
from tournament.models.messages import LONGEST_WORDS, OCCASIONS


class ShowForm(ActionForm):
    key = fresh_key()
    words = text_field("Message", LONGEST_WORDS, "a message", required="Write what they should read.")


class WriteForm(ActionForm):
    key = fresh_key()
    who = forms.ChoiceField(
        label="To",
        choices=tuple(WHO.items()),
        initial=EVERYBODY,
        error_messages=always("Choose who gets it."),
    )
    occasion = forms.ChoiceField(
        label="What",
        choices=[(key, each.title) for key, each in OCCASIONS.items()],
        error_messages=always("Choose what it is about."),
    )
    words = text_field("Your own words", LONGEST_WORDS, "a message")

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, auto_id="id_write_%s")
        if event.way.is_one:
            self.fields["who"].choices = [(key, words) for key, words in WHO.items() if key != LOOKING]  # type: ignore[attr-defined]


class ProofForm(ActionForm):
    to = forms.EmailField(
        label="Your e-mail address", max_length=120, error_messages=always("Write an e-mail address.")
    )


class SentForm(ActionForm):
    messages = forms.CharField(max_length=200, error_messages=always("Reload the page, then press again."))

    def arguments(self, event: Event) -> dict[str, Any]:
        numbers = self.cleaned_data["messages"].split(",")
        return {"messages": [int(number) for number in numbers if number.isascii() and number.isdigit()][:10]}
