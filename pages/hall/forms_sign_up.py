"""What somebody types who wants to play."""

from typing import Any
from uuid import uuid4

from django import forms

from pages.actions import ActionForm
from rules.competition.taking_part import WayOfTakingPart
from tournament.models import Event

NO_COMPLETION = {"autocomplete": "off"}
# A name begins with a capital: the phone's keyboard helps.
A_NAME = NO_COMPLETION | {"autocapitalize": "words"}


def fresh_key() -> forms.UUIDField:
    """The mark of an action, made with its form: sent twice, it is done once."""
    sentence = "This page is out of date. Load it again, and press once more."
    return forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid4,
        error_messages=dict.fromkeys(("required", "invalid"), sentence),
    )


def _player(label: str, required: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=60,
        error_messages={
            "required": required,
            "max_length": "At most 60 characters for a name.",
        },
        widget=forms.TextInput(attrs=A_NAME),
    )


def _contact(help_text: str) -> forms.CharField:
    return forms.CharField(
        label="Phone or e-mail",
        max_length=120,
        required=False,
        help_text=help_text,
        widget=forms.TextInput(attrs=NO_COMPLETION),
        error_messages={"max_length": "That is too long for a phone number or an address."},
    )


class SignUpTeamForm(ActionForm):
    """The people who enter together: two, or one."""

    key = fresh_key()
    name = forms.CharField(
        label="Name of the team",
        max_length=60,
        required=False,
        help_text="Left empty, it is your names.",
        widget=forms.TextInput(attrs=A_NAME),
        error_messages={"max_length": "At most 60 characters for a team's name."},
    )
    contact = _contact("Only the desk sees it, to find you when your table is called.")
    home = forms.CharField(
        label="Where you are from",
        max_length=60,
        required=False,
        help_text="City or club, so you don’t draw people from home.",
        widget=forms.TextInput(attrs=A_NAME),
        error_messages={"max_length": "At most 60 characters for a home."},
    )
    needs_accessible = forms.BooleanField(label="We need a wheelchair-accessible table", required=False)

    def __init__(self, *args: Any, way: WayOfTakingPart, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = [f"player_{place}" for place in range(1, way.members + 1)]
        for name, nth in zip(self.players, ("First", "Second", "Third", "Fourth"), strict=False):
            self.fields[name] = _player("Name" if way.is_one else f"{nth} player", way.names_asked)
        if way.is_one:
            del self.fields["name"]
            self.fields["needs_accessible"].label = "I need a wheelchair-accessible table"
        self.order_fields(["key", *self.players])

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = self.cleaned_data
        return {
            "key": typed["key"],
            "name": typed.get("name", ""),
            "players": tuple(typed[name] for name in self.players),
            "contact": typed["contact"],
            "home": typed["home"],
            "needs_accessible": typed["needs_accessible"],
        }


class SingleForm(ActionForm):
    """Somebody who looks for a partner."""

    key = fresh_key()
    player = forms.CharField(
        label="Name",
        max_length=60,
        error_messages={
            "required": "Write your name.",
            "max_length": "At most 60 characters for a name.",
        },
        widget=forms.TextInput(attrs=A_NAME),
    )
    contact = _contact("Only the desk sees it, to find you when a partner is there.")

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = self.cleaned_data
        return {"key": typed["key"], "name": typed["player"], "contact": typed["contact"]}
