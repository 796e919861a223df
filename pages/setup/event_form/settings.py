"""The parts of the settings form: titles, summaries and fields.

A new setting is a field of ``EventSettings`` (tournament/models/events.py) with its migration, and a line in
``TOLD`` or ``OTHERS``.
"""

from collections.abc import Callable, Mapping

from django import forms

from pages.setup.event_form import summaries
from pages.setup.event_form.fields import (
    ZONES,
    DollarsField,
    PayField,
    TimesField,
    ZoneSelect,
    choice_field,
    count_field,
    seatings,
    time_field,
)
from pages.setup.event_form.forms_side_prizes import CountersField
from pages.widgets import clock_input, day_input, text_field
from rules.competition.taking_part import WayOfTakingPart
from tournament.models.events import (
    Agreed,
    BreaksAt,
    ByeCounts,
    HandsFrom,
    LateForfeits,
    PairsUp,
    ResultsBy,
    SeedsBy,
    StandingsShown,
    SubstitutesCount,
)
from tournament.models.schedule import LeftOver

PHASE_TWO = "Phase II"


class Part:
    """Settings that are shown together: in the flyer's line with this title, or in a separate fold."""

    def __init__(
        self, title: str, summary: Callable[[summaries.Now], str] | None = None, **fields: forms.Field
    ) -> None:
        self.title, self.summary, self.fields = title, summary, fields


