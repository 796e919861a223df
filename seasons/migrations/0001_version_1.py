import uuid

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    # A database that took all of these goes on from here.
    replaces = [
        ("seasons", "0001_initial"),
        ("seasons", "0002_club_evenings"),
        ("seasons", "0003_series_and_own_pages"),
        ("seasons", "0004_pools_and_templates"),
    ]

    dependencies = [
        ("tournament", "0001_version_1"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("person_days", models.PositiveSmallIntegerField(default=730)),
                ("made_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("person_days__gte", 30)), name="club_remembers_a_month"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="seasons.club"
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="of_club",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Copied",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("of", models.UUIDField()),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="copied",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FinalGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="tournament.game",
                    ),
                ),
                ("sides", models.JSONField()),
                ("winner", models.PositiveSmallIntegerField()),
                ("bostons", models.JSONField()),
                ("over_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="final_games",
                        to="seasons.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                (
                    "absence",
                    models.CharField(
                        choices=[
                            ("owes", "are owed, and made up in another week"),
                            ("average", "count as the average of the team’s other games"),
                            ("forfeit", "are lost, and won by the team that was there"),
                            ("pool", "are played by substitutes from the pool, or else owed"),
                        ],
                        default="owes",
                        max_length=7,
                    ),
                ),
                ("forfeit_points", models.PositiveSmallIntegerField(default=0)),
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
                ("made_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="leagues", to="seasons.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DrawnWeek",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("rooms", models.JSONField()),
                ("twice", models.JSONField()),
                ("games", models.JSONField()),
                ("at", models.DateTimeField()),
                ("replaced_at", models.DateTimeField(blank=True, null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drawn", to="seasons.league"
                    ),
                ),
            ],
            options={
                "ordering": ("number", "pk"),
            },
        ),
        migrations.CreateModel(
            name="DrawJob",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("weeks", models.PositiveSmallIntegerField()),
                ("rooms", models.PositiveSmallIntegerField()),
                ("games", models.PositiveSmallIntegerField()),
                ("first", models.PositiveSmallIntegerField()),
                ("seed", models.PositiveIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                ("stage", models.CharField(blank=True, max_length=80)),
                ("said", models.CharField(blank=True, max_length=300)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="draws", to="seasons.league"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LeagueTeam",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField()),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="teams", to="seasons.league"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="LeagueEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_league",
                        to="tournament.team",
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="seasons.leagueteam",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LeagueWeek",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("is_imported", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="of_week",
                        to="tournament.event",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="weeks", to="seasons.league"
                    ),
                ),
            ],
            options={
                "ordering": ("number", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="members", to="seasons.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("moved", models.JSONField(default=list)),
                ("before", models.JSONField(default=dict)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="tournament.event",
                    ),
                ),
                (
                    "gone",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.team",
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.team"
                    ),
                ),
                (
                    "single",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("contact", models.CharField(blank=True, max_length=120)),
                ("consent_at", models.DateTimeField(blank=True, null=True)),
                ("public_at", models.DateTimeField(blank=True, null=True)),
                ("page_at", models.DateTimeField(blank=True, null=True)),
                ("is_minor", models.BooleanField(default=False)),
                ("guardian", models.CharField(blank=True, max_length=60)),
                ("made_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="people", to="seasons.club"
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="seasons.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PeopleChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=[("merge", "merged"), ("split", "split")], max_length=5)),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="seasons.person",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="seasons.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Appearance",
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
                            ("contact", "by phone or e-mail"),
                            ("name", "by name"),
                            ("code", "by their code"),
                            ("hand", "by an organizer"),
                            ("new", "new here"),
                            ("change", "when people were merged or split"),
                        ],
                        max_length=7,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appearances",
                        to="tournament.player",
                    ),
                ),
                (
                    "change",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appearances",
                        to="seasons.peoplechange",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appearances",
                        to="seasons.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PoolPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("is_own", models.BooleanField(default=False)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pool", to="seasons.league"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pools", to="seasons.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("by_pairs", models.BooleanField(default=False)),
                (
                    "counting",
                    models.CharField(
                        choices=[
                            ("places", "points by place"),
                            ("wins", "games won"),
                            ("points", "own points"),
                        ],
                        default="places",
                        max_length=6,
                    ),
                ),
                ("table", models.JSONField(blank=True, default=list)),
                ("below", models.PositiveSmallIntegerField(default=1)),
                ("best", models.PositiveSmallIntegerField(default=0)),
                ("least_field", models.PositiveSmallIntegerField(default=0)),
                ("least_events", models.PositiveSmallIntegerField(default=0)),
                ("qualify", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="series", to="seasons.club"
                    ),
                ),
            ],
            options={
                "ordering": ("name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="SeriesEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_final", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_series",
                        to="tournament.event",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="seasons.series",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Shelved",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "shelf",
                    models.CharField(
                        choices=[("draft", "a draft"), ("archive", "archived"), ("deleted", "to be deleted")],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.badge"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shelved",
                        to="tournament.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Template",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="templates",
                        to="seasons.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="templates",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": (django.db.models.functions.text.Lower("name"), "pk"),
            },
        ),
        migrations.CreateModel(
            name="ClubRatings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_on", models.BooleanField(default=False)),
                ("window_days", models.PositiveSmallIntegerField(default=7)),
                ("least_games", models.PositiveSmallIntegerField(default=12)),
                ("result", models.JSONField(default=dict)),
                ("seen", models.CharField(blank=True, max_length=120)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("computed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ratings", to="seasons.club"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("window_days__lte", 90)), name="ratings_window_ends"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Credit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="credits",
                        to="tournament.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("game",), name="game_is_credited_once"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(
                models.F("club"), django.db.models.functions.text.Lower("name"), name="league_name_is_its_own"
            ),
        ),
        migrations.AddConstraint(
            model_name="drawnweek",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaced_at", None)), fields=("league", "number"), name="week_drawn_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueteam",
            constraint=models.UniqueConstraint(fields=("league", "number"), name="league_team_number_once"),
        ),
        migrations.AddConstraint(
            model_name="leagueteam",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"),
                models.F("league"),
                name="league_team_name_is_its_own",
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueweek",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("league", "number"), name="league_week_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("club", "user"), name="member_of_a_club_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(("contact", ""), ("consent_at__isnull", False), _connector="OR"),
                name="person_agreed_to_be_reached",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_minor", False), models.Q(("guardian", ""), _negated=True), _connector="OR"
                ),
                name="person_minor_has_a_guardian",
            ),
        ),
        migrations.AddConstraint(
            model_name="peoplechange",
            constraint=models.CheckConstraint(
                condition=models.Q(("one", models.F("other")), _negated=True), name="people_change_has_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="appearance",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("player",), name="player_is_one_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="poolplace",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("league", "person"), name="in_a_pool_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.UniqueConstraint(
                models.F("club"), django.db.models.functions.text.Lower("name"), name="series_name_is_its_own"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)),
                fields=("series", "event"),
                name="event_in_a_series_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None), ("is_final", True)),
                fields=("series",),
                name="series_final_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="shelved",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)),
                fields=("event", "shelf"),
                name="event_on_a_shelf_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="shelved",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("due_at__isnull", False), ("shelf", "deleted")),
                    models.Q(models.Q(("shelf", "deleted"), _negated=True), ("due_at", None)),
                    _connector="OR",
                ),
                name="shelved_to_delete_has_its_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="template",
            constraint=models.UniqueConstraint(
                models.F("club"),
                django.db.models.functions.text.Lower("name"),
                condition=models.Q(("ended_at", None)),
                name="template_name_is_its_own",
            ),
        ),
    ]
