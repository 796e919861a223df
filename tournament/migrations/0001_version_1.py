import uuid

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    # A database that has applied all of these continues from here.
    replaces = [
        ("tournament", "0001_initial"),
        ("tournament", "0002_seat_by_result"),
        ("tournament", "0003_red_and_white"),
        ("tournament", "0004_what_counts"),
        ("tournament", "0005_reveal"),
        ("tournament", "0006_results_by"),
        ("tournament", "0007_every_evening"),
        ("tournament", "0008_plays_phase_two"),
        ("tournament", "0009_club_evenings"),
        ("tournament", "0010_rooms_and_messages"),
        ("tournament", "0011_drawn_games"),
        ("tournament", "0012_evenings_as_written"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40, primary_key=True, serialize=False, verbose_name="session key"
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("device", models.CharField(blank=True, max_length=80)),
                ("since", models.DateTimeField(blank=True, null=True)),
                ("user_id", models.IntegerField(blank=True, db_index=True, null=True)),
                ("worn", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(default="fahrenheit", max_length=40)),
                ("house_rules", models.JSONField(blank=True, default=dict)),
                ("advance_count", models.PositiveSmallIntegerField(default=7)),
                ("tie_breaks", models.JSONField(blank=True, default=list)),
                (
                    "bye_counts",
                    models.CharField(
                        choices=[
                            ("win", "a game won"),
                            ("nothing", "nothing"),
                            ("average", "the average of the round’s winners"),
                        ],
                        default="win",
                        max_length=8,
                    ),
                ),
                ("best_of_games", models.PositiveSmallIntegerField(default=0)),
                (
                    "substitutes_count",
                    models.CharField(
                        choices=[
                            ("chair", "for the side they play for"),
                            ("both", "for the substitute’s own standing, too"),
                            ("nobody", "only for the other side"),
                        ],
                        default="chair",
                        max_length=6,
                    ),
                ),
                ("extra_hand_counts", models.BooleanField(default=False)),
                ("plays_off_games", models.BooleanField(default=False)),
                ("phase_two", models.JSONField(blank=True, default=dict)),
                ("calls_phase_two", models.BooleanField(default=False)),
                ("long_break_after", models.PositiveSmallIntegerField(default=0)),
                ("long_break_minutes", models.PositiveSmallIntegerField(default=15)),
                ("ready_minutes", models.PositiveSmallIntegerField(default=5)),
                ("donation_player_cents", models.PositiveIntegerField(default=500)),
                ("donation_team_cents", models.PositiveIntegerField(default=1000)),
                ("money_word", models.CharField(default="donation", max_length=24)),
                ("money_for", models.CharField(blank=True, default="", max_length=60)),
                ("cash_app", models.CharField(blank=True, default="", max_length=200)),
                ("zelle", models.CharField(blank=True, default="", max_length=200)),
                ("card_link", models.CharField(blank=True, default="", max_length=200)),
                ("pots", models.JSONField(blank=True, default=list)),
                ("has_raffles", models.BooleanField(default=False)),
                ("wifi_name", models.CharField(blank=True, default="", max_length=32)),
                ("wifi_password", models.CharField(blank=True, default="", max_length=63)),
                ("sign_up_minutes", models.PositiveSmallIntegerField(blank=True, default=0, null=True)),
                ("sign_up_hours", models.PositiveSmallIntegerField(blank=True, default=None, null=True)),
                ("capacity", models.PositiveSmallIntegerField(default=0)),
                ("contact_days", models.PositiveSmallIntegerField(default=30)),
                (
                    "standings_shown",
                    models.CharField(
                        choices=[
                            ("live", "after every hand"),
                            ("after_round", "after each round"),
                            ("hidden", "at the reveal; with a bracket, when the cut is settled"),
                        ],
                        default="live",
                        max_length=12,
                    ),
                ),
                (
                    "late_forfeits",
                    models.CharField(
                        choices=[
                            ("itself", "the clock forfeits the hand by itself"),
                            ("proposed", "a referee is asked first"),
                            ("game", "the clock forfeits the whole game, if it has no hand yet"),
                        ],
                        default="itself",
                        max_length=8,
                    ),
                ),
                (
                    "hands_from",
                    models.CharField(
                        choices=[("referees", "referees"), ("teams", "referees, and the players themselves")],
                        default="referees",
                        max_length=8,
                    ),
                ),
                (
                    "results_by",
                    models.CharField(
                        choices=[
                            ("hands", "hand by hand"),
                            ("totals", "by the game’s total"),
                            ("either", "either way, table by table"),
                        ],
                        default="hands",
                        max_length=6,
                    ),
                ),
                ("counters", models.JSONField(blank=True, default=list)),
                ("side_prizes", models.JSONField(blank=True, default=list)),
                (
                    "agreed_by",
                    models.CharField(
                        choices=[
                            ("referee", "a referee has entered or witnessed it"),
                            ("teams", "both sides agree"),
                            ("quiet", "nobody objects for three minutes"),
                        ],
                        default="referee",
                        max_length=8,
                    ),
                ),
                ("third_player", models.BooleanField(default=False)),
                (
                    "pairs_up",
                    models.CharField(
                        choices=[
                            ("never", "nobody does: the standings of Phase I decide"),
                            ("next", "first with second, third with fourth"),
                            ("last", "first with last, second with last but one"),
                            ("lot", "by lot: each of the upper half draws one of the lower half"),
                        ],
                        default="never",
                        max_length=5,
                    ),
                ),
                ("plays_phase_two", models.BooleanField(default=True)),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("venue", models.CharField(blank=True, max_length=200)),
                ("timezone", models.CharField(max_length=64)),
                (
                    "sign_up",
                    models.CharField(
                        choices=[
                            ("clock", "until its time"),
                            ("open", "open until Phase I is over"),
                            ("closed", "closed"),
                        ],
                        default="clock",
                        max_length=6,
                    ),
                ),
                ("house_rules_frozen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "takes_part",
                    models.CharField(
                        choices=[
                            ("teams", "Teams"),
                            ("trios", "Teams with a third player"),
                            ("threes", "Three a side"),
                            ("singles", "One against one"),
                            ("partners", "Partners who change"),
                            ("pairs", "Partners who change, then pairs"),
                            ("alone", "Everybody alone"),
                        ],
                        default="teams",
                        max_length=8,
                    ),
                ),
                ("spans_days", models.BooleanField(default=False)),
                ("is_practice", models.BooleanField(default=False)),
                ("room", models.UUIDField(blank=True, db_index=True, null=True)),
                (
                    "demo",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("played", "the built-in players"),
                            ("taken", "somebody who acts as its referee or organizer"),
                        ],
                        default="",
                        max_length=6,
                    ),
                ),
                ("clock_real", models.DateTimeField(blank=True, null=True)),
                ("clock_shown", models.DateTimeField(blank=True, null=True)),
                ("clock_speed", models.FloatField(default=1.0)),
                ("clock_doubted_at", models.DateTimeField(blank=True, null=True)),
                ("opened_at", models.DateTimeField()),
                ("version", models.PositiveBigIntegerField(default=0)),
                ("chained", models.CharField(blank=True, default="", max_length=64)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("advance_count__gte", 2)), name="event_advances_two_or_more"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("clock_speed__gte", 0)), name="event_clock_runs_forward"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_practice", True), ("clock_real", None), _connector="OR"),
                        name="event_real_clock_is_not_moved",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "takes_part__in",
                                ("teams", "trios", "threes", "singles", "partners", "pairs", "alone"),
                            )
                        ),
                        name="event_way_of_taking_part_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Badge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organizer", "organizer"),
                            ("desk", "desk volunteer"),
                            ("referee", "referee"),
                            ("team", "team"),
                            ("public", "public page"),
                            ("clock", "the clock"),
                            ("program", "program"),
                            ("tablet", "tablet at a table"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("is_head", models.BooleanField(default=False)),
                ("twin_of", models.UUIDField(blank=True, db_index=True, null=True)),
                ("only_at", models.JSONField(blank=True, default=list)),
                ("chance", models.CharField(max_length=44)),
                ("hashed", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ("code_until", models.DateTimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="badges",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("device", models.CharField(blank=True, max_length=80)),
                ("action", models.CharField(max_length=40)),
                ("facts", models.JSONField(default=dict)),
                ("texts", models.JSONField(default=dict)),
                ("chained", models.CharField(max_length=64)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="log", to="tournament.event"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Phase",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "seating",
                    models.CharField(
                        choices=[
                            ("swiss", "Rounds, by standing"),
                            ("random", "Rounds, by lot"),
                            ("robin", "Rounds, everybody against everybody"),
                            ("movement", "Rounds, one side stays and the other moves up a table"),
                            ("up", "Rounds, winners move up a table, losers stay"),
                            ("split", "Rounds, winners move up a table, losers move down"),
                            ("stay", "Rounds, winners stay, losers move to the next table"),
                            ("keep", "Rounds, winners of the first game keep their table, losers move"),
                            ("malt", "Rounds, MALT: losers go to the first tables, winners to the last"),
                            ("open", "Open play: the next game as a table frees"),
                            ("rise", "Rise and fly: winners keep the table"),
                            ("alone", "Individuals: a new partner every round"),
                            ("one-up", "Individuals: winners move up a table, losers stay, partners change"),
                            (
                                "one-stay",
                                "Individuals: winners stay, losers move to the next table, partners change",
                            ),
                            (
                                "one-red",
                                "Individuals: winners move, the red sheet up a table, the white sheet down",
                            ),
                            (
                                "one-seat",
                                "Individuals: North stays, South goes down a table, East up one, West up two",
                            ),
                        ],
                        default="swiss",
                        max_length=8,
                    ),
                ),
                ("keeps_homes_apart", models.BooleanField(default=False)),
                ("rematch_minutes", models.PositiveSmallIntegerField(default=60)),
                (
                    "short_of_tables",
                    models.CharField(
                        choices=[
                            (
                                "waves",
                                "A second wave: some play first, the others in the same round as tables open up",
                            ),
                            ("sitout", "Some sit the round out, in turn"),
                        ],
                        default="waves",
                        max_length=8,
                    ),
                ),
                (
                    "left_over",
                    models.CharField(
                        choices=[
                            ("sitout", "They sit out, in turn, as one or two do"),
                            (
                                "three",
                                "They make a table of three: one of them also plays the empty chair’s cards",
                            ),
                        ],
                        default="sitout",
                        max_length=8,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("meet", "Meet & greet"),
                            ("one", "Phase I"),
                            ("two", "Phase II"),
                            ("awards", "Awards"),
                        ],
                        max_length=8,
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("calls_held_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="phases",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": ("starts_at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[("game", "game"), ("bye", "bye"), ("playoff", "play-off hand")],
                        default="game",
                        max_length=8,
                    ),
                ),
                ("bracket_position", models.CharField(blank=True, max_length=8)),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("best_of", models.PositiveSmallIntegerField(default=1)),
                ("made_at", models.DateTimeField()),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                ("referee_called_at", models.DateTimeField(blank=True, null=True)),
                ("referee_called_for", models.CharField(blank=True, max_length=200)),
                (
                    "referee_call",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("asked", "somebody at the table asks"),
                            ("both", "nobody sits"),
                            ("late", "a late hand is to be decided"),
                            ("reports", "the reports of a hand differ"),
                            ("objects", "somebody objects to the result"),
                            ("head", "the head referee is wanted"),
                        ],
                        max_length=8,
                    ),
                ),
                ("over_at", models.DateTimeField(blank=True, null=True)),
                ("recalled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="tournament.event",
                    ),
                ),
                (
                    "phase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="tournament.phase",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("name", models.CharField(max_length=60)),
                ("contact", models.CharField(blank=True, max_length=120)),
                ("consent_at", models.DateTimeField(blank=True, null=True)),
                ("about", models.CharField(blank=True, default="", max_length=140)),
                ("is_crew", models.BooleanField(default=False)),
                ("signed_up_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="tournament.event",
                    ),
                ),
                (
                    "for_game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="helpers",
                        to="tournament.game",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="tournament.player",
                    ),
                ),
                (
                    "same_as",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="helps_as",
                        to="tournament.player",
                    ),
                ),
                (
                    "stands_in_for",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="substitutes",
                        to="tournament.player",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="PartnerRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("is_accepted", models.BooleanField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="partner_requests",
                        to="tournament.event",
                    ),
                ),
                (
                    "asked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="asked_by",
                        to="tournament.player",
                    ),
                ),
                (
                    "asker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="asks",
                        to="tournament.player",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="PartnerBlock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="partner_blocks",
                        to="tournament.event",
                    ),
                ),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.player"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.player"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Namesakes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="namesakes",
                        to="tournament.event",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.player"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.player"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Reveal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_last", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reveals",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("slot", models.PositiveSmallIntegerField()),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                ("play_from", models.DateTimeField()),
                ("whistle_at", models.DateTimeField(blank=True, null=True)),
                ("recalled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "phase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="tournament.phase",
                    ),
                ),
            ],
            options={
                "ordering": ("number", "pk"),
            },
        ),
        migrations.AddField(
            model_name="game",
            name="round",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games",
                to="tournament.round",
            ),
        ),
        migrations.CreateModel(
            name="ScheduleChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("started", "a phase was started"),
                            ("paused", "everything was paused"),
                            ("resumed", "play went on"),
                            ("minutes", "minutes were added"),
                            ("breakoff", "a break was called off"),
                            ("ended", "a round was ended"),
                            ("longer", "a round was made longer"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "part",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("meet", "Meet & greet"),
                            ("one", "Phase I"),
                            ("two", "Phase II"),
                            ("awards", "Awards"),
                        ],
                        max_length=8,
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("break_at", models.DateTimeField(blank=True, null=True)),
                ("slot", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="schedule_changes",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=2)),
                ("seated_at", models.DateTimeField(blank=True, null=True)),
                ("units", models.PositiveSmallIntegerField(default=0)),
                ("points", models.SmallIntegerField(default=0)),
                ("bostons", models.PositiveSmallIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sides",
                        to="tournament.game",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Subscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(blank=True, max_length=1000)),
                ("user_key", models.CharField(blank=True, max_length=100)),
                ("auth", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "badge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="subscriptions",
                        to="tournament.badge",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="subscriptions",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField()),
                (
                    "goes_by",
                    models.CharField(
                        choices=[
                            ("room", "every phone and the wall"),
                            ("phone", "text from the organizer’s phone"),
                            ("email", "e-mail"),
                            ("gateway", "text by the gateway"),
                            ("push", "notification"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "occasion",
                    models.CharField(
                        choices=[
                            ("words", "Your own words"),
                            ("link", "Their page"),
                            ("moved-up", "Moved up"),
                            ("called", "Table called"),
                            ("results", "Results"),
                        ],
                        max_length=10,
                    ),
                ),
                ("words", models.CharField(max_length=300)),
                ("site", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=200)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="tournament.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="tournament.player",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="tournament.subscription",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="SubstituteRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("is_accepted", models.BooleanField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="requests",
                        to="tournament.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="asked_as",
                        to="tournament.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="requests",
                        to="tournament.player",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("zone", models.CharField(blank=True, max_length=30)),
                ("is_accessible", models.BooleanField(default=False)),
                ("is_out_of_use", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="tournament.event",
                    ),
                ),
                (
                    "referee",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="tournament.badge",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.AddField(
            model_name="game",
            name="table",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games",
                to="tournament.table",
            ),
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=60)),
                ("home", models.CharField(blank=True, max_length=60)),
                ("needs_accessible", models.BooleanField(default=False)),
                ("signed_up_at", models.DateTimeField()),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("back_at", models.DateTimeField(blank=True, null=True)),
                ("waits_since", models.DateTimeField(blank=True, null=True)),
                ("part_here_at", models.DateTimeField(blank=True, null=True)),
                ("sits_out_at", models.DateTimeField(blank=True, null=True)),
                ("sits_out_round", models.PositiveIntegerField(blank=True, null=True)),
                ("moved_up_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="teams",
                        to="tournament.event",
                    ),
                ),
                (
                    "fixed_table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kept_for",
                        to="tournament.table",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="tournament.team",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chair", models.CharField(max_length=2)),
                ("is_taken", models.BooleanField(default=False)),
                ("own_points", models.SmallIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.game",
                    ),
                ),
                (
                    "helper",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="helped",
                        to="tournament.player",
                    ),
                ),
                (
                    "rests",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rests",
                        to="tournament.player",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.side",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.team",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.AddField(
            model_name="player",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="players",
                to="tournament.team",
            ),
        ),
        migrations.CreateModel(
            name="KeptApart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kept_apart",
                        to="tournament.event",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.team"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.team"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="DrawnGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="drawn_games",
                        to="tournament.event",
                    ),
                ),
                (
                    "east",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.team"
                    ),
                ),
                (
                    "north",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.team"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Donation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("given", "given"),
                            ("float", "put into the drawer as change"),
                            ("paid", "paid as a prize"),
                            ("handed", "handed over"),
                            ("counted", "counted in the drawer"),
                        ],
                        default="given",
                        max_length=8,
                    ),
                ),
                ("pot", models.CharField(blank=True, default="", max_length=40)),
                ("amount_cents", models.IntegerField()),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("cash", "cash"),
                            ("cashapp", "Cash App"),
                            ("zelle", "Zelle"),
                            ("card", "card"),
                            ("other", "other"),
                        ],
                        max_length=8,
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "counters",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tournament.donation",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="donations",
                        to="tournament.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tournament.player",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tournament.team",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.AddField(
            model_name="badge",
            name="plays_in",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="referees_in",
                to="tournament.team",
            ),
        ),
        migrations.AddField(
            model_name="badge",
            name="team",
            field=models.OneToOneField(
                blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to="tournament.team"
            ),
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "Read the log"),
                            ("results", "Enter results"),
                            ("desk", "Do the desk’s work"),
                        ],
                        max_length=7,
                    ),
                ),
                ("tables", models.JSONField(default=list)),
                ("hashed", models.CharField(max_length=64, unique=True)),
                (
                    "badge",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="token",
                        to="tournament.badge",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.URLField(max_length=400)),
                ("chance", models.CharField(max_length=44)),
                ("seen", models.PositiveBigIntegerField()),
                ("made_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="webhooks",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("delivered_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=100)),
                (
                    "entry",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.logentry"),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deliveries",
                        to="tournament.webhook",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Break",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("is_gap", models.BooleanField(default=False)),
                (
                    "seating",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("swiss", "Rounds, by standing"),
                            ("random", "Rounds, by lot"),
                            ("robin", "Rounds, everybody against everybody"),
                            ("movement", "Rounds, one side stays and the other moves up a table"),
                            ("up", "Rounds, winners move up a table, losers stay"),
                            ("split", "Rounds, winners move up a table, losers move down"),
                            ("stay", "Rounds, winners stay, losers move to the next table"),
                            ("keep", "Rounds, winners of the first game keep their table, losers move"),
                            ("malt", "Rounds, MALT: losers go to the first tables, winners to the last"),
                            ("open", "Open play: the next game as a table frees"),
                            ("rise", "Rise and fly: winners keep the table"),
                            ("alone", "Individuals: a new partner every round"),
                            ("one-up", "Individuals: winners move up a table, losers stay, partners change"),
                            (
                                "one-stay",
                                "Individuals: winners stay, losers move to the next table, partners change",
                            ),
                            (
                                "one-red",
                                "Individuals: winners move, the red sheet up a table, the white sheet down",
                            ),
                            (
                                "one-seat",
                                "Individuals: North stays, South goes down a table, East up one, West up two",
                            ),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="breaks",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": ("starts_at",),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "starts_at"), name="break_starts_once"),
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("starts_at"))), name="break_lasts"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Deadline",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("call", models.PositiveSmallIntegerField(default=1)),
                ("step", models.PositiveSmallIntegerField()),
                ("from_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("proposed_at", models.DateTimeField(blank=True, null=True)),
                ("waived_at", models.DateTimeField(blank=True, null=True)),
                ("waived_because", models.CharField(blank=True, max_length=300)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deadlines",
                        to="tournament.event",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deadlines",
                        to="tournament.game",
                    ),
                ),
            ],
            options={
                "ordering": ("due_at", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "call", "step"), name="deadline_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chance", models.CharField(max_length=44)),
                ("hashed", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tournament.event",
                    ),
                ),
                (
                    "used_by",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("used_at", None), ("used_by", None)),
                            models.Q(("used_at__isnull", False), ("used_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="invitation_is_used_by_somebody",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ListImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("name", models.CharField(blank=True, max_length=100)),
                ("content", models.BinaryField(default=b"")),
                ("columns", models.JSONField(default=dict)),
                ("rows", models.JSONField(default=list)),
                ("problem", models.JSONField(default=dict)),
                ("made", models.JSONField(default=dict)),
                (
                    "task",
                    models.CharField(
                        blank=True,
                        choices=[("read", "is read"), ("write", "is imported"), ("undo", "is undone")],
                        max_length=5,
                    ),
                ),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("asked_at", models.DateTimeField()),
                ("imported_at", models.DateTimeField(blank=True, null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("dropped_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="imports",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("dropped_at", None), ("imported_at", None)),
                        fields=("event",),
                        name="list_is_looked_at_alone",
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["event", "action"], name="log_by_action"),
        ),
        migrations.AddConstraint(
            model_name="phase",
            constraint=models.UniqueConstraint(fields=("event", "kind"), name="phase_once_a_day"),
        ),
        migrations.AddConstraint(
            model_name="phase",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_at__gte", models.F("starts_at"))), name="phase_ends_after_it_starts"
            ),
        ),
        migrations.AddConstraint(
            model_name="partnerblock",
            constraint=models.UniqueConstraint(fields=("player", "blocked"), name="partner_is_blocked_once"),
        ),
        migrations.AddConstraint(
            model_name="reveal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_last", True)), fields=("event",), name="reveal_ends_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("recalled_at", None)),
                fields=("phase", "number"),
                name="round_number_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("recalled_at", None)), fields=("phase", "slot"), name="round_slot_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "started"), models.Q(("part", ""), _negated=True)),
                    models.Q(models.Q(("kind", "started"), _negated=True), ("part", "")),
                    _connector="OR",
                ),
                name="schedule_change_starts_a_phase",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ("minutes", "longer")), ("minutes__gte", 1)),
                    models.Q(models.Q(("kind__in", ("minutes", "longer")), _negated=True), ("minutes", None)),
                    _connector="OR",
                ),
                name="schedule_change_adds_minutes",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("break_at__isnull", False), ("kind__in", ("breakoff", "ended", "longer"))),
                    models.Q(
                        models.Q(("kind__in", ("breakoff", "ended", "longer")), _negated=True),
                        ("break_at", None),
                    ),
                    _connector="OR",
                ),
                name="schedule_change_names_its_break",
            ),
        ),
        migrations.AddConstraint(
            model_name="side",
            constraint=models.UniqueConstraint(fields=("game", "name"), name="side_once_a_game"),
        ),
        migrations.AddConstraint(
            model_name="subscription",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("badge", "endpoint"), name="subscription_once"
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["due_at"], name="message_due"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None), ("goes_by", "room")),
                fields=("event",),
                name="message_shown_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(fields=("key", "player"), name="message_to_one_once"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                fields=("key", "subscription"), name="message_to_a_phone_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="table_number_once"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("called_at__isnull", False), ("over_at", None), ("recalled_at", None)),
                fields=("table",),
                name="game_has_the_table_alone",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("recalled_at", None), models.Q(("bracket_position", ""), _negated=True)),
                fields=("phase", "bracket_position", "number"),
                name="game_fills_its_slot_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("number__lte", models.F("best_of"))),
                name="game_is_one_of_its_series",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="team_number_is_its_own"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"), models.F("event"), name="team_name_is_its_own"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("waits_since", None),
                    ("checked_in_at", None),
                    ("withdrawn_at__isnull", False),
                    _connector="OR",
                ),
                name="team_that_waits_is_not_checked_in",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "team"), name="seat_nobody_twice_in_a_game"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "chair"), name="seat_one_a_chair"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_taken", True)), fields=("team",), name="seat_nobody_at_two_tables"
            ),
        ),
        migrations.AddConstraint(
            model_name="keptapart",
            constraint=models.CheckConstraint(
                condition=models.Q(("one", models.F("other")), _negated=True), name="kept_apart_are_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="drawngame",
            constraint=models.CheckConstraint(
                condition=models.Q(("north", models.F("east")), _negated=True), name="drawn_game_has_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="donation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("amount_cents__gte", 0), ("counters", None), ("kind", "counted")),
                    models.Q(
                        models.Q(("kind", "counted"), _negated=True),
                        models.Q(
                            models.Q(
                                ("counters", None),
                                models.Q(
                                    models.Q(("kind__in", ("paid", "handed")), ("amount_cents__lt", 0)),
                                    models.Q(
                                        models.Q(("kind__in", ("paid", "handed")), _negated=True),
                                        ("amount_cents__gt", 0),
                                    ),
                                    _connector="OR",
                                ),
                            ),
                            models.Q(
                                ("counters__isnull", False),
                                models.Q(
                                    models.Q(("kind__in", ("paid", "handed")), ("amount_cents__gt", 0)),
                                    models.Q(
                                        models.Q(("kind__in", ("paid", "handed")), _negated=True),
                                        ("amount_cents__lt", 0),
                                    ),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                    ),
                    _connector="OR",
                ),
                name="donation_has_its_sign",
            ),
        ),
        migrations.AddConstraint(
            model_name="badge",
            constraint=models.UniqueConstraint(fields=("event", "user"), name="badge_one_per_user_and_event"),
        ),
        migrations.AddConstraint(
            model_name="badge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("role", "team"), ("team__isnull", False)),
                    models.Q(models.Q(("role", "team"), _negated=True), ("team__isnull", True)),
                    _connector="OR",
                ),
                name="badge_of_a_team_names_it",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["due_at"], name="delivery_due"),
        ),
    ]
