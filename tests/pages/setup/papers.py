"""The settings page as a browser fills it in and sends it."""

import re

from django.test import Client

from tools.rehearsal.browser import read


def filled_in(page, **typed):
    """The settings form as the browser would send it, with these values typed in."""
    paper = page.context["paper"]
    sent = {}
    for form in (paper.day, paper.game, paper.rules, *paper.side_prizes, *paper.pots):
        for field in form:
            value = field.value()
            if value is not None and value is not False:
                has_words = hasattr(value, "append") or isinstance(value, tuple)
                sent[field.html_name] = field.field.prepare_value(value) if has_words else value
    # The tests' date is past.
    return {**sent, "rules_of": paper.game.key(), "past_is_meant": "on", **typed}


def told(page):
    """The lines of the flyer on a settings page, in one text."""
    return " ".join("".join(fold.pieces) for fold in page.context["paper"].flyer)


def send(client, event, **typed):
    """Save an event's settings with these values typed in."""
    address = f"/{event.slug}/event/"
    return client.post(address, filled_in(client.get(address), **typed))


def refused_at_the_top(answer):
    """The summary of errors, which takes the focus: each reason with its link to the field."""
    top = read(answer.content.decode()).one(**{"class": "refusal", "role": "alert"})
    assert "autofocus" in top.attributes
    return [(link.words, link.attributes["href"]) for link in top.find("a")]


def sent(page, **typed):
    """The settings form as the browser would send it, with these values typed in."""
    paper = page.context["paper"]
    fields = {}
    for form in (paper.day, *paper.sessions, paper.phase_two, paper.game, paper.rules):
        for field in form:
            value = field.field.prepare_value(field.value())
            if value is not None and value is not False:
                fields[field.html_name] = value
    of_sessions = {re.sub(r"^(session_\d)_", r"\1-", name): value for name, value in typed.items()}
    return {**fields, "rules_of": paper.game.key(), "past_is_meant": "on", **of_sessions}


def looked_at(event, path):
    return read(Client().get(f"/{event.slug}/{path}").content.decode())
