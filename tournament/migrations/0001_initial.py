import uuid

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    # The steps before version 1.0.0: a database that took all of them goes on from here.
    replaces = [
        ("tournament", "0001_facts"),
        ("tournament", "0002_floor"),
        ("tournament", "0003_hold_back_calls"),
        ("tournament", "0004_five_minutes_anew"),
        ("tournament", "0005_individuals"),
        ("tournament", "0006_come_alone"),
        ("tournament", "0007_rename_to_the_fields_words"),
        ("tournament", "0008_add_event_version"),
        ("tournament", "0009_add_referee_call"),
        ("tournament", "0010_rename_simulations_in_the_log"),
        ("tournament", "0011_make_room_for_sides"),
        ("tournament", "0012_seat_everybody_on_sides"),
        ("tournament", "0013_remove_chairs_from_games"),
        ("tournament", "0014_keep_what_columbus_played"),
        ("tournament", "0015_keep_sessions_with_their_device"),
        ("tournament", "0016_hash_links"),
        ("tournament", "0017_require_hashed_links"),
        ("tournament", "0018_count_wrong_codes"),
        ("tournament", "0019_sign_up_closes"),
        ("tournament", "0020_doubt_the_clock"),
        ("tournament", "0021_choose_tie_breaks"),
        ("tournament", "0022_undo_schedule_changes"),
        ("tournament", "0023_erase_contact_data"),
        ("tournament", "0024_chain_the_log"),
        ("tournament", "0025_end_and_lengthen_rounds"),
        ("tournament", "0026_keep_pairs_apart"),
        ("tournament", "0027_sit_out_in_turn"),
        ("tournament", "0028_speak_of_players"),
        ("tournament", "0029_choose_phase_two"),
        ("tournament", "0030_call_phase_two"),
        ("tournament", "0031_number_games_of_a_series"),
        ("tournament", "0032_play_in_sessions"),
        ("tournament", "0033_see_who_is_back"),
        ("tournament", "0034_hash_codes"),
        ("tournament", "0035_open_sign_up_until_play"),
        ("tournament", "0036_add_keys"),
        ("tournament", "0037_require_keys"),
        ("tournament", "0038_rechain_the_log"),
        ("tournament", "0039_remove_words_from_the_log"),
        ("tournament", "0040_say_that_tables_open_up"),
        ("tournament", "0041_mark_the_demo"),
        ("tournament", "0042_find_log_entries_by_action"),
        ("tournament", "0043_keep_the_way_of_taking_part"),
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
                ("phase_two", models.JSONField(blank=True, default=dict)),
                ("calls_phase_two", models.BooleanField(default=False)),
                ("ready_minutes", models.PositiveSmallIntegerField(default=5)),
                ("donation_player_cents", models.PositiveIntegerField(default=500)),
                ("donation_team_cents", models.PositiveIntegerField(default=1000)),
                ("sign_up_minutes", models.PositiveSmallIntegerField(blank=True, default=0, null=True)),
                ("contact_days", models.PositiveSmallIntegerField(default=30)),
                (
                    "standings_shown",
                    models.CharField(
                        choices=[("live", "after every hand"), ("after_round", "after each round")],
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
                            ("singles", "One against one"),
                            ("partners", "Partners who change"),
                            ("alone", "Everybody alone"),
                        ],
                        default="teams",
                        max_length=8,
                    ),
                ),
                ("spans_days", models.BooleanField(default=False)),
                ("is_practice", models.BooleanField(default=False)),
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
                        condition=models.Q(("takes_part__in", ("teams", "singles", "partners", "alone"))),
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
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("is_head", models.BooleanField(default=False)),
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
                            ("open", "Open play: the next game as a table frees"),
                            ("rise", "Rise and fly: winners keep the table"),
                            ("alone", "Individuals: a new partner every round"),
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
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="tournament.round",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
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
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.game",
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
                    "stands_in_for",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="substitutes",
                        to="tournament.player",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="tournament.team",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
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
            name="Donation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("amount_cents", models.IntegerField()),
                ("method", models.CharField(choices=[("cash", "cash"), ("other", "other")], max_length=8)),
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
                            ("open", "Open play: the next game as a table frees"),
                            ("rise", "Rise and fly: winners keep the table"),
                            ("alone", "Individuals: a new partner every round"),
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
                "indexes": [models.Index(fields=["event", "action"], name="log_by_action")],
            },
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
            model_name="donation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("amount_cents__gt", 0), ("counters", None)),
                    models.Q(("amount_cents__lt", 0), ("counters__isnull", False)),
                    _connector="OR",
                ),
                name="donation_is_given_or_countered",
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
    ]
