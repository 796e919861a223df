"""The choice of a way to play Phase I."""

from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.setup.fit import LABELS, chosen
from rules.seating.known import OPEN_PLAY
from tournament.models import Event
from tournament.settings.plan import plan_of


class WayForm(ActionForm):
    way = forms.ChoiceField(
        choices=[*LABELS.items(), (OPEN_PLAY.key, OPEN_PLAY.short)],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose one of the ways that are offered."
        ),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"plan": chosen(plan_of(event), self.cleaned_data["way"])}
