"""Forms of one button, in templates."""

import re

from django.template import Context, Library, Node, NodeList
from django.template.base import Lexer, Parser, TextNode, Token

# How htmx sends the form. "once" disables its button until the response arrives.
SENDS = {"swap": " hx-post", "once": ' hx-post hx-disabled-elt="find button"'}

LITERAL = re.compile(r'("[^"]*")?')

register = Library()


class Press(Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        return self.nodelist.render(context)


@register.tag
def press(parser: Parser, token: Token) -> Press:
    """A form of one button: ``{% press address once button="button--red" id=prize.id %}Label{% endpress %}``.

    After the address come ``swap`` or ``once``, if the response replaces the fragment; ``form`` and
    ``button``, their classes; ``unless``, what disables the button, and ``why``, the id of the reason; and
    hidden fields. It compiles to the tags that it is short for.
    """
    for each in reversed(Lexer(_opening(token.split_contents()[1:])).tokenize()):
        each.position, each.lineno = token.position, token.lineno
        parser.prepend_token(each)
    nodes = parser.parse(["endpress"])
    parser.delete_first_token()
    return Press(NodeList([*nodes, TextNode("</button></form>")]))


def _opening(bits: list[str]) -> str:
    """The source of the form up to its label. A browser fills in no field with what an earlier page had."""
    to, *options = bits
    given = dict(each.split("=", 1) for each in options if "=" in each)
    sends = "".join(SENDS[each] for each in options if "=" not in each)
    form, button, unless, why = (given.pop(name, "") for name in ("form", "button", "unless", "why"))
    return "".join(
        (
            "<form",
            f' class="{_shown(form)}"' if form else "",
            f' method="post" autocomplete="off" action="{_shown(to)}"{sends}>{{% csrf_token %}}',
            *(f'<input type="hidden" name="{name}" value="{_shown(given[name])}">' for name in given),
            f'<button class="button{" " if button else ""}{_shown(button)}"',
            f'{{% if {unless} %}} disabled aria-describedby="{_shown(why)}"{{% endif %}}' if unless else "",
            ">",
        )
    )


def _shown(expression: str) -> str:
    """The source that shows a variable, or a text in quotes."""
    return expression.strip('"') if LITERAL.fullmatch(expression) else f"{{{{ {expression} }}}}"
