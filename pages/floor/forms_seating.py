"""The forms that change a seating by hand."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.hall.pagination import is_long
from pages.widgets import always
from scoring.rounds.seating import SeatingPage, round_to_change
from tournament.errors import Refused
from tournament.event.names import TeamName, name_of
from tournament.models import Event, Game
from tournament.models.floor import GameKind

Choices = Sequence[tuple[TeamName, str]]

CHAIRS = {2: ("North", "East"), 3: ("North", "East", "West"), 4: ("North", "East", "South", "West")}
"""The chairs of a table where everybody plays alone, by the number of players."""


def _reason(*, is_asked: bool = True) -> forms.CharField:
    return forms.CharField(
        label="Why",
        max_length=200,
        required=is_asked,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": "Write why the seating is changed: it stays on the record.",
            "max_length": "At most 200 characters for a reason.",
        },
    )


def _choice(label: str, choices: Choices, sentence: str, nobody: str = "") -> forms.TypedChoiceField:
    """A field for a team: a list, or a number to type if the list would be too long. Its value is an id.

    ``nobody`` is the label of the empty choice, if one is allowed.
    """
    ids = {str(team.number): team.team_id for team, _ in choices}
    field = forms.TypedChoiceField(
        label=label,
        coerce=ids.__getitem__,
        choices=[("", nobody or "Choose"), *((team.number, words) for team, words in choices)],
        required=not nobody,
        error_messages=always(sentence),
    )
    if is_long(choices):
        asked = {"min": 1, "inputmode": "numeric", "autocomplete": "off", "placeholder": "Number"}
        field.widget = forms.NumberInput(attrs=asked)
    return field


def _teams(page: SeatingPage, names: Iterable[TeamName]) -> Choices:
    """Each team with its number and its place: ``Kitty Katz (3), table 4``."""
    return [(team, f"{team.name} ({team.number}), {page.where[team.team_id]}") for team in names]


class ByHandForm(ActionForm):
    """A change of the seating, with its reason. Subclasses add their fields in ``asks``."""

    kind = ""

    def __init__(self, typed: Any, page: SeatingPage) -> None:
        super().__init__(typed, auto_id=f"{self.kind}-%s")
        self.asks(page)
        # A draft hasn't called anybody to a table, so changing it needs no reason.
        self.fields["reason"] = _reason(is_asked=page.stage != "draft")

    def asks(self, page: SeatingPage) -> None:
        raise NotImplementedError

    def arguments(self, event: Event) -> dict[str, Any]:
        return {
            name: value if name == "reason" else event.teams.get(pk=value)
            for name, value in self.cleaned_data.items()
            if value or name == "reason"
        }


class SwapForm(ByHandForm):
    kind = "swap"

    def asks(self, page: SeatingPage) -> None:
        choices, who = _teams(page, page.teams), page.takes_part.entrant
        self.fields["one"] = _choice(f"This {who}", choices, f"Choose a {who}.")
        self.fields["other"] = _choice("takes the place of", choices, f"Choose the other {who}.")


class ApartForm(ActionForm):
    """Two teams that shouldn't meet in Phase I."""

    def __init__(self, typed: Any, event: Event) -> None:
        super().__init__(typed, auto_id="apart-%s")
        teams = event.teams.filter(withdrawn_at=None)
        names = sorted((name_of(team) for team in teams), key=lambda team: team.name.casefold())
        choices, who = [(team, f"{team.name} ({team.number})") for team in names], event.entrant
        self.fields["one"] = _choice(f"This {who}", choices, f"Choose a {who}.")
        self.fields["other"] = _choice("shouldn’t meet", choices, f"Choose the other {who}.")

    def arguments(self, event: Event) -> dict[str, Any]:
        return {name: event.teams.get(pk=value) for name, value in self.cleaned_data.items()}


class SeatForm(ByHandForm):
    """A new game: for a team that sits out, or for as many people as a table needs."""

    kind = "seat"

    def asks(self, page: SeatingPage) -> None:
        resting = _teams(page, (seated.team for seated in page.resting))
        if not page.takes_part.by_chair:
            out = _teams(page, (seated.team for seated in page.out))
            self.fields["one"] = _choice("Seat", out, f"Choose a {page.takes_part.entrant} that sits out.")
            self.fields["other"] = _choice(
                "against", resting, "Choose whom they play: the bye, or another that sits out."
            )
            return
        for index, chair in enumerate(CHAIRS[page.seats]):
            is_last = index == page.seats - 1
            nobody = "Nobody: a table of three" if page.seats_three and is_last else ""
            field = _choice(chair, resting, f"Choose who sits {chair}.", nobody)
            # If those who rest just fill one table, there is nothing to choose.
            if index < len(resting) <= page.seats:
                field.initial = resting[index][0].number
            self.fields[chair.lower()] = field

    def arguments(self, event: Event) -> dict[str, Any]:
        chosen = super().arguments(event)
        reason = chosen.pop("reason")
        return {"teams": [chosen[name] for name in self.fields if name in chosen], "reason": reason}


class UnseatForm(ByHandForm):
    """A team or a single player to take out of the round."""

    kind = "unseat"

    def asks(self, page: SeatingPage) -> None:
        out = {seated.team.team_id for seated in page.out}
        seated = [team for team in page.teams if team.team_id not in out]
        self.fields["one"] = _choice(
            "Take out", _teams(page, seated), f"Choose a {page.takes_part.entrant} that has a seat."
        )

    def arguments(self, event: Event) -> dict[str, Any]:
        chosen = super().arguments(event)
        return {"team": chosen["one"], "reason": chosen["reason"]}


class MoveForm(ActionForm):
    """A game to move to another table, chosen from a list or by the number of one of its teams."""

    game = forms.IntegerField(required=False, error_messages={"invalid": "Choose the game."})
    team = forms.IntegerField(
        required=False, min_value=1, max_value=1_000_000, error_messages=always("Write the number of a team.")
    )
    table = forms.IntegerField(
        error_messages={"required": "Choose a table.", "invalid": "Choose a table by its number."}
    )
    reason = _reason(is_asked=False)

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if not self.errors and typed["game"] is None and typed["team"] is None:
            self.add_error("game", "Choose the game.")
        return typed

    def arguments(self, event: Event) -> dict[str, Any]:
        typed, table = self.cleaned_data, event.tables.filter(number=self.cleaned_data["table"]).first()
        games = Game.objects.filter(event=event)
        game = (
            games.filter(pk=typed["game"]).first()
            if typed["team"] is None
            else _game_of(event, typed["team"])
        )
        if table is None:
            raise Refused("table.unknown", field="table")
        if game is None:
            raise Refused("game.gone", field="game")
        return {"game": game, "table": table, "reason": typed["reason"]}


def _game_of(event: Event, number: int) -> Game | None:
    games = Game.objects.filter(event=event, round=round_to_change(event), recalled_at=None, over_at=None)
    return games.filter(kind=GameKind.GAME).of(event.teams.filter(number=number).first()).first()
