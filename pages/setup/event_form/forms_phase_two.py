"""The format of Phase II, and its options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField

from rules.competition.phase_two.formats import FORMATS, HANDS, MOST_GROUPS, SERIES, TABLE, Choice, plan_of
from rules.competition.phase_two.words import hands_in_words
from rules.ruleset.ruleset import Ruleset
from rules.time.pace import waves_of_rounds
from scoring.game.pace import games_left, usual_pace
from tournament.event.names import count

ROUNDS = {
    "final": ("Final", "knock-out", ""),
    "semi": (
        "Semi-finals",
        "knock-out",
        "And the game for third place. In a double elimination: the upper and lower finals.",
    ),
    "quarter": ("Quarter-finals", "single groups", ""),
    "early": ("Rounds before that", "knock-out early", ""),
    "table": ("Games of the table, or of the groups", "table", "One game each: a table adds them up."),
}
"""A round's name, the formats that have it, and a help text (Rulebook E-79)."""


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


def _games(name: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=f"{name}: games",
        choices=[(each, f"Best of {each} games" if each > 1 else "One game") for each in SERIES],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose one game, best of 3, or best of 5."},
    )


def _hands(name: str) -> forms.TypedChoiceField:
    words = {hands: hands_in_words(hands) if hands else "hands as in Phase I" for hands in HANDS}
    return forms.TypedChoiceField(
        label=f"{name}: hands",
        choices=[(hands, f"{label[0].upper()}{label[1:]}") for hands, label in words.items()],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose how many hands win a game from the list."},
    )


def _round_fields() -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    for key, (name, _, _) in ROUNDS.items():
        if key != TABLE:
            fields[f"two_{key}_games"] = _games(name)
        fields[f"two_{key}_hands"] = _hands(name)
    return fields


@dataclass(frozen=True)
class RoundFields:
    name: str
    help_text: str
    only: tuple[str, ...]
    fields: tuple[BoundField, ...]


class PhaseTwoForm(forms.Form):
    """The format of Phase II. If nothing is sent, nothing changes."""

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
        label="Seed again after each round",
        required=False,
        help_text="The best seed left meets the worst. Otherwise the bracket stays as it was drawn.",
    )
    two_consolation = forms.BooleanField(
        label="Consolation games for those who go out early",
        required=False,
        help_text="Teams that go out before the semi-finals play on for fifth place.",
    )
    two_second_chance = forms.BooleanField(
        label="A second chance for those who miss the cut",
        required=False,
        help_text="They play a bracket of their own beside Phase II, at tables that it doesn’t need. No "
        "place of the event changes; a pot can go to its winners.",
    )
    two_resets = forms.BooleanField(
        label="Play the final again if the team from the lower bracket wins it",
        required=False,
        help_text="Both have then lost once.",
    )
    two_buys_back = forms.BooleanField(
        label="A team that loses may buy back in once",
        required=False,
        help_text="After the first loss they play on in the lower bracket only if they buy back in at the "
        "desk. A simulation takes it that everybody does.",
    )
    two_swiss_rounds = _few(
        "Swiss rounds", 15, "Leave blank for as many as leave one team without a loss: 3 for 8 teams."
    )
    two_groups = _few("Groups", MOST_GROUPS, "Leave blank for groups of four.")
    two_through = forms.IntegerField(
        label="Teams that go on from each group",
        required=False,
        min_value=1,
        max_value=4,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), "From each group 1 to 4 teams go on."
        ),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields |= _round_fields()

    def asks_for_no_second_chance(self) -> None:
        del self.fields["two_second_chance"]

    def asks_for_no_hands(self) -> None:
        for key in ROUNDS:
            del self.fields[f"two_{key}_hands"]

    @property
    def rounds(self) -> Iterable[RoundFields]:
        for key, (name, only, help_text) in ROUNDS.items():
            asked = [f"two_{key}_{what}" for what in ("games", "hands")]
            fields = tuple(self[each] for each in asked if each in self.fields)
            if fields:
                yield RoundFields(name, help_text, tuple(only.split()), fields)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("two_groups") == 1:
            self.add_error("two_groups", "One group is a round robin: choose that, or at least 2 groups.")
        return cleaned

    def chosen(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """The choice as the event stores it; ``before`` if nothing was sent."""
        typed = self.cleaned_data
        if not typed.get("two_format"):
            return dict(before)
        choices: dict[str, Any] = {key.removeprefix("two_"): value for key, value in typed.items()}
        return Choice(**{key: value for key, value in choices.items() if value is not None}).as_json()


def typed_as(phase_two: Mapping[str, Any]) -> dict[str, Any]:
    choice = Choice(**phase_two)
    typed = {key: getattr(choice, key.removeprefix("two_")) for key in PhaseTwoForm().fields}
    return {**typed, "two_swiss_rounds": choice.swiss_rounds or None, "two_groups": choice.groups or None}


def phase_two_summary(phase_two: Mapping[str, Any], teams: int, tables: int, ruleset: Ruleset) -> str:
    """``Double elimination · 13 games among 7``; with series, also the extra time they take at most.

    ``Single elimination · up to 10 games among 8, about 35 minutes longer than with single games``, at the
    game's usual pace (Rulebook E-43).
    """
    choice = Choice(**phase_two)
    if not ruleset.ends.counts_hands:
        choice = choice.without_hands()
    usual = choice.as_in_phase_one()
    more = _minutes(choice, teams, tables, ruleset) - _minutes(usual, teams, tables, ruleset)
    games = [game for game in plan_of(choice, teams).games if not game.replays]
    most, name = sum(game.best_of for game in games), FORMATS[choice.format].name
    sentence = f"{name} · {'up to ' if most > len(games) else ''}{count(most, 'game')} among {teams}"
    if more == 0:
        return sentence
    word = "longer" if more > 0 else "shorter"
    return f"{sentence}, about {count(abs(more), 'minute')} {word} than with single games as in Phase I"


def _minutes(choice: Choice, teams: int, tables: int, ruleset: Ruleset) -> int:
    """The longest duration of Phase II, rounded to five minutes, at the game's usual pace."""
    drawn = plan_of(choice, teams).drawn(range(teams), {})
    waves = waves_of_rounds(games_left(ruleset, choice, drawn), tables)
    return 5 * round(sum(waves.values()) * usual_pace(ruleset).game.total_seconds() / 300)
