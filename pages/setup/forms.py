"""The event as an organizer fills it in: the day, the hall, the money, the game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, time
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms import BoundField
from django.utils.safestring import SafeString

from pages.setup.forms_house_rules import GameForm, HouseRulesForm, RulesSection
from pages.setup.forms_phase_two import PhaseTwoForm, phase_two_summary, typed_as
from pages.setup.forms_sessions import SessionForm, session_forms
from pages.setup.forms_tie_breaks import TieBreaksPaper
from pages.widgets import clock_input, day_input
from rules.competition.hours import SessionPlan
from rules.games import ends_by_hands, find_ruleset, house_rules_of
from rules.games.ruleset import Ruleset, is_clocked
from tournament.commands.events import DayPlan
from tournament.errors import Refused
from tournament.models.events import Agreed, HandsFrom, LateForfeits, StandingsShown
from tournament.models.schedule import Seating
from tournament.queries.money import dollars
from tournament.queries.names import count

NEAR = (
    ("America/New_York", "New York (Eastern)"),
    ("America/Chicago", "Chicago (Central)"),
    ("America/Denver", "Denver (Mountain)"),
    ("America/Phoenix", "Phoenix (no summer time)"),
    ("America/Los_Angeles", "Los Angeles (Pacific)"),
    ("America/Anchorage", "Anchorage (Alaska)"),
    ("Pacific/Honolulu", "Honolulu (Hawaii)"),
)
FAR = tuple(
    (zone, zone.replace("_", " "))
    for zone in sorted(available_timezones())
    if "/" in zone
    and not zone.startswith(("Etc/", "posix/", "right/", "SystemV/"))
    and zone not in dict(NEAR)
)
ZONES = (("United States", NEAR), ("Everywhere", FAR))
ENDLESS = (
    "By these house rules only the clock ends a game, and in Phase II no whistle goes (Rulebook E-7): there "
    "a referee keeps the time of each game, and ends it. If nobody is to do that, choose another end of the "
    "game: hands won, points, or a number of hands."
)
OF_TEAMS = ("advance_count", "phase_two_on", "keeps_homes_apart", "rematch_minutes", "donation_team")
TIMES = ("meet_at", "phase_one_at", "phase_two_at", "awards_at")
TIME_OF_DAY = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?m?\.?)?", re.IGNORECASE)


def clock(moment: time) -> str:
    """A time as it stands on the poster: ``3:30 PM``."""
    return f"{moment:%-I:%M %p}"


class ZoneSelect(forms.Select):
    """The time zones. They are hundreds and never change, so that each choice of one is rendered once."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = value if value in dict(NEAR) | dict(FAR) else ""
        return _rendered_zones(name, chosen, tuple((attrs or {}).items()))


@lru_cache(maxsize=32)
def _rendered_zones(name: str, chosen: str, attrs: tuple[tuple[str, Any], ...]) -> SafeString:
    return forms.Select(choices=ZONES).render(name, chosen, dict(attrs))


class TimesField(forms.Field):
    """Some times of a day, as people list them: ``3:30 PM, 4:00 PM``."""

    def prepare_value(self, value: Any) -> Any:
        """The list, to be typed on."""
        return value if isinstance(value, str) or value is None else ", ".join(clock(one) for one in value)

    def to_python(self, value: Any) -> list[time]:
        """The times that were meant."""
        words = [word.strip() for word in re.split(r"[,;\n]| and ", value or "")]
        return [_time_of(word) for word in words if word]


def _time_of(word: str) -> time:
    found = TIME_OF_DAY.fullmatch(word)
    if found is None:
        raise forms.ValidationError(f"“{word}” is no time. Write the breaks as in 3:30 PM, 4:00 PM.")
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if not half and 1 <= hour < 12:
        raise forms.ValidationError(
            f"Is “{word}” in the morning or the afternoon? Write {word} AM or {word} PM."
        )
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59:
        raise forms.ValidationError(f"There is no {word} on a clock.")
    return time(hour, minute)


