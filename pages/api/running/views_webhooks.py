"""The calls about webhooks."""

from collections.abc import Mapping
from typing import Any

from ninja import Field

from pages.api.event.bodies import Body, Sent
from pages.api.event.tokens import RUN, ApiRequest
from pages.api.event.writing import About, writes
from pages.api.running import views_programs
from pages.api.running.presses import router as router
from pages.api.running.shapes import WebhookShape, WrittenWebhook
from tournament.models import Event, Webhook


class WebhookBody(Body):
    url: str = Field(max_length=400)
    actions: list[str] = Field(
        [],
        max_length=60,
        description="Only these entries of the log, by their `action`; `hand` takes all that begin with "
        "`hand.`. Empty: all.",
        examples=[["hand", "round.called"]],
    )

    def sent(self, event: Event) -> Sent:
        return {"url": self.url, "actions": ",".join(self.actions)}


def webhook_data(webhook: Webhook, *, with_secret: bool = False) -> dict[str, Any]:
    return {
        "webhook": webhook.pk,
        "url": webhook.url,
        "actions": webhook.actions,
        "made_at": webhook.made_at,
        "has_ended": webhook.ended_at is not None,
        "secret": webhook.secret if with_secret else "",
    }


def _shown(request: ApiRequest, outcome: Any, address: Mapping[str, Any]) -> dict[str, Any]:
    """The webhook. A new one has its secret."""
    if "pk" not in address:
        return {"webhook": webhook_data(outcome.done, with_secret=True)}
    return {"webhook": webhook_data(request.event.webhooks.get(pk=address["pk"]))}


def _its_id(request: ApiRequest, address: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"pk": address["webhook"]} if "webhook" in address else {}


WEBHOOK = About(finds=_its_id, shows=_shown, returns=WrittenWebhook)


@router.get(
    "events/{slug:slug}/webhooks",
    response=list[WebhookShape],
    auth=RUN,
    summary="The webhooks",
    tags=["Webhooks"],
)
def webhooks(request: ApiRequest, slug: str) -> Any:
    return [webhook_data(each) for each in request.event.webhooks.open().order_by("pk")]


writes(
    "webhooks",
    views_programs.add,
    WEBHOOK,
    RUN,
    summary="Add a webhook",
    body=WebhookBody,
    tag="Webhooks",
    words="The address gets new entries of the log as Standard Webhooks. Its `secret` is shown only here.",
)
writes(
    "webhooks/{int:webhook}/ping",
    views_programs.ping,
    WEBHOOK,
    RUN,
    summary="Ping a webhook",
    tag="Webhooks",
    words="It gets a message of the type `ping`, which says nothing.",
)
writes(
    "webhooks/{int:webhook}/end",
    views_programs.end,
    WEBHOOK,
    RUN,
    summary="Remove a webhook",
    tag="Webhooks",
)
