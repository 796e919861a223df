from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A Django session, with columns for the list of devices (``tournament/sessions.py``).

    ``worn`` has the ids of its badges, each between two spaces.
    """

    device = models.CharField(max_length=80, blank=True)
    since = models.DateTimeField(null=True, blank=True)
    user_id = models.IntegerField(null=True, blank=True, db_index=True)
    worn = models.CharField(max_length=300, blank=True)
