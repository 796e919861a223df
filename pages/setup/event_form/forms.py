"""The settings form: the schedule, the hall, donations and the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.text import slugify

from pages.flyer.sentences import FlyerLine, Underlined, flyer, planned_rests
from pages.setup.event_form.forms_house_rules import GameForm, HouseRulesForm, RulesSection
from pages.setup.event_form.forms_phase_two import PhaseTwoForm, typed_as
from pages.setup.event_form.forms_pots import PotForm, pot_forms
from pages.setup.event_form.forms_sessions import SessionForm, session_forms
from pages.setup.event_form.forms_side_prizes import SidePrizeForm, side_prize_forms
from pages.setup.event_form.forms_tie_breaks import TieBreaksPaper
from pages.setup.event_form.locking import lock_field
from pages.setup.event_form.moving_hours import MovedHours, hours_shown, is_hours
from pages.setup.event_form.settings import ASKED_OF, OTHERS, PHASE_TWO, TOLD, DayForm, Part
from pages.setup.event_form.summaries import Now
from rules.competition.taking_part import WayOfTakingPart
from rules.counted.counters import all_counters, counter_names
from rules.games import find_ruleset, house_rules_of
from rules.money.pots import SECOND_CHANCE
from rules.ruleset.ruleset import Ruleset
from rules.seating.known import ALONE, SEATINGS, way_of
from rules.time.hours import TIMES, SessionPlan
from tournament.models.events import PairsUp, ResultsBy, SeedsBy, SubstitutesCount
from tournament.settings.locked import Locked
from tournament.settings.plan import DayPlan

SUBSTITUTES_OF_ONE = {SubstitutesCount.CHAIR.value: "for the player they substitute for"}
"""Where a side is one player, the choice that speaks of sides."""

ENDLESS = (
    "By these house rules only the clock ends a game, but Phase II has no whistle (Rulebook E-7): there a "
    "referee must time each game, and end it. If you don’t want that, choose another end of the game: hands "
    "won, points, or a number of hands."
)


More = TypeVar("More", SessionForm, SidePrizeForm, PotForm)
OWN_LINES, MOST_SHOWN = "own", 6
MoreForms = tuple[Sequence[SessionForm | SidePrizeForm | PotForm], str, str]
"""Repeated forms, the name of each, and the title of the one with number 0."""


@dataclass(frozen=True)
class Fold:
    """A line of the flyer with the fields that change it, or a fold of "Everything else".

    A line has ``pieces``; its ``summary`` is what else depends on it.
    """

    title: str
    summary: str
    fields: tuple[BoundField, ...]
    is_open: bool
    pieces: tuple[str, ...] = ()
    phase_two: PhaseTwoForm | None = None
    is_moved: bool = False
    more: tuple[MoreForms, ...] = ()

    @property
    def key(self) -> str:
        return slugify(self.title)

    def sent(self) -> dict[str, list[str]]:
        """The POST data of the fold if nobody changed it."""
        shown = (form for forms_, *_ in self.more for form in forms_ if form.is_shown or not form.number)
        every = (*self.fields, *(self.phase_two or ()), *(field for form in shown for field in form))
        return {field.html_name: _sent(field) for field in every}


def _sent(field: BoundField) -> list[str]:
    widget, value = field.field.widget, field.value()
    if isinstance(widget, forms.CheckboxInput):
        return ["on"] if value else []
    shown = widget.format_value(value)
    return shown if isinstance(shown, list) else [] if shown is None else [str(shown)]


def _offered(forms_: Sequence[More]) -> Sequence[More]:
    """The forms that are stored or were sent, and one more to fill in."""
    known = [
        number
        for number, form in enumerate(forms_, start=1)
        if not form.number or form.is_shown or any(name.startswith(f"{form.prefix}-") for name in form.data)
    ]
    return forms_[: max(known, default=0) + 1]


class EventPaper:
    """The whole form: settings, game and house rules. It starts as ``plan``.

    What is ``locked`` is disabled, with the sentence why. After the start of Phase I it ``is_frozen``: game
    and house rules are read-only.
    """

    def __init__(
        self,
        typed: Mapping[str, Any] | None,
        *,
        plan: DayPlan,
        today: date,
        locked: Locked | None = None,
    ) -> None:
        self.locked = locked or Locked()
        self.start, self.today, self.is_frozen = plan, today, "house_rules" in self.locked.fields
        self.hours = MovedHours(typed, plan)
        typed = self.hours.typed
        # An organizer who writes other times begins with those of the day.
        self.day = DayForm(typed, initial=vars(plan) | {"breaks": plan.breaks or planned_rests(plan).times})
        for name, is_asked in ASKED_OF.items():
            if not any(map(is_asked, self._ways())):
                del self.day.fields[name]
        chosen = (typed or {}).get("seating") or plan.seating
        self.day.fields["seating"].help_text = SEATINGS[chosen].help if chosen in SEATINGS else ""
        for name in self.locked.fields.keys() & self.day.fields.keys():
            lock_field(self.day, name, self.locked.fields[name])
        if self.locked.counters:
            # Others can be added.
            self.day.fields["counters"].help_text = " ".join(map(str, self.locked.counters.values()))
        self.sessions = session_forms(typed, plan)
        self._folded = typed.getlist("folded") if isinstance(typed, QueryDict) else []
        self.phase_two = PhaseTwoForm(typed, initial=typed_as(plan.phase_two))
        if why_no_other_format := self.locked.fields.get("two_format"):
            for name in self.phase_two.fields:
                lock_field(self.phase_two, name, why_no_other_format, shows_why=name == "two_format")
        self.game = GameForm(typed, initial={"game": plan.game, "rules_of": plan.game})
        # House rules and tie-breaks that were sent for another game don't count for this one.
        of_this_game = typed if self.game.shows_its_rules() else None
        is_as_planned = self.game.key() == plan.game
        self.rules = HouseRulesForm(of_this_game, self.game.key(), plan.house_rules if is_as_planned else {})
        self.asks_for_rules = typed is not None and not self.is_frozen and self.game.asks_for_rules()
        if not self._ruleset().ends.counts_hands:
            self.phase_two.asks_for_no_hands()
        if not self.start.way.offers_second_chance:
            self.phase_two.asks_for_no_second_chance()
        typed_counters = (typed or {}).get("counters")
        counters = plan.counters if typed_counters is None else counter_names(typed_counters)
        self.side_prizes = side_prize_forms(
            typed, plan.side_prizes, self._ruleset(), all_counters(self._ruleset(), counters)
        )
        self.pots = pot_forms(
            typed,
            plan.pots,
            winners=tuple(self._winners()),
            counters=all_counters(self._ruleset(), counters),
            in_use=self.locked.pots,
        )
        way = way_of(self._ruleset(), self.day["seating"].value())
        if way.is_one_a_side and "substitutes_count" in self.day.fields:
            field = self.day.fields["substitutes_count"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [*(dict(SubstitutesCount.choices) | SUBSTITUTES_OF_ONE).items()]
        self.tie_breaks = TieBreaksPaper(
            of_this_game,
            ruleset=self._ruleset(),
            way=way,
            kept=tuple(plan.tie_breaks) if is_as_planned else (),
            counters=all_counters(self._ruleset(), counters),
            by_totals=(typed or {}).get("results_by", plan.results_by) != ResultsBy.HANDS,
            why_not=self.locked.fields.get("tie_breaks"),
        )

    def with_folded(self, typed: QueryDict) -> QueryDict:
        """The POST data, with the current values of the folds that were never opened."""
        typed, kept = typed.copy(), typed.getlist("folded")
        for fold in self.folds if kept else ():
            for name, values in fold.sent().items() if fold.key in kept else ():
                if values and name not in typed:
                    typed.setlist(name, values)
        return typed

    def is_valid(self) -> bool:
        forms_ = [self.day, *self.sessions, *self.side_prizes, *self.pots, self.phase_two]
        if not self.is_frozen:
            forms_ += [self.game, self.rules]
        # Validate all of them, so that each shows its errors.
        have_their_shape = [form.is_valid() for form in forms_]
        if self.asks_for_rules and not self.game.is_looked_at():
            name = self.game.name()
            self.game.add_error("game", f"Look over the house rules of {name}, then press the button again.")
        if self.tie_breaks.is_refused:
            self.day.add_error(None, str(self.tie_breaks.why_not))
        is_asked = self.asks_for_rules or self.game.is_looked_at() or bool(self.tie_breaks.move)
        is_asked = is_asked or bool(self.hours.moved)
        return all(have_their_shape) and not is_asked and not self._asks_about_the_past()

    @property
    def fields(self) -> dict[str, forms.Field]:
        return self.day.fields | self.phase_two.fields | self.game.fields

    def add_error(self, field: str | None, error: str | forms.ValidationError) -> None:
        asked = next((form for form in (self.phase_two, self.game) if field in form.fields), self.day)
        asked.add_error(field, error)

    def _asks_about_the_past(self) -> bool:
        typed = self.day.cleaned_data
        held_on = typed["held_on"]
        if held_on >= self.today or held_on == self.day.initial.get("held_on"):
            return False
        if typed["past_is_meant"] or typed["is_practice"]:
            return False
        self.day.add_error("held_on", f"{held_on:%B %-d, %Y} is past. If it is meant, say so below.")
        return True

    @property
    def hours_moved(self) -> str:
        """What moved with Phase I, in a sentence; empty if nothing did."""
        return self.hours.sentence(self._now()["way"]) if self.hours.moved else ""

    @property
    def asks_about_hours(self) -> str:
        is_asked = self.hours.moved and not self.game.is_looked_at()
        return f"{self.hours_moved} Look them over, then press the button again." if is_asked else ""

    @property
    def hours_shown(self) -> str:
        fields = (field for form in (self.day, *self.sessions) for field in form if is_hours(field.html_name))
        return hours_shown((field.html_name, "".join(_sent(field))) for field in fields)

    @property
    def asks_about_the_past(self) -> bool:
        return self.day.is_bound and (
            "held_on" in self.day.errors or bool(self.day.data.get("past_is_meant"))
        )

    @property
    def asks_why(self) -> bool:
        return self.day.is_bound and ("reason" in self.day.errors or bool(self.day.data.get("reason")))

    @property
    def is_head_open(self) -> bool:
        """Whether the name, place and day need a look."""
        asked = ("name", "venue", "held_on", "reason")
        return self.day.is_bound and any(self.day[name].errors for name in asked)

    @property
    def reason(self) -> str:
        return str(self.day.cleaned_data["reason"])

    @property
    def is_refused(self) -> bool:
        return bool(self.refused_fields or self.day.errors or self.hours.moved)

    @property
    def status(self) -> int:
        """The status of the response. A look at another game's rules saves nothing, so it is never a 422."""
        return 422 if self.is_refused and not self.game.is_looked_at() else 200

    @property
    def refused_fields(self) -> tuple[BoundField, ...]:
        of_sessions = (field for form in self.sessions for field in form)
        of_prizes = (field for form in (*self.side_prizes, *self.pots) for field in form)
        of_game = () if self.is_frozen else (*self.game, *self.rules)
        every = (*self.day, *of_sessions, *of_prizes, *self.phase_two, *of_game)
        return tuple(field for field in every if field.errors)

    def plan(self) -> DayPlan:
        typed = {name: value for name, value in self.day.cleaned_data.items() if name in vars(self.start)}
        typed["breaks"] = typed["breaks"] if typed["breaks_at"] == TIMES else ()
        typed["sessions"] = self._later_sessions()
        typed["side_prizes"] = list(self._side_prizes())
        typed["pots"] = [pot for form in self.pots if (pot := form.pot())]
        typed["tie_breaks"] = self.tie_breaks.own
        typed["phase_two"] = self.phase_two.chosen(self.start.phase_two)
        if not self.is_frozen:
            typed["game"], typed["house_rules"] = self.game.key(), self.rules.values()
        return self.start.with_(**typed)

    @property
    def flyer(self) -> tuple[Fold, ...]:
        """The lines of the flyer. One without fields can't be changed in place."""
        now = self._now()
        lines = {line.key: line for line in flyer(self._told_plan(now)) if line.key != OWN_LINES}
        own = now["house_lines"].split("\n")
        shown = f"{len(own)} lines of your own" if len(own) > MOST_SHOWN else now["house_lines"].strip()
        lines[OWN_LINES] = FlyerLine(OWN_LINES, (Underlined(shown or "Add lines of your own."),))
        parts = {slugify(part.title): part for part in TOLD}
        return tuple(self._fold(parts[key], now, line.pieces) for key, line in lines.items())

    @property
    def others(self) -> tuple[Fold, ...]:
        now = self._now()
        every = (self._fold(part, now) for part in OTHERS)
        return tuple(fold for fold in every if fold.fields or fold.more)

    @property
    def shown(self) -> tuple[Fold, ...]:
        return (*self.flyer, *self.others)

    @property
    def folds(self) -> tuple[Fold, ...]:
        """All that have fields."""
        return tuple(fold for fold in self.shown if fold.fields or fold.phase_two or fold.more)

    @property
    def are_others_open(self) -> bool:
        return bool(self.tie_breaks.move) or any(fold.is_open for fold in self.others)

    def _fold(self, part: Part, now: Now, pieces: tuple[str, ...] = ()) -> Fold:
        fields = tuple(self.day[name] for name in part.fields if name in self.day.fields)
        more: tuple[MoreForms, ...] = ()
        if "phase_one_until" in part.fields and "phase_one_until" in self.day.fields:
            more = ((_offered(self.sessions), "session", ""),)
        elif "counters" in part.fields:
            more = ((_offered(self.side_prizes), "side prize", ""),)
        elif "has_raffles" in part.fields:
            more = ((_offered(self.pots), "pot", "Prizes from it"),)
        phase_two = self.phase_two if part.title == PHASE_TWO else None
        title = part.title
        of_more = (field for forms_, *_ in more for form in forms_ for field in form)
        moved = [field for field in (*fields, *of_more) if field.html_name in self.hours.moved]
        is_folded = slugify(title) in self._folded
        for field in () if is_folded else moved:
            # The page swaps each field that moved, or a fold that was never opened as a whole.
            field.field.widget.attrs["hx-swap-oob"] = "true"
        return Fold(
            title,
            part.summary(now) if part.summary else "",
            fields,
            pieces=pieces,
            is_moved=is_folded and bool(moved),
            is_open=bool(moved)
            or any(field.errors for field in fields)
            or any(form.errors for forms_, *_ in more for form in forms_)
            or bool(phase_two and phase_two.errors)
            or bool("phase_one_until" in part.fields and self.day.non_field_errors()),
            phase_two=phase_two,
            more=more,
        )

    def _now(self) -> Now:
        now = {**self.day.initial, **getattr(self.day, "cleaned_data", {})}
        return {
            **now,
            "sessions": self._later_sessions(),
            "side_prizes": self._side_prizes(),
            "pots": tuple(filter(None, (form.pot() for form in self.pots))),
            "phase_two": self._phase_two(),
            "ruleset": self._ruleset(),
            "way": self._way(now),
            "is_settled": "seating" in self.locked.fields,
        }

    def _phase_two(self) -> Mapping[str, Any]:
        is_typed = self.phase_two.is_bound and self.phase_two.is_valid()
        return self.phase_two.chosen(self.start.phase_two) if is_typed else self.start.phase_two

    def _told_plan(self, now: Now) -> DayPlan:
        ruleset = now["ruleset"]
        known = {name: value for name, value in now.items() if name in vars(self.start)}
        known |= {"game": ruleset.key, "house_rules": ruleset.house}
        if not now["way"].has_bracket:
            known |= {"phase_two_at": now["awards_at"], "phase_two_on": None}
        if not now["way"].has_phase_one:
            known |= {"phase_two_at": now["phase_one_at"], "phase_two_on": None}
        return self.start.with_(**known)

    def _way(self, now: Now) -> WayOfTakingPart:
        pairs_up = now["pairs_up"] != PairsUp.NEVER
        spare = int(now["third_player"])
        way = way_of(self._ruleset(), now["seating"], spare=spare, pairs_up=pairs_up)
        return way.playing_on(now["plays_phase_two"], plays_phase_one=now["seeds_by"] == SeedsBy.PHASE_ONE)

    def _later_sessions(self) -> tuple[SessionPlan, ...]:
        return tuple(filter(None, (form.session() for form in self.sessions)))

    def _winners(self) -> Iterator[tuple[str, str]]:
        # A pot that goes to it keeps its choice, so that the refusal says what to do.
        goes_there = any(pot["goes_to"] == SECOND_CHANCE for pot in self.start.pots)
        if goes_there or self._phase_two().get("second_chance"):
            yield SECOND_CHANCE, "the best of the second chance"
        for prize in self._side_prizes():
            yield prize["name"], prize["name"]

    def _side_prizes(self) -> tuple[dict[str, Any], ...]:
        return tuple(filter(None, (form.prize() for form in self.side_prizes)))

    @property
    def warning(self) -> str:
        is_sound = self.is_frozen or not self.rules.contradiction()
        has_phase_two = self._now()["way"].has_bracket
        return ENDLESS if is_sound and has_phase_two and self._ruleset().ends.is_clocked else ""

    def _ruleset(self) -> Ruleset:
        """The game with the house rules of the form, or with the usual ones if these contradict."""
        if self.is_frozen:
            return find_ruleset(self.start.game, dict(self.start.house_rules))
        return find_ruleset(self.game.key(), {} if self.rules.contradiction() else self.rules.values())

    def _ways(self) -> Iterator[WayOfTakingPart]:
        """The way of taking part, and that of people who could still be seated as partners who change.

        An event without a Phase I seats nobody, so it keeps its way.
        """
        yield self.start.way
        if self.start.way.has_phase_one and "seating" not in self.locked.fields:
            ruleset = find_ruleset(self.start.game, dict(self.start.house_rules))
            changing = way_of(ruleset, ALONE.key)
            if changing.partners_change:
                yield changing

    @property
    def sections(self) -> tuple[RulesSection, ...]:
        return self.rules.sections()

    @property
    def has_rules_open(self) -> bool:
        return bool(self.asks_for_rules or self.game.errors or self.rules.errors)

    @property
    def frozen_rules(self) -> tuple[str, ...]:
        house = self.start.house_rules
        return tuple(
            rule.sentence_for(house.get(rule.key, rule.default)) for rule in house_rules_of(self.start.game)
        )
