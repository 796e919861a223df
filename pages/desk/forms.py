"""The forms of the desk."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict

from accounts.numbers import whole
from pages.actions import ActionForm
from pages.hall.forms_sign_up import SignUpTeamForm, SingleForm, fresh_key
from pages.widgets import always, may_message_field, text_field
from rules.competition.taking_part import WayOfTakingPart
from rules.money.ledger import COUNTED, FLOAT, HANDED, KINDS
from tournament.entries.desk_board import SHOWN, TeamPlayer
from tournament.models import Event, Player
from tournament.models.donations import Method

SAID_YES = "They said yes to messages about this event"


class WalkUpForm(SignUpTeamForm):
    """Sign-up of a team at the desk. ``is_next``: the form has the focus, for the next team in the queue."""

    is_here = forms.BooleanField(required=False, initial=True)

    def __init__(self, *args: Any, way: WayOfTakingPart, is_next: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, way=way, **kwargs)
        if is_next:
            self.fields["player_1"].widget.attrs["autofocus"] = True
        self.fields["is_here"].label = (
            "Is here: check in" if way.is_one else f"{way.are_here.capitalize()}: check them in"
        )
        if not way.is_one:
            self.fields["name"].help_text = "Left empty, it is their names."
        self.fields["contact"].help_text = ""
        self.fields["may_message"].label = SAID_YES
        self.fields["may_message"].help_text = ""
        self.fields["home"].label, self.fields["home"].help_text = "From", ""
        self.fields["needs_accessible"].label = "They need a wheelchair-accessible table"
        _ask_for_them(self)
        self.order_fields((*(name for name in self.fields if name != "is_here"), "is_here"))

    def arguments(self, event: Event) -> dict[str, Any]:
        return {**super().arguments(event), "is_here": self.cleaned_data["is_here"]}


class WalkUpSingleForm(SingleForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # The team's form on the same page has fields with the same names.
        super().__init__(*args, **{**kwargs, "auto_id": "id_single_%s"})
        self.fields["player"].error_messages["required"] = "Write the player’s name."
        self.fields["contact"].help_text = ""
        self.fields["may_message"].label = SAID_YES
        self.fields["may_message"].help_text = ""
        self.fields["about"].label = "A word about them"
        _ask_for_them(self)


def _ask_for_them(form: forms.Form) -> None:
    if "code" in form.fields:
        form.fields["code"].label, form.fields["code"].help_text = "Their codes, from an earlier event", ""


class DeskFieldForm(ActionForm):
    """The desk's field: a scanned private link, a number, or a part of a name."""

    q = text_field("Name, number or scan", 300, "a name", required="Type a name or a number, or scan a code.")
    state = forms.CharField(required=False, max_length=10)

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"typed": self.cleaned_data["q"], "state": self.cleaned_data["state"]}


class CrewPartnerForm(ActionForm):
    key = fresh_key()
    crew = text_field("Crew partner", 60, "a name", required="Write which member of the crew plays.")

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"], "name": self.cleaned_data["crew"]}


class PairForm(ActionForm):
    key = fresh_key()
    name = text_field("Name of the team", 60, "a team’s name")

    def __init__(self, typed: QueryDict | None, singles: Iterable[Player]) -> None:
        super().__init__(typed)
        self.typed = typed
        self.fields["players"] = forms.TypedMultipleChoiceField(
            coerce=int,
            required=False,
            choices=[(single.pk, single.name) for single in singles],
            error_messages={"invalid_choice": "Choose two people who are still looking for a partner."},
        )

    def chosen(self) -> tuple[int, ...]:
        sent = self.typed.getlist("players") if self.typed else ()
        return tuple(pk for pk in map(whole, sent) if pk is not None)

    def arguments(self, event: Event) -> dict[str, Any]:
        players = list(event.players.filter(pk__in=self.cleaned_data["players"]))
        return {**self.cleaned_data, "players": players}


