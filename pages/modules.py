"""The JavaScript modules of a page, for templates."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

MAIN = "js/main.js"
IMPORT = re.compile(r"""from "(\.[^"]+)";""")

register = Library()


@register.simple_tag
@cache
def module_preloads() -> SafeString:
    """Links by which a browser fetches all modules at once, not each after the one that imports it."""
    links = ((static(name),) for name in modules() if name != MAIN)
    return format_html_join("\n    ", '<link rel="modulepreload" href="{}">', links)


@cache
def modules() -> list[str]:
    """The names of ``main.js`` and of all modules that it imports, directly or not, sorted."""
    found: set[str] = set()
    new = {MAIN}
    while new:
        found |= new
        new = {imported for name in new for imported in _imports(name)} - found
    return sorted(found)


def _imports(name: str) -> list[str]:
    source = Path(str(finders.find(name))).read_text()
    folder = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(folder, path)) for path in IMPORT.findall(source)]
