from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def move_here(apps, schema_editor):
    """Whoever is signed in stays so; what is in a session says whose it is."""
    old, new = apps.get_model("sessions", "Session"), apps.get_model("tournament", "Session")
    decode = SessionStore().decode
    for row in old.objects.all():
        told = decode(row.session_data)
        user = told.get("_auth_user_id")
        new.objects.create(
            session_key=row.session_key,
            session_data=row.session_data,
            expire_date=row.expire_date,
            user_id=int(user) if user else None,
            worn="".join(f" {badge} " for badge in told.get("badges", [])),
        )
    old.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_keep_what_columbus_played"), ("sessions", "0001_initial")]

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
            options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
        ),
        migrations.RunPython(move_here, migrations.RunPython.noop),
    ]
