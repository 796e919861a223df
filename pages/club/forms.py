"""The forms of a club and its people."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.widgets import always, text_field, whole_number
from seasons.models import How, League, Person
from seasons.people.people_of_club import EventOfPerson, PersonRow
from tournament.event.names import count
from tournament.models import Badge, Event, Player

CHOOSE = always("Choose one of the list.")


class ClubForm(ActionForm):
    name = text_field("Name of the club", 60, "a club’s name", required="Write the club’s name.")
    person_days = whole_number(
        "Days until people are forgotten",
        30,
        3650,
        "days",
        help_text="Counted from the last event they played. Results of the events stay.",
    )


class RatingsForm(ActionForm):
    is_on = forms.BooleanField(required=False, label="Keep grades and points")
    window_days = whole_number(
        "Days until a game is final",
        0,
        90,
        "days",
        help_text="A correction within these days changes grades, and none after them.",
    )
    least_games = whole_number("Games before a grade is more than provisional", 1, 200, "games")


class TemplateForm(ActionForm):
    name = text_field("Name of the template", 60, "a template’s name", required="Write the template’s name.")


class MemberForm(ActionForm):
    badge = forms.ModelChoiceField(Badge.objects.none(), label="Organizer", error_messages=CHOOSE)

    def __init__(self, typed: Mapping[str, Any] | None, organizers: Any) -> None:
        super().__init__(typed)
        self.fields["badge"].queryset = organizers  # type: ignore[attr-defined]


class RecognizeForm(ActionForm):
    """The person that a player is; somebody new if ``person`` is empty."""

    person = forms.ModelChoiceField(Person.objects.none(), required=False, error_messages=CHOOSE)
    how = forms.ChoiceField(choices=How.choices, error_messages=CHOOSE)

    def __init__(self, typed: Mapping[str, Any] | None, people: Any) -> None:
        super().__init__(typed)
        self.fields["person"].queryset = people  # type: ignore[attr-defined]


class PersonForm(ActionForm):
    name = text_field("Name", 60, "a name", required="Write the person’s name.")
    contact = text_field("Phone or e-mail", 120, "how to reach somebody")
    may_contact = forms.BooleanField(required=False, label="They said we may keep it, to reach them")
    may_name = forms.BooleanField(
        required=False,
        label="They said their name may be in the tables of series that everybody can see",
        show_hidden_initial=True,
    )
    may_open = forms.BooleanField(
        required=False,
        show_hidden_initial=True,
        label="They said they want a page of their own results, by their code",
        help_text="Anyone with the code can read it without signing in. Take the tick away to end the code.",
    )
    is_minor = forms.BooleanField(required=False, label="Under 18")
    guardian = text_field(
        "Parent or guardian who said yes", 60, "a name", help_text="For somebody under 18, it must be there."
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        """Without a consent that this form didn't change: the person may have withdrawn it meanwhile."""
        kept = {"may_name", "may_open"} - set(self.changed_data)
        return {name: value for name, value in self.cleaned_data.items() if name not in kept}


class MergePersonForm(ActionForm):
    other = forms.TypedChoiceField(label="The same person as", coerce=int, error_messages=CHOOSE)

    def __init__(self, typed: Mapping[str, Any] | None, people: Iterable[PersonRow]) -> None:
        super().__init__(typed)
        choices = [(row.pk, f"{row.name}, {count(row.events, 'event')}") for row in people]
        self.fields["other"].choices = [("", "Choose"), *choices]  # type: ignore[attr-defined]

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"other": Person.objects.get(pk=self.cleaned_data["other"])}


class SplitForm(ActionForm):
    players = forms.TypedMultipleChoiceField(
        label="Somebody else’s events",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages=always("Tick the events that somebody else played."),
    )

    def __init__(self, typed: Mapping[str, Any] | None, events: Iterable[EventOfPerson]) -> None:
        super().__init__(typed)
        choices = [(row.player.pk, f"{row.player.event.name}, {row.held_on:%B %-d, %Y}") for row in events]
        self.fields["players"].choices = choices  # type: ignore[attr-defined]

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"players": list(Player.objects.filter(pk__in=self.cleaned_data["players"]))}


class OwnCodeForm(forms.Form):
    code = text_field(
        "Your code", 40, "a code", required="Type your code, as in P17-482913770042118.",
        help_text="An organizer of your club gives it to you.", autocapitalize="characters",
    )  # fmt: skip


class SayForm(forms.Form):
    """A person's consent, or its withdrawal: to their name in tables, their page, or the pool of a league."""

    what = forms.ChoiceField(choices=[(what, what) for what in ("name", "page", "pool")])
    is_yes = forms.TypedChoiceField(choices=(("yes", "yes"), ("no", "no")), coerce="yes".__eq__)
    league = forms.ModelChoiceField(League.objects.none(), required=False)

    def __init__(self, typed: Mapping[str, Any] | None, leagues: Any) -> None:
        super().__init__(typed)
        self.fields["league"].queryset = leagues  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if typed.get("what") == "pool" and not typed.get("league"):
            raise forms.ValidationError("Choose a league of the list.")
        return typed


class PersonCodeForm(ActionForm):
    code = text_field(
        "Code on the player’s own page", 30, "a code", required="Type the code, as in 1207-482913.",
        inputmode="text", placeholder="1207-482913",
    )  # fmt: skip
