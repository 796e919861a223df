"""The best that a page can be with its statements and its bytes: a view that sends what was recorded of it.

It sends the statements by a cursor, without building models; those of a hand are rolled back.
"""

import json
import os
from pathlib import Path

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import urls

RECORDED = json.loads(Path(os.environ["BARE"]).read_text())
"""From ``_inside.recorded``."""


def send(request: HttpRequest, name: str) -> HttpResponse:
    page = RECORDED[name]
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in page["statements"]:
            cursor.execute(statement)
            if cursor.description:
                cursor.fetchall()
        transaction.set_rollback(name == "hand")
    return HttpResponse(page["body"])


urlpatterns = [path("bare/<name>/", send), *urls.urlpatterns]
