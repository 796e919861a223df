import pytest

from server.python_build import SLOW, why_slow
from tests.conftest import _first_words, begin_with_empty_tables, environment_of
from tests.forked import Fresh


@pytest.mark.parametrize(
    ("configured", "prefix", "sentence"),
    [
        pytest.param("'--prefix=/opt/python' '--enable-shared'", "/opt/python", SLOW, id="by hand"),
        pytest.param("'--enable-optimizations' '--with-lto'", "/usr/local", "", id="by hand, optimized"),
        pytest.param("'--enable-shared' '--prefix=/usr'", "/usr", "", id="by Debian"),
        pytest.param("", "/opt/python", "", id="nobody knows how"),
    ],
)
def test_the_start_names_a_python_built_without_optimizations(configured, prefix, sentence):
    assert why_slow(configured, prefix) == sentence


@pytest.mark.slow
@pytest.mark.embedded
def test_a_start_says_once_how_its_python_was_built(tmp_path):
    data, log = tmp_path / "data", tmp_path / "log"
    begin_with_empty_tables(data)
    server = Fresh(["serve", "--port", "0", "--no-demo"], environment_of(data), log, log)

    said = _first_words(server, log)

    server.interrupt()
    server.wait(60)
    assert said.count(SLOW) == bool(why_slow())
