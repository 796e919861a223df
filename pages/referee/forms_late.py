"""What a referee types about a late team."""

from django import forms


class WaiverForm(forms.Form):
    """Why a late team is let off."""

    reason = forms.CharField(
        max_length=300,
        label="Why is the hand not forfeited?",
        error_messages={"required": "Write why the hand is not forfeited: it stays on the record."},
    )