def _time_field(label: str) -> forms.TimeField:
    sentence = f"Say when it is time for {label}."
    return forms.TimeField(
        label=label,
        widget=clock_input(),
        error_messages={"required": sentence, "invalid": sentence},
    )


def _count_field(label: str, least: int, most: int, help_text: str = "") -> forms.IntegerField:
    sentence = f"{label}: a number from {least} to {most}."
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        help_text=help_text,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


def _money_field(label: str) -> forms.DecimalField:
    sentence = "An amount in dollars, as in 5 or 7.50. Write 0 to suggest nothing."
    return forms.DecimalField(
        label=label,
        min_value=0,
        max_value=1000,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"step": "0.5", "inputmode": "decimal"}),
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value", "max_decimal_places"), sentence
        ),
    )


class DayForm(forms.Form):
    """Everything of an event but its game."""

    name = forms.CharField(
        label="Name",
        max_length=120,
        error_messages={
            "required": "Give the event a name: it is what people see first.",
            "max_length": "At most 120 characters for the event's name.",
        },
        widget=forms.TextInput(attrs={"placeholder": "Pride South on the Lake", "autocomplete": "off"}),
    )
    venue = forms.CharField(
        label="Venue",
        max_length=200,
        required=False,
        error_messages={"max_length": "At most 200 characters for the venue."},
        widget=forms.TextInput(attrs={"placeholder": "The hall and its street", "autocomplete": "off"}),
    )
    held_on = forms.DateField(
        label="Date",
        widget=day_input(),
        error_messages={"required": "Say on which day it is.", "invalid": "Write the date as in 2026-06-27."},
    )
    meet_at = _time_field("Meet & greet")
    phase_one_at = _time_field("Phase I")
    phase_one_until = forms.TimeField(
        label="The first session of Phase I ends",
        required=False,
        widget=clock_input(),
        help_text="Leave blank if it lasts until Phase II.",
        error_messages={"invalid": "Write the time as in 10:00 PM."},
    )
    phase_two_on = forms.DateField(
        label="Date of Phase II",
        required=False,
        widget=day_input(),
        help_text="Leave blank if it’s the last session’s day.",
        error_messages={"invalid": "Write the date as in 2026-06-28."},
    )
    phase_two_at = _time_field("Phase II")
    awards_at = _time_field("Awards")
    timezone = forms.ChoiceField(
        label="Time zone",
        choices=ZONES,
        widget=ZoneSelect,
        error_messages={"invalid_choice": "Choose the hall's time zone from the list."},
    )
    breaks = TimesField(
        label="Breaks begin at",
        required=False,
        help_text="One after the other, with commas. Leave blank for a day without breaks. A round is called "
        "at the start and after each break: in rounds, a day without breaks has one.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    break_minutes = _count_field("Break length, in minutes", 1, 60)
    tables = _count_field("Tables", 1, 5000, "Four people sit at each. More can be added during the day.")
    advance_count = _count_field("Teams that go through to Phase II", 2, 128)
    ready_minutes = _count_field(
        "Minutes to be seated", 1, 30, "Whoever isn’t ready by then forfeits the hand."
    )
    late_forfeits = forms.ChoiceField(
        label="When these minutes are over",
        choices=LateForfeits,
        widget=forms.RadioSelect,
        help_text="Either way it counts from the moment it was due, and can be taken back with a reason.",
    )
    standings_shown = forms.ChoiceField(
        label="The hall sees the standings move", choices=StandingsShown, widget=forms.RadioSelect
    )
    hands_from = forms.ChoiceField(
        label="Hands are entered by",
        choices=HandsFrom,
        widget=forms.RadioSelect,
        help_text="Where players report, one side enters the hand and the other says whether it is right.",
    )
    agreed_by = forms.ChoiceField(
        label="A finished game is agreed when",
        choices=Agreed,
        widget=forms.RadioSelect,
        help_text="Games not agreed yet are listed beside the cut; they hold nothing up.",
    )
    seating = forms.ChoiceField(
        label="Who plays whom in Phase I",
        choices=Seating,
        help_text="Individuals sign up one by one and play no bracket: Phase I lasts until the awards, and "
        "the first three of the standings take the prizes. Solo and cutthroat games are always seated so.",
        error_messages={"invalid_choice": "Choose one of the ways of seating from the list."},
    )
    keeps_homes_apart = forms.BooleanField(
        label="Keep teams from one home apart",
        required=False,
        help_text="As long as nobody meets again for it. Teams say where they are from when they sign up.",
    )
    rematch_minutes = _count_field(
        "Minutes before two teams may meet again", 0, 600, "In open play, where rounds don't see to it."
    )
    calls_phase_two = forms.BooleanField(
        label="Give the games of Phase II their tables automatically",
        required=False,
        help_text="Each as soon as its teams are known and a table is free. Otherwise you call them.",
    )
    donation_player = _money_field("Suggested for a player")
    donation_team = _money_field("Suggested for a team")
    sign_up_minutes = forms.IntegerField(
        label="Sign-up closes, minutes before play",
        required=False,
        min_value=0,
        max_value=10_080,
        help_text="0 is when the first games are called. After that the desk takes walk-ups. Leave blank to "
        "keep sign-up open until Phase I is over.",
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), "Minutes from 0 to 10080, or nothing to keep it open."
        ),
    )
    contact_days = _count_field(
        "Days until contact data is erased",
        0,
        365,
        "From the end of the event on. Phone numbers and e-mail addresses go by themselves; results stay.",
    )
    reason = forms.CharField(
        label="Why",
        required=False,
        max_length=200,
        help_text="The teams read it beside the standings.",
        error_messages={"max_length": "At most 200 characters for the reason."},
    )
    past_is_meant = forms.BooleanField(label="Yes, it was on that day", required=False)
    is_practice = forms.BooleanField(
        label="This is a practice event",
        required=False,
        help_text="Its clock can be moved and sped up. A real day runs on real time.",
    )


