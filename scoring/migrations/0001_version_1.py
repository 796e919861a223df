import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    # A database that took all of these goes on from here.
    replaces = [
        ("scoring", "0001_initial"),
        ("scoring", "0002_count_earlier_penalties"),
        ("scoring", "0003_remove_sentences_of_rulings"),
        ("scoring", "0004_every_evening"),
        ("scoring", "0005_buy_back"),
        ("scoring", "0006_club_evenings"),
        ("scoring", "0007_awarded_hands"),
    ]

    dependencies = [
        ("tournament", "0001_version_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="Cut",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("certificate", models.JSONField()),
                ("at", models.DateTimeField()),
                ("reopened_at", models.DateTimeField(blank=True, null=True)),
                ("words", models.CharField(blank=True, default="", max_length=100)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "phase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cuts",
                        to="tournament.phase",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GameScore",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="score",
                        serialize=False,
                        to="tournament.game",
                    ),
                ),
                ("hands", models.PositiveSmallIntegerField(default=0)),
                (
                    "ending",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("won", "won"),
                            ("whistle", "ahead at the whistle"),
                            ("decider", "won by the deciding hand"),
                            ("forfeit", "forfeited"),
                            ("bye", "bye"),
                            ("void", "no result"),
                            ("walkover", "walkover"),
                        ],
                        max_length=8,
                    ),
                ),
                ("whistled_at", models.DateTimeField(blank=True, null=True)),
                ("void_reason", models.CharField(blank=True, max_length=300)),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tournament.team",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("sequence", models.PositiveSmallIntegerField()),
                ("facts", models.JSONField()),
                ("notes", models.JSONField(blank=True, default=dict)),
                ("is_decider", models.BooleanField(default=False)),
                ("winner_side", models.CharField(blank=True, max_length=2)),
                ("units", models.JSONField(default=dict)),
                ("points", models.JSONField(default=dict)),
                ("is_boston", models.BooleanField(default=False)),
                ("is_awarded", models.BooleanField(default=False)),
                ("is_struck", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("device", models.CharField(blank=True, max_length=80)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hands",
                        to="tournament.game",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="scoring.hand",
                    ),
                ),
            ],
            options={
                "ordering": ("game", "sequence", "at"),
            },
        ),
        migrations.CreateModel(
            name="LotDraw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("words", models.CharField(max_length=100)),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "phase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lot_draws",
                        to="tournament.phase",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Lot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.team"),
                ),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lots", to="scoring.lotdraw"
                    ),
                ),
            ],
            options={
                "ordering": ("place",),
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("sequence", models.PositiveSmallIntegerField()),
                ("side", models.CharField(max_length=2)),
                ("facts", models.JSONField()),
                ("is_dispute", models.BooleanField(default=False)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                ("device", models.CharField(blank=True, max_length=80)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="tournament.game",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="scoring.hand",
                    ),
                ),
            ],
            options={
                "ordering": ("game", "sequence", "at"),
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("renege", "Renege"),
                            ("misdeal", "Misdeal"),
                            ("turn", "Card out of turn"),
                            ("outside", "Outside interference"),
                            ("delay", "Delay"),
                            ("conduct", "Conduct"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                    ),
                ),
                ("penalty", models.CharField(blank=True, max_length=20)),
                ("facts", models.JSONField(default=dict)),
                ("reason", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                ("device", models.CharField(blank=True, max_length=80)),
                (
                    "against",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tournament.team",
                    ),
                ),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournament.event",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournament.game",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="scoring.hand",
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="scoring.ruling",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Seed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "cut",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seeds", to="scoring.cut"
                    ),
                ),
                (
                    "partner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.team",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.team"),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="SidePrizeWin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("prize", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="side_prize_wins",
                        to="tournament.event",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.team"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SimulationRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("teams", models.PositiveSmallIntegerField()),
                ("tables", models.PositiveSmallIntegerField()),
                ("days", models.PositiveIntegerField()),
                ("seed", models.PositiveIntegerField()),
                ("formats", models.JSONField()),
                ("figures", models.JSONField(blank=True, default=dict)),
                ("totals", models.JSONField(blank=True, default=dict)),
                ("done", models.PositiveIntegerField(default=0)),
                ("asked_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="simulation_runs",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Agreement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("team", "a team"),
                            ("referee", "a referee witnessed it"),
                            ("quiet", "three quiet minutes"),
                        ],
                        max_length=8,
                    ),
                ),
                ("side", models.CharField(blank=True, max_length=2)),
                ("at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="agreements",
                        to="tournament.game",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at", None)),
                        fields=("game", "how", "side"),
                        name="agreement_once_a_side",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("how", "team"), models.Q(("side", ""), _negated=True)),
                            models.Q(models.Q(("how", "team"), _negated=True), ("side", "")),
                            _connector="OR",
                        ),
                        name="agreement_of_a_team_names_its_side",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BuyBack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.badge")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="buy_backs",
                        to="tournament.event",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournament.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("taken_back_at", None)), fields=("team",), name="buy_back_once"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="cut",
            constraint=models.UniqueConstraint(
                condition=models.Q(("reopened_at", None)), fields=("phase",), name="cut_stands_alone"
            ),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("is_awarded", True)), fields=["game"], name="hand_awarded"
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces", None)), fields=("game", "sequence"), name="hand_has_its_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_struck", False), ("replaces__isnull", False), _connector="OR"),
                name="hand_struck_replaces_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("replaces", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                ),
                name="hand_corrected_with_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="lot",
            constraint=models.UniqueConstraint(fields=("draw", "team"), name="lot_one_a_team"),
        ),
        migrations.AddConstraint(
            model_name="lot",
            constraint=models.UniqueConstraint(fields=("draw", "place"), name="lot_one_a_place"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("hand", None), ("withdrawn_at", None)),
                fields=("game", "sequence", "side"),
                name="report_one_a_side_and_hand",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="ruling_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="seed",
            constraint=models.UniqueConstraint(fields=("cut", "team"), name="seed_one_a_team"),
        ),
        migrations.AddConstraint(
            model_name="seed",
            constraint=models.UniqueConstraint(fields=("cut", "partner"), name="seed_one_a_partner"),
        ),
        migrations.AddConstraint(
            model_name="seed",
            constraint=models.UniqueConstraint(fields=("cut", "number"), name="seed_number_once"),
        ),
        migrations.AddConstraint(
            model_name="simulationrun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at", None), ("stopped_at", None)),
                fields=("event",),
                name="simulation_runs_alone",
            ),
        ),
        migrations.AddConstraint(
            model_name="simulationrun",
            constraint=models.CheckConstraint(
                condition=models.Q(("days__gte", 1), ("tables__gte", 1), ("teams__gte", 2)),
                name="simulation_has_a_day",
            ),
        ),
    ]
