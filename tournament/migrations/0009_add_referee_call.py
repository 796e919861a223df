from django.db import migrations, models


def fill_from_the_words(apps, schema_editor):
    """Until now only the words said what a referee is wanted for."""
    called = apps.get_model("tournament", "Game").objects.filter(referee_called_at__isnull=False)
    called.update(referee_call="asked")
    called.filter(referee_called_for__contains=" object to the result").update(referee_call="objects")
    called.filter(referee_called_for__startswith="The sides don’t agree on hand ").update(
        referee_call="reports"
    )
    called.filter(
        referee_called_for__endswith="not seated. Forfeit the hand, or waive it with a reason."
    ).update(referee_call="late")
    called.filter(
        referee_called_for__endswith=" late: nobody gains. Start the game, or give no result."
    ).update(referee_call="both")
    called.filter(referee_called_for__startswith="The head referee is wanted").update(referee_call="head")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_add_event_version")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="referee_call",
            field=models.CharField(
                blank=True,
                choices=[
                    ("asked", "somebody at the table asks"),
                    ("both", "nobody sits"),
                    ("late", "a late hand is to be decided"),
                    ("reports", "the reports of a hand differ"),
                    ("objects", "somebody objects to the result"),
                    ("head", "the head referee is wanted"),
                ],
                default="",
                max_length=8,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill_from_the_words, migrations.RunPython.noop),
    ]