@dataclass(frozen=True)
class Fold:
    """A part of the paper that stands folded: title, what it says now, its fields, and other forms."""

    title: str
    summary: str
    fields: tuple[BoundField, ...]
    is_open: bool
    phase_two: PhaseTwoForm | None = None
    sessions: tuple[SessionForm, ...] = ()


class EventPaper:
    """The whole paper: the day, the game and its house rules. It starts as ``plan`` has it.

    ``is_frozen``: Phase I has begun, so that the game and its house rules are only read.
    ``why_no_other_seating`` keeps the way of seating as it is, ``why_no_other_order`` the tie-breaks.
    """

    def __init__(
        self,
        typed: Mapping[str, Any] | None,
        *,
        plan: DayPlan,
        today: date,
        is_frozen: bool = False,
        why_no_other_seating: Refused | None = None,
        why_no_other_order: Refused | None = None,
        why_no_other_format: Refused | None = None,
    ) -> None:
        self.start, self.is_frozen, self.why_no_other_seating = plan, is_frozen, why_no_other_seating
        self.today = today
        self.day = DayForm(typed, initial=_typed_as(plan))
        if self._is_individual:
            # What only teams have stays as it is, and isn't asked of people who come alone.
            for name in OF_TEAMS:
                self.day.fields[name].disabled = True
        if why_no_other_seating:
            self.day.fields["seating"].disabled = True
            self.day.fields["seating"].help_text = str(why_no_other_seating)
        self.sessions = session_forms(typed, plan)
        self.phase_two = PhaseTwoForm(typed, initial=typed_as(plan.phase_two))
        if why_no_other_format:
            for field in self.phase_two.fields.values():
                field.disabled = True
            self.phase_two.fields["two_format"].help_text = str(why_no_other_format)
        self.game = GameForm(typed, initial={"game": plan.game, "rules_of": plan.game})
        # What was sent of another game's rules and tie-breaks is not meant for this one.
        of_this_game = typed if self.game.shows_its_rules() else None
        is_as_planned = self.game.key() == plan.game
        self.rules = HouseRulesForm(of_this_game, self.game.key(), plan.house_rules if is_as_planned else {})
        self.asks_for_rules = typed is not None and not is_frozen and self.game.asks_for_rules()
        if not ends_by_hands(self._ruleset()):
            self.phase_two.asks_for_no_hands()
        self.tie_breaks = TieBreaksPaper(
            of_this_game,
            ruleset=self._ruleset(),
            is_individual=self.day["seating"].value() == Seating.INDIVIDUALS,
            kept=tuple(plan.tie_breaks) if is_as_planned else (),
            why_not=why_no_other_order,
        )

    def is_valid(self) -> bool:
        """Whether everything has its shape."""
        forms_ = [self.day, *self.sessions, self.phase_two]
        if not self.is_frozen:
            forms_ += [self.game, self.rules]
        # Every one is asked, so that each shows what it refuses.
        have_their_shape = [form.is_valid() for form in forms_]
        if self.asks_for_rules and not self.game.is_looked_at():
            name = self.game.name()
            self.game.add_error("game", f"Look over the house rules of {name}, then press the button again.")
        is_asked = self.asks_for_rules or self.game.is_looked_at() or bool(self.tie_breaks.move)
        return all(have_their_shape) and not is_asked and not self._asks_about_the_past()

    @property
    def fields(self) -> dict[str, forms.Field]:
        """The fields that a command may refuse, by the names it knows them by."""
        return self.day.fields | self.phase_two.fields | self.game.fields

    def add_error(self, field: str | None, error: str) -> None:
        """Show beside its field what a command refused."""
        asked = next((form for form in (self.phase_two, self.game) if field in form.fields), self.day)
        asked.add_error(field, error)

    def _asks_about_the_past(self) -> bool:
        """Whether the date may be a slip: it is past, for no practice, and nobody said that it is meant."""
        typed = self.day.cleaned_data
        held_on = typed["held_on"]
        if held_on >= self.today or held_on == self.day.initial.get("held_on"):
            return False
        if typed["past_is_meant"] or typed["is_practice"]:
            return False
        self.day.add_error("held_on", f"{held_on:%B %-d, %Y} is past. If it is meant, say so below.")
        return True

    @property
    def asks_about_the_past(self) -> bool:
        """Whether the paper shows where to say that a day in the past is meant."""
        return self.day.is_bound and (
            "held_on" in self.day.errors or bool(self.day.data.get("past_is_meant"))
        )

    @property
    def asks_why(self) -> bool:
        """Whether the paper shows where to write why who goes through is changed."""
        return self.day.is_bound and ("reason" in self.day.errors or bool(self.day.data.get("reason")))

    @property
    def reason(self) -> str:
        """Why who goes through is changed in the middle of Phase I."""
        return str(self.day.cleaned_data["reason"])

    @property
    def is_refused(self) -> bool:
        """Whether anything was refused."""
        forms_ = (self.day, *self.sessions, self.phase_two, self.game, self.rules)
        return any(form.errors for form in forms_)

    @property
    def refused_fields(self) -> tuple[BoundField, ...]:
        """The fields of which something was refused, in their order."""
        of_sessions = (field for form in self.sessions for field in form)
        every = (*self.day, *of_sessions, *self.phase_two, *self.game, *self.rules)
        return tuple(field for field in every if field.errors)

    def plan(self) -> DayPlan:
        """The event that was filled in."""
        typed: dict[str, Any] = dict(self.day.cleaned_data)
        del typed["past_is_meant"], typed["reason"]
        typed["donation_player_cents"] = int(typed.pop("donation_player") * 100)
        typed["donation_team_cents"] = int(typed.pop("donation_team") * 100)
        typed["sessions"] = tuple(filter(None, (form.session() for form in self.sessions)))
        typed["tie_breaks"] = self.tie_breaks.own
        typed["phase_two"] = self.phase_two.chosen(self.start.phase_two)
        if not self.is_frozen:
            typed["game"], typed["house_rules"] = self.game.key(), self.rules.values()
        return replace(self.start, **typed)

    @property
    def folds(self) -> tuple[Fold, ...]:
        """The parts of the day that seldom change, and what they say."""
        now = {**self.day.initial, **getattr(self.day, "cleaned_data", {})}
        return (
            self._fold("The times", _times(now), *TIMES, "timezone"),
            self._sessions(now),
            self._fold("The breaks", _breaks(now), "breaks", "break_minutes"),
            self._fold(
                f"Tables and {'players' if self._is_individual else 'teams'}",
                f"{count(now['tables'], 'table')} · {_through(now)}"
                f"{count(now['ready_minutes'], 'minute')} to be seated",
                "tables", "advance_count", "ready_minutes", "late_forfeits", "standings_shown",
            ),
            self._fold(
                "Entering and agreeing",
                f"Hands from {HandsFrom(now['hands_from']).label} · "
                f"agreed when {Agreed(now['agreed_by']).label}",
                "hands_from", "agreed_by",
            ),
            self._fold(
                "Seating",
                _seating(now, self.why_no_other_seating),
                "seating", "keeps_homes_apart", "rematch_minutes",
            ),
            *self._phase_two(now),
            self._fold("Sign-up", _sign_up(now), "sign_up_minutes"),
            self._fold(
                "Contact data",
                f"Erased {count(now['contact_days'], 'day')} after the event",
                "contact_days",
            ),
            self._fold(
                "Donations",
                _gifts(now),
                "donation_player", "donation_team",
            ),
        )  # fmt: skip

    @property
    def warning(self) -> str:
        """What the organizer should know of a day that can be saved like this; mostly nothing."""
        return ENDLESS if self._is_endless() else ""

    def _is_endless(self) -> bool:
        """Whether only the clock ends a game, and there is a Phase II, in which no whistle goes (E-7)."""
        now = {**self.day.initial, **getattr(self.day, "cleaned_data", {})}
        if not self.is_frozen and self.rules.contradiction():
            return False
        return now["seating"] != Seating.INDIVIDUALS and is_clocked(self._ruleset())

    def _ruleset(self) -> Ruleset:
        """The game by the house rules that were filled in; by its usual ones where these contradict."""
        if self.is_frozen:
            return find_ruleset(self.start.game, dict(self.start.house_rules))
        return find_ruleset(self.game.key(), {} if self.rules.contradiction() else self.rules.values())

    @property
    def _is_individual(self) -> bool:
        """Whether people come alone, as it is now."""
        return self.start.seating == Seating.INDIVIDUALS

    @property
    def sections(self) -> tuple[RulesSection, ...]:
        """The house rules, under the headings of the rules sheet."""
        return self.rules.sections()

    @property
    def has_rules_open(self) -> bool:
        """Whether the fold of the game is open: something in it was refused, or is to be looked at."""
        return bool(self.asks_for_rules or self.game.errors or self.rules.errors)

    @property
    def game_summary(self) -> str:
        """The game, and how many of its house rules are the event's own."""
        changed = self.rules.changed()
        own = (
            f"{changed} house rule{'s' if changed > 1 else ''} of your own"
            if changed
            else "house rules as usual"
        )
        return f"{self.game.name()} · {own}"

    @property
    def frozen_rules(self) -> tuple[str, ...]:
        """The sentences the event is played by."""
        house = self.start.house_rules
        return tuple(
            rule.sentence_for(house.get(rule.key, rule.default)) for rule in house_rules_of(self.start.game)
        )

    def _sessions(self, now: Mapping[str, Any]) -> Fold:
        """Phase I in several sessions, and Phase II on another day (Rulebook E-69)."""
        sessions = tuple(filter(None, (form.session() for form in self.sessions)))
        fold = self._fold("Sessions and days", _days(now, sessions), "phase_one_until", "phase_two_on")
        is_refused = any(form.errors for form in self.sessions) or bool(self.day.non_field_errors())
        return replace(fold, sessions=self.sessions, is_open=fold.is_open or is_refused)

    def _phase_two(self, now: Mapping[str, Any]) -> Iterable[Fold]:
        """Phase II, where there is one: people who come alone play no bracket (Rulebook E-53)."""
        if now["seating"] == Seating.INDIVIDUALS:
            return
        is_typed = self.phase_two.is_bound and self.phase_two.is_valid()
        chosen = self.phase_two.chosen(self.start.phase_two) if is_typed else self.start.phase_two
        yield Fold(
            "Phase II",
            phase_two_summary(chosen, now["advance_count"], now["tables"], self._ruleset()),
            (self.day["calls_phase_two"],),
            is_open=bool(self.phase_two.errors),
            phase_two=self.phase_two,
        )

    def _fold(self, title: str, summary: str, *names: str) -> Fold:
        is_asked = (name for name in names if not (self._is_individual and name in OF_TEAMS))
        fields = tuple(self.day[name] for name in is_asked)
        return Fold(title, summary, fields, is_open=any(field.errors for field in fields))