TOLD = (
    Part(
        "Hours",
        meet_at=time_field("Meet & greet"),
        phase_one_at=time_field("Phase I"),
        awards_at=time_field("Awards"),
    ),
    Part("Game"),
    Part(
        "Seating",
        seating=forms.ChoiceField(
            label="Who plays whom in Phase I",
            choices=seatings,
            error_messages={"invalid_choice": "Choose one of the ways of seating from the list."},
        ),
        tables=count_field("Tables", 1, 5000, "More can be added during the day."),
    ),
    Part(
        "Breaks",
        breaks_at=choice_field(
            "Breaks begin", BreaksAt, "They follow the hours of play, and a round is called at each."
        ),
        break_minutes=count_field("Break length, in minutes", 1, 60),
        round_minutes=count_field(
            "Round length, in minutes",
            10,
            1440,
            "If the breaks are after each round, or never. The last round of Phase I goes on until its end.",
        ),
        breaks=TimesField(
            label="Times of the breaks",
            required=False,
            help_text="If they begin at set times: one after the other, with commas.",
            widget=forms.Textarea(attrs={"rows": 2}),
        ),
    ),
    Part(
        "Late",
        ready_minutes=count_field(
            "Minutes to be seated", 1, 30, "A team that isn’t ready by then forfeits the hand, or the game."
        ),
        late_forfeits=choice_field(
            "When these minutes are over",
            LateForfeits,
            "Either way it counts from the moment it was due, and can be taken back with a reason.",
        ),
    ),
    Part(
        "Through",
        plays_phase_two=forms.BooleanField(
            label="A Phase II is played",
            required=False,
            help_text="If not, Phase I lasts until the awards, and the first three of its standings take the "
            "prizes.",
        ),
        seeds_by=choice_field(
            "The bracket’s order comes from",
            SeedsBy,
            "Without a Phase I everybody who is here goes straight into the bracket, at the time of Phase I.",
        ),
        advance_count=count_field("Teams that go through to Phase II", 2, 128),
        phase_two_at=time_field("Phase II"),
    ),
    Part(
        PHASE_TWO,
        summaries.phase_two,
        calls_phase_two=forms.BooleanField(
            label="Give the games of Phase II their tables automatically",
            required=False,
            help_text="Each as soon as its teams are known and a table is free. Otherwise you call them.",
        ),
    ),
    Part("Prizes"),
    Part(
        "Money",
        donation_player_cents=DollarsField("Suggested for a player"),
        donation_team_cents=DollarsField("Suggested for a team"),
        money_word=text_field(
            "What people give is a",
            24,
            "a word",
            required="Write a word, such as donation.",
            help_text="Such as: donation, entry fee. Nobody has to pay to play.",
        ),
        money_for=text_field(
            "What is left is for", 60, "a name", help_text="The club or charity, by its name."
        ),
    ),
    Part(
        "Sign-up",
        sign_up_hours=forms.IntegerField(
            label="Sign-up opens, hours before play",
            required=False,
            min_value=1,
            max_value=8_760,
            help_text="24 is a day, 168 a week. Leave blank to have it open from now on.",
            error_messages=dict.fromkeys(
                ("invalid", "min_value", "max_value"), "Hours from 1 to 8760, or nothing to have it open."
            ),
        ),
        sign_up_minutes=forms.IntegerField(
            label="Sign-up closes, minutes before play",
            required=False,
            min_value=0,
            max_value=10_080,
            help_text="0 is when the first games are called. After that the desk takes walk-ups. Leave blank "
            "to keep sign-up open until Phase I is over.",
            error_messages=dict.fromkeys(
                ("invalid", "min_value", "max_value"), "Minutes from 0 to 10080, or nothing to keep it open."
            ),
        ),
        capacity=count_field(
            "Places",
            0,
            10_000,
            "0: no limit. When they are taken, new sign-ups go on the waiting list and move up as places "
            "become free.",
        ),
    ),
    Part(
        "Own",
        house_lines=forms.CharField(
            label="Your own lines",
            required=False,
            max_length=8000,
            widget=forms.Textarea(attrs={"rows": 4}),
            help_text="What your flyer says beside the rules, a line each. It is on the event’s page, the "
            "poster and the rules for the wall.",
            error_messages={"max_length": "Your own lines have at most 8,000 letters. Make them shorter."},
        ),
    ),
)
"""What a flyer tells, by the lines of ``pages.flyer.sentences``."""
OTHERS = (
    Part(
        "Time zone and length of the day",
        summaries.days,
        timezone=forms.ChoiceField(
            label="Time zone",
            choices=ZONES,
            widget=ZoneSelect,
            error_messages={"invalid_choice": "Choose the hall’s time zone from the list."},
        ),
        phase_one_until=forms.TimeField(
            label="The first session of Phase I ends",
            required=False,
            widget=clock_input(),
            help_text="Leave blank if it lasts until Phase II.",
            error_messages={"invalid": "Write the time as in 10:00 PM."},
        ),
        phase_two_on=forms.DateField(
            label="Date of Phase II",
            required=False,
            widget=day_input(),
            help_text="Leave blank if it’s the last session’s day.",
            error_messages={"invalid": "Write the date as in 2026-06-28."},
        ),
    ),
    Part(
        "A long break",
        summaries.long_break,
        long_break_after=count_field(
            "A long break after game",
            0,
            99,
            "Of Phase I, played in rounds. 0 for a day without a long break.",
        ),
        long_break_minutes=count_field("Long break, in minutes", 1, 180),
    ),
    Part(
        "Who meets whom",
        summaries.meeting,
        third_player=forms.BooleanField(
            label="A team may have a third player",
            required=False,
            help_text="Two play each game. The three take turns, and a team can change who sits until the "
            "first hand.",
        ),
        keeps_homes_apart=forms.BooleanField(
            label="Keep teams from one home apart",
            required=False,
            help_text="As long as nobody meets again for it. Teams say where they are from when they sign "
            "up.",
        ),
        rematch_minutes=count_field(
            "Minutes before two teams may meet again", 0, 600, "In open play, where rounds don’t see to it."
        ),
        pairs_up=choice_field(
            "After Phase I people pair up",
            PairsUp,
            "Where people come alone and change partners. Those who go through then play Phase II in pairs.",
        ),
        left_over=choice_field(
            "Three people who are left over",
            LeftOver,
            "Where people come alone. At a table of three the points of a side count for its people, as at "
            "any table. Where everybody plays for themselves a game needs all its seats.",
        ),
    ),
    Part(
        "Entering and agreeing",
        summaries.agreeing,
        results_by=choice_field(
            "Results come in",
            ResultsBy,
            "A total is what both sides have when the game is over, or only who won.",
        ),
        hands_from=choice_field(
            "Hands are entered by",
            HandsFrom,
            "Where players report, one side enters the hand and the other says whether it is right.",
        ),
        agreed_by=choice_field(
            "A finished game is agreed when",
            Agreed,
            "Games not agreed yet are listed beside the cut; they hold nothing up.",
        ),
        objection_minutes=count_field(
            "Minutes in which players may object to an agreed result",
            0,
            120,
            "From their own phones. Then the result is final. Until then the cut waits, if the result could "
            "change who goes through. 0: no objection time.",
        ),
        standings_shown=choice_field("The public standings change", StandingsShown),
    ),
    Part(
        "What counts",
        summaries.what_counts,
        bye_counts=choice_field("A bye counts as", ByeCounts, "A game won comes with three hands."),
        best_of_games=count_field(
            "How many of the best games count",
            0,
            99,
            "0: all of them. Which are best follows the order below.",
        ),
        substitutes_count=choice_field(
            "A game with a substitute from the people here counts",
            SubstitutesCount,
            "In Phase I. Everybody reads it before they agree to substitute.",
        ),
        voids_early_leavers=forms.BooleanField(
            label="A team that leaves a round robin before half of its games never played in it",
            required=False,
            help_text="Its games then count for nobody. Otherwise they stay, and those who haven’t met it "
            "have a bye. Only where everybody meets everybody.",
        ),
        plays_off_games=forms.BooleanField(
            label="A tie for a place that matters is played off by a whole game",
            required=False,
            help_text="Otherwise by one hand. Either adds nothing to the standings.",
        ),
        extra_hand_counts=forms.BooleanField(
            label="The hand after a tie counts",
            required=False,
            help_text="A tied game plays one more hand. If it counts, its points are added to the game; if "
            "not, it only says who won. A total counts as it is written.",
        ),
    ),
    Part(
        "Counters and side prizes",
        summaries.counters,
        counters=CountersField(
            label="Counted beside the score",
            required=False,
            help_text="Names with commas, such as: Loners, Sets. Each is one tap where a result is entered. "
            "Save a new counter before you choose it for a side prize.",
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        ),
    ),
    Part(
        "Pots, and ways to pay",
        summaries.ways_to_pay,
        cash_app=PayField(label="Cash App", help_text="Your $name, or the link that the app shows."),
        zelle=PayField(
            label="Zelle", help_text="Your phone number or e-mail, or the link of your Zelle code."
        ),
        card_link=PayField(label="Card", help_text="The link of your own payment page.", is_link=True),
        has_raffles=forms.BooleanField(
            label="Raffles and 50-50 are allowed here: I have asked",
            required=False,
            help_text="Many places license raffles, and some forbid them. Ask your city or state before you "
            "sell tickets.",
        ),
    ),
    Part(
        "Wi-Fi of the room",
        summaries.wifi,
        wifi_name=text_field("Name", 32, "a name", help_text="It is on the sign-up poster, as a QR code."),
        wifi_password=text_field("Password", 63, "a password", help_text="Only your crew’s poster has it."),
    ),
    Part(
        "Contact data",
        summaries.contact,
        contact_days=count_field(
            "Days until contact data is erased",
            0,
            365,
            "From the end of the event on. Phone numbers and e-mail addresses go by themselves; results "
            "stay.",
        ),
    ),
)
"""What no flyer tells: the folds of "Everything else"."""
PARTS = TOLD + OTHERS
ASKED_OF: Mapping[str, Callable[[WayOfTakingPart], bool]] = {
    "third_player": lambda way: not way.is_one,
    "donation_team_cents": lambda way: not way.is_one,
    "advance_count": lambda way: way.has_bracket,
    "seeds_by": lambda way: way.has_bracket and not way.by_chair,
    "phase_two_on": lambda way: way.has_bracket and way.has_phase_one,
    "plays_phase_two": lambda way: not way.by_chair,
    "pairs_up": lambda way: way.partners_change,
    "left_over": lambda way: way.by_chair,
    "plays_off_games": lambda way: way.plays_off and way.has_phase_one,
    "voids_early_leavers": lambda way: not way.by_chair and way.has_phase_one,
    "keeps_homes_apart": lambda way: not way.by_chair and way.has_phase_one,
    "rematch_minutes": lambda way: not way.by_chair and way.has_phase_one,
    "phase_one_until": lambda way: way.has_phase_one,
    "long_break_after": lambda way: way.has_phase_one,
    "long_break_minutes": lambda way: way.has_phase_one,
    "standings_shown": lambda way: way.has_phase_one,
    "bye_counts": lambda way: way.has_phase_one,
    "best_of_games": lambda way: way.has_phase_one,
    "substitutes_count": lambda way: way.has_phase_one,
    "extra_hand_counts": lambda way: way.has_phase_one,
}
"""The settings that only some ways of taking part have."""


class BasicsForm(forms.Form):
    name = text_field(
        "Name",
        120,
        "the event’s name",
        required="Give the event a name: it is what people see first.",
        placeholder="Pride South on the Lake",
    )
    venue = text_field("Venue", 200, "the venue", placeholder="The hall and its street")
    held_on = forms.DateField(
        label="Date",
        widget=day_input(),
        error_messages={"required": "Say on which day it is.", "invalid": "Write the date as in 2026-06-27."},
    )
    reason = text_field("Why", 200, "the reason", help_text="The teams read it beside the standings.")
    past_is_meant = forms.BooleanField(label="Yes, it was on that day", required=False)
    is_practice = forms.BooleanField(
        label="This is a practice event",
        required=False,
        help_text="Its clock can be moved and sped up. A real day runs on real time.",
    )


DayForm: type[forms.Form] = type(
    "DayForm", (BasicsForm,), {name: field for part in PARTS for name, field in part.fields.items()}
)
