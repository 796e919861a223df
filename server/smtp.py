"""Django's e-mail backend, with one deadline (``EMAIL_TIMEOUT``) for the whole talk with the mail server."""

import smtplib
import socket
import ssl
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

from server.exchange import OPERATORS_SECONDS, ExchangeTimeout

LONGEST_REPLY = 100_000
"""The most bytes of a reply of the mail server. smtplib itself collects its lines without a bound."""


class EmailBackend(smtp.EmailBackend):
    _deadline: ExchangeTimeout

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """:raises TimeoutError: after the deadline. The e-mail may have arrived."""
        with ExchangeTimeout(self.timeout or OPERATORS_SECONDS) as self._deadline:
            try:
                return super().send_messages(email_messages) or 0
            except OSError as why:
                if self._deadline.is_over:
                    raise TimeoutError(str(self._deadline)) from why
                raise

    @property
    def connection_class(self) -> Callable[..., smtplib.SMTP]:  # type: ignore[override]
        return partial(_Connection, self._deadline)


class _Connection(smtplib.SMTP):
    """A connection that the deadline cuts. With a ``context`` it begins with TLS."""

    def __init__(
        self, deadline: ExchangeTimeout, *where: Any, context: ssl.SSLContext | None = None, **more: Any
    ) -> None:
        self._deadline, self._context = deadline, context
        super().__init__(*where, **more)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        # smtplib.SMTP_SSL overrides it, too: smtplib has no other way to give it a socket.
        found = self._deadline.connect(host, port)
        return self._context.wrap_socket(found, server_hostname=host) if self._context else found

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock:
            self.file = _Bounded(self.sock.makefile("rb"))
        if self.file:
            self.file.left = LONGEST_REPLY
        return super().getreply()


class _Bounded:
    """A file whose lines are read up to a bound."""

    def __init__(self, file: Any) -> None:
        self._file, self.left = file, LONGEST_REPLY

    def readline(self, most: int) -> bytes:
        line: bytes = self._file.readline(most)
        self.left -= len(line)
        if self.left < 0:
            raise OSError("The mail server’s reply has no end.")
        return line

    def close(self) -> None:
        self._file.close()
