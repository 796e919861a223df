"""The game and its house rules as fields, made from the game's list of rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField

from rules.games import BadHouseRule, HouseRule, all_games, find_ruleset, house_rules_of
from rules.numbers import minus
from rules.ruleset.house import plain


class GameForm(forms.Form):
    """The game, and the game whose house rules the form shows (``rules_of``)."""

    rules_of = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {game.key: game.name for game in all_games()}
        self.fields["game"] = forms.ChoiceField(
            label="The game",
            choices=list(self.names.items()),
            error_messages={"invalid_choice": "Choose one of the games in the list."},
        )

    def key(self) -> str:
        chosen = str(self.data.get("game") if self.is_bound else self.initial["game"])
        return chosen if chosen in self.names else str(self.initial["game"])

    def name(self) -> str:
        return self.names.get(self.key(), "")

    def shows_its_rules(self) -> bool:
        return self.is_bound and self._rules_are_its_own()

    def is_looked_at(self) -> bool:
        return "look" in self.data

    def asks_for_rules(self) -> bool:
        return self.is_looked_at() or not self._rules_are_its_own()

    def _rules_are_its_own(self) -> bool:
        return str(self.data.get("rules_of", self.key())) == self.key()


@dataclass(frozen=True)
class RulesSection:
    title: str
    fields: tuple[BoundField, ...]
    changed: int
    is_open: bool


class OneLine(forms.CharField):
    def to_python(self, value: Any) -> str:
        return plain(str(super().to_python(value) or ""))


class HouseRulesForm(forms.Form):
    """A field for each house rule of a game. A rule that isn't sent is as in ``house``, or as usual."""

    def __init__(self, typed: Mapping[str, Any] | None, game: str, house: Mapping[str, Any]) -> None:
        super().__init__(typed, prefix="house")
        self.game = game
        self.house_rules = house_rules_of(game)
        self.settled = {
            rule.key: house[rule.key] if rule.allows(house.get(rule.key)) else rule.default
            for rule in self.house_rules
        }
        for rule in self.house_rules:
            self.fields[rule.key] = _field_of(rule, self.settled[rule.key])

    def clean(self) -> None:
        if (contradiction := self.contradiction()) and not self.errors:
            field = contradiction.field if contradiction.field in self.fields else None
            self.add_error(field, str(contradiction))

    def contradiction(self) -> BadHouseRule | None:
        try:
            find_ruleset(self.game, self.values())
        except BadHouseRule as contradiction:
            return contradiction
        return None

    def values(self) -> dict[str, Any]:
        return {
            rule.key: self.settled[rule.key] if self._typed(rule) in (None, "") else self._typed(rule)
            for rule in self.house_rules
        }

    def changed(self) -> int:
        return sum(self._is_changed(rule) for rule in self.house_rules)

    def sections(self) -> tuple[RulesSection, ...]:
        headings = dict.fromkeys(rule.section for rule in self.house_rules)
        return tuple(self._section(title) for title in headings)

    def _section(self, title: str) -> RulesSection:
        mine = [rule for rule in self.house_rules if rule.section == title]
        fields = tuple(self[rule.key] for rule in mine)
        return RulesSection(
            title, fields, sum(self._is_changed(rule) for rule in mine), any(field.errors for field in fields)
        )

    def _typed(self, rule: HouseRule) -> Any:
        return getattr(self, "cleaned_data", {}).get(rule.key)

    def _is_changed(self, rule: HouseRule) -> bool:
        return bool(self.values()[rule.key] != rule.default)


def _field_of(rule: HouseRule, value: Any) -> forms.Field:
    if rule.type == "text":
        return OneLine(
            label=rule.sentence,
            initial=value,
            max_length=len(rule.allowed) - (0 in rule.allowed),
            required=False,
            help_text=f"At most {rule.allowed[-1]} letters. "
            f"As usual: {minus(str(rule.default or 'none'))}. {_source(rule)}",
        )
    if isinstance(rule.allowed, range):
        least, most = rule.allowed[0], rule.allowed[-1]
        sentence = minus(f"A number from {least} to {most}.")
        return forms.IntegerField(
            label=rule.sentence,
            initial=value,
            min_value=least,
            max_value=most,
            required=False,
            help_text=minus(f"{sentence} As usual: {rule.default}. {_source(rule)}"),
            error_messages=dict.fromkeys(
                ("invalid", "min_value", "max_value"), f"{rule.sentence} {sentence}"
            ),
        )
    by_word = {_word(allowed): allowed for allowed in rule.allowed}
    return forms.TypedChoiceField(
        label=rule.sentence,
        initial=_word(value),
        choices=[(word, rule.sentence_for(allowed)) for word, allowed in by_word.items()],
        coerce=by_word.__getitem__,
        empty_value=None,
        required=False,
        help_text=_source(rule),
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of these."},
    )


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _source(rule: HouseRule) -> str:
    return f"Rulebook {rule.source}." if rule.source else ""
