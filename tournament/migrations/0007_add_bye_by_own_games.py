from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0006_note_phones_and_restores"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="bye_counts",
            field=models.CharField(
                choices=[
                    ("win", "a game won"),
                    ("nothing", "nothing"),
                    ("average", "the average of the round’s winners"),
                    ("own", "a game won with the average of one’s own games"),
                ],
                default="win",
                max_length=8,
            ),
        ),
    ]
