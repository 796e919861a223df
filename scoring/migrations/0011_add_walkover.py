from django.db import migrations, models

ENDINGS = [
    ("won", "won"),
    ("whistle", "ahead at the whistle"),
    ("decider", "won by the deciding hand"),
    ("forfeit", "forfeited"),
    ("bye", "bye"),
    ("void", "no result"),
    ("walkover", "walkover"),
]


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_make_room_for_sentences")]

    operations = [
        migrations.AlterField(
            "gamescore", "ending", models.CharField(blank=True, choices=ENDINGS, max_length=8)
        ),
    ]
