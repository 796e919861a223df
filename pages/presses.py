"""Forms of one button, in templates."""

from typing import Any

from django.template import Context, Library
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

# How htmx sends the form. "once" disables its button until the response arrives.
SENDS = {"": "", "swap": " hx-post", "once": ' hx-post hx-disabled-elt="find button"'}

register = Library()


@register.simple_block_tag(takes_context=True)
def press(
    context: Context,
    content: SafeString,
    address: str,
    sends: str = "",
    /,
    *,
    form: str = "",
    button: str = "",
    unless: Any = None,
    why: str = "",
    **hidden: Any,
) -> SafeString:
    """A form of one button, ``{% press address "once" button="button--red" id=1 %}Label{% endpress %}``.

    ``sends`` is ``swap`` or ``once`` if the response replaces the fragment. ``form`` and ``button`` are
    classes. ``unless`` disables the button, and ``why`` is the id of its reason. All other arguments are
    hidden fields.
    """
    # A browser fills in no field with what an earlier page had.
    return format_html(
        '<form{} method="post" autocomplete="off" action="{}"{}>{}<button class="{}"{}>{}</button></form>',
        format_html(' class="{}"', form) if form else "",
        address,
        mark_safe(SENDS[sends]),  # noqa: S308  One of the three above.
        format_html_join(
            "",
            '<input type="hidden" name="{}" value="{}">',
            {"csrfmiddlewaretoken": context["csrf_token"], **hidden}.items(),
        ),
        f"button {button}".strip(),
        format_html(' disabled aria-describedby="{}"', why) if unless else "",
        content,
    )
