"""Calls of ``python -m rules`` in this process."""

import io
import json

from rules.__main__ import main


def call(*argv, given=""):
    """The exit code, standard output and standard error. ``given`` is text, or a value to write as JSON."""
    out, err = io.StringIO(), io.StringIO()
    ended = main(argv, io.StringIO(given if isinstance(given, str) else json.dumps(given)), out, err)
    return ended, out.getvalue(), err.getvalue()


def answer(*argv, given="", ended=0):
    """What the call answers, which ends with this exit code and no complaint."""
    code, out, err = call(*argv, given=given)
    assert (code, err) == (ended, "")
    return json.loads(out)
