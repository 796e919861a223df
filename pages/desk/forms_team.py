"""Forms about a team: substitutes, leaving, where it can sit."""

from collections.abc import Iterable
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.hall.forms_sign_up import fresh_key
from pages.widgets import always, text_field
from seasons.models import How, Person
from seasons.people.commands_merging import mergeable
from seasons.people.people_of_club import Suggestion
from tournament.entries.desk_board import TeamPlayer
from tournament.errors import Refused
from tournament.models import Event, Team

WHY = "Write why there is a substitute: it stays on the record."


class SubstituteForm(ActionForm):
    key = fresh_key()

    def __init__(self, typed: Any, players: Iterable[TeamPlayer], *, may_go_on: bool = False) -> None:
        """``may_go_on``: a team of three, of whom two can go on without a substitute."""
        super().__init__(typed)
        self.fields["player"] = _who_leaves(players)
        help_text = "Leave it blank, and the other two go on." if may_go_on else ""
        needed = "" if may_go_on else "Write the substitute’s name."
        self.fields["name"] = text_field(
            "Substitute", 60, "a name", required=needed, help_text=help_text, autocapitalize="words"
        )
        self.fields["reason"] = text_field("Why", 200, "a reason", required=WHY)

    def arguments(self, event: Event) -> dict[str, Any]:
        return {**self.cleaned_data, "player": event.players.get(pk=self.cleaned_data["player"])}


def _person() -> forms.IntegerField:
    sentence = "Choose who plays from the list of those who could."
    return forms.IntegerField(required=False, widget=forms.HiddenInput, error_messages={"invalid": sentence})


class HelperForm(ActionForm):
    """A substitute who is here: one who ``agreed`` at the desk, or one to ask on their ``phone``, by id."""

    key = fresh_key()
    agreed = _person()
    phone = _person()

    def __init__(self, typed: Any, players: Iterable[TeamPlayer]) -> None:
        super().__init__(typed, auto_id="id_helper_%s", initial={"reason": "Isn’t here"})
        self.fields["player"] = _who_leaves(players)
        self.fields["reason"] = text_field("Why", 200, "a reason", required=WHY)

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = dict(self.cleaned_data)
        agreed, phone = typed.pop("agreed"), typed.pop("phone")
        person = event.players.filter(pk=agreed or phone).first()
        if person is None:
            raise Refused("substitute.choose")
        player = event.players.get(pk=typed.pop("player"))
        return {**typed, "player": player, "person": person, "is_asked": not agreed}


class FromPoolForm(ActionForm):
    """A substitute from the league's pool, for a player who is away."""

    key = fresh_key()
    person = forms.IntegerField(
        widget=forms.HiddenInput, error_messages=always("Choose who plays from the pool.")
    )

    def __init__(self, typed: Any, players: Iterable[TeamPlayer]) -> None:
        super().__init__(typed, auto_id="id_pool_%s")
        self.fields["player"] = _who_leaves(players, "Who is away")

    def arguments(self, event: Event) -> dict[str, Any]:
        person = Person.objects.filter(pk=self.cleaned_data["person"]).first()
        if person is None:
            raise Refused("person.gone")
        player = event.players.get(pk=self.cleaned_data["player"])
        return {**self.cleaned_data, "person": person, "player": player}


def _who_leaves(players: Iterable[TeamPlayer], label: str = "Who leaves") -> forms.TypedChoiceField:
    choices = [(player.pk, player.name) for player in players]
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        choices=choices,
        initial=choices[0][0] if len(choices) == 1 else None,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose who leaves."),
    )


class AddPlayerForm(ActionForm):
    key = fresh_key()
    name = text_field(
        "Third player", 60, "a name", required="Write the player’s name.", autocapitalize="words"
    )


class LeaveForm(ActionForm):
    """A team leaves its game. The idempotency ``key`` makes sure that the game is forfeited once."""

    key = fresh_key()


class PlaceForm(ActionForm):
    home = text_field("From", 60, "a home", help_text="City or club. Those from one home can be kept apart.")
    needs_accessible = forms.BooleanField(label="They need a wheelchair-accessible table", required=False)

    def __init__(self, typed: Any, tables: Iterable[int], **more: Any) -> None:
        super().__init__(typed, **more)
        self.fields["fixed_table"] = forms.TypedChoiceField(
            label="They always sit at",
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", "any table"), *((number, f"Table {number}") for number in tables)],
            error_messages={"invalid_choice": "Choose a table of the hall."},
        )

    def arguments(self, event: Event) -> dict[str, Any]:
        number = self.cleaned_data["fixed_table"]
        fixed = event.tables.filter(number=number).first() if number else None
        return {**self.cleaned_data, "fixed_table": fixed}


class IsThisForm(ActionForm):
    """The person that a player is: one of the ``suggestions``; somebody else if ``person`` is empty."""

    def __init__(self, typed: Any, suggestions: Iterable[Suggestion]) -> None:
        super().__init__(typed)
        self.how = {str(each.person.pk): each.how for each in suggestions}
        answered = always("This was answered already. Load the page again.")
        choices = [("", "somebody else"), *((pk, pk) for pk in self.how)]
        self.fields["person"] = forms.ChoiceField(choices=choices, required=False, error_messages=answered)

    def arguments(self, event: Event) -> dict[str, Any]:
        pk = self.cleaned_data["person"]
        return {"person": Person.objects.get(pk=pk) if pk else None, "how": self.how.get(pk, How.NEW)}


class MergeForm(ActionForm):
    """The other entry of the same team: ``team 12``, or ``player 7`` from the list for a partner."""

    def __init__(self, typed: Any, team: Team) -> None:
        super().__init__(typed, auto_id="id_merge_%s")
        self.team = team
        same = {player.name.casefold(): player for player in team.players.filter(left_at=None)}
        self.singles = {
            single.pk: same[single.name.casefold()]
            for single in team.event.players.filter(team=None, left_at=None)
            if single.name.casefold() in same
        }
        self.fields["other"] = forms.ChoiceField(
            label="Which entry is the same?",
            choices=[
                ("", "Choose"),
                *((f"player {pk}", f"{one.name}, looking for a partner") for pk, one in self.singles.items()),
                *((f"team {one.pk}", f"{one.number} {one.name}") for one in mergeable(team)),
            ],
            error_messages=always("Choose another entry to merge with."),
        )

    def arguments(self, event: Event) -> dict[str, Any]:
        kind, pk = self.cleaned_data["other"].split()
        if kind == "team":
            return {"other": event.teams.get(pk=pk)}
        return {"other": event.players.get(pk=pk), "player": self.singles[int(pk)]}
