"""The pots: the first, of donations or entry fees, and side pots. An empty form is no pot."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms

from pages.setup.event_form.fields import DollarsField, count_field
from pages.setup.event_form.locking import lock_field
from rules.money.pots import (
    AMOUNTS,
    DRAWN,
    MAIN,
    MOST_POTS,
    SHARES,
    SPLIT,
    STEPS,
    TEAM,
    TIES,
    UNWON,
    BadPot,
    Pot,
)
from tournament.errors import Refused

USUAL = {name: getattr(Pot, name) for name in ("entry_per", "fine_counter", "goes_to", "by", "ties", "unwon")}
CENTS = ("entry_cents", "fine_cents", "cap_cents")
SELDOM = (
    "entry_per", "fine_cents", "fine_counter", "by", "club_percent", "cap_cents", "step_cents", "ties",
    "unwon",
)  # fmt: skip
"""The fields of a side pot in its fold."""

OF_A_SIDE_POT = ("name", "entry_cents", "entry_per", "fine_cents", "fine_counter", "goes_to", "is_gone")


class PotForm(forms.Form):
    """Pot ``number``; 0 is the first. The usual choices are empty values, so an untouched form is no pot."""

    name = forms.CharField(
        label="Name", max_length=30, error_messages={"required": "Give the pot a name, such as Boston pot."}
    )
    entry_cents = DollarsField("Dollars to be in it")
    entry_per = forms.ChoiceField(
        label="Paid by", choices=(("", "each player"), (TEAM, "each team")), required=False
    )
    fine_cents = DollarsField("Fine in dollars")
    fine_counter = forms.ChoiceField(label="For each", required=False)
    goes_to = forms.ChoiceField(label="It goes to", required=False)
    by = forms.ChoiceField(
        label="Prizes are",
        choices=(("", "percent of the pot"), (AMOUNTS, "dollars")),
        required=False,
    )
    prizes = forms.CharField(
        label="Prizes, best place first",
        required=False,
        max_length=120,
        help_text="Such as 50, 30, 20. Leave blank for no prizes.",
    )
    club_percent = count_field("Percent for the club or charity first", 0, 100)
    cap_cents = DollarsField("Most dollars for one prize")
    step_cents = forms.ChoiceField(
        label="Prizes are rounded",
        choices=[("" if cents == 1 else cents, words) for cents, words in STEPS.items()],
        required=False,
    )
    ties = forms.ChoiceField(
        label="After a tie",
        choices=[("" if key == SPLIT else key, words) for key, words in TIES.items()],
        required=False,
    )
    unwon = forms.ChoiceField(label="What nobody wins", required=False)
    is_gone = forms.BooleanField(label="Remove this pot", required=False)

    def __init__(
        self,
        typed: Mapping[str, Any] | None,
        *,
        number: int,
        before: Mapping[str, Any] | None,
        winners: Sequence[tuple[str, str]],
        counters: Sequence[str],
        in_use: Mapping[str, Refused],
    ) -> None:
        super().__init__(
            typed,
            prefix=f"pot_{number}",
            initial=_initial(before) if before else {},
            empty_permitted=before is None,
            use_required_attribute=False,
        )
        self.number, self.is_there = number, before not in (None, Pot().as_json())
        for name in (*CENTS, "club_percent"):
            self.fields[name].required = False
        drawn = (DRAWN, "a drawn ticket: raffle or 50-50")
        self._choose("goes_to", [("", "the best places"), *winners, drawn])
        self._choose("fine_counter", [("", "bid that is set"), *((name, name) for name in counters)])
        unwon = {key: words for key, words in UNWON.items() if number or key != MAIN}
        self._choose("unwon", [("" if key == Pot.unwon else key, words) for key, words in unwon.items()])
        for name in () if number else OF_A_SIDE_POT:
            del self.fields[name]
        if number and not before:
            del self.fields["is_gone"]
        elif number and before and (why := in_use.get(before["name"])):
            lock_field(self, "name", why)
            lock_field(self, "is_gone", why, shows_why=False)
        elif number and typed and typed.get(self.add_prefix("is_gone")):
            for field in self.fields.values():
                field.required = False

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def is_shown(self) -> bool:
        is_typed = self.is_bound and (self.has_changed() if self.number else bool(self.errors))
        return self.is_there or is_typed

    @property
    def folded(self) -> Sequence[str]:
        """The fields in a fold; the first pot has few, and no fold."""
        return SELDOM if self.number else ()

    @property
    def is_unfolded(self) -> bool:
        """Whether something in the fold isn't as usual, or is wrong."""
        return any(self[name].value() or name in self.errors for name in self.folded)

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if not self.errors and not typed.get("is_gone"):
            try:
                self._pot(typed)
            except BadPot as cannot_be:
                self.add_error("prizes", str(cannot_be))
            except InvalidOperation:
                self.add_error("prizes", "Write the prizes with commas, as in 50, 30, 20.")
        return typed

    def pot(self) -> dict[str, Any] | None:
        """The pot as the event stores it; None if there is none, or the first is as usual."""
        if self.is_bound and not self.is_valid():
            return None
        typed = self.cleaned_data if self.is_bound else self.initial
        if typed.get("is_gone") or (self.number and not typed.get("name")):
            return None
        pot = self._pot(typed)
        return None if pot == Pot() else pot.as_json()

    def _pot(self, typed: Mapping[str, Any]) -> Pot:
        """:raises BadPot: or ``InvalidOperation``, if the prizes are no numbers."""
        by = typed.get("by") or SHARES
        typed_prizes = [
            word for word in (typed.get("prizes") or "").replace("$", "").split(",") if word.strip()
        ]
        sums = [Decimal(word.strip().rstrip("%")) * (100 if by == AMOUNTS else 1) for word in typed_prizes]
        if any(not each.is_finite() or each != int(each) for each in sums):
            raise InvalidOperation
        chosen: dict[str, Any] = {name: typed.get(name) or usual for name, usual in USUAL.items()}
        cents: dict[str, Any] = {name: typed.get(name) or 0 for name in CENTS}
        return Pot(
            name=typed.get("name") or "",
            prizes=tuple(map(int, sums)),
            club_percent=typed.get("club_percent") or 0,
            step_cents=int(typed.get("step_cents") or 1),
            **chosen,
            **cents,
        )


def _initial(before: Mapping[str, Any]) -> dict[str, Any]:
    """The initial values of the form for a stored pot."""
    unit = 100 if before["by"] == AMOUNTS else 1
    shown = {name: "" if value == USUAL.get(name) else value for name, value in before.items()}
    shown |= {name: before[name] or None for name in (*CENTS, "club_percent")}
    shown["step_cents"] = "" if before["step_cents"] == 1 else before["step_cents"]
    return shown | {"prizes": ", ".join(f"{Decimal(prize) / unit:f}" for prize in before["prizes"])}


def pot_forms(
    typed: Mapping[str, Any] | None,
    before: Sequence[Mapping[str, Any]],
    *,
    winners: Sequence[tuple[str, str]],
    counters: Sequence[str],
    in_use: Mapping[str, Refused],
) -> tuple[PotForm, ...]:
    """``winners`` are the choices of who wins one, in addition to the best places and a drawn ticket."""
    first = next((pot for pot in before if not pot["name"]), Pot().as_json())
    by_number = dict(enumerate((first, *(pot for pot in before if pot["name"]))))
    return tuple(
        PotForm(
            typed,
            number=number,
            before=by_number.get(number),
            winners=winners,
            counters=counters,
            in_use=in_use,
        )
        for number in range(MOST_POTS)
    )
