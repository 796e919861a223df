"""A game's questions about a hand as form fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from pages.widgets import always
from rules.ruleset.entry import Question, Tile


@dataclass(frozen=True, kw_only=True)
class QuestionFields:
    """A question with its fields, and the side that each field is about, if any."""

    question: Question
    fields: tuple[tuple[str, forms.BoundField], ...]

    @property
    def field(self) -> forms.BoundField:
        return self.fields[0][1]


def question_fields(questions: Iterable[Question], sides: tuple[str, ...]) -> dict[str, forms.Field]:
    """The fields of the questions. The questions themselves check for missing answers."""
    return {name: _field(question) for question in questions for name in question.names(sides)}


def asked(form: forms.Form, questions: Iterable[Question], sides: tuple[str, ...]) -> list[QuestionFields]:
    return [
        QuestionFields(
            question=question,
            fields=tuple((side, form[name]) for name, side in question.names(sides).items()),
        )
        for question in questions
    ]


def _field(question: Question) -> forms.Field:
    if not question.most:
        return forms.CharField(required=False)
    wrong = always(question.wrong)
    return forms.IntegerField(
        min_value=question.least, max_value=question.most, required=False, error_messages=wrong
    )


class TilesField(forms.ChoiceField):
    """A choice drawn as tiles. ``usual`` is the value if none is chosen."""

    def __init__(self, tiles: Sequence[Tile], usual: str = "", **kwargs: Any) -> None:
        choices = [(tile.value, tile.words) for tile in tiles]
        super().__init__(choices=choices, **{"required": False, **kwargs})
        self.tiles, self.usual = tiles, usual


def plain_tiles(choices: Mapping[str, str]) -> tuple[Tile, ...]:
    return tuple(Tile(value=value, face=words) for value, words in choices.items())