def _typed_as(plan: DayPlan) -> dict[str, Any]:
    """The plan as the form's fields have it."""
    typed = {key: value for key, value in asdict(plan).items() if key in DayForm.base_fields}
    typed["donation_player"] = plan.donation_player_cents / 100
    typed["donation_team"] = plan.donation_team_cents / 100
    return typed


def _sign_up(now: Mapping[str, Any]) -> str:
    minutes = now.get("sign_up_minutes")
    if minutes is None:
        return "Open until Phase I is over"
    return f"Closes {count(minutes, 'minute')} before play" if minutes else "Open until play starts"


def _through(now: Mapping[str, Any]) -> str:
    is_individual = now["seating"] == Seating.INDIVIDUALS
    return "" if is_individual else f"the top {now['advance_count']} go through · "


def _seating(now: Mapping[str, Any], why_no_other: Refused | None) -> str:
    homes = " · homes kept apart" if now["keeps_homes_apart"] else ""
    return f"{Seating(now['seating']).label}{homes}{' · settled for today' if why_no_other else ''}"


def _gifts(now: dict[str, Any]) -> str:
    is_individual = now["seating"] == Seating.INDIVIDUALS
    player, team = (dollars(int(now[name] * 100)) for name in ("donation_player", "donation_team"))
    return f"{player} a player{'' if is_individual else f' or {team} a team'}, suggested"


