from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db import models

from rules.competition.pairing.pairs import LAST, LOT, NEXT
from rules.competition.taking_part import TEAMS, WAYS, WayOfTakingPart
from rules.money.words import is_gift, nobody_must
from rules.standings.what_counts import AVERAGE, BOTH, CHAIR, NOBODY, NOTHING, OWN, WIN, WhatCounts
from rules.time.hours import HALF_HOURS, HOURS, NEVER, ROUNDS, TIMES, USUAL_LONG_BREAK


class StandingsShown(models.TextChoices):
    """The times at which the public standings change (Rulebook E-26, E-94)."""

    LIVE = "live", "after every hand"
    AFTER_ROUND = "after_round", "after each round"
    HIDDEN = "hidden", "at the reveal; with a bracket, when the cut is settled"


class LateForfeits(models.TextChoices):
    """The consequence when a team's five minutes are over (Rulebook E-13)."""

    ITSELF = "itself", "the clock forfeits the hand by itself"
    PROPOSED = "proposed", "a referee is asked first"
    GAME = "game", "the clock forfeits the whole game, if it has no hand yet"


class HandsFrom(models.TextChoices):
    REFEREES = "referees", "referees"
    TEAMS = "teams", "referees, and the players themselves"


class ResultsBy(models.TextChoices):
    """The form in which game results are entered (Rulebook E-98)."""

    HANDS = "hands", "hand by hand"
    TOTALS = "totals", "by the game’s total"
    EITHER = "either", "either way, table by table"


class Agreed(models.TextChoices):
    """The condition that makes a finished game final (Rulebook E-27)."""

    REFEREE = "referee", "a referee has entered or witnessed it"
    TEAMS = "teams", "both sides agree"
    QUIET = "quiet", "nobody objects for three minutes"


class ByeCounts(models.TextChoices):
    """The value of a bye in the standings of Phase I (Rulebook E-91)."""

    WIN = WIN, "a game won"
    NOTHING = NOTHING, "nothing"
    AVERAGE = AVERAGE, "the average of the round’s winners"
    OWN = OWN, "a game won with the average of one’s own games"


class BreaksAt(models.TextChoices):
    """When the breaks begin (Rulebook E-219)."""

    HALF_HOURS = HALF_HOURS, "at the top and middle of each hour"
    HOURS = HOURS, "at the top of each hour"
    ROUNDS = ROUNDS, "after each round"
    NEVER = NEVER, "never: one round follows the other"
    TIMES = TIMES, "at the times below"


class SubstitutesCount(models.TextChoices):
    """The entrants who get credit for a game in which a person at the event substituted (Rulebook E-151)."""

    CHAIR = CHAIR, "for the side they play for"
    BOTH = BOTH, "for the substitute’s own standing, too"
    NOBODY = NOBODY, "only for the other side"


class PairsUp(models.TextChoices):
    """The ways in which individuals pair up for Phase II (Rulebook E-113)."""

    NEVER = "never", "nobody does: the standings of Phase I decide"
    NEXT = NEXT, "first with second, third with fourth"
    LAST = LAST, "first with last, second with last but one"
    LOT = LOT, "by lot: each of the upper half draws one of the lower half"


class SeedsBy(models.TextChoices):
    """What decides the order of the bracket (Rulebook E-68, E-223)."""

    PHASE_ONE = "one", "Phase I decides it"
    LOT = "lot", "a lot, without a Phase I"
    GRADES = "grade", "the club’s grades, without a Phase I"
    SIGN_UP = "entry", "the order of sign-up, without a Phase I"


class SignUp(models.TextChoices):
    """Whether people can sign up by themselves. The desk takes walk-ups either way."""

    BY_THE_CLOCK = "clock", "until its time"
    OPEN = "open", "open until Phase I is over"
    CLOSED = "closed", "closed"


class Demo(models.TextChoices):
    PLAYED = "played", "the built-in players"
    TAKEN_OVER = "taken", "somebody who acts as its referee or organizer"