class DonationForm(ActionForm):
    """A donation: a suggested amount by one tap, or any other amount.

    A ``tap`` is an amount in cents, and the id of the player who gave it, if any: ``500 17``.
    """

    key = fresh_key()
    tap = forms.RegexField(r"^\d{1,8}( \d{1,9})?$", required=False, widget=forms.HiddenInput)
    giver = forms.IntegerField(required=False, min_value=1)
    amount = forms.DecimalField(
        label="Dollars",
        required=False,
        decimal_places=2,
        max_digits=8,
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal", "autocomplete": "off"}),
        error_messages=dict.fromkeys(
            ("invalid", "max_decimal_places", "max_digits", "max_whole_digits"),
            "Write an amount in dollars, as in 5 or 7.50.",
        ),
    )
    method = forms.ChoiceField(
        label="How",
        choices=Method,
        initial=Method.CASH,
        widget=forms.RadioSelect,
        error_messages=always("Choose how it was paid."),
    )
    pot = text_field("For", 40, "a pot")
    note = text_field("Note", 200, "a note")

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = self.cleaned_data
        cents = int(typed["tap"].split()[0]) if typed["tap"] else int((typed["amount"] or 0) * 100)
        names = ("key", "method", "note", *(() if typed["tap"] else ("pot",)))
        return {"amount_cents": cents, **{name: typed[name] for name in names if name in typed}}


class TeamDonationForm(DonationForm):
    def arguments(self, event: Event) -> dict[str, Any]:
        tap = self.cleaned_data["tap"].split()
        giver = tap[1] if len(tap) == 2 else None if tap else self.cleaned_data["giver"]
        player = event.players.filter(pk=giver).first() if giver else None
        return {**super().arguments(event), "player": player}


class BuyBackForm(DonationForm):
    """The donation of a team that buys back in. The amount is up to the team (Rulebook E-21)."""

    method = forms.ChoiceField(choices=Method, required=False, initial=Method.CASH)
    pot = None  # type: ignore[assignment]


class CashForm(DonationForm):
    """A change of the cash in the drawer. It has a ``method`` only when money is handed over."""

    method = forms.ChoiceField(choices=Method, required=False)
    kind = forms.ChoiceField(
        choices=[(kind, KINDS[kind]) for kind in (FLOAT, HANDED, COUNTED)],
        error_messages=always("Choose what happened to the drawer."),
    )
    pot = None  # type: ignore[assignment]

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = super().arguments(event)
        return {**typed, "kind": self.cleaned_data["kind"], "method": typed["method"] or Method.CASH}


class PayForm(ActionForm):
    key = fresh_key()
    winner = forms.IntegerField(min_value=0, error_messages=always("Choose who gets paid."))
    amount_cents = forms.IntegerField(min_value=0, error_messages=always("Look at the sum again."))
    method = forms.ChoiceField(choices=Method, error_messages=always("Choose how it is paid."))
    note = text_field("Paid to", 200, "a name")


class PlaceWinnerForm(ActionForm):
    tie = forms.CharField(max_length=40, strip=False, error_messages=always("Choose a place."))


class CounterForm(ActionForm):
    key = fresh_key()
    reason = text_field("Why", 200, "a reason", required="Write why the entry is taken back.")


class RenameForm(ActionForm):
    name = text_field("The name", 60, "a name", required="Write a name.", autocapitalize="words")


class CorrectPlayerForm(RenameForm):
    contact = text_field("Phone or e-mail", 120, "a phone number or an address")
    may_message = may_message_field()

    def __init__(self, player: Player | TeamPlayer, typed: QueryDict | None = None) -> None:
        now = {name: getattr(player, name) for name in ("name", "contact", "may_message")}
        super().__init__(typed, initial=now, auto_id=f"id_player_{player.pk}_%s")
        self.fields["name"].label = f"How {player.name} is spelled"
        self.fields["name"].error_messages["required"] = "Write the player’s name."
        self.fields["may_message"].label, self.fields["may_message"].help_text = SAID_YES, ""


class SearchForm(forms.Form):
    q = forms.CharField(
        label="Find somebody",
        required=False,
        max_length=60,
        widget=forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "placeholder": "Name or number", "class": "input"}
        ),
    )
    state = forms.ChoiceField(required=False, choices=tuple(SHOWN.items()))
    page = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)

    def wanted(self) -> dict[str, str]:
        """The search for ``desk_board``. An invalid value filters nothing."""
        self.is_valid()
        return {"query": self.cleaned_data.get("q", ""), "state": self.cleaned_data.get("state", "")}

    def page_number(self) -> int | None:
        self.is_valid()
        return self.cleaned_data.get("page")
