"""The examples in the docstrings of ``rules`` are true."""

import doctest
import importlib
import pkgutil

import pytest

import rules

MODULES = ["rules", *(module.name for module in pkgutil.walk_packages(rules.__path__, "rules."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_come_out_as_written(name):
    found = doctest.testmod(importlib.import_module(name))

    assert found.failed == 0


def test_the_tour_has_examples():
    assert doctest.testmod(rules).attempted > 10
