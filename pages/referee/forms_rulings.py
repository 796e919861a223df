"""The forms of the guide through a ruling."""

from typing import Any
from uuid import UUID

from django import forms

from accounts.access import Request
from pages.actions import ActionForm
from pages.referee.asked import QuestionFields, TilesField, asked, plain_tiles, question_fields
from pages.referee.forms import SIDE_CHOICES, HandForm, ReasonField
from pages.widgets import always, text_field
from rules.competition.penalties import OFFENCES, PENALTY_WORDS
from rules.ruleset.entry import EntryTiles, Tile
from rules.ruleset.hands import HandFacts
from scoring.models import Hand, Ruling, RulingKind
from scoring.sheet.ruling_rows import Case
from tournament.models import Badge, Event, Role


class RulingForm(forms.Form):
    ruling_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = ReasonField(
        "What happened?",
        "Write what happened: a ruling gives its reason.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, tiles: EntryTiles, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tiles = tiles

    def case(self, kind: str, hand: Hand | None) -> Case:
        """The case to judge, without the questions that are not answered yet."""
        raise NotImplementedError

    @property
    def sent_id(self) -> UUID:
        return UUID(str(self.cleaned_data["ruling_id"]))


class RenegeForm(RulingForm):
    """Who reneged, how often, in which book if known, and whether it was called in time."""

    book = forms.IntegerField(
        min_value=1,
        max_value=13,
        required=False,
        label="In which book?",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=always("Books are counted from 1 to 13. Leave blank if nobody knows."),
    )
    in_time = TilesField(plain_tiles({"yes": "Yes", "no": "No, too late"}), "yes")
    pointed_out = TilesField(plain_tiles({"yes": "Yes", "no": "No"}), "yes")

    def __init__(self, *args: Any, tiles: EntryTiles, **kwargs: Any) -> None:
        super().__init__(*args, tiles=tiles, **kwargs)
        self.fields.update(question_fields(tiles.reneges, tiles.sides))

    @property
    def offences(self) -> list[QuestionFields]:
        return asked(self, self.tiles.reneges, self.tiles.sides)

    def case(self, kind: str, hand: Hand | None, entry: HandForm | None = None) -> Case:
        typed = self.cleaned_data
        return Case(
            kind=kind,
            hand=hand,
            played=entry.facts() if entry and entry.is_valid() else None,
            sequence=entry.sequence_sent if entry and entry.is_valid() else None,
            reneges=self.tiles.reneged(typed),
            book=typed.get("book"),
            is_in_time=typed.get("in_time") != "no",
            is_pointed_out=typed.get("pointed_out") != "no",
        )


class MisdealForm(RulingForm):
    is_misdeal = TilesField(plain_tiles({"yes": "Yes: deal again", "no": "No: the hand counts"}), "yes")

    def case(self, kind: str, hand: Hand | None) -> Case:
        return Case(kind=kind, hand=hand, is_misdeal=self.cleaned_data.get("is_misdeal") != "no")


class PenaltyForm(RulingForm):
    """An offence, its side, and the penalty, which is empty for the usual one."""

    kind = TilesField(
        plain_tiles({key: RulingKind(key).label for key in OFFENCES}),
        required=True,
        error_messages=always("Tap what it was."),
    )
    against = forms.ChoiceField(choices=SIDE_CHOICES, error_messages=always("Tap whom it is about."))
    penalty = TilesField(
        (
            Tile(value="", face="The usual penalty", look="whole"),
            *plain_tiles({key: words[0].upper() + words[1:] for key, words in PENALTY_WORDS.items()}),
        )
    )

    def case(self, kind: str, hand: Hand | None) -> Case:
        typed = self.cleaned_data
        return Case(
            kind=typed.get("kind", ""), against=typed.get("against", ""), penalty=typed.get("penalty") or ""
        )


class CallWordsForm(ActionForm):
    """How a call ended."""

    words = text_field("What was done, or what comes next", 120, "what was done")


class PassCallForm(CallWordsForm):
    to = forms.ModelChoiceField(
        Badge.objects.none(),
        label="Pass it on to",
        empty_label="the one who comes first",
        required=False,
        error_messages={"invalid_choice": "That referee isn’t here any more. Choose another one."},
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        referees = event.badges.worn().filter(role=Role.REFEREE).order_by("name", "pk")
        self.fields["to"].queryset = referees  # type: ignore[attr-defined]


def pass_form(request: Request, pk: int) -> PassCallForm:
    return PassCallForm(request.POST, event=request.event)


class HeadCallForm(ActionForm):
    why = forms.CharField(
        max_length=120,
        required=False,
        label="What is it about?",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


FORM_OF: dict[str, type[RulingForm]] = {
    RulingKind.RENEGE: RenegeForm,
    RulingKind.MISDEAL: MisdealForm,
    "penalty": PenaltyForm,
}


def answers_of(ruling: Ruling, against: str, tiles: EntryTiles) -> dict[str, Any]:
    facts = ruling.facts
    reneged = HandFacts(reneges=tuple(facts.get("reneges", ())))
    return {
        **{
            name: answer
            for each in tiles.reneges
            for name, answer in each.to_answers(reneged, tiles.sides).items()
        },
        "book": facts.get("book"),
        "in_time": "yes" if facts.get("is_in_time", True) else "no",
        "pointed_out": "yes" if facts.get("is_pointed_out", True) else "no",
        "is_misdeal": "no" if facts.get("is_misdeal", True) else "yes",
        "kind": ruling.kind,
        "penalty": ruling.penalty,
        "against": against,
    }
