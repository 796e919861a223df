"""The counters beside the score, and the side prizes. An empty form is no prize."""

from collections.abc import Mapping
from typing import Any

from django import forms

from pages.setup.event_form.fields import count_field
from rules.counted.counters import LONGEST_NAME, MOST_COUNTERS, counter_names
from rules.counted.side_prizes import (
    BOSTONS,
    COUNTER,
    DECIDES,
    HIGH_HAND,
    MOST_GAMES,
    MOST_PRIZES,
    SETS,
    SPLIT,
    TIES,
    SidePrize,
)
from rules.ruleset.ruleset import Ruleset
from rules.standings.tie_breaks import knows_bostons
from tournament.event.names import in_words

OF_A_COUNTER = f"{COUNTER} "


class CountersField(forms.Field):
    """Names with commas: ``Loners, Sets``."""

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else ", ".join(value)

    def to_python(self, value: Any) -> list[str]:
        names = counter_names(value or "")
        if len(names) > MOST_COUNTERS:
            raise forms.ValidationError(f"At most {MOST_COUNTERS} counters: nobody finds more on a phone.")
        if long := next((name for name in names if len(name) > LONGEST_NAME), ""):
            raise forms.ValidationError(f"“{long}” is too long: at most {LONGEST_NAME} letters.")
        return list(names)


class SidePrizeForm(forms.Form):
    """Side prize ``number``. One that was there can be removed; a new one may stay empty."""

    name = forms.CharField(
        label="Name", max_length=40, error_messages={"required": "Give the side prize a name."}
    )
    decides = forms.ChoiceField(
        label="It goes to",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Say what decides the side prize."),
    )
    ties = forms.ChoiceField(
        label="After a tie",
        choices=[("" if key == SPLIT else key, words) for key, words in TIES.items()],
        required=False,
    )
    by_game = count_field(
        "By game", 1, MOST_GAMES, "Later games don’t count for it. Leave blank for no limit."
    )
    else_best = forms.BooleanField(
        label="If nobody has it, the best place in the standings wins it", required=False
    )
    not_first = forms.BooleanField(label="First place wins no side prize", required=False)
    one_each = forms.BooleanField(label="Not to the winner of one above", required=False)
    is_gone = forms.BooleanField(label="Remove this side prize", required=False)

    def __init__(
        self,
        typed: Mapping[str, Any] | None,
        *,
        number: int,
        before: Mapping[str, Any] | None,
        ruleset: Ruleset,
        counters: tuple[str, ...],
    ) -> None:
        initial = dict(before or {})
        if before:
            initial["by_game"] = before["by_game"] or None
            initial["ties"] = "" if before["ties"] == SPLIT else before["ties"]
            initial["decides"] = (
                f"{OF_A_COUNTER}{before['counter']}" if before["counter"] else before["decides"]
            )
        super().__init__(
            typed,
            prefix=f"side_prize_{number}",
            initial=initial,
            empty_permitted=before is None,
            use_required_attribute=False,
        )
        self.number, self.is_there = number, before is not None
        self.fields["by_game"].required = False
        decides = self.fields["decides"]
        assert isinstance(decides, forms.ChoiceField)
        decides.choices = [("", "—"), *_choices(ruleset, counters)]
        if not before:
            del self.fields["is_gone"]
        elif typed and typed.get(self.add_prefix("is_gone")):
            for field in self.fields.values():
                field.required = False

    @property
    def is_shown(self) -> bool:
        return self.is_there or (self.is_bound and self.has_changed())

    def prize(self) -> dict[str, Any] | None:
        """The prize as the event stores it; None if there is none."""
        typed = self.cleaned_data if self.is_bound and self.is_valid() else self.initial
        if not typed.get("name") or typed.get("is_gone"):
            return None
        decides = typed["decides"]
        counter = decides.removeprefix(OF_A_COUNTER) if decides.startswith(OF_A_COUNTER) else ""
        return SidePrize(
            name=typed["name"],
            decides=COUNTER if counter else decides,
            counter=counter,
            ties=typed.get("ties") or SPLIT,
            by_game=typed.get("by_game") or 0,
            else_best=bool(typed.get("else_best")),
            not_first=bool(typed.get("not_first")),
            one_each=bool(typed.get("one_each")),
        ).as_json()


def side_prize_forms(
    typed: Mapping[str, Any] | None, before: list[Any], ruleset: Ruleset, counters: tuple[str, ...]
) -> tuple[SidePrizeForm, ...]:
    by_number = dict(enumerate(before, start=1))
    return tuple(
        SidePrizeForm(typed, number=number, before=by_number.get(number), ruleset=ruleset, counters=counters)
        for number in range(1, MOST_PRIZES + 1)
    )


def counters_summary(counters: tuple[str, ...], prizes: tuple[Mapping[str, Any], ...]) -> str:
    """``Loners and sets counted · side prizes: High game, Loner pot``."""
    counted = f"{in_words(counters)} counted" if counters else "Nothing counted beside the score"
    names = ", ".join(prize["name"] for prize in prizes)
    return f"{counted} · {f'side prizes: {names}' if names else 'no side prizes'}"


def _choices(ruleset: Ruleset, counters: tuple[str, ...]) -> list[tuple[str, str]]:
    unknown = {
        COUNTER,
        *(() if knows_bostons(ruleset) else (BOSTONS,)),
        *(() if ruleset.play.has_cards else (SETS, HIGH_HAND)),
    }
    of_counters = [(f"{OF_A_COUNTER}{counter}", f"the most {counter.lower()}") for counter in counters]
    return of_counters + [(key, words) for key, words in DECIDES.items() if key not in unknown]
