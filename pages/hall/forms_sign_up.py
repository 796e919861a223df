"""The forms of public sign-up."""

from typing import Any
from uuid import uuid4

from django import forms

from accounts.numbers import whole
from pages.actions import ActionForm
from pages.widgets import may_message_field, text_field
from rules.competition.taking_part import WayOfTakingPart
from tournament.errors import Refused
from tournament.models import Event, PartnerRequest, Player

NO_COMPLETION = {"autocomplete": "off"}
# The phone's keyboard starts each word of a name with a capital.
A_NAME = NO_COMPLETION | {"autocapitalize": "words"}


def fresh_key() -> forms.UUIDField:
    """A hidden id (an idempotency key): a form that is sent twice acts once."""
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
        error_messages={"required": required, "max_length": "At most 60 characters for a name."},
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


def _about() -> forms.CharField:
    return text_field(
        "A word about yourself",
        140,
        "a word about yourself",
        help_text="Others who look for a partner read it, with your first name.",
        autocapitalize="sentences",
    )


def _code(many: int = 1) -> forms.CharField:
    help_text = "From your own page at an earlier event of the club: you are recognized at once."
    if many > 1:
        help_text += " If each of you has one, write both, in the order of the names."
    return text_field("Your code", 120, "codes", help_text=help_text, autocapitalize="off")


class SignUpTeamForm(ActionForm):
    """Sign-up of an entrant. With ``is_of_club`` it asks for the codes of people whom the club knows."""

    key = fresh_key()
    name = forms.CharField(
        label="Name of the team",
        max_length=60,
        required=False,
        help_text="Left empty, it is your names.",
        widget=forms.TextInput(attrs=A_NAME),
        error_messages={"max_length": "At most 60 characters for a team’s name."},
    )
    contact = _contact("Only the desk sees it, to find you when your table is called.")
    may_message = may_message_field()
    home = forms.CharField(
        label="Where you are from",
        max_length=60,
        required=False,
        help_text="City or club, so you don’t draw people from home.",
        widget=forms.TextInput(attrs=A_NAME),
        error_messages={"max_length": "At most 60 characters for a home."},
    )
    needs_accessible = forms.BooleanField(label="We need a wheelchair-accessible table", required=False)

    def __init__(self, *args: Any, way: WayOfTakingPart, is_of_club: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = [f"player_{number}" for number in range(1, way.members + 1)]
        for name, nth in zip(self.players, ("First", "Second", "Third", "Fourth"), strict=False):
            self.fields[name] = _player("Name" if way.is_one else f"{nth} player", way.names_asked)
        for name in self.players[way.sits :]:
            self.fields[name].required = False
            self.fields[name].help_text = "Two play each game, and the three take turns."
        if way.is_one:
            del self.fields["name"]
            self.fields["needs_accessible"].label = "I need a wheelchair-accessible table"
        if is_of_club:
            self.fields["code"] = _code(way.members)
        self.order_fields(["key", *self.players])

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = {"name": "", **self.cleaned_data}
        players = tuple(typed.pop(name) for name in self.players)
        return {**typed, "players": players}


class SingleForm(ActionForm):
    key = fresh_key()
    player = _player("Name", "Write your name.")
    about = _about()
    contact = _contact("Only the desk sees it, to find you when a partner is there.")
    may_message = may_message_field()

    def __init__(self, *args: Any, is_of_club: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_of_club:
            self.fields["code"] = _code()

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = dict(self.cleaned_data)
        return {"name": typed.pop("player"), **typed}


class AboutForm(ActionForm):
    about = _about()


class PartnerForm(ActionForm):
    """The id of another player who looks for a partner, to ask or to block."""

    def other(self, event: Event) -> Player:
        pk = whole(self.data.get("other", ""))
        other = None if pk is None else event.players.filter(pk=pk).first()
        if other is None:
            raise Refused("partner.choose")
        return other

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"other": self.other(event)}


class AskForm(PartnerForm):
    key = fresh_key()

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"], "other": self.other(event)}


class AnswerForm(ActionForm):
    request = forms.UUIDField()
    says = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])

    def arguments(self, event: Event) -> dict[str, Any]:
        asked = PartnerRequest.objects.filter(event=event, key=self.cleaned_data["request"]).first()
        if asked is None:
            raise Refused("partner.answered")
        return {"request": asked, "is_accepted": self.cleaned_data["says"] == "yes"}