class EventSettings(models.Model):
    """An organizer's settings. Each is a field here and a line in ``pages/setup/event_form/settings.py``."""

    game = models.CharField(max_length=40, default="fahrenheit")
    house_rules = models.JSONField(default=dict, blank=True)
    advance_count = models.PositiveSmallIntegerField(default=7)
    # The tie-breaks in order, without play-off and lot; empty for the game's usual order (Rulebook A-15).
    tie_breaks = models.JSONField(default=list, blank=True)
    # Rulebook E-91, E-92. ``best_of_games``: 0 if all games of Phase I count.
    bye_counts = models.CharField(max_length=8, choices=ByeCounts, default=ByeCounts.WIN)
    best_of_games = models.PositiveSmallIntegerField(default=0)
    substitutes_count = models.CharField(
        max_length=6, choices=SubstitutesCount, default=SubstitutesCount.CHAIR
    )
    # The hand that decides a tied game adds its points (Rulebook E-141).
    extra_hand_counts = models.BooleanField(default=False)
    # In a round robin the games of a team that leaves before half of them don't count (Rulebook E-224).
    voids_early_leavers = models.BooleanField(default=False)
    # A tie is played off by a whole game instead of one hand (Rulebook E-215).
    plays_off_games = models.BooleanField(default=False)
    # The format of Phase II; empty for single elimination with a game for third place (Rulebook E-5).
    phase_two = models.JSONField(default=dict, blank=True)
    # Games of Phase II are called automatically as tables open up (Rulebook E-78).
    calls_phase_two = models.BooleanField(default=False)
    # Rulebook E-219. The times that follow from these settings are the rows of ``Break``.
    breaks_at = models.CharField(max_length=6, choices=BreaksAt, default=BreaksAt.HALF_HOURS)
    break_minutes = models.PositiveSmallIntegerField(default=5)
    round_minutes = models.PositiveSmallIntegerField(default=25)
    # Phase I has a long break after this game; 0: none (Rulebook E-171).
    long_break_after = models.PositiveSmallIntegerField(default=0)
    long_break_minutes = models.PositiveSmallIntegerField(default=USUAL_LONG_BREAK)
    ready_minutes = models.PositiveSmallIntegerField(default=5)
    donation_player_cents = models.PositiveIntegerField(default=500)
    donation_team_cents = models.PositiveIntegerField(default=1000)
    # The event's word for payments, and who gets what is left over.
    money_word = models.CharField(max_length=24, default="donation")
    money_for = models.CharField(max_length=60, blank=True, default="")
    # The organizer's own accounts; empty where the event takes none.
    cash_app = models.CharField(max_length=200, blank=True, default="")
    zelle = models.CharField(max_length=200, blank=True, default="")
    card_link = models.CharField(max_length=200, blank=True, default="")
    # Each as arguments of ``Pot`` (Rulebook M-1).
    pots = models.JSONField(default=list, blank=True)
    # An organizer has confirmed that raffles are allowed here (Rulebook M-10).
    has_raffles = models.BooleanField(default=False)
    # The Wi-Fi of the hall, for the poster.
    wifi_name = models.CharField(max_length=32, blank=True, default="")
    wifi_password = models.CharField(max_length=63, blank=True, default="")
    # Minutes from the end of sign-up to the start of play; null: open until Phase I is over (E-22).
    sign_up_minutes = models.PositiveSmallIntegerField(null=True, blank=True, default=0)
    # Hours from the opening of sign-up to the start of play; null: open from the first day on (E-161).
    sign_up_hours = models.PositiveSmallIntegerField(null=True, blank=True, default=None)
    # The most teams that have a place; 0: no limit (Rulebook E-162).
    capacity = models.PositiveSmallIntegerField(default=0)
    # Days from the end of the event to the erasure of contact data.
    contact_days = models.PositiveSmallIntegerField(default=30)
    standings_shown = models.CharField(max_length=12, choices=StandingsShown, default=StandingsShown.LIVE)
    late_forfeits = models.CharField(max_length=8, choices=LateForfeits, default=LateForfeits.ITSELF)
    hands_from = models.CharField(max_length=8, choices=HandsFrom, default=HandsFrom.REFEREES)
    results_by = models.CharField(max_length=6, choices=ResultsBy, default=ResultsBy.HANDS)
    # What the organizer wants said on the flyer and the wall, a line each.
    house_lines = models.TextField(blank=True, default="", max_length=8000)
    # What is counted beside the score, by name (Rulebook E-101).
    counters = models.JSONField(default=list, blank=True)
    # Each as arguments of ``SidePrize`` (Rulebook E-103).
    side_prizes = models.JSONField(default=list, blank=True)
    agreed_by = models.CharField(max_length=8, choices=Agreed, default=Agreed.REFEREE)
    # Minutes from a result's agreement until it is final; 0: no limit is set (Rulebook R-11).
    objection_minutes = models.PositiveSmallIntegerField(default=0)
    # A team of two may have a third player (Rulebook E-121).
    third_player = models.BooleanField(default=False)
    # Only for events of individuals who change partners (Rulebook E-113).
    pairs_up = models.CharField(max_length=5, choices=PairsUp, default=PairsUp.NEVER)
    # If not, the first of Phase I take the prizes, also in events of teams (Rulebook E-133).
    plays_phase_two = models.BooleanField(default=True)
    # If not by Phase I, everybody goes straight into the bracket (Rulebook E-223).
    seeds_by = models.CharField(max_length=8, choices=SeedsBy, default=SeedsBy.PHASE_ONE)

    class Meta:
        abstract = True


