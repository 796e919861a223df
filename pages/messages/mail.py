"""E-mail through the operator's mail server (Django's ``EMAIL_`` settings)."""

from datetime import datetime
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import DNS_NAME, EmailMessage

from tournament.errors import Refused
from tournament.messages.commands_messages import write_test
from tournament.models import Actor, Event, Message

PROOF = "This server sends e-mail. Nothing else needs to be done."


def send_mail(to: str, subject: str, text: str, *, name: str = "") -> None:
    """Send an e-mail, whose Message-ID is made from ``name``.

    :raises Refused: if there is no mail server, it doesn't accept the e-mail, or doesn't answer in time.
    """
    if not settings.EMAIL_HOST:
        raise Refused("mail.none")
    headers = {"Message-ID": f"<{name}@{DNS_NAME}>"} if name else {}
    try:
        EmailMessage(subject, text, to=[to], headers=headers).send()
    except TimeoutError as why:
        raise Refused("mail.late") from why
    except (SMTPException, OSError, ValueError) as why:
        raise Refused("mail.failed", answer=str(why) or type(why).__name__) from why


def prove_mail(*, event: Event, to: str, now: datetime, by: Actor, at: datetime) -> Message:
    """Write a test e-mail, which is sent like all others. Its row gets the mail server's answer.

    :raises Refused: if there is no mail server.
    """
    if not settings.EMAIL_HOST:
        raise Refused("mail.none")
    return write_test(event=event, to=to, words=PROOF, now=now, by=by, at=at)