def _times(now: Mapping[str, Any]) -> str:
    zone = now["timezone"].split("/")[-1].replace("_", " ")
    phase_two = "" if now["seating"] == Seating.INDIVIDUALS else f"Phase II {clock(now['phase_two_at'])} · "
    return (
        f"Meet & greet {clock(now['meet_at'])} · Phase I {clock(now['phase_one_at'])} · "
        f"{phase_two}awards {clock(now['awards_at'])}, {zone} time"
    )


def _days(now: Mapping[str, Any], sessions: Sequence[SessionPlan]) -> str:
    """``Phase I: June 27, 3:00 PM; June 28, 1:00 PM · Phase II June 28``; or that it is one session."""
    phase_two = f" · Phase II {now['phase_two_on']:%B %-d}" if now.get("phase_two_on") else ""
    if not sessions:
        return f"Phase I in one session{phase_two or ', all on one day'}"
    starts = [(now["held_on"], now["phase_one_at"]), *((each.held_on, each.starts_at) for each in sessions)]
    times = "; ".join(f"{day:%B %-d}, {clock(at)}" for day, at in starts)
    return f"Phase I in {len(starts)} sessions: {times}{phase_two}"


def _breaks(now: Mapping[str, Any]) -> str:
    times = ", ".join(f"{one:%-I:%M}" for one in now["breaks"])
    return f"{count(now['break_minutes'], 'minute')} at {times}" if times else "No breaks"
