from django.db import models


class SentKey(models.Model):
    """The key of an action that a device may send twice, with a digest of what it sent.

    It is written with the action's own row, which has the key, too.

    Entrants and players have another key, ``made`` here: theirs is published, and who sends an action again
    sees its result.
    """

    key = models.UUIDField()
    made = models.UUIDField(null=True)
    action = models.CharField(max_length=40)
    """Tells apart the two actions of a press that share a key, such as an accepted request and the team it
    makes.
    """
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("key", "action"), name="sent_key_once"),)

    def __str__(self) -> str:
        return f"{self.action} {self.key}"
