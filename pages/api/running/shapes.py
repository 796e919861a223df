"""What the calls of an organizer return."""

from datetime import datetime

from ninja import Field, Schema

from pages.api.event.shapes import Written, one_of
from pages.floor.next_step import AWARDS, BRACKET, PHASE_TWO, RESUME, REVEAL
from scoring.rounds.next_of_phase_one import Next


class StepShape(Schema):
    """The next step of the day."""

    kind: str = Field(json_schema_extra=one_of(*Next, RESUME, PHASE_TWO, BRACKET, REVEAL, AWARDS))
    title: str = Field(description="As the organizer’s page has it.")
    call: str = Field(description="The operation that takes it; empty where none does.")
    why_not: str = Field(description="Why it can’t be taken yet; empty if it can.")
    code: str = Field(description="The code of that reason, if it is a refusal.")
    opens_at: datetime | None = Field(description="When it can be taken, if it waits only for the clock.")


class LateShape(Schema):
    """A hand that a late team forfeits if an organizer or referee says so."""

    late: int
    game: int
    table: int | None
    says: str


class TodayShape(Schema):
    """The day as its organizer sees it, also while results are hidden."""

    now: datetime = Field(description="The event’s clock.")
    step: StepShape
    says: str = Field(description="What everybody is waiting for.")
    rounds_called: int
    rounds_left: int
    has_begun: bool
    is_cut: bool
    is_phase_two: bool
    is_over: bool
    places_shown: int = Field(description="For `reveal_next`.")
    whistle: datetime | None = Field(description="Of the running round, for `change_round`.")
    break_at: datetime | None = Field(description="The break that `call_off_break` calls off.")
    part: str = Field(description="The part of the day that `start_part` can start; empty for none.")
    change: int | None = Field(description="The change of the schedule that can be undone for a minute.")
    late: list[LateShape]


class SeatedTeamShape(Schema):
    team: int
    name: str


class SeatedGameShape(Schema):
    game: int
    table: int | None
    sides: list[SeatedTeamShape]
    notes: list[str]


class ApartShape(Schema):
    pair: int
    one: SeatedTeamShape
    other: SeatedTeamShape


class SeatingShape(Schema):
    """The draft, or else the round that was called last."""

    stage: str = Field(json_schema_extra=one_of("", "draft", "called"))
    title: str
    round: int | None
    seen: int
    games: list[SeatedGameShape]
    byes: list[SeatedTeamShape]
    out: list[SeatedTeamShape] = Field(description="Those who are here and aren’t in it.")
    figures: list[str]
    news: str = Field(description="What has changed since the draft.")
    why_not: str = Field(description="Why the next round can’t be called; empty if it can.")
    apart: list[ApartShape] = Field(description="Who is kept apart.")


class TieShape(Schema):
    """Teams that are tied where it matters: a play-off hand or a lot decides."""

    teams: list[SeatedTeamShape]
    stake: str
    why_no_playoff: str
    why_no_lot: str


class BackShape(SeatedTeamShape):
    seed: int
    is_back: bool
    has_left: bool


class CutShape(Schema):
    """Who goes through."""

    cutoff: int = Field(description="How many go through.")
    order: list[str] = Field(description="The tie-breaks, in words.")
    teams: list[SeatedTeamShape] = Field(description="From the top.")
    ties: list[TieShape]
    settled_at: datetime | None
    why_not: str = Field(description="Why it can’t be settled now; empty if it can, or is.")
    back: list[BackShape] = Field(description="Who goes through, once it is settled.")


class WrittenDay(Written):
    today: TodayShape


class WebhookShape(Schema):
    webhook: int
    url: str
    actions: list[str] = Field(description="The entries of the log that it gets; empty: all.")
    made_at: datetime
    has_ended: bool
    secret: str = Field(description="Signs its messages. Only a new webhook shows it.")


class WrittenWebhook(Written):
    webhook: WebhookShape
