"""E-mails with a link for a new password. A thread looks the account up and sends them.

So the answer to the request is the same, and takes as long, whether an account exists or not, and no slot is
held while a mail server is slow. Links are made when they are sent, and stored nowhere; what waits when the
process ends is lost.
"""

import logging
from queue import Full, Queue
from threading import Lock, Thread

from django.contrib.auth import get_user_model
from django.db import connections
from django.urls import reverse

from accounts.recovery import MAIL, recovery_token
from pages.links import site_address
from pages.messages.mail import send_mail
from tournament.errors import Refused

MOST_WAITING = 20
MOST_ACCOUNTS = 3
"""The most accounts with the same address that get an e-mail."""
WORDS = "Somebody asked for a new password of {name}. If it was you, open this link within an hour:\n\n{link}"

log = logging.getLogger(__name__)
waiting: Queue[str] = Queue(MOST_WAITING)
_one_start = Lock()
_threads: list[Thread] = []


def send_link_to(address: str) -> bool:
    """Send a link soon, if an account has this address. False if too many wait."""
    try:
        waiting.put_nowait(address)
    except Full:
        return False
    with _one_start:
        if not _threads:
            _threads.append(Thread(target=_keep_sending, name="recovery mail", daemon=True))
            _threads[0].start()
    return True


def _keep_sending() -> None:
    while True:
        address = waiting.get()
        try:
            _send(address)
        except Refused as why:  # Without the mail server's words, which name the address.
            reason = type(why.__cause__).__name__ if why.__cause__ else why.code
            log.warning("An e-mail with a link for a new password wasn’t sent: %s.", reason)
        except Exception:
            log.exception("An e-mail with a link for a new password wasn’t sent.")
        finally:
            connections.close_all()
            waiting.task_done()


def _send(address: str) -> None:
    """:raises Refused: if the mail server doesn't take it."""
    users = get_user_model().objects.filter(email__iexact=address, is_active=True)
    for user in users[:MOST_ACCOUNTS]:
        path = reverse("site:recover", args=[recovery_token(user, MAIL)])
        words = WORDS.format(name=user.get_username(), link=f"{site_address()}{path}")
        send_mail(user.email, "A new password", words)