class Event(EventSettings):
    """One tournament, with its game and its house rules."""

    # Stays the same if the event is moved to another database.
    key = models.UUIDField(unique=True, default=uuid4)
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    venue = models.CharField(max_length=200, blank=True)
    timezone = models.CharField(max_length=64)
    sign_up = models.CharField(max_length=6, choices=SignUp, default=SignUp.BY_THE_CLOCK)
    house_rules_frozen_at = models.DateTimeField(null=True, blank=True)
    # The key of a way of taking part, which follows from the game and Phase I's seating.
    takes_part = models.CharField(
        max_length=8, choices=[(key, way.name) for key, way in WAYS.items()], default=TEAMS.key
    )
    # Played on several days, so that times are shown with their day (Rulebook E-69).
    spans_days = models.BooleanField(default=False)
    is_practice = models.BooleanField(default=False)
    # The same for two events in one room (Rulebook E-201); null for an event that shares no room.
    room = models.UUIDField(null=True, blank=True, db_index=True)
    # Empty unless this is the demo event.
    demo = models.CharField(max_length=6, choices=Demo, blank=True, default="")
    # A practice clock showed ``clock_shown`` at ``clock_real``, and runs ``clock_speed`` times as fast.
    clock_real = models.DateTimeField(null=True, blank=True)
    clock_shown = models.DateTimeField(null=True, blank=True)
    clock_speed = models.FloatField(default=1.0)
    # The computer's clock has jumped. Nobody forfeits a hand until an organizer confirms the time.
    clock_doubted_at = models.DateTimeField(null=True, blank=True)
    # The server's address that an organizer chose for phones; empty: the likeliest one (pages/network.py).
    phones_at = models.GenericIPAddressField(protocol="IPv4", blank=True, null=True, default=None)
    # When the database was last replaced by a backup. Phones may have entries that it lacks.
    restored_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField()
    # The number of log entries: the event version that screens compare. ``log()`` updates both.
    version = models.PositiveBigIntegerField(default=0)
    # The hash of the last log entry.
    chained = models.CharField(max_length=64, blank=True, default="")
    # New with each action that concerns more than one game. Until then the schedule, the rounds and the cut
    # are as before (``tournament.event.day_rows``).
    day_key = models.UUIDField(default=uuid4)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(advance_count__gte=2), name="event_advances_two_or_more"
            ),
            models.CheckConstraint(condition=models.Q(clock_speed__gte=0), name="event_clock_runs_forward"),
            models.CheckConstraint(
                condition=models.Q(is_practice=True) | models.Q(clock_real=None),
                name="event_real_clock_is_not_moved",
            ),
            models.CheckConstraint(
                condition=models.Q(takes_part__in=tuple(WAYS)), name="event_way_of_taking_part_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def way(self) -> WayOfTakingPart:
        return WAYS[self.takes_part].playing_on(
            self.plays_phase_two, plays_phase_one=self.seeds_by == SeedsBy.PHASE_ONE
        )

    @property
    def entrant(self) -> str:
        return self.way.entrant

    @property
    def what_counts(self) -> WhatCounts:
        return WhatCounts(
            self.bye_counts,
            self.best_of_games,
            self.substitutes_count,
            extra_hand=self.extra_hand_counts,
        )

    @property
    def asks_for_gifts(self) -> bool:
        return is_gift(self.money_word)

    @property
    def nobody_must(self) -> str:
        return nobody_must(self.money_word, has_entries=any(pot["entry_cents"] for pot in self.pots))

    @property
    def head(self) -> str:
        """The log's last hash as it is printed: its first 16 digits, in groups of four."""
        return "-".join(self.chained[start : start + 4] for start in range(0, 16, 4))

    @property
    def clock_format(self) -> str:
        return "D g:i A" if self.spans_days else "g:i A"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


class Reveal(models.Model):
    """A place that was revealed, starting with the last. After one that ``is_last`` all are public (E-95)."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="reveals")
    is_last = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(is_last=True), name="reveal_ends_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}, {self.at}"


class WallPin(models.Model):
    """A page pinned on the big screen; the last row counts. Without ``kind``, it shows all in turn."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="wall_pins")
    kind = models.SlugField(max_length=20, blank=True)
    # Of a draw that is shown card by card: which one, and how many cards are turned over.
    subject = models.CharField(max_length=80, blank=True, default="")
    shown = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.kind or "all in turn"
