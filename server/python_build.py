"""How this computer's Python was built."""

import sys
import sysconfig

SLOW = (
    "This Python was built without optimizations; everything takes a fifth longer. "
    "Debian’s own Python is faster."
)


def why_slow(configured: str | None = None, prefix: str = sys.base_prefix) -> str:
    """A sentence if this Python was built without optimizations; else empty.

    ``configured`` are the options of its build. Those of a Python in /usr don't tell: distributions optimize
    theirs in ways of their own.
    """
    options = configured if configured is not None else str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    return "" if prefix == "/usr" or not options or "--enable-optimizations" in options else SLOW
