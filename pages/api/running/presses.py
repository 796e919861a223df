"""The calls for what an organizer presses: every action of the floor's URLs is a call, with the same name.

The table is ``pages/floor/urls.py``: a new press there is a call at once. A body has the fields of the
action's form; only forms that a function makes, and what a press reads beside its form, are declared here.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django import forms
from ninja import Field
from pydantic import create_model

from accounts.access import View
from pages.actions import Action, action_of
from pages.api.event.bodies import Body, Sent, wrong
from pages.api.event.tokens import RUN, ApiRequest
from pages.api.event.writing import About, Address, team_in, writes
from pages.api.running.shapes import WrittenDay
from pages.api.running.today import router as router
from pages.api.running.today import today_data
from pages.floor import urls, views, views_schedule, views_seating
from tournament.models import Event

Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Numbers = Annotated[list[Number], Field(min_length=1, max_length=200)]
REASON: Final = Field("", max_length=200, description="Why. A round that was called needs it.")


class TeamsBody(Body):
    """A body with a team, or several, by their numbers. The form takes their ids."""

    def sent(self, event: Event) -> Sent:
        sent = super().sent(event)
        numbers = sent["team"] if isinstance(sent["team"], list) else [sent["team"]]
        teams = dict(event.teams.filter(number__in=numbers).values_list("number", "pk"))
        if missing := [number for number in numbers if number not in teams]:
            raise wrong("team", f"No team has the number {missing[0]}.")
        return {**sent, "team": [teams[number] for number in numbers]}


class RoundBody(Body):
    round: Number = Field(description="The id of the round, from `GET …/seating`.")


class DraftBody(RoundBody):
    seen: Number = Field(description="The `seen` of `GET …/seating`: an older draft isn’t published.")


class NewDraftBody(Body):
    round: Number | None = Field(None, description="The draft that this one replaces; none for the first.")
    by_grade: bool = Field(False, description="Pair by the club’s grades.")

    def sent(self, event: Event) -> Sent:
        return {"round": self.round, "order": "grade" if self.by_grade else None}


class PairBody(Body):
    one: Number = Field(description="A team’s number.")
    other: Number = Field(description="The other one’s.")


class SwapBody(PairBody):
    reason: str = REASON


class UnseatBody(Body):
    one: Number = Field(description="The number of the team that gives its seat up.")
    reason: str = REASON


class SeatBody(Body):
    """Who plays a new game: two teams, or those who sit at a table."""

    one: Number | None = Field(None, description="A team that sits out, by its number.")
    other: Number | None = Field(None, description="Whom it plays.")
    north: Number | None = Field(None, description="Where everybody comes alone: who sits North, by number.")
    east: Number | None = None
    south: Number | None = None
    west: Number | None = None
    reason: str = REASON


class BackBody(TeamsBody):
    team: Number = Field(description="The number of a team that goes through.")
    is_back: bool = True


BODIES: Final[Mapping[str, type[Body]]] = {
    "draft-round": NewDraftBody,
    "draw-again": NewDraftBody,
    "publish-round": DraftBody,
    "discard-draft": RoundBody,
    "recall-round": RoundBody,
    "keep-apart": PairBody,
    "swap-teams": SwapBody,
    "unseat-team": UnseatBody,
    "seat-team": SeatBody,
    "mark-back": BackBody,
}


OF_PAGES: Final = ("key", "tap", "giver")
"""Fields that only a page sends."""

ABOUT: Final[Mapping[Any, str]] = {
    views.its_game: "game",
    views.its_team: "team",
    views.its_badge: "tablet",
    views_schedule.its_deadline: "late",
    views_seating.its_pair: "pair",
}
"""What the number in a press's address is, by the function that finds it."""


def _shown(request: Any, outcome: Any, address: Address) -> dict[str, Any]:
    return {"today": today_data(request.event, request.at)}


def _about(action: Action, route: str) -> tuple[str, About]:
    """The call's path after its name, and what it is about."""
    if "<int:pk>" not in route:
        return "", About(finds=lambda request, address: {}, shows=_shown, returns=WrittenDay)
    name = ABOUT[action.finds]

    def finds(request: ApiRequest, address: Address) -> Address:
        if name == "team":
            return team_in(request, address)
        return {"pk": address[name]}

    return f"/{{int:{name}}}", About(finds=finds, shows=_shown, returns=WrittenDay)


def _kind(field: forms.Field) -> Any:
    """The type of a field in JSON."""
    match field:
        case forms.ModelMultipleChoiceField():
            return Numbers
        case forms.IntegerField() | forms.ModelChoiceField():
            return Number
        case forms.BooleanField():
            return bool
        case forms.DateTimeField():
            return datetime
        case forms.ChoiceField():
            choices: Any = field.choices
            return Literal[tuple(str(value) for value, _ in choices if value)]
    return str


def body_of(name: str, form: Any) -> type[Body] | None:
    """The body of a press; None without one.

    :raises TypeError: if a function makes the form, and ``BODIES`` doesn't have it.
    """
    if name in BODIES:
        return BODIES[name]
    asked: Mapping[str, forms.Field] | None = getattr(form, "base_fields", None)
    if asked is None:
        raise TypeError(f"A function makes the form of {name}: declare its body in {__name__}.BODIES.")
    fields: dict[str, Any] = {
        key: (_kind(field), ...) if field.required else (_kind(field) | None, None)
        for key, field in asked.items()
        if key not in OF_PAGES
    }
    title = "".join(word.capitalize() for word in name.split("-"))
    names_teams = isinstance(asked.get("team"), forms.ModelChoiceField)
    base = TeamsBody if names_teams else Body
    return create_model(f"{title}Body", __base__=base, **fields) if fields else None


def declare(name: str, route: str, view: View) -> None:
    """Make the call of a press."""
    action = action_of(view)
    path, about = _about(action, route)
    sentence = re.split(r"\n\s*\n|:raises", action.command.__doc__ or "")[0]
    writes(
        f"actions/{name}{path}",
        view,
        about,
        RUN,
        summary=name.replace("-", " ").capitalize(),
        body=body_of(name, action.form),
        key="key" if "key" in getattr(action.form, "base_fields", ()) else "",
        is_press=True,
        tag="Run",
        words=re.sub(r"\s+", " ", sentence).replace("``", "`").strip(),
    )


for _each in urls.urlpatterns:
    if "action" in _each.callback.__dict__:
        declare(str(_each.name), str(_each.pattern), _each.callback)
