"""A form of one button, as templates write it."""

from django.template import Context, Template

FORM = """{% press "/go/" "once" button="button--red" unless=why_not why="why-not" address=typed %}
Go<span> to {{ name }}</span>{% endpress %}"""


def shown(**context) -> str:
    return Template(FORM).render(Context({"csrf_token": "token", "name": "Ann & Ray", **context}))


def test_hidden_fields_may_have_the_name_of_an_argument():
    assert '<input type="hidden" name="address" value="a &amp; b">' in shown(typed="a & b")


def test_a_button_that_is_refused_names_its_reason():
    assert ' disabled aria-describedby="why-not">' in shown(why_not="Not yet.")
    assert "disabled aria" not in shown()


def test_the_label_may_have_tags_and_escapes_what_was_typed():
    assert "Go<span> to Ann &amp; Ray</span></button>" in shown()
