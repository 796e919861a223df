"""The forms of a team's page."""

from typing import Any

from django import forms
from django.conf import settings

from pages.actions import ActionForm
from pages.messages.push import are_keys
from pages.widgets import may_message_field, text_field
from tournament.entries.commands_check_in import BACK, END, ROUND
from tournament.event.names import who_sits
from tournament.models import Event, Team

WHY = (
    ("A renege is claimed.", "A renege"),
    ("We don’t agree on the score.", "The score"),
    ("We don’t agree on a rule.", "A rule"),
    ("Something else.", "Something else"),
)


class CorrectForm(ActionForm):
    """A team's corrections of its sign-up (Rulebook E-165)."""

    def __init__(self, team: Team, typed: Any = None) -> None:
        super().__init__(typed)
        self.players = who_sits(team.players.all())
        way = team.event.way
        if not way.is_one:
            sentence = f"Give the {way.entrant} a name."
            self.fields["name"] = text_field("Name of the team", 60, "a team’s name", required=sentence)
            self.fields["name"].initial = team.name
        for player in self.players:
            label = "Name" if way.is_one else f"How {player.name} is spelled"
            sentence = "Write the player’s name."
            field = text_field(label, 60, "a name", required=sentence, autocapitalize="words")
            field.initial = player.name
            self.fields[f"player_{player.pk}"] = field
        self.fields["contact"] = text_field("Phone or e-mail", 120, "a phone number or an address")
        self.fields["contact"].initial = next((one.contact for one in self.players if one.contact), "")
        self.fields["may_message"] = may_message_field()
        self.fields["may_message"].initial = any(one.consent_at for one in self.players)
        self.fields["home"] = text_field("Where you are from", 60, "a home")
        self.fields["home"].initial = team.home
        self.fields["needs_accessible"] = forms.BooleanField(
            label=f"{'I' if way.is_one else 'We'} need a wheelchair-accessible table",
            required=False,
            initial=team.needs_accessible,
        )
        self.team_name = team.name

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = self.cleaned_data
        return {
            "name": typed.get("name", self.team_name),
            "players": {player.pk: typed[f"player_{player.pk}"] for player in self.players},
            "contact": typed["contact"],
            "may_message": typed["may_message"],
            "home": typed["home"],
            "needs_accessible": typed["needs_accessible"],
        }


class CallForm(ActionForm):
    why = forms.ChoiceField(choices=WHY, widget=forms.RadioSelect, required=False, label="What is it about?")


class PhoneForm(ActionForm):
    """A browser's push subscription; a script fills it in (static/js/parts/push.js)."""

    endpoint = forms.URLField(max_length=1000, assume_scheme="https", widget=forms.HiddenInput)
    user_key = forms.CharField(max_length=100, required=False, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    is_on = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        typed: dict[str, Any] = self.cleaned_data
        is_whole = "endpoint" in typed and (
            typed["endpoint"].startswith("https:") or settings.WEBHOOKS_TO_PRIVATE
        )
        if not is_whole or (typed.get("is_on") and not are_keys(typed["user_key"], typed["auth"])):
            self.errors.clear()
            self.add_error(None, "This browser’s answer can’t be used. Leave the page open: it chimes.")
        return typed


class SitOutForm(ActionForm):
    until = forms.ChoiceField(
        choices=[(until, until) for until in (ROUND, BACK, END)],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Say until when: one round, or until you come back."
        ),
    )


class HelpForm(ActionForm):
    """The answer to a request to substitute."""

    says = forms.ChoiceField(
        choices=(("yes", "Yes"), ("no", "No")),
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Press Yes or No."),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"is_accepted": self.cleaned_data["says"] == "yes"}


class DisputeForm(ActionForm):
    """A dispute of the other side's entry."""

    key = forms.UUIDField(error_messages={"required": "Reload the page, then say it again."})
    """Its id."""

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"report_id": self.cleaned_data["key"]}


class ResultForm(ActionForm):
    """An agreement to a result."""

    written = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    """The number of hands ever written, as the page had it."""


class ObjectionForm(ResultForm):
    """An objection to a result."""

    key = forms.UUIDField(required=False)
    """Its id."""
    why = forms.CharField(max_length=120, required=False)
