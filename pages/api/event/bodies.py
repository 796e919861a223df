"""The bodies of the writing calls. Each becomes the fields that the form of a page sends."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ninja import Field, Schema

from pages.api.event.problems import FieldProblem, ProblemError, wrong_fields
from tournament.event.rules_of_event import entry_for
from tournament.models import Event

Sent = dict[str, Any]

WAITED = Field(
    0, ge=0, le=6 * 60 * 60, description="The seconds since it happened, if it couldn’t be sent at once."
)


def wrong(field: str, detail: str) -> ProblemError:
    return wrong_fields([FieldProblem(field=field, code="field.invalid", detail=detail)])


class Body(Schema):
    model_config = {"extra": "forbid"}

    def sent(self, event: Event) -> Sent:
        """The fields of the form."""
        return self.dict(exclude_none=True)


class Answers(Body):
    answers: dict[str, int | str] = Field(
        {},
        description="Under each name that `GET …/entry` lists for a question, one of its values, or a whole "
        "number, as a number or as text. Leave out what doesn’t apply, and counts of nothing.",
        examples=[{"bidder": "NS", "bid": "4 uptown", "books": "10"}],
    )

    asked: ClassVar[str] = "hand"

    def sent(self, event: Event) -> Sent:
        typed = super().sent(event)
        answers: Mapping[str, Any] = typed.pop("answers")
        tiles = entry_for(event, is_total=self.asked == "total")
        known = {name for question in tiles for name in question.names(tiles.sides)}
        if unknown := sorted(set(answers) - known):
            detail = f"Nothing is asked under {unknown[0]}. The names are: {', '.join(sorted(known))}."
            raise wrong_fields(
                FieldProblem(field=name, code="field.invalid", detail=detail) for name in unknown
            )
        return {**typed, **answers, "asked": self.asked}


class HandBody(Answers):
    """A hand that was played or forfeited."""

    sequence: int | None = Field(
        None,
        ge=1,
        description="The number that you take it for: two programs that enter hand 3 make one hand.",
    )
    dealer: str | None = Field(None, description="The dealer’s seat: N, E, S or W.")
    bidder_seat: str | None = Field(None, description="The bidder’s seat.")
    calls: str | None = Field(None, description="The auction: pass, 4 up, 5 no trump, pass.")
    forfeited_by: str | None = Field(None, description="The side that forfeits the hand. Then no answers.")
    waited: int = WAITED


class CorrectionBody(HandBody):
    reason: str = Field(description="Why. Both versions stay on the record.")


class TotalBody(Answers):
    """A game's total, from its score card."""

    asked: ClassVar[str] = "total"

    waited: int = WAITED


class ReasonBody(Body):
    reason: str = Field(description="Why. It stays on the record.")


class SideBody(Body):
    side: str = Field(description="`NS`, `EW`, or a seat in a game alone.")


class SeatedBody(Body):
    team: int = Field(description="The number of the team that has sat down.")
    waited: int = WAITED

    def sent(self, event: Event) -> Sent:
        found = event.teams.filter(number=self.team).first()
        if found is None:
            raise wrong("team", "No team has this number.")
        return {"team": found.pk, "waited": self.waited}


class TeamBody(Body):
    """Who signs up together."""

    players: list[str] = Field(description="Their names.", min_length=1, max_length=4)
    name: str = Field("", description="The team’s name. Empty: their names.")
    contact: str = Field("", description="Only the desk sees it.")
    may_message: bool = Field(False, description="They said yes to messages about the event.")
    home: str = ""
    needs_accessible: bool = False
    is_here: bool = Field(True, description="Check them in.")

    def sent(self, event: Event) -> Sent:
        typed = self.dict()
        players = typed.pop("players")
        if len(players) > event.way.members:
            raise wrong("players", f"A {event.entrant} has at most {event.way.members} players.")
        return {**typed, **{f"player_{number}": name for number, name in enumerate(players, start=1)}}


class ListBody(Body):
    """Teams, one on each line, or the text of a CSV file."""

    lines: str = Field(
        description="“Aces: Ann Brown & Ray Lee”, or columns with headings.", max_length=2_000_000
    )


class ColumnsBody(Body):
    columns: list[str] = Field(
        description="What each column has, in the words of `GET …/lists`.", max_length=50
    )
    has_heading: bool = Field(description="The first row is headings.")

    def sent(self, event: Event) -> Sent:
        columns = {f"column_{index}": meaning for index, meaning in enumerate(self.columns)}
        return {**columns, "heading": "1" if self.has_heading else "0"}


class ImportBody(Body):
    leaves_out: bool = Field(False, description="Leave out the rows that are wrong.")
