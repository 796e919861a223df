"""Phase II as an organizer chooses it: its format, and what can be chosen about that."""

from collections.abc import Mapping
from typing import Any

from django import forms

from rules.competition.phase_two.formats import FORMATS, MOST_GROUPS, Choice, plan_of
from tournament.queries.names import count


def _few(label: str, most: int, help_text: str) -> forms.IntegerField:
    sentence = f"{label}: a number up to {most}, or nothing."
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=most,
        help_text=help_text,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), sentence),
    )


class PhaseTwoForm(forms.Form):
    """The format of Phase II. Nothing sent, nothing is changed."""

    two_format = forms.ChoiceField(
        label="How Phase II is played",
        choices=[(one.key, f"{one.name}. {one.sentence}") for one in FORMATS.values()],
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the formats from the list."},
    )
    two_third_place = forms.BooleanField(
        label="Play a game for third place",
        required=False,
        help_text="Without it the two who lose a semi-final share third place.",
    )
    two_reseeds = forms.BooleanField(
        label="Seed anew after each round",
        required=False,
        help_text="The best seed left meets the worst. Otherwise the bracket stays as it was drawn.",
    )
    two_consolation = forms.BooleanField(
        label="Consolation games for those who go out early",
        required=False,
        help_text="Teams that go out before the semi-finals play on for fifth place.",
    )
    two_resets = forms.BooleanField(
        label="Play the final again if the team from the lower bracket wins it",
        required=False,
        help_text="Both have then lost once.",
    )
    two_swiss_rounds = _few(
        "Swiss rounds", 15, "Leave it empty for as many as leave one team without a loss: 3 for 8 teams."
    )
    two_groups = _few("Groups", MOST_GROUPS, "Leave it empty for groups of four.")
    two_through = forms.IntegerField(
        label="Teams that go on from each group",
        required=False,
        min_value=1,
        max_value=4,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), "From each group 1 to 4 teams go on."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """What cannot be is refused where it was typed."""
        cleaned = super().clean() or {}
        if cleaned.get("two_groups") == 1:
            self.add_error("two_groups", "One group is a round robin: choose that, or at least 2 groups.")
        return cleaned

    def chosen(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """What was chosen, as an event keeps it; as ``before`` where nothing was sent."""
        typed = self.cleaned_data
        if not typed.get("two_format"):
            return dict(before)
        told: dict[str, Any] = {key.removeprefix("two_"): value for key, value in typed.items()}
        # What is left empty is as usual.
        return Choice(**{key: value for key, value in told.items() if value is not None}).told()


def typed_as(phase_two: Mapping[str, Any]) -> dict[str, Any]:
    """What an event keeps, as the form's fields have it."""
    choice = Choice(**phase_two)
    typed = {key: getattr(choice, key.removeprefix("two_")) for key in PhaseTwoForm.base_fields}
    return {**typed, "two_swiss_rounds": choice.swiss_rounds or None, "two_groups": choice.groups or None}


def phase_two_summary(phase_two: Mapping[str, Any], teams: int) -> str:
    """``Double elimination · 13 games among 7``."""
    choice = Choice(**phase_two)
    games = [game for game in plan_of(choice, teams).games if not game.replays]
    return f"{FORMATS[choice.format].name} · {count(len(games), 'game')} among {teams}"
