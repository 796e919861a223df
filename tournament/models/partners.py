from django.db import models


class PartnerRequestQuerySet(models.QuerySet["PartnerRequest"]):
    def open(self) -> "PartnerRequestQuerySet":
        """The requests that wait for an answer."""
        return self.filter(answered_at=None)

    def of(self, *players: int) -> "PartnerRequestQuerySet":
        return self.filter(models.Q(asker__in=players) | models.Q(asked__in=players))


class PartnerRequest(models.Model):
    """A request by ``asker`` to play with ``asked``. Both look for a partner (Rulebook E-167)."""

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="partner_requests")
    asker = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="asks")
    asked = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="asked_by")
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    is_accepted = models.BooleanField(null=True, blank=True)
    """None until they answer, and stays None if the request is closed without an answer."""

    objects = PartnerRequestQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.asker} and {self.asked}"


class PartnerBlock(models.Model):
    """``player`` doesn't want to play with ``blocked``, who isn't notified (Rulebook E-167)."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="partner_blocks")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="+")
    blocked = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("player", "blocked"), name="partner_is_blocked_once"),)

    def __str__(self) -> str:
        return f"{self.player} not with {self.blocked}"
