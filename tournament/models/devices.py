from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A browser that is known: what it is, since when, who is signed in on it, and the badges it wears.

    Django's own session, with what a list of devices needs written beside what is signed inside
    (``tournament.sessions``). ``worn`` are the badges' numbers, each between two blanks.
    """

    device = models.CharField(max_length=80, blank=True)
    since = models.DateTimeField(null=True, blank=True)
    user_id = models.IntegerField(null=True, blank=True, db_index=True)
    worn = models.CharField(max_length=300, blank=True)
