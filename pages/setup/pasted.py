"""A pasted flyer: what each of its phrases became, what is kept as a line, and what is asked."""

from dataclasses import dataclass
from datetime import date, time
from typing import Any, Final

from django import forms

from pages.flyer.files.flyer_text import flyer_text
from pages.flyer.of_a_flyer import on_one_line, plan_of_flyer
from pages.flyer.sentences import clock, flyer, told
from pages.setup.event_form.settings import DayForm
from pages.web import RefusedError
from rules.flyer import read_flyer
from rules.games import house_rules_of
from rules.money.words import dollars
from tournament.errors import Refused
from tournament.settings.plan import DayPlan

LONGEST: Final = 40_000
"""The letters of a flyer that are read: some ten pages."""
HOUSE: Final = "house_rules."
LINES: Final = {"game": "game", "seating": "seating", "phase_two": "phase-ii"}
"""The settings that the flyer's own lines say, with the keys of these lines."""
OTHER_LABELS: Final = {"held_on": "Date", "game": "The game", "phase_two": "Phase II", "sessions": "Sessions"}


class FlyerForm(forms.Form):
    flyer = forms.CharField(
        label="Your flyer",
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 10, "placeholder": "Paste the text of your flyer."}),
        error_messages={"max_length": "That is longer than a flyer. Paste its first pages."},
    )
    file = forms.FileField(
        label="Or a file",
        required=False,
        allow_empty_file=True,
        help_text="A text, Word (.docx) or PDF file, up to 2 MB",
        widget=forms.FileInput(attrs={"accept": ".txt,.docx,.pdf"}),
        error_messages={"max_length": "That file’s name is too long.", "invalid": "Choose the file again."},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if file := cleaned.get("file"):
            try:
                cleaned["flyer"] = flyer_text(file.read())[:LONGEST]
            except Refused as why:
                self.add_error("file", RefusedError(why))
        return cleaned

    def text(self) -> str:
        """The text, or nothing if none was sent or it can't be read."""
        return str(self.cleaned_data.get("flyer", "")) if self.is_bound and self.is_valid() else ""


@dataclass(frozen=True, kw_only=True)
class Became:
    """A phrase of the flyer, and the setting it became."""

    phrase: str
    label: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Pasted:
    text: str
    plan: DayPlan
    understood: tuple[Became, ...]
    kept: tuple[str, ...]
    """Lines that weren't understood. They are the event's own lines."""
    left_out: tuple[str, ...]
    """Headings and half sentences that weren't understood."""
    asked: tuple[str, ...]


def pasted(text: str, held_on: date, today: date) -> Pasted:
    """The flyer as an event's plan, on ``held_on`` if it has no date. No query."""
    read = read_flyer(text, on=today)
    plan = plan_of_flyer(read, name="", held_on=held_on)
    own = plan.house_lines.splitlines()
    first: dict[str, Became] = {}
    for phrase, setting, value in read.understood:
        first.setdefault(setting, _became(on_one_line(phrase), setting, value, plan))
    return Pasted(
        text=text,
        plan=plan,
        understood=tuple(first.values()),
        kept=tuple(own),
        left_out=tuple(line for line in map(on_one_line, read.not_understood) if line not in own),
        asked=read.asked,
    )


def _became(phrase: str, setting: str, value: Any, plan: DayPlan) -> Became:
    if setting.startswith(HOUSE):
        rules = {rule.key: rule for rule in house_rules_of(plan.game)}
        rule = rules[setting.removeprefix(HOUSE)]
        return Became(phrase=phrase, label="House rule", value=rule.sentence_for(value))
    field = DayForm.base_fields.get(setting)
    label = OTHER_LABELS.get(setting) or str(field.label if field else setting.replace("_", " ").capitalize())
    lines = told(flyer(plan), LINES[setting]) if setting in LINES else ()
    return Became(phrase=phrase, label=label, value=" ".join(lines) or _shown(setting, value, field))


def _shown(setting: str, value: Any, field: forms.Field | None) -> str:
    if isinstance(field, forms.ChoiceField):
        return str(dict(field.widget.choices).get(value, value))
    if setting.endswith("_cents"):
        return dollars(value)
    match value:
        case time():
            return clock(value)
        case date():
            return f"{value:%A, %B %-d, %Y}"
        case bool():
            return "Yes" if value else "No"
        case _:
            return str(value)
